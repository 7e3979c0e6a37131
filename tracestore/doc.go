// Package tracestore keeps the records of sessions in one SQLite file,
// append-only, and acknowledges nothing that a power cut could take back.
//
// Promise: when Append returns nil, its records are on the disk (write-ahead
// log, synchronous=FULL) in the file that still stands at its path; sequence
// numbers of a session have no gap; an event id answers with its first reply
// for ever. After an I/O error, or when the file was replaced, nothing is
// acknowledged any more (ErrStopped): the kernel may have dropped pages that
// SQLite believes written. A full disk fails the batch and nothing else. On
// opening, fewer records than were once acknowledged is ErrDataLoss, never a
// renumbering.
//
// Layout: beside the database lie <path>.lock (one opener at a time), <path>.high
// (the last acknowledged sequence number of each session, written after every
// commit, so that a torn log is noticed) and blobs/<session>/<k> (long texts,
// synced before the record that names them). Table records has one row per
// record with the exact bytes; its id is the session's row and the number, so
// an acknowledged record is one page of one tree. Triggers refuse DELETE, and
// every UPDATE but an erasure.
//
// There is no writer goroutine: a lone caller commits on its own thread, and
// whoever comes meanwhile shares the next commit. Upkeep (the index of event
// ids, copying the log) takes its own place in the order.
//
// Limits: one process per file; the file belongs to the provider, who can
// alter what is not yet committed on chain; a power cut may also take the
// newest lines of the .high file, which is synced at checkpoints and on Close.
// Of a file over 64 MiB, opening counts only the records since the last upkeep;
// Check reads all. The one page-sized write per record assumes records of a
// kilobyte or so; a session that is not the newest fills its pages to about
// three quarters.
// Never open the live file with an SQLite older than 3.51.3, and never open and
// close it with plain file calls in this process (it drops SQLite's locks).
package tracestore
