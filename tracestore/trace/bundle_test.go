package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/varek/varek/tracestore/trace/canon"
)

var (
	bundleKey  = bytes.Repeat([]byte{7}, 32)
	signBundle = func(d Hash) ([]byte, Address, error) { return Sign(d, bundleKey) }
)

// sample builds n records, every third hidden, and the header that fits.
func sample(t testing.TB, n int) (BundleHeader, []Record) {
	t.Helper()
	session := Keccak([]byte("session"))
	var f Frontier
	var records []Record
	for i := 1; i <= n; i++ {
		args := Admit(fmt.Appendf(nil, `{"n":%d,"text":"\u20ac\n"}`, i))
		r, err := NewRecord(Head{V: 1, Session: session, Seq: uint64(i), Kind: KindIntent, Tool: "t", ActionID: fmt.Sprint("a", i)},
			Body{Args: args.JSON, ArgsHash: &args.Hash}, Keccak([]byte{byte(i)}, []byte("salt")))
		if err != nil {
			t.Fatal(err)
		}
		f.Append(r.Leaf())
		if i%3 == 0 {
			r = r.Hide()
		}
		records = append(records, r)
	}
	return BundleHeader{V: 1, Claim: Keccak([]byte("claim")), ChainID: 31337, Escrow: Address{1, 2, 3}, Session: session, Promise: 4,
		Predicate: "AAP-1@1", Params: []byte(`{"effects":["unlink"]}`), N: uint64(n), H: Commitment(session, uint64(n), f.Root())}, records
}

func write(t testing.TB, h BundleHeader, records []Record) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewBundleWriter(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Record(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(signBundle); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read takes a bundle in as a verifier does, up to the signature; both readers
// must give the same, errors included.
func read(r io.Reader, lim Limits) (BundleHeader, []Record, Address, error) {
	var seen bytes.Buffer
	h, records, who, err := readWith(NewBundleReader, io.TeeReader(r, &seen), lim)
	again := io.Reader(&seen)
	if err != nil && !errors.Is(err, ErrBundle) && !errors.Is(err, ErrSignature) {
		again = io.MultiReader(again, iotest.ErrReader(errors.Unwrap(err)))
	}
	h2, records2, who2, err2 := readWith(NewParallelBundleReader, again, lim)
	if fmt.Sprint(h2, records2, who2, err2) != fmt.Sprint(h, records, who, err) {
		panic(fmt.Sprintf("the parallel reader gives %v, %v, %v, %v; one by one it is %v, %v, %v, %v", h2, len(records2), who2, err2, h, len(records), who, err))
	}
	return h, records, who, err
}

func readWith(open func(io.Reader, Limits) (*BundleReader, error), r io.Reader, lim Limits) (BundleHeader, []Record, Address, error) {
	b, err := open(r, lim)
	if err != nil {
		return BundleHeader{}, nil, Address{}, err
	}
	var records []Record
	for {
		rec, err := b.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return BundleHeader{}, nil, Address{}, err
		}
		records = append(records, rec)
	}
	who, err := Recover(b.Digest(), b.Footer().Signature)
	if err == nil && who != b.Footer().Signer {
		err = ErrSignature
	}
	return b.Header(), records, who, err
}

func TestBundleRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 50} {
		h, records := sample(t, n)
		text := write(t, h, records)
		for name, r := range map[string]io.Reader{"whole": bytes.NewReader(text), "byte by byte": iotest.OneByteReader(bytes.NewReader(text))} {
			gotH, got, who, err := read(r, Limits{})
			if err != nil {
				t.Fatalf("%d records, %s: %v", n, name, err)
			}
			if fmt.Sprint(gotH) != fmt.Sprint(h) || len(got) != n {
				t.Fatalf("%d records, %s: header %v, %d records", n, name, gotH, len(got))
			}
			for i := range got {
				if fmt.Sprint(got[i]) != fmt.Sprint(records[i]) {
					t.Fatalf("record %d: %+v, want %+v", i+1, got[i], records[i])
				}
			}
			if _, signer, _ := Sign(Hash{1}, bundleKey); who != signer {
				t.Fatalf("signed by %s, want %s", who, signer)
			}
		}
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		if len(lines) != n+2 {
			t.Fatalf("%d lines for %d records", len(lines), n)
		}
		for _, l := range lines {
			if c, err := canon.CanonicalizeDeep(l, recordDepth); err != nil || !bytes.Equal(c, l) {
				t.Fatalf("line is not canonical: %s (%v)", l, err)
			}
		}
		footer := len(lines[len(lines)-1]) + 1
		b, err := NewBundleReader(bytes.NewReader(text), Limits{})
		for err == nil {
			_, err = b.Next()
		}
		if want := Keccak(text[:len(text)-footer]); b.BundleHash() != want || b.Records() != uint64(n) {
			t.Fatalf("bundle hash %s, want %s", b.BundleHash(), want)
		}
	}
}

// A copy whose bytes differ is no copy: every change of a byte, every cut and
// every addition ends in an error or in another signer.
func TestEveryByteCounts(t *testing.T) {
	h, records := sample(t, 4)
	text := write(t, h, records)
	_, _, signer, err := read(bytes.NewReader(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	both := read
	for i := range text {
		read := both
		if i%16 > 0 { // the parallel reader is slow to start
			read = func(r io.Reader, lim Limits) (BundleHeader, []Record, Address, error) {
				return readWith(NewBundleReader, r, lim)
			}
		}
		for _, flip := range []byte{1, 0x20, 0x80} {
			bad := bytes.Clone(text)
			bad[i] ^= flip
			if _, _, who, err := read(bytes.NewReader(bad), Limits{}); err == nil && who == signer {
				t.Fatalf("byte %d (%q to %q) does not count", i, text[i], bad[i])
			}
		}
		if _, _, _, err := read(bytes.NewReader(text[:i]), Limits{}); !errors.Is(err, ErrBundle) {
			t.Fatalf("cut after %d bytes: got %v, want ErrBundle", i, err)
		}
	}
	for _, more := range []string{"\n", " ", "{}\n", string(text)} {
		if _, _, _, err := read(strings.NewReader(string(text)+more), Limits{}); !errors.Is(err, ErrBundle) {
			t.Errorf("with %.10q after it: got %v, want ErrBundle", more, err)
		}
	}
}

func TestBundleForms(t *testing.T) {
	h, records := sample(t, 3)
	text := string(write(t, h, records))
	lines := strings.SplitAfter(text, "\n")
	for name, bad := range map[string]string{
		"no header":            strings.Join(lines[1:], ""),
		"header twice":         lines[0] + text,
		"unknown member":       strings.Replace(text, `"v":1}`, `"v":1,"w":1}`, 1),
		"other version":        strings.Replace(text, `"v":1}`, `"v":2}`, 1),
		"header with spaces":   strings.Replace(text, `"n":3,`, `"n": 3,`, 1),
		"n over 32 bits":       strings.Replace(text, `"n":3,`, `"n":4294967296,`, 1),
		"no predicate":         strings.Replace(text, `"predicate":"AAP-1@1"`, `"predicate":""`, 1),
		"params not canonical": strings.Replace(text, `"unlink"`, `"\u0075nlink"`, 1),
		"blob line":            lines[0] + lines[1] + `{"blob":{"k":"0x","text":""}}` + "\n" + strings.Join(lines[2:], ""),
		"record with spaces":   lines[0] + strings.Replace(lines[1], `"head":`, `"head": `, 1) + strings.Join(lines[2:], ""),
		"record, other order":  lines[0] + `{"head":{},"body":{},"salt":"` + h.H.String() + `"}` + "\n" + lines[4],
		"body without salt":    lines[0] + `{"body":{},"head":{}}` + "\n" + lines[4],
		"body and body hash":   lines[0] + `{"body":{},"body_hash":"` + h.H.String() + `","head":{},"salt":"` + h.H.String() + `"}` + "\n" + lines[4],
		"salt of a hidden one": lines[0] + `{"body_hash":"` + h.H.String() + `","head":{},"salt":"` + h.H.String() + `"}` + "\n" + lines[4],
		"head alone":           lines[0] + `{"head":{}}` + "\n" + lines[4],
		"empty line":           lines[0] + "\n" + strings.Join(lines[1:], ""),
		"CRLF":                 strings.ReplaceAll(text, "\n", "\r\n"),
		"short signature":      strings.Replace(text, `"signature":"0x`, `"signature":"0x00`, 1),
		"capitals in the hash": strings.Join(lines[:4], "") + strings.Replace(strings.ToUpper(lines[4]), `{"SIGNATURE":"0X`, `{"signature":"0x`, 1),
	} {
		if bad == text {
			t.Fatalf("%s: the case changes nothing", name)
		}
		if _, _, _, err := read(strings.NewReader(bad), Limits{}); !errors.Is(err, ErrBundle) {
			t.Errorf("%s: got %v, want ErrBundle", name, err)
		}
	}
	// What a record says, or that its head was left out, is for the judge.
	noHead := lines[0] + `{"body_hash":"` + h.H.String() + `"}` + "\n" + `{"body":5,"head":"x","salt":"` + h.H.String() + `"}` + "\n" + lines[4]
	b, err := NewBundleReader(strings.NewReader(noHead), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := b.Next(); err != nil || r.Head != nil || !r.Hidden {
		t.Errorf("without head: %+v, %v", r, err)
	}
	if r, err := b.Next(); err != nil || string(r.Head) != `"x"` || string(r.Body) != "5" {
		t.Errorf("odd head: %+v, %v", r, err)
	}
}

func TestBundleLimits(t *testing.T) {
	h, records := sample(t, 20)
	text := write(t, h, records)
	long := 0
	for _, l := range bytes.SplitAfter(text, []byte("\n")) {
		long = max(long, len(l))
	}
	for name, c := range map[string]struct {
		fits, not Limits
	}{
		"line":    {Limits{MaxLine: long}, Limits{MaxLine: long - 1}},
		"bytes":   {Limits{MaxBytes: int64(len(text))}, Limits{MaxBytes: int64(len(text)) - 1}},
		"records": {Limits{MaxRecords: 20}, Limits{MaxRecords: 19}},
	} {
		if _, _, _, err := read(bytes.NewReader(text), c.fits); err != nil {
			t.Errorf("%s at the limit: %v", name, err)
		}
		if _, _, _, err := read(bytes.NewReader(text), c.not); !errors.Is(err, ErrLimit) || !errors.Is(err, ErrBundle) {
			t.Errorf("%s over the limit: got %v, want ErrLimit", name, err)
		}
	}
	// An endless line is given up at the limit.
	endless := io.MultiReader(bytes.NewReader(text[:len(text)-10]), neverEnding('x'))
	if _, _, _, err := read(endless, Limits{MaxLine: 1 << 16}); !errors.Is(err, ErrLimit) {
		t.Errorf("endless line: got %v, want ErrLimit", err)
	}
}

type neverEnding byte

func (n neverEnding) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(n)
	}
	return len(p), nil
}

func TestBundleReadError(t *testing.T) {
	h, records := sample(t, 3)
	text := write(t, h, records)
	broken := errors.New("broken pipe")
	for _, n := range []int{0, 10, len(text) / 2, len(text)} {
		_, _, _, err := read(io.MultiReader(bytes.NewReader(text[:n]), iotest.ErrReader(broken)), Limits{})
		if !errors.Is(err, broken) || errors.Is(err, ErrBundle) {
			t.Errorf("after %d bytes: got %v, want the reader's own error", n, err)
		}
	}
}

func TestBundleWriterFaults(t *testing.T) {
	h, records := sample(t, 2)
	for name, spoil := range map[string]func(*BundleHeader){
		"version":   func(h *BundleHeader) { h.V = 0 },
		"n":         func(h *BundleHeader) { h.N = 1 << 32 },
		"predicate": func(h *BundleHeader) { h.Predicate = "" },
		"params":    func(h *BundleHeader) { h.Params = []byte(`{ }`) },
		"no params": func(h *BundleHeader) { h.Params = nil },
		"chain id":  func(h *BundleHeader) { h.ChainID = 1 << 60 },
	} {
		bad := h
		spoil(&bad)
		if _, err := NewBundleWriter(io.Discard, bad); !errors.Is(err, ErrBundle) {
			t.Errorf("%s: got %v, want ErrBundle", name, err)
		}
	}
	begin := func() *BundleWriter {
		w, err := NewBundleWriter(io.Discard, h)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for name, r := range map[string]Record{
		"body is garbage": {Head: records[0].Head, Body: []byte("\n"), Salt: records[0].Salt},
		"body with line":  {Head: records[0].Head, Body: []byte(`{"a":` + "\n" + `1}`), Salt: records[0].Salt},
		"no head":         {Body: records[0].Body, Salt: records[0].Salt},
	} {
		w := begin()
		if err := w.Record(r); !errors.Is(err, ErrBundle) {
			t.Errorf("%s: got %v, want ErrBundle", name, err)
		}
		if err := w.Close(signBundle); !errors.Is(err, ErrBundle) {
			t.Errorf("%s: Close forgets the error: %v", name, err)
		}
	}
	refuse := errors.New("key is locked")
	if err := begin().Close(func(Hash) ([]byte, Address, error) { return nil, Address{}, refuse }); !errors.Is(err, refuse) {
		t.Errorf("got %v, want the signer's error", err)
	}
	liar := func(d Hash) ([]byte, Address, error) {
		sig, _, err := signBundle(d)
		return sig, Address{9}, err
	}
	if err := begin().Close(liar); !errors.Is(err, ErrSignature) {
		t.Errorf("got %v, want ErrSignature for another signer", err)
	}
	w := begin()
	if err := w.Close(signBundle); err != nil {
		t.Fatal(err)
	}
	if w.Record(records[0]) == nil || w.Close(signBundle) == nil {
		t.Error("a closed writer goes on")
	}
}
