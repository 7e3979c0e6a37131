package verifier

import (
	"fmt"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// ParseHeads reads a file of signed heads: a JSON array of {n, h, signature}
// objects, strict. Filing names the hash of its exact bytes. Who signed them
// is for the judge.
func ParseHeads(text []byte) ([]judge.Head, error) {
	if text == nil {
		return nil, nil
	}
	var heads []judge.Head
	if err := trace.Unmarshal(text, &heads); err != nil {
		return nil, fmt.Errorf("the heads file is no array of {n, h, signature}: %w", err)
	}
	for i, h := range heads {
		if _, err := trace.ParseSignature(h.Signature); err != nil {
			return nil, fmt.Errorf("head %d of the heads file: signature: %w", i, err)
		}
	}
	return heads, nil
}
