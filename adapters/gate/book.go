package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

// Record delivers one event to the sidecar; without an error it is stored.
// event.Client.SendEvent is one.
type Record func(context.Context, event.Event) (event.Reply, error)

// Source is how the gate's events name their adapter.
const Source = "/adapter/wire"

// maxRemembered bounds the calls that are remembered; the oldest ended ones go
// first.
const maxRemembered = 1 << 17

// book knows the calls that were recorded, and what became of them.
type book struct {
	record Record

	mu    sync.Mutex
	by    map[string][]*entry // by id, or by name where there is no id
	order []*entry
	old   map[canon.Hash]bool // results of calls from before the gate, which have a notice
}

// entry is one call.
type entry struct {
	Call
	key     string
	to      string // who was told of it
	action  string
	ended   bool
	told    canon.Hash // of the result that ended it
	working sync.Mutex // one result at a time
}

func newBook(r Record) *book {
	return &book{record: r, by: map[string][]*entry{}, old: map[canon.Hash]bool{}}
}

func keyOf(id, name string) string {
	if id != "" {
		return "i" + id
	}
	return "n" + name
}

// metadata is what an event says beside the call; members stand in the order of
// their names.
type metadata struct {
	Assurance string  `json:"assurance,omitzero"`
	Channel   string  `json:"channel"`
	Dialect   string  `json:"dialect"`
	Join      string  `json:"join,omitzero"`
	Lossy     bool    `json:"lossy_utf8,omitzero"`
	Native    *native `json:"native,omitzero"`
}

// native is the call's id as the model gave it.
type native struct {
	Call string `json:"call"`
}

func (m metadata) of(c Call) metadata {
	m.Channel, m.Assurance, m.Lossy = "wire", "observed", m.Lossy || c.Lossy
	if c.ID != "" {
		m.Native = &native{plain(c.ID)}
	}
	return m
}

func (m metadata) encode() jsontext.Value {
	out, _ := json.Marshal(m) // of texts that are UTF-8
	return out
}

// plain is text without bytes that are no UTF-8.
func plain(s string) string {
	return string([]rune(s))
}

// intend records the intent of a call that is about to be told to somebody.
func (b *book) intend(ctx context.Context, dialect, to string, c Call) (*entry, error) {
	m := metadata{Dialect: dialect}.of(c)
	if m.Native != nil {
		m.Join = "native" // a hook may tell of the same call
	}
	if c.Name == "" {
		return nil, fmt.Errorf("%w: a call names no tool", ErrForm)
	}
	r, err := b.record(ctx, event.New(event.NewID(), Source, event.Data{Kind: "intent", Tool: plain(c.Name), ArgsJSON: plain(c.Args), Metadata: m.encode()}))
	if err != nil {
		return nil, err
	}
	e := &entry{Call: c, key: keyOf(c.ID, c.Name), to: to, action: r.ActionID}
	e.Args = compact(c.Args)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.by[e.key] = append(b.by[e.key], e)
	b.order = append(b.order, e)
	b.forget()
	return e, nil
}

// forget drops the oldest call where there are too many.
func (b *book) forget() {
	if len(b.order) <= maxRemembered {
		return
	}
	e := b.order[0]
	b.order = b.order[1:]
	rest := b.by[e.key][:0]
	for _, other := range b.by[e.key] {
		if other != e {
			rest = append(rest, other)
		}
	}
	if b.by[e.key] = rest; len(rest) == 0 {
		delete(b.by, e.key)
	}
}

// withdraw records that a call never reached the harness.
func (b *book) withdraw(ctx context.Context, dialect string, e *entry) error {
	_, err := b.end(ctx, e, event.Data{Kind: "action", ActionID: e.action, Status: "cancelled",
		Error: "kept back: the harness was not told of this call", Metadata: metadata{Dialect: dialect}.of(e.Call).encode()})
	return err
}

// end records an action once.
func (b *book) end(ctx context.Context, e *entry, d event.Data) (already bool, err error) {
	e.working.Lock()
	defer e.working.Unlock()
	b.mu.Lock()
	done := e.ended
	b.mu.Unlock()
	if done {
		return true, nil
	}
	_, err = b.record(ctx, event.New(event.NewID(), Source, d))
	if refused(err, event.CodeState) { // another channel told the end before
		_, err = b.record(ctx, event.New(event.NewID(), Source, b.repeated(d)))
	}
	if err == nil {
		b.mu.Lock()
		e.ended, e.told, e.Args = true, canon.Keccak([]byte(d.ResultJSON)), short(e.Args)
		b.mu.Unlock()
	}
	return false, err
}

// short keeps of long arguments what tells them apart.
func short(args string) string {
	if len(args) <= 256 {
		return args
	}
	return canon.Keccak([]byte(args)).String()
}

func (b *book) repeated(d event.Data) event.Data {
	type said struct {
		About    string `json:"about"`
		ActionID string `json:"action_id"`
		Bytes    int    `json:"bytes"`
		Hash     string `json:"result_hash"`
		Status   string `json:"status"`
	}
	text, _ := json.Marshal(said{"repeated", d.ActionID, len(d.ResultJSON), canon.Keccak([]byte(d.ResultJSON)).String(), d.Status})
	return event.Data{Kind: "notice", ArgsJSON: string(text), Metadata: d.Metadata}
}

func refused(err error, code string) bool {
	var r *event.RefusedError
	return errors.As(err, &r) && r.Code == code
}

// pick finds the call that a result is about; used are those that the same
// request has spoken of. known is true where it says nothing new.
func (b *book) pick(r result, from string, used map[*entry]bool) (e *entry, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	args, hash := compact(r.args), canon.Keccak(r.content)
	var open, other, ended *entry
	n := 0
	for _, c := range b.by[keyOf(r.id, r.name)] {
		n++
		switch {
		case used[c] || c.to != from:
		case c.ended && c.told == hash:
			return c, true
		case c.ended:
			ended = cmp.Or(ended, c)
		case !r.repeats || c.Args == args:
			open = cmp.Or(open, c)
		default:
			other = cmp.Or(other, c)
		}
	}
	if open = cmp.Or(open, other); open != nil && (r.fresh || n == 1) {
		return open, false
	}
	return ended, ended != nil
}

// results records what a request says about the outcomes of calls. Errors mean
// that something is not recorded: the request must not go on.
func (b *book) results(ctx context.Context, dialect, from string, list []result) error {
	used := map[*entry]bool{}
	old := 0
	for _, r := range list {
		e, known := b.pick(r, from, used)
		switch {
		case e != nil && known:
			used[e] = true
		case e != nil:
			used[e] = true
			m := metadata{Dialect: dialect, Lossy: lossy(r.content)}.of(Call{ID: e.ID})
			d := event.Data{Kind: "action", ActionID: e.action, Status: r.status, ResultJSON: plain(string(r.content)), Metadata: m.encode()}
			if _, err := b.end(ctx, e, d); err != nil {
				return err
			}
		case r.fresh:
			if err := b.orphan(ctx, dialect, r); err != nil {
				return err
			}
		default:
			old++
		}
	}
	return b.history(ctx, dialect, list, old)
}

// orphan records a result of a call that nobody was told of here.
func (b *book) orphan(ctx context.Context, dialect string, r result) error {
	key := canon.Keccak(append([]byte(r.id+"\x00"+r.name+"\x00"), r.content...))
	if b.seen(key) {
		return nil
	}
	type said struct {
		About  string `json:"about"`
		Bytes  int    `json:"bytes"`
		Call   string `json:"call,omitzero"`
		Hash   string `json:"result_hash"`
		Status string `json:"status"`
		Tool   string `json:"tool,omitzero"`
	}
	text, _ := json.Marshal(said{"result", len(r.content), plain(r.id), canon.Keccak(r.content).String(), r.status, plain(r.name)})
	_, err := b.record(ctx, event.New(event.NewID(), Source, event.Data{Kind: "gap", Tool: plain(r.name), ArgsJSON: string(text),
		Metadata: metadata{Dialect: dialect}.of(Call{ID: r.id}).encode()}))
	if err == nil {
		b.note(key)
	}
	return err
}

// history notes once that a conversation began before the gate.
func (b *book) history(ctx context.Context, dialect string, list []result, old int) error {
	if old == 0 {
		return nil
	}
	var key canon.Hash
	for _, r := range list {
		if !r.fresh {
			key = canon.Keccak(append([]byte("history\x00"+r.id+"\x00"), r.content...))
			break
		}
	}
	if b.seen(key) {
		return nil
	}
	type said struct {
		About   string `json:"about"`
		Results int    `json:"results"`
	}
	text, _ := json.Marshal(said{"history", old})
	_, err := b.record(ctx, event.New(event.NewID(), Source, event.Data{Kind: "notice", ArgsJSON: string(text), Metadata: metadata{Dialect: dialect}.of(Call{}).encode()}))
	if err == nil {
		b.note(key)
	}
	return err
}

func (b *book) seen(key canon.Hash) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.old[key]
}

func (b *book) note(key canon.Hash) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.old) >= maxRemembered {
		clear(b.old) // a second notice does no harm
	}
	b.old[key] = true
}

// compact spells arguments in the one way that repetitions share.
func compact(args string) string {
	if c, err := canon.Canonicalize([]byte(args)); err == nil {
		return string(c)
	}
	return args
}
