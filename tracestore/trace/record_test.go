package trace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func head(kind Kind, with ...string) Head {
	h := Head{V: 1, Session: Keccak([]byte("session")), Seq: 7, Kind: kind}
	for _, w := range with {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "tool":
			h.Tool = value
		case "action_id":
			h.ActionID = value
		case "decision":
			h.Decision = value
		case "status":
			h.Status = value
		}
	}
	return h
}

// The table of formats section 2: which members a head has, by kind.
func TestHeadMembers(t *testing.T) {
	permission := "tool=" + PermissionTool
	good := []Head{
		head(KindIntent, "tool=t", "action_id=a"), head(KindStart, "tool=t", "action_id=a"),
		head(KindPermission, permission, "action_id=a", "decision=allow"), head(KindPermission, permission, "decision=withdraw"),
		head(KindAction, "tool=t", "action_id=a", "status=unknown"), head(KindSyscall, "tool=sys.open"),
		head(KindSyscall, "tool=sys.open", "action_id=a"), head(KindSession), head(KindGap), head(KindNotice),
		head(KindIntent, "tool=\u00e9 \"\\\n\u0001", "action_id=\U0001F600"),
	}
	for _, h := range good {
		text, err := h.Encode()
		if err != nil {
			t.Errorf("%+v: %v", h, err)
			continue
		}
		if canon, err := Canonicalize(text); err != nil || !bytes.Equal(canon, text) {
			t.Errorf("%s is not canonical (%v)", text, err)
		}
		if back, err := DecodeHead(text); err != nil || back != h {
			t.Errorf("%s decodes as %+v, %v", text, back, err)
		}
	}
	for _, h := range []Head{
		head(KindIntent, "tool=t"), head(KindIntent, "action_id=a"), head(KindIntent, "tool=t", "action_id=a", "status=ok"),
		head(KindStart, "tool=t", "action_id=a", "decision=allow"), head(KindAction, "tool=t", "action_id=a"),
		head(KindAction, "tool=t", "action_id=a", "status=done"), head(KindPermission, permission, "action_id=a"),
		head(KindPermission, permission, "decision=approve"), head(KindPermission, "tool=shell", "decision=allow"),
		head(KindSyscall), head(KindSyscall, "tool=t", "status=ok"), head(KindSession, "tool=t"), head(KindGap, "action_id=a"),
		head(KindNotice, "status=ok"), head(""), head("tool_call", "tool=t"), head(KindIntent, "tool=\xff", "action_id=a"),
		{V: 0, Seq: 1, Kind: KindGap}, {V: 2, Seq: 1, Kind: KindGap}, {V: 1, Seq: 0, Kind: KindGap}, {V: 1, Seq: MaxInteger + 1, Kind: KindGap},
	} {
		if text, err := h.Encode(); !errors.Is(err, ErrHead) {
			t.Errorf("%+v: got %s, %v, want ErrHead", h, text, err)
		}
	}
}

func TestDecodeHeadStrict(t *testing.T) {
	text, err := head(KindAction, "tool=t", "action_id=a", "status=ok").Encode()
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	for name, bad := range map[string]string{
		"white space":      strings.Replace(good, ":", ": ", 1),
		"trailing newline": good + "\n",
		"other order":      `{"v":1,` + strings.TrimSuffix(good[1:], `,"v":1}`) + `}`,
		"unknown member":   strings.Replace(good, `,"v":1`, `,"u":1,"v":1`, 1),
		"late member":      strings.TrimSuffix(good, "}") + `,"w":1}`,
		"duplicate":        strings.Replace(good, `"kind"`, `"kind":"action","kind"`, 1),
		"empty member":     strings.Replace(good, `"kind"`, `"decision":"","kind"`, 1),
		"null member":      strings.Replace(good, `"kind"`, `"decision":null,"kind"`, 1),
		"other version":    strings.Replace(good, `"v":1`, `"v":2`, 1),
		"seq as text":      strings.Replace(good, `"seq":7`, `"seq":"7"`, 1),
		"seq with zero":    strings.Replace(good, `"seq":7`, `"seq":07`, 1),
		"seq as fraction":  strings.Replace(good, `"seq":7`, `"seq":7.0`, 1),
		"negative seq":     strings.Replace(good, `"seq":7`, `"seq":-7`, 1),
		"huge seq":         strings.Replace(good, `"seq":7`, `"seq":99999999999999999999`, 1),
		"escaped":          strings.Replace(good, `"tool":"t"`, `"tool":"\u0074"`, 1),
		"session in capitals": strings.Replace(good, `"session":"`+Keccak([]byte("session")).String(),
			`"session":"0x`+strings.ToUpper(Keccak([]byte("session")).String()[2:]), 1),
		"missing comma": strings.Replace(good, `,"v"`, `"v"`, 1),
		"doubled comma": strings.Replace(good, `,"v"`, `,,"v"`, 1),
		"open string":   good[:len(good)-12],
		"empty":         "",
		"array":         "[]",
	} {
		if bad == good {
			t.Fatalf("%s: the case changes nothing", name)
		}
		if h, err := DecodeHead([]byte(bad)); !errors.Is(err, ErrHead) {
			t.Errorf("%s: got %+v, %v, want ErrHead", name, h, err)
		}
	}
}

func TestBody(t *testing.T) {
	h := Keccak([]byte("x"))
	full := Body{Args: []byte(`{"a":[1,null]}`), ArgsHash: &h, ArgsProposedHash: &h, Boot: "b", Error: "e \"\u20ac\n", Metadata: []byte(`{}`),
		MonoNS: "12", Result: []byte(`null`), Time: "2026-01-01T00:00:00.000000000Z"}
	for _, b := range []Body{{}, full, {Result: []byte(`null`)}, {Error: "x"}, {Args: []byte(strings.Repeat("[", 128) + strings.Repeat("]", 128))}} {
		text, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeBody(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if again, err := back.Encode(); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%s comes back as %s, %v", text, again, err)
		}
		if (back.Args == nil) != (b.Args == nil) || (back.Result == nil) != (b.Result == nil) || (back.ArgsHash == nil) != (b.ArgsHash == nil) {
			t.Errorf("%s: absent is not absent: %+v", text, back)
		}
	}
	for name, b := range map[string]Body{
		"spaces in args":   {Args: []byte(`{"a": 1}`)},
		"order in args":    {Args: []byte(`{"b":1,"a":1}`)},
		"large integer":    {Metadata: []byte(`{"n":9007199254740993}`)},
		"two values":       {Result: []byte(`1,"x":2`)},
		"no JSON":          {Result: []byte(`x`)},
		"empty JSON":       {Args: []byte{}},
		"invalid UTF-8":    {Error: "\xff"},
		"depth over limit": {Args: []byte(strings.Repeat("[", 140) + strings.Repeat("]", 140))},
	} {
		if text, err := b.Encode(); !errors.Is(err, ErrBody) {
			t.Errorf("%s: got %s, %v, want ErrBody", name, text, err)
		}
	}
	for _, bad := range []string{``, `[]`, `1`, `{"x":1}`, `{"args":1,"args":2}`, `{"error":""}`, `{"error":null}`, `{"error":1}`, `{"args_hash":null}`,
		`{"args_hash":"0x00"}`, `{"args_hash":1}`, `{"result":1,"args":2}`, `{"args": 1}`, `{"Args":1}`, `{"time":{}}`, `{"mono_ns":12}`, `{} `, `{`} {
		if b, err := DecodeBody([]byte(bad)); !errors.Is(err, ErrBody) {
			t.Errorf("%s: got %+v, %v, want ErrBody", bad, b, err)
		}
	}
}

// The leaf as the format says it, byte by byte.
func TestLeafBytes(t *testing.T) {
	salt := Keccak([]byte("salt"))
	r, err := NewRecord(head(KindNotice), Body{Args: []byte(`1`)}, salt)
	if err != nil {
		t.Fatal(err)
	}
	u64 := func(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
	body := Keccak([]byte{2}, salt[:], u64(len(r.Body)), r.Body)
	if want := Keccak([]byte{0}, u64(len(r.Head)), r.Head, body[:]); r.Leaf() != want || r.BodyDigest() != body {
		t.Fatalf("leaf %s, want %s", r.Leaf(), want)
	}
	hidden := r.Hide()
	if hidden.Body != nil || !hidden.Salt.IsZero() || !hidden.Hidden || hidden.Leaf() != r.Leaf() {
		t.Fatalf("hidden: %+v", hidden)
	}
	// A shown record is hashed from what is shown, whatever it claims.
	forged := r
	forged.Body, forged.BodyHash = []byte(`{"args":2}`), body
	if forged.Leaf() == r.Leaf() {
		t.Fatal("another body has the same leaf")
	}
	other := r
	other.Salt[0] ^= 1
	if other.Leaf() == r.Leaf() {
		t.Fatal("another salt has the same leaf")
	}
	shifted := Record{Head: append(bytes.Clone(r.Head), r.Body[0]), Body: r.Body[1:], Salt: salt}
	if shifted.Leaf() == r.Leaf() {
		t.Fatal("the boundary between head and body moves")
	}
	if _, err := NewRecord(head(KindNotice), Body{}, Hash{}); err == nil {
		t.Error("a zero salt was taken")
	}
	if _, err := NewRecord(Head{}, Body{}, salt); !errors.Is(err, ErrHead) {
		t.Errorf("got %v, want ErrHead", err)
	}
	if _, err := NewRecord(head(KindNotice), Body{Args: []byte(`{`)}, salt); !errors.Is(err, ErrBody) {
		t.Errorf("got %v, want ErrBody", err)
	}
}

// slowRoot is RFC 9162 section 2.1.1 as it is written.
func slowRoot(leaves []Hash) Hash {
	switch n := len(leaves); n {
	case 0:
		return Hash{}
	case 1:
		return leaves[0]
	default:
		k := 1
		for 2*k < n {
			k *= 2
		}
		l, r := slowRoot(leaves[:k]), slowRoot(leaves[k:])
		return Keccak([]byte{1}, l[:], r[:])
	}
}

func TestFrontierAgainstDefinition(t *testing.T) {
	var f Frontier
	var leaves []Hash
	hasher := NewHasher()
	for n := uint64(0); n <= 300; n++ {
		if f.Size() != n || f.Root() != slowRoot(leaves) {
			t.Fatalf("%d leaves: size %d, root %s, want %s", n, f.Size(), f.Root(), slowRoot(leaves))
		}
		// A frontier that was stored goes on as if nothing had happened.
		stored, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var g Frontier
		if err := g.UnmarshalBinary(stored); err != nil {
			t.Fatal(err)
		}
		clone := f.Clone()
		next := Keccak([]byte("leaf"), fmt.Append(nil, n))
		leaves = append(leaves, next)
		f.Append(next)
		hasher.Append(&g, next)
		if g.Root() != f.Root() || hasher.Root(&g) != f.Root() || g.Size() != n+1 {
			t.Fatalf("%d leaves: the stored frontier goes another way", n+1)
		}
		if clone.Size() != n || clone.Root() != slowRoot(leaves[:n]) {
			t.Fatalf("%d leaves: the clone changed", n)
		}
	}
}

func TestFrontierDecode(t *testing.T) {
	var f Frontier
	for i := range 5 {
		f.Append(Keccak([]byte{byte(i)}))
	}
	good, _ := f.MarshalBinary()
	if len(good) != 8+2*32 {
		t.Fatalf("five leaves take %d bytes", len(good))
	}
	for _, bad := range [][]byte{nil, good[:7], good[:len(good)-1], append(bytes.Clone(good), 0), good[:8+32], append(binary.BigEndian.AppendUint64(nil, 7), good[8:]...)} {
		g := *f.Clone()
		if err := g.UnmarshalBinary(bad); !errors.Is(err, ErrFrontier) || g.Root() != f.Root() {
			t.Errorf("%d bytes: got %v", len(bad), err)
		}
	}
}

// One root stands for one n: the same leaves under another number or session
// commit to something else.
func TestCommitmentBinds(t *testing.T) {
	root, s := Keccak([]byte("r")), Keccak([]byte("s"))
	h := Commitment(s, 4, root)
	if h == Commitment(s, 5, root) || h == Commitment(root, 4, s) || h == Commitment(s, 4, s) {
		t.Fatal("different commitments collide")
	}
}

func TestKnownValues(t *testing.T) {
	for _, d := range Decisions() {
		if !isDecision(d) || isDecision(d+"x") {
			t.Errorf("decision %q", d)
		}
	}
	for _, st := range Statuses() {
		if !isStatus(st) || isStatus(st+"x") {
			t.Errorf("status %q", st)
		}
	}
	if isDecision("") || isStatus("") {
		t.Error("an absent value is a known one")
	}
}
