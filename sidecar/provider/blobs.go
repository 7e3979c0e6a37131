package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// blobs writes shown records, each with the texts that its body refers to: a
// predicate that needs a body may read any of them. One text is in memory at a
// time.
type blobs struct {
	ctx  context.Context
	from Reader
	e    Evidence
	to   *trace.BundleWriter
	sum  *Summary
}

func (b *blobs) record(r trace.Record, h trace.Head) error {
	if err := b.to.Record(r); err != nil {
		return err
	}
	if !bytes.Contains(r.Body, []byte(`"$blob"`)) {
		return nil
	}
	// What is no body, or names texts as nothing writes it, has none to show;
	// the verifier sees it as it is.
	body, err := trace.DecodeBody(r.Body)
	if err != nil {
		return nil
	}
	refs, err := body.Blobs()
	if err != nil {
		return nil
	}
	named := map[trace.Hash]int{}
	for _, ref := range refs {
		named[ref.K]++
	}
	for _, ref := range refs {
		if named[ref.K] > 1 { // nothing writes this, and no reader takes the line
			if err := b.missing(h.Seq, fmt.Errorf("%s is named more than once", ref.K)); err != nil {
				return err
			}
			continue
		}
		text, err := b.from.Blob(b.ctx, b.e.Header.Session, ref)
		switch {
		case errors.Is(err, trace.ErrBlob), errors.Is(err, trace.ErrBlobText):
			err = b.missing(h.Seq, err)
		case err != nil:
			return fmt.Errorf("read a text of record %d: %w", h.Seq, err)
		default:
			err = b.to.Blob(ref.K, text)
			b.sum.Blobs++
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// missing is the error of a text that the store lost or altered, or, with
// AsStored, notes it; the reference then stands alone.
func (b *blobs) missing(seq uint64, cause error) error {
	m := &Mismatch{Session: b.e.Header.Session, N: seq, Stored: b.sum.Records, What: "a text of the record cannot be shown: " + cause.Error()}
	if !b.e.AsStored {
		return m
	}
	b.sum.Mismatches = append(b.sum.Mismatches, m)
	return nil
}
