package trace

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace/canon"
)

// vectorFile mirrors testdata/vectors.json, which testdata/generate.py writes
// from an implementation of its own.
type vectorFile struct {
	About     string `json:"about"`
	Canonical []struct {
		input
		Name      string `json:"name"`
		Canonical string `json:"canonical"`
		Hash      Hash   `json:"hash"`
		Refused   bool   `json:"refused"`
	} `json:"canonical"`
	Admit []struct {
		input
		Stored string `json:"stored"`
		Hash   Hash   `json:"hash"`
		Raw    bool   `json:"raw"`
	} `json:"admit"`
	Session Hash `json:"session"`
	Records []struct {
		Head       string `json:"head"`
		Body       string `json:"body"`
		Salt       Hash   `json:"salt"`
		BodyHash   Hash   `json:"body_hash"`
		Leaf       Hash   `json:"leaf"`
		Root       Hash   `json:"root"`
		Commitment Hash   `json:"commitment"`
	} `json:"records"`
	EmptyCommitment Hash `json:"empty_commitment"`
	EIP712          struct {
		ChainID           uint64   `json:"chain_id"`
		Escrow            Address  `json:"escrow"`
		Claim             Hash     `json:"claim"`
		Session           Hash     `json:"session"`
		N                 uint32   `json:"n"`
		H                 Hash     `json:"h"`
		ParamsHash        Hash     `json:"params_hash"`
		BundleHash        Hash     `json:"bundle_hash"`
		Owner             Address  `json:"owner"`
		User              Address  `json:"user"`
		Salt              Hash     `json:"salt"`
		Promises          []uint32 `json:"promises"`
		PromisesHash      Hash     `json:"promises_hash"`
		OpenedAt          uint64   `json:"opened_at"`
		Separator         Hash     `json:"separator"`
		Evidence          Hash     `json:"evidence"`
		Head              Hash     `json:"head"`
		Open              Hash     `json:"open"`
		VerdictTrue       Hash     `json:"verdict_true"`
		VerdictFalse      Hash     `json:"verdict_false"`
		EmptyPromisesHash Hash     `json:"empty_promises_hash"`
		SessionID         Hash     `json:"session_id"`
		ClaimID           Hash     `json:"claim_id"`
	} `json:"eip712"`
	Items struct {
		Items []struct {
			Session Hash   `json:"session"`
			N       uint32 `json:"n"`
			H       Hash   `json:"h"`
		} `json:"items"`
		Data         hexBytes `json:"data"`
		Accumulators []struct {
			Kind      uint8    `json:"kind"`
			BlockTime uint64   `json:"block_time"`
			Data      hexBytes `json:"data"`
			Acc       Hash     `json:"acc"`
		} `json:"accumulators"`
	} `json:"items"`
}

type input struct {
	Text   *string `json:"text"`
	Base64 string  `json:"base64"`
}

func (i input) bytes(t testing.TB) []byte {
	t.Helper()
	if i.Text != nil {
		return []byte(*i.Text)
	}
	b, err := base64.StdEncoding.DecodeString(i.Base64)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) error {
	*h = make([]byte, (len(text)-2)/2)
	// parseHex is for at most 65 bytes; take it word by word.
	for i := 0; i < len(*h); i += 4 {
		end := min(i+4, len(*h))
		if err := canon.ParseHex((*h)[i:end], append([]byte("0x"), text[2+2*i:2+2*end]...)); err != nil {
			return err
		}
	}
	return nil
}

func vectors(t testing.TB) vectorFile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v vectorFile
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if len(v.Canonical) < 50 || len(v.Admit) < 15 || len(v.Records) != 10 {
		t.Fatalf("vectors are cut: %d, %d, %d", len(v.Canonical), len(v.Admit), len(v.Records))
	}
	return v
}

func TestVectorsAreGenerated(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: python3 is not installed, the vectors are not made anew")
	}
	for name, args := range map[string][]string{"vectors.json": nil, "proofs.json": {"proofs"}} {
		got, err := exec.Command(python, append([]string{filepath.Join("testdata", "generate.py")}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("testdata/%s is not what testdata/generate.py writes", name)
		}
	}
}

func TestCanonicalVectors(t *testing.T) {
	for _, v := range vectors(t).Canonical {
		t.Run(v.Name, func(t *testing.T) {
			in := v.bytes(t)
			before := bytes.Clone(in)
			got, err := Canonicalize(in)
			if !bytes.Equal(in, before) {
				t.Fatal("the input was changed")
			}
			if v.Refused {
				if !errors.Is(err, ErrNotAdmitted) {
					t.Fatalf("got %.60s, %v, want ErrNotAdmitted", got, err)
				}
				if len(err.Error()) > 400 {
					t.Errorf("the error has %d bytes", len(err.Error()))
				}
				return
			}
			if err != nil || string(got) != v.Canonical {
				t.Fatalf("got %.200s, %v\nwant %.200s", got, err, v.Canonical)
			}
			if h := Keccak(got); h != v.Hash {
				t.Errorf("hash %s, want %s", h, v.Hash)
			}
			again, err := Canonicalize(got)
			if err != nil || !bytes.Equal(again, got) {
				t.Errorf("canonical text is not admitted as it is: %.200s, %v", again, err)
			}
		})
	}
}

// The paper prints the first and last bytes of this hash.
func TestPaperArgsHash(t *testing.T) {
	a := Admit([]byte(`{"to":["alice@example.com"],"subject":"Project update","body":"The report is ready."}`))
	if got := a.Hash.String(); a.Raw || !strings.HasPrefix(got, "0x7c2303dc") || !strings.HasSuffix(got, "8d7a2058") {
		t.Fatalf("got %s, raw %v", got, a.Raw)
	}
}

func TestAdmitVectors(t *testing.T) {
	for _, v := range vectors(t).Admit {
		in := v.bytes(t)
		a := Admit(in)
		if string(a.JSON) != v.Stored || a.Hash != v.Hash || a.Raw != v.Raw {
			t.Errorf("%q: got %s %s %v, want %s %s %v", in, a.JSON, a.Hash, a.Raw, v.Stored, v.Hash, v.Raw)
		}
		text, raw, err := Reveal(a.JSON)
		if err != nil || raw != v.Raw {
			t.Errorf("%q: reveal: raw %v, %v", in, raw, err)
			continue
		}
		want := in
		if !v.Raw {
			want, _ = Canonicalize(in)
		}
		if !bytes.Equal(text, want) {
			t.Errorf("%q: revealed %q, want %q", in, text, want)
		}
		if h, err := ArgsHash(a.JSON); err != nil || h != v.Hash {
			t.Errorf("%q: args hash %s, %v", in, h, err)
		}
	}
}

func TestRevealFaults(t *testing.T) {
	for text, want := range map[string]error{
		`{"$blob":{"bytes":1,"k":"0x","salt":"0x"}}`: ErrBlob,
		`{"a":[{"$blob":{}}]}`:                       ErrBlob,
	} {
		if _, err := ArgsHash([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", text, err, want)
		}
	}
	for _, text := range []string{`{"$raw":"?"}`, `{"$raw":"eB=="}`, `{"$raw":"eA"}`, `{"\u0024raw":1}`, `{"a":{"$raw":"eA=="}}`, `{"$$raw":1`} {
		if got, _, err := Reveal([]byte(text)); err == nil {
			t.Errorf("%s: revealed %q", text, got)
		}
	}
}

func TestRecordVectors(t *testing.T) {
	v := vectors(t)
	var f Frontier
	hasher := NewHasher()
	var g Frontier
	for i, r := range v.Records {
		head, err := DecodeHead([]byte(r.Head))
		if err != nil || head.Seq != uint64(i+1) || head.Session != v.Session {
			t.Fatalf("head %d: %+v, %v", i, head, err)
		}
		body, err := DecodeBody([]byte(r.Body))
		if err != nil {
			t.Fatalf("body %d: %v", i, err)
		}
		made, err := NewRecord(head, body, r.Salt)
		if err != nil || string(made.Head) != r.Head || string(made.Body) != r.Body {
			t.Fatalf("record %d: %s %s, %v", i, made.Head, made.Body, err)
		}
		if made.BodyDigest() != r.BodyHash || made.Leaf() != r.Leaf || made.Hide().Leaf() != r.Leaf || hasher.Leaf(made) != r.Leaf {
			t.Fatalf("record %d: body hash %s, leaf %s, hidden leaf %s", i, made.BodyDigest(), made.Leaf(), made.Hide().Leaf())
		}
		f.Append(r.Leaf)
		hasher.Append(&g, r.Leaf)
		if f.Root() != r.Root || hasher.Root(&g) != r.Root || Commitment(v.Session, f.Size(), f.Root()) != r.Commitment {
			t.Fatalf("after %d: root %s, want %s", i+1, f.Root(), r.Root)
		}
	}
	if Commitment(v.Session, 0, (&Frontier{}).Root()) != v.EmptyCommitment {
		t.Error("commitment of nothing")
	}
}

func TestDigestVectors(t *testing.T) {
	v := vectors(t).EIP712
	d := Domain{ChainID: v.ChainID, Contract: v.Escrow}
	for name, c := range map[string]struct{ got, want Hash }{
		"separator":     {d.Separator(), v.Separator},
		"evidence":      {d.EvidenceDigest(v.Claim, v.Session, v.N, v.H, v.ParamsHash, v.BundleHash), v.Evidence},
		"head":          {d.HeadDigest(v.Session, v.N, v.H), v.Head},
		"open":          {d.OpenDigest(v.Owner, v.User, v.Salt, v.PromisesHash, v.OpenedAt), v.Open},
		"verdict true":  {d.VerdictDigest(v.Claim, true), v.VerdictTrue},
		"verdict false": {d.VerdictDigest(v.Claim, false), v.VerdictFalse},
		"promises":      {PromisesHash(v.Promises), v.PromisesHash},
		"no promises":   {PromisesHash(nil), v.EmptyPromisesHash},
		"session id":    {SessionID(v.ChainID, v.Escrow, v.Owner, v.User, v.Salt, v.PromisesHash), v.SessionID},
		"claim id":      {ClaimID(v.ChainID, v.Escrow, v.Session, 7, 3), v.ClaimID},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", name, c.got, c.want)
		}
	}
}

func TestItemVectors(t *testing.T) {
	v := vectors(t).Items
	var items []Item
	for _, it := range v.Items {
		items = append(items, Item(it))
	}
	if got := PackItems(items); !bytes.Equal(got, v.Data) {
		t.Errorf("packed %x, want %x", got, v.Data)
	}
	back, err := UnpackItems(v.Data)
	if err != nil || len(back) != len(items) || back[0] != items[0] || back[1] != items[1] {
		t.Errorf("unpacked %v, %v", back, err)
	}
	if none, err := UnpackItems(nil); err != nil || len(none) != 0 {
		t.Errorf("unpacked nothing as %v, %v", none, err)
	}
	for _, bad := range [][]byte{v.Data[:67], v.Data[:len(v.Data)-1], append(bytes.Clone(v.Data), 0)} {
		if _, err := UnpackItems(bad); !errors.Is(err, ErrItems) {
			t.Errorf("%d bytes: got %v, want ErrItems", len(bad), err)
		}
	}
	var acc Hash
	for i, a := range v.Accumulators {
		if acc = FoldAccumulator(acc, a.Kind, a.BlockTime, a.Data); acc != a.Acc {
			t.Errorf("accumulator %d: got %s, want %s", i, acc, a.Acc)
		}
	}
}
