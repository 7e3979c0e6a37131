package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
)

// longCall is an action of a session with two long texts, one of them in the
// result, and the texts that were moved out of it.
func longCall(t testing.TB, size int) (BundleHeader, []Record, map[Hash][]byte, Body) {
	t.Helper()
	h, records := sample(t, 2)
	texts := map[Hash][]byte{}
	move := func(a Admitted) jsontext.Value {
		moved, err := MoveBlobs(a.JSON, func(text []byte) (BlobRef, error) {
			ref := NewBlobRef(Keccak([]byte{byte(len(texts))}), text)
			texts[ref.K] = bytes.Clone(text)
			return ref, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return moved
	}
	args := Admit(fmt.Appendf(nil, `{"mail":{"text":"%s\n\u20ac"},"to":["a@example.com"]}`, strings.Repeat("x", size)))
	result := Admit([]byte(`"` + strings.Repeat(`\"`, size) + `"`))
	r, err := NewRecord(Head{V: 1, Session: h.Session, Seq: 3, Kind: KindAction, Tool: "t", ActionID: "a1", Status: "ok"},
		Body{Args: move(args), ArgsHash: &args.Hash, Result: move(result)}, Hash{3})
	if err != nil {
		t.Fatal(err)
	}
	h.N = 3
	return h, append(records, r), texts, Body{Args: args.JSON, ArgsHash: &args.Hash, Result: result.JSON}
}

// withBlobs writes every text that a record names, except those left out.
func withBlobs(t testing.TB, h BundleHeader, records []Record, texts map[Hash][]byte) []byte {
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
		if r.Hidden {
			continue
		}
		b, err := DecodeBody(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		refs, err := b.Blobs()
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range refs {
			if text, ok := texts[ref.K]; ok {
				if err := w.Blob(ref.K, text); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := w.Close(signBundle); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// bodies reads the shown bodies with both readers, which must agree.
func bodies(t testing.TB, text []byte, lim Limits, around func(io.Reader) io.Reader) (out []Body, err error) {
	t.Helper()
	var said [2]string
	for i, open := range []func(io.Reader, Limits) (*BundleReader, error){NewParallelBundleReader, NewBundleReader} {
		out = nil
		b, oerr := open(around(bytes.NewReader(text)), lim)
		if oerr != nil {
			t.Fatal(oerr)
		}
		for {
			var e *Entry
			if e, err = b.NextEntry(); err != nil {
				break
			}
			if !e.Record.Hidden {
				body, err := e.Body() // none where the record has none
				if err != nil && !errors.Is(err, ErrBody) {
					t.Fatal(err)
				}
				if body == nil {
					body = &Body{}
				}
				out = append(out, *body)
			}
		}
		said[i] = fmt.Sprint(out, err, b.BundleHash())
		b.Close()
	}
	if said[0] != said[1] {
		t.Fatalf("the readers differ: %.200s and %.200s", said[0], said[1])
	}
	return out, err
}

func plain(r io.Reader) io.Reader { return r }

// A shown text is in its place again and the arguments hash as they did before
// it left; one that is not shown stays a reference.
func TestBlobsComeBack(t *testing.T) {
	for _, size := range []int{MaxInline + 1, 3 * hugeChunk} {
		h, records, texts, want := longCall(t, size)
		for name, around := range map[string]func(io.Reader) io.Reader{"whole": plain, "in halves": iotest.HalfReader} {
			out, err := bodies(t, withBlobs(t, h, records, texts), Limits{}, around)
			if !errors.Is(err, io.EOF) || len(out) != 3 {
				t.Fatalf("%d bytes, %s: %d bodies, %v", size, name, len(out), err)
			}
			got := out[2]
			if !bytes.Equal(got.Args, want.Args) || !bytes.Equal(got.Result, want.Result) {
				t.Errorf("%d bytes, %s: the texts are not back", size, name)
			}
			if hash, err := ArgsHash(got.Args); err != nil || hash != *got.ArgsHash {
				t.Errorf("%d bytes, %s: arguments hash to %s, stated is %s (%v)", size, name, hash, *got.ArgsHash, err)
			}
		}
		for k := range texts {
			one := map[Hash][]byte{k: texts[k]}
			out, err := bodies(t, withBlobs(t, h, records, one), Limits{}, plain)
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			if refs, err := out[2].Blobs(); err != nil || len(refs) != 1 || refs[0].K == k {
				t.Errorf("with one of two texts shown %v stay (%v)", refs, err)
			}
		}
	}
}

// Byte by byte, at every boundary of lines.
func TestBlobsByteByByte(t *testing.T) {
	text := []byte(blobBundles(t)["small"])
	out, err := bodies(t, text, Limits{}, iotest.OneByteReader)
	if !errors.Is(err, io.EOF) || len(out) != 2 || string(out[0].Args) != `{"a":"one","b":"\ntwo"}` {
		t.Errorf("%s, %v", out, err)
	}
}

// blobBundles are small bundles with blob lines; only "small" and "reordered"
// are well formed.
func blobBundles(t testing.TB) map[string]string {
	t.Helper()
	h, _ := sample(t, 1)
	one, two := NewBlobRef(Hash{1}, []byte("one")), NewBlobRef(Hash{2}, []byte("\ntwo"))
	body := fmt.Appendf(nil, `{"args":{"a":%s,"b":%s}}`, one.json(nil), two.json(nil))
	line := func(body []byte) string {
		return fmt.Sprintf(`{"body":%s,"head":{},"salt":"%s"}`+"\n", body, Hash{7})
	}
	blob := func(k Hash, text string) string { return fmt.Sprintf(`{"blob":{"k":"%s","text":%s}}`+"\n", k, text) }
	b1, b2 := blob(one.K, `"one"`), blob(two.K, `"\ntwo"`)
	header, err := h.line()
	if err != nil {
		t.Fatal(err)
	}
	record, next := line(body), line([]byte(`{}`))
	hidden := fmt.Sprintf(`{"body_hash":"%s","head":{}}`+"\n", Hash{7})
	wrongSize := one
	wrongSize.Bytes++
	out := map[string]string{}
	for name, lines := range map[string]string{
		"small":             record + b1 + b2 + next,
		"reordered":         record + b2 + b1 + next,
		"before its record": b1 + record + b2,
		"behind another":    record + b1 + next + b2,
		"twice":             record + b1 + b1,
		"altered":           record + blob(one.K, `"two"`),
		"foreign":           record + blob(Hash{9}, `"one"`),
		"of a hidden body":  hidden + b1,
		"of no body":        line([]byte(`5`)) + b1,
		"of a broken mark":  line([]byte(`{"args":{"$blob":{}}}`)) + b1,
		"named twice":       line(fmt.Appendf(nil, `{"args":[%s,%s]}`, one.json(nil), one.json(nil))) + b1,
		"in metadata":       line(fmt.Appendf(nil, `{"metadata":%s}`, one.json(nil))) + b1,
		"of another length": line(fmt.Appendf(nil, `{"args":%s}`, wrongSize.json(nil))) + b1,
		"spelled otherwise": record + blob(one.K, `"\u006fne"`),
		"no string":         record + blob(one.K, `1`),
		"capital k":         record + strings.Replace(b1, one.K.String(), strings.ToUpper(one.K.String()), 1),
		"more members":      record + strings.Replace(b1, `"}}`, `","x":1}}`, 1),
		"member beside":     record + strings.Replace(b1, `"}}`, `"},"x":1}`, 1),
		"empty":             record + `{"blob":{}}` + "\n",
		"cut":               record + `{"blob":` + "\n",
		"blob and body":     `{"blob":{},` + record[1:],
	} {
		text := string(header) + "\n" + lines
		digest := h.Digest(Keccak([]byte(text)))
		sig, signer, err := signBundle(digest)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = text + fmt.Sprintf(`{"signature":"%s","signer":"%s"}`+"\n", FormatSignature(sig), signer)
	}
	return out
}

func TestBlobLinesThatDoNotBelong(t *testing.T) {
	for name, text := range blobBundles(t) {
		_, err := bodies(t, []byte(text), Limits{}, plain)
		if good := name == "small" || name == "reordered"; good != errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", name, err)
		} else if !good && !errors.Is(err, ErrBundle) {
			t.Errorf("%s: %v is outside the family", name, err)
		}
	}
}

func TestBlobLimits(t *testing.T) {
	h, records, texts, _ := longCall(t, MaxInline+1)
	text := withBlobs(t, h, records, texts)
	lines := bytes.SplitAfter(text, []byte("\n"))
	group, long := len(lines[3])+len(lines[4])+len(lines[5]), len(lines[3])
	// A blob line is longer than any line may be otherwise.
	if _, err := bodies(t, text, Limits{MaxLine: long, MaxRecord: group, MaxRecords: 3}, plain); !errors.Is(err, io.EOF) {
		t.Errorf("at the limits: %v", err)
	}
	if _, err := bodies(t, text, Limits{MaxRecord: group - 1}, plain); !errors.Is(err, ErrLimit) || !errors.Is(err, ErrBundle) {
		t.Errorf("over the limit: %v", err)
	}
	// A blob without end is given up at the limit.
	at := bytes.Index(text, []byte(blobOpens))
	endless := func(io.Reader) io.Reader {
		return io.MultiReader(bytes.NewReader(text[:at+100]), neverEnding('x'))
	}
	if _, err := bodies(t, text, Limits{MaxRecord: 4 << 20}, endless); !errors.Is(err, ErrLimit) {
		t.Errorf("endless blob: %v", err)
	}
}

// Many long records one after another: the parallel reader holds one at a time
// and comes to an end; a reader that is let go in the middle ends, too.
func TestManyHugeRecords(t *testing.T) {
	h, records, texts, want := longCall(t, hugeChunk)
	for range 12 {
		records = append(records, records[2])
	}
	text := withBlobs(t, h, records, texts)
	b, err := NewParallelBundleReader(bytes.NewReader(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for {
		e, err := b.NextEntry()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Blobs) == 0 {
			continue
		}
		if body, err := e.Body(); err != nil || !bytes.Equal(body.Args, want.Args) {
			t.Fatalf("record %d: the text is another (%v)", b.Records(), err)
		}
		seen++
	}
	if seen != 13 || b.BundleHash() != Keccak(text[:bytes.LastIndex(text, []byte(`{"signature"`))]) {
		t.Errorf("%d records with texts, hash %s", seen, b.BundleHash())
	}
	if b, err = NewParallelBundleReader(bytes.NewReader(text), Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.NextEntry(); err != nil {
		t.Fatal(err)
	}
	b.Close() // waits until the reader of the text is done
}

func TestBlobWriterFaults(t *testing.T) {
	h, records, texts, _ := longCall(t, MaxInline+1)
	var k Hash
	for k = range texts {
		break
	}
	for name, blob := range map[string]func(w *BundleWriter) error{
		"before any record": func(w *BundleWriter) error { return w.Blob(k, texts[k]) },
		"after another": func(w *BundleWriter) error {
			return errors.Join(w.Record(records[2]), w.Record(records[0]), w.Blob(k, texts[k]))
		},
		"hidden body":  func(w *BundleWriter) error { return errors.Join(w.Record(records[2].Hide()), w.Blob(k, texts[k])) },
		"another text": func(w *BundleWriter) error { return errors.Join(w.Record(records[2]), w.Blob(k, []byte("x"))) },
		"twice": func(w *BundleWriter) error {
			return errors.Join(w.Record(records[2]), w.Blob(k, texts[k]), w.Blob(k, texts[k]))
		},
	} {
		w, err := NewBundleWriter(io.Discard, h)
		if err != nil {
			t.Fatal(err)
		}
		if err := blob(w); !errors.Is(err, ErrBundle) || !errors.Is(err, ErrBlobLine) {
			t.Errorf("%s: got %v, want ErrBlobLine", name, err)
		}
		if err := w.Close(signBundle); !errors.Is(err, ErrBundle) {
			t.Errorf("%s: Close forgets the error: %v", name, err)
		}
	}
}
