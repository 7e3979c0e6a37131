package names

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/varek/varek/warden/names/namestest"
)

// rig is a resolver before a real name server, with a clock of its own.
type rig struct {
	*Server
	upstream *namestest.Server
	view     *View
	seconds  atomic.Int64

	mu      sync.Mutex
	queries []Query
	refuse  func(name string) bool
}

func newRig(t *testing.T, types bool) *rig {
	t.Helper()
	r := &rig{upstream: namestest.New(t), refuse: func(string) bool { return false }}
	r.view = NewView(func() time.Time { return time.Unix(r.seconds.Load(), 0) })
	var err error
	r.Server, err = Start(Config{Upstream: []netip.AddrPort{r.upstream.Addr()}, View: r.view, Types: types, Log: slog.New(slog.DiscardHandler),
		Ask: func(q Query) bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.queries = append(r.queries, q)
			return !r.refuse(q.Name)
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// resolver is Go's own, asking the rig.
func (r *rig) resolver(network string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, given, _ string) (net.Conn, error) {
		if network != "" {
			given = network
		}
		var d net.Dialer
		return d.DialContext(ctx, given, r.Addr().String())
	}}
}

func (r *rig) lookup(t *testing.T, name string) string {
	t.Helper()
	list, err := r.resolver("").LookupNetIP(t.Context(), "ip", name)
	if err != nil {
		return err.Error()[strings.LastIndex(err.Error(), ": ")+2:]
	}
	var out []string
	for _, a := range list {
		out = append(out, a.Unmap().String())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func (r *rig) of(a string) string { return strings.Join(r.view.Of(netip.MustParseAddr(a)), " ") }

// TestResolves: what the name server says comes through, however long the way
// and however it is asked, and the view knows it.
func TestResolves(t *testing.T) {
	r := newRig(t, false)
	r.upstream.Set("a.example", "93.184.216.34", "2606:2800::1")
	r.upstream.Set("one.example", "=two.example")
	r.upstream.Set("two.example", "=three.example")
	r.upstream.Set("three.example", "93.184.216.35")
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("93.184.217.%d", i))
	}
	r.upstream.Set("many.example", many...)
	r.upstream.Set("far.example", "93.184.216.36")
	r.upstream.OverTCP("far.example")
	for _, c := range []struct{ ask, want string }{
		{"a.example.", "2606:2800::1 93.184.216.34"},
		{"A.Example.", "2606:2800::1 93.184.216.34"},
		{"one.example.", "93.184.216.35"},
		{"far.example.", "93.184.216.36"},
		{"none.example.", "no such host"},
	} {
		if got := r.lookup(t, c.ask); got != c.want {
			t.Errorf("%s: %q, want %q", c.ask, got, c.want)
		}
	}
	if got := r.lookup(t, "many.example."); len(strings.Fields(got)) != 200 {
		t.Errorf("a large answer came as %q", got)
	}
	for a, want := range map[string]string{"93.184.216.34": "a.example", "2606:2800::1": "a.example", "93.184.216.35": "one.example",
		"93.184.217.199": "many.example", "8.8.8.8": ""} {
		if got := r.of(a); got != want {
			t.Errorf("%s is known as %q, want %q", a, got, want)
		}
	}
	// Who follows an alias by itself is told, and what it finds is the name's.
	if got := r.lookup(t, "three.example."); got != "93.184.216.35" || r.of("93.184.216.35") != "one.example" {
		t.Errorf("the alias leads to %q, known as %q", got, r.of("93.184.216.35"))
	}
}

// TestRefusedNamesStayHere: what is refused is never asked outside.
func TestRefusedNamesStayHere(t *testing.T) {
	r := newRig(t, false)
	r.refuse = func(n string) bool { return n != "ok.example" }
	r.upstream.Set("ok.example", "93.184.216.34")
	for _, name := range []string{"c2VjcmV0.evil.example.", "ok.example.evil.org.", "xok.example.", "OK.EXAMPLE."} {
		got := r.lookup(t, name)
		if want := map[bool]string{true: "93.184.216.34", false: "no such host"}[name == "OK.EXAMPLE."]; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	txt, err := r.resolver("").LookupTXT(t.Context(), "ok.example.")
	if err == nil && len(txt) > 0 {
		t.Errorf("a text record came through: %q", txt)
	}
	for _, asked := range r.upstream.Asked() {
		if asked != "ok.example A" && asked != "ok.example AAAA" {
			t.Errorf("the name server was asked %q", asked)
		}
	}
}

// TestViewForgets: an answer counts for its time, but at least for Hold.
func TestViewForgets(t *testing.T) {
	r := newRig(t, false)
	r.upstream.Set("short.example", "93.184.216.34")
	r.upstream.SetTTL(0)
	r.lookup(t, "short.example.")
	r.upstream.SetTTL(3600)
	r.upstream.Set("long.example", "93.184.216.34")
	r.lookup(t, "long.example.")
	for _, c := range []struct {
		at   int64
		want string
	}{{59, "long.example short.example"}, {60, "long.example"}, {3599, "long.example"}, {3600, ""}} {
		r.seconds.Store(c.at)
		if got := r.of("93.184.216.34"); got != c.want {
			t.Errorf("after %d s: %q, want %q", c.at, got, c.want)
		}
	}
}

// TestForgedAnswers: what answers another question, another number or from
// another server is passed over, and what is beside the chain is not believed.
func TestForgedAnswers(t *testing.T) {
	q := dnsmessage.Question{Name: dnsmessage.MustNewName("a.example."), Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}
	good := dnsmessage.Message{Header: dnsmessage.Header{ID: 7, Response: true}, Questions: []dnsmessage.Question{q}}
	other := q
	other.Name = dnsmessage.MustNewName("b.example.")
	for name, m := range map[string]dnsmessage.Message{
		"number":   {Header: dnsmessage.Header{ID: 8, Response: true}, Questions: good.Questions},
		"query":    {Header: dnsmessage.Header{ID: 7}, Questions: good.Questions},
		"question": {Header: good.Header, Questions: []dnsmessage.Question{other}},
		"none":     {Header: good.Header},
	} {
		b, err := m.Pack()
		if err != nil {
			t.Fatal(err)
		}
		var r dnsmessage.Message
		if accept(&r, b, 7, q) {
			t.Errorf("an answer with a wrong %s was accepted", name)
		}
	}
	r := newRig(t, false)
	h := func(n string) dnsmessage.ResourceHeader {
		return dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(n), Class: dnsmessage.ClassINET, TTL: 60}
	}
	found, end := chain([]dnsmessage.Resource{
		{Header: h("victim.example."), Body: &dnsmessage.AResource{A: [4]byte{6, 6, 6, 6}}},
		{Header: h("a.example."), Body: &dnsmessage.CNAMEResource{CNAME: dnsmessage.MustNewName("a.example.")}},
	}, "a.example", dnsmessage.TypeA)
	if end != "a.example" {
		t.Errorf("a ring of aliases ends at %q", end)
	}
	r.remember(found, "a.example")
	if got := r.of("6.6.6.6"); got != "" {
		t.Errorf("an address beside the chain is known as %q", got)
	}
}

// TestViewIsBounded: a flood of answers neither grows without end nor leaves
// the view unusable.
func TestViewIsBounded(t *testing.T) {
	v := NewView(func() time.Time { return time.Unix(0, 0) })
	for i := range 3 * maxEntries {
		v.put("flood.example", netip.AddrFrom4([4]byte{9, byte(i >> 16), byte(i >> 8), byte(i)}), time.Hour)
		v.putAlias(fmt.Sprint(i), "flood.example", time.Hour)
	}
	if v.entries > maxEntries || len(v.aliases) > maxAliases {
		t.Errorf("%d addresses and %d aliases are kept", v.entries, len(v.aliases))
	}
	v.put("last.example", netip.MustParseAddr("1.2.3.4"), time.Hour)
	if got := v.Of(netip.MustParseAddr("1.2.3.4")); len(got) != 1 {
		t.Errorf("the last answer is known as %q", got)
	}
}

func FuzzParse(f *testing.F) {
	b, _, err := build(7, "a.example", dnsmessage.TypeA)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		q, code, query := parse(b)
		if !query {
			return
		}
		reply := q.reply(code, nil, false)
		var m dnsmessage.Message
		if err := m.Unpack(reply); err != nil || !m.Response || m.ID != q.header.ID {
			t.Fatalf("reply %x to %x: %v", reply, b, err)
		}
	})
}

func TestReadServers(t *testing.T) {
	for text, want := range map[string]string{
		"nameserver 10.0.0.1\nsearch x\nnameserver fe80::1%eth0\n nameserver ::1 # here\n": "[10.0.0.1:53 [fe80::1%eth0]:53 [::1]:53]",
		"": "[127.0.0.1:53]", "nameserver nonsense\n": "[127.0.0.1:53]",
	} {
		if got := fmt.Sprint(ReadServers(strings.NewReader(text))); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
