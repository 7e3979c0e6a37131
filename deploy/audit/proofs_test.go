package audit

import (
	"errors"
	"fmt"
)

var errPath = errors.New("the path does not lead to the root")

type commit struct {
	N    int
	H    hash
	Root hash
}

type recordProof struct {
	V          int
	Type       string
	Session    hash
	Checkpoint commit
	Record     record
	Path       []hash
}

type extensionProof struct {
	V        int
	Type     string
	Session  hash
	From, To commit
	Path     []hash
}

// check follows RFC 9162 section 2.1.3.2.
func (p recordProof) check() error {
	leaf, err := p.Record.leaf()
	if err != nil {
		return err
	}
	var head struct {
		Seq     int
		Session hash
	}
	if err := looseHead(p.Record.Head, &head); err != nil || head.Session != p.Session {
		return fmt.Errorf("the head is of another session (%v)", err)
	}
	fn, sn, r := head.Seq-1, p.Checkpoint.N-1, leaf
	if fn < 0 || fn > sn {
		return errPath
	}
	for _, c := range p.Path {
		switch {
		case sn == 0:
			return errPath
		case fn&1 == 1 || fn == sn:
			r = node(c, r)
			for fn&1 == 0 && fn != 0 {
				fn, sn = fn>>1, sn>>1
			}
		default:
			r = node(r, c)
		}
		fn, sn = fn>>1, sn>>1
	}
	if sn != 0 || r != p.Checkpoint.Root {
		return errPath
	}
	return p.Checkpoint.check(p.Session)
}

func (c commit) check(session hash) error {
	if commitment(session, c.N, c.Root) != c.H {
		return fmt.Errorf("the root of %d records does not commit to %s", c.N, c.H)
	}
	return nil
}

// check follows RFC 9162 section 2.1.4.2.
func (p extensionProof) check() error {
	path := p.Path
	if p.From.N <= 0 || p.From.N > p.To.N {
		return errPath
	}
	if p.From.N == p.To.N {
		if len(path) > 0 || p.From.Root != p.To.Root {
			return errPath
		}
		return p.To.check(p.Session)
	}
	if p.From.N&(p.From.N-1) == 0 {
		path = append([]hash{p.From.Root}, path...)
	}
	if len(path) == 0 {
		return errPath
	}
	fn, sn := p.From.N-1, p.To.N-1
	for fn&1 == 1 {
		fn, sn = fn>>1, sn>>1
	}
	fr, sr := path[0], path[0]
	for _, c := range path[1:] {
		switch {
		case sn == 0:
			return errPath
		case fn&1 == 1 || fn == sn:
			fr, sr = node(c, fr), node(c, sr)
			for fn&1 == 0 && fn != 0 {
				fn, sn = fn>>1, sn>>1
			}
		default:
			sr = node(sr, c)
		}
		fn, sn = fn>>1, sn>>1
	}
	if sn != 0 || fr != p.From.Root || sr != p.To.Root {
		return errPath
	}
	return errors.Join(p.From.check(p.Session), p.To.check(p.Session))
}
