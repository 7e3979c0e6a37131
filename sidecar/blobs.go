package sidecar

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// BlobStore keeps long texts apart from the records that name them.
type BlobStore interface {
	// PutBlob returns when the text is durable under its reference.
	PutBlob(ctx context.Context, session trace.Hash, ref trace.BlobRef, text []byte) error
	// DropBlob removes a text that no record came to name.
	DropBlob(ctx context.Context, session, k trace.Hash) error
}

// MaxText bounds arguments and result of one event together where the session
// has a BlobStore; without one MaxBody does.
const MaxText = event.MaxData

// moveTexts puts long strings of an event's arguments and result into blobs,
// after their hashes were taken and before the record that names them.
func (s *Session) moveTexts(ctx context.Context, p *prepared) error {
	if s.blobs == nil {
		return nil
	}
	for _, a := range []*trace.Admitted{p.args, p.result} {
		if a == nil {
			continue
		}
		moved, err := trace.MoveBlobs(a.JSON, func(text []byte) (trace.BlobRef, error) {
			var salt trace.Hash
			if _, err := io.ReadFull(s.random, salt[:]); err != nil {
				return trace.BlobRef{}, fmt.Errorf("draw the salt of a blob: %w", err)
			}
			ref := trace.NewBlobRef(salt, text)
			p.blobs = append(p.blobs, ref)
			return ref, s.blobs.PutBlob(ctx, s.id, ref, text)
		})
		if err != nil {
			return fmt.Errorf("keep a text of %d bytes: %w", len(a.JSON), err)
		}
		a.JSON = moved
	}
	return nil
}

// dropTexts takes back the texts of an event that is not recorded. What
// cannot be removed now, or has found its record after all, is the store's to
// sort out when it is opened again.
func (s *Session) dropTexts(p *prepared) {
	for _, ref := range p.blobs {
		if err := s.blobs.DropBlob(context.Background(), s.id, ref.K); err != nil {
			return
		}
	}
}

// lockedReader lets the sequencer and those who prepare events draw from one
// random source.
type lockedReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (l *lockedReader) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(p)
}

// Again answers an event that was answered before without its data: the same
// id with the same hash of the data. false means that the data is needed.
func (s *Session) Again(ctx context.Context, id string, data trace.Hash) (event.Reply, bool) {
	if s.seen.fresh(id) {
		return event.Reply{}, false
	}
	stored, found, err := s.store.Event(ctx, s.id, id)
	if err != nil || !found || stored.DataHash != data {
		return event.Reply{}, false
	}
	r, _ := again(stored)
	return r, true
}
