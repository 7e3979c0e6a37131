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
// Layout: beside the database lie <path>.lock (one opener at a time) and
// <path>.high (the last acknowledged sequence number of each session, written
// after every commit, so that a torn log is noticed). Table records has one row
// per record with the exact bytes (session, seq, head, body, salt); triggers
// refuse UPDATE and DELETE.
//
// Limits: one process per file; the file belongs to the provider, who can
// alter what is not yet committed on chain; a power cut may also take the
// newest lines of the .high file, which is synced at checkpoints and on Close.
// Never open the live file with an SQLite older than 3.51.3, and never open and
// close it with plain file calls in this process (it drops SQLite's locks).
package tracestore
