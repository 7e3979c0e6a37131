package policy

import (
	"github.com/varek/varek/tracestore/trace"
)

// Canonical returns the policy as canonical JSON (RFC 8785) with every key
// present, so that two files that mean the same have the same bytes.
func (p *Policy) Canonical() ([]byte, error) {
	q := *p
	q.fill()
	return trace.Marshal(&q)
}

// Digest is the policy hash of the session's first record: Keccak-256 of the
// canonical policy. It covers the text of the rules, not what $WORKSPACE and
// $HOME stand for; those are in the same record.
func (p *Policy) Digest() (trace.Hash, error) {
	b, err := p.Canonical()
	if err != nil {
		return trace.Hash{}, err
	}
	return trace.Keccak(b), nil
}
