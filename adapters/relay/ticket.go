package relay

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// maxQueue bounds how many lines of one side wait for their decision.
const maxQueue = 256

// ticket is one line on its way; lines leave in the order of their tickets.
type ticket struct {
	size int
	done chan struct{}
	out  []byte // once done
}

// part is one message of a line with what becomes of it.
type part struct {
	m message
	v verdict
	d decision
}

// take decides about one line. What needs no record is decided at once.
func (r *relay) take(ctx context.Context, from side, ln line) *ticket {
	t := &ticket{done: make(chan struct{})}
	parts, batch, whole, refused := r.read(from, ln)
	if refused != nil {
		t.out = refused.send
		close(t.done)
		r.back(from, refused.back)
		return t
	}
	waits := false
	for i := range parts {
		parts[i].d.send = parts[i].m.raw
		waits = waits || parts[i].v.work != nil
	}
	if !waits {
		t.out = r.outward(from, whole)
		close(t.done)
		r.works.Done()
		return t
	}
	go func() {
		defer r.works.Done()
		var all sync.WaitGroup
		for i := range parts {
			if p := &parts[i]; p.v.work != nil {
				all.Go(func() { p.d = p.v.work(ctx) })
			}
		}
		all.Wait()
		out, back := assemble(parts, batch, whole)
		t.out = r.outward(from, out)
		close(t.done)
		r.back(from, back)
	}()
	return t
}

// outward is a line as the other side gets it.
func (r *relay) outward(from side, text []byte) []byte {
	if from == client {
		return safe(text)
	}
	return text
}

func (r *relay) back(from side, text []byte) {
	if len(text) == 0 {
		return
	}
	if err := r.to[from].write(append(text, '\n')); err != nil {
		r.cfg.Log("write: " + err.Error())
	}
}

// assemble puts a line together again: as it came where every part goes on
// unchanged, else from what is left of it.
func assemble(parts []part, batch bool, whole []byte) (out, back []byte) {
	var sent, returned [][]byte
	same := true
	for _, p := range parts {
		if p.d.send != nil {
			sent = append(sent, p.d.send)
		}
		if p.d.back != nil {
			returned = append(returned, p.d.back)
		}
		same = same && p.d.send != nil && len(p.d.send) == len(p.m.raw) && (len(p.m.raw) == 0 || &p.d.send[0] == &p.m.raw[0])
	}
	join := func(list [][]byte) []byte {
		switch {
		case len(list) == 0:
			return nil
		case batch:
			return append(append([]byte{'['}, bytes.Join(list, []byte{','})...), ']')
		}
		return list[0]
	}
	back = join(returned)
	if same {
		return whole, back
	}
	if out = join(sent); out != nil {
		out = append(bytes.Clone(out), '\n')
	}
	return out, back
}

// read takes a line apart and asks the interpreter. whole is the line as it goes
// on where nothing is refused. refused is all that becomes of a line that may
// not pass.
func (r *relay) read(from side, ln line) (parts []part, batch bool, whole []byte, refused *decision) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, false, nil, &decision{}
	}
	if ln.over {
		return r.unreadable(from, ln.skim, fmt.Errorf("%w: it is longer than %d bytes", ErrMessage, r.cfg.MaxLine))
	}
	if len(bytes.TrimSpace(ln.text)) == 0 {
		return nil, false, nil, &decision{send: ln.text}
	}
	list, batch, err := parseLine(ln.text)
	if err != nil {
		if from == server && !looksLikeJSON(ln.text) {
			return nil, false, nil, &decision{send: ln.text} // servers print other things, too
		}
		s := skim{}
		s.feed(ln.text)
		return r.unreadable(from, s, err)
	}
	for _, m := range list {
		parts = append(parts, part{m: m, v: r.judge(from, m)})
	}
	r.works.Add(1) // for take, and before anybody can wait for the last
	return parts, batch, ln.text, nil
}

func looksLikeJSON(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// unreadable answers for a line that may not pass: its sender where it asks for
// something; where it is a response, an error takes its place. Without an id
// nobody can be answered.
func (r *relay) unreadable(from side, s skim, err error) (parts []part, batch bool, whole []byte, refused *decision) {
	r.cfg.Log(fmt.Sprintf("a line of the %s does not pass: %v", from, err))
	m := message{version: true}
	if id, wrong := identOf(value(s.id)); wrong == nil {
		m.id = id
	}
	switch {
	case s.method != nil && s.id == nil:
		return nil, false, nil, &decision{} // a notification
	case s.method != nil || m.id.key == "":
		return nil, false, nil, &decision{back: m.fail(codeInvalid, "%v", err)}
	}
	q := r.open[from.other()].remove(m.id.key)
	if q == nil {
		return nil, false, nil, &decision{}
	}
	m.version = q.ask.version
	m.raw = q.ask.fail(codeInternal, "the answer does not pass: %v", err)
	m.failure = at(m.raw, "error")
	p := part{m: m}
	if q.reply != nil {
		p.v = q.reply(m)
	}
	r.works.Add(1)
	return []part{p}, false, append(bytes.Clone(m.raw), '\n'), nil
}

// value is text as a JSON value, nil where it is none.
func value(text []byte) jsontext.Value {
	if v := jsontext.Value(text); text != nil && v.IsValid() {
		return v
	}
	return nil
}
