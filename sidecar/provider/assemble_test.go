package provider_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// unbundle reads a bundle and checks what anybody can check of it: the
// signature, and that its records hash to the header.
func unbundle(t *testing.T, text []byte) (records []trace.Record, r *trace.BundleReader, agrees bool) {
	t.Helper()
	r, err := trace.NewBundleReader(bytes.NewReader(text), trace.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var f trace.Frontier
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Append(rec.Leaf())
		records = append(records, rec)
	}
	signer, err := trace.Recover(r.Digest(), r.Footer().Signature)
	if err != nil || signer != operator.Address() || r.Footer().Signer != signer {
		t.Errorf("signed by %s (%v), the operator is %s", signer, err, operator.Address())
	}
	h := r.Header()
	return records, r, f.Size() == h.N && trace.Commitment(h.Session, h.N, f.Root()) == h.H
}

func TestHonestEvidence(t *testing.T) {
	r := record(t)
	var out bytes.Buffer
	sum, err := provider.Assemble(t.Context(), r.store, r.evidence, operator, &out)
	if err != nil {
		t.Fatal(err)
	}
	records, b, agrees := unbundle(t, out.Bytes())
	if !agrees || uint64(len(records)) != r.evidence.Header.N || sum.Records != uint64(len(records)) || sum.Shown != sum.Records {
		t.Errorf("%d records, agrees %v, summary %+v", len(records), agrees, sum)
	}
	if b.BundleHash() != sum.BundleHash || sum.Signer != operator.Address() || len(sum.Mismatches) != 0 {
		t.Errorf("summary %+v, bundle hash %s", sum, b.BundleHash())
	}
}

func TestBodiesThatNobodyNeedsAreHidden(t *testing.T) {
	r := record(t)
	r.evidence.Needs = func(h trace.Head) bool { return h.Kind == trace.KindAction }
	var out bytes.Buffer
	sum, err := provider.Assemble(t.Context(), r.store, r.evidence, operator, &out)
	if err != nil {
		t.Fatal(err)
	}
	records, _, agrees := unbundle(t, out.Bytes())
	if !agrees || sum.Shown != 6 {
		t.Errorf("agrees %v, %d shown, want 6", agrees, sum.Shown)
	}
	for _, rec := range records {
		if h, err := trace.DecodeHead(rec.Head); err != nil || rec.Hidden != (h.Kind != trace.KindAction) {
			t.Errorf("%s is hidden: %v (%v)", h.Kind, rec.Hidden, err)
		}
	}
}

// Whatever the owner alters, honest evidence is refused with the first place
// named, and --as-stored signs what there is.
func TestAlteredStore(t *testing.T) {
	for _, tc := range []struct {
		name, update string
		n            uint64
		what         string
	}{
		{"a body, under the first checkpoint", `UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '"time":"2', '"time":"3') AS BLOB) WHERE seq = 2`, 3, "hash to something else"},
		{"a salt, under the second", `UPDATE records SET salt = randomblob(32) WHERE seq = 5`, 7, "hash to something else"},
		{"a head", `UPDATE records SET head = CAST(replace(CAST(head AS TEXT), '"ok"', '"error"') AS BLOB) WHERE seq = 11`, 11, "hash to something else"},
		{"a head that is none", `UPDATE records SET head = CAST('{}' AS BLOB) WHERE seq = 4`, 4, "head cannot be read"},
		{"the last record, under the final", `UPDATE records SET body = CAST('{}' AS BLOB) WHERE seq = 14`, 14, "hash to something else"},
		{"the last record gone", `DELETE FROM records WHERE seq = 14`, 14, "covers more records"},
		{"a record in the middle gone", `DELETE FROM records WHERE seq = 6`, 6, "gives record 7"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record(t)
			r.alter(t, tc.update)
			var out bytes.Buffer
			_, err := provider.Assemble(t.Context(), r.store, r.evidence, operator, &out)
			var m *provider.Mismatch
			if !errors.As(err, &m) || !errors.Is(err, provider.ErrMismatch) || m.N != tc.n || !strings.Contains(m.What, tc.what) {
				t.Fatalf("%v; want a mismatch at %d: %s", err, tc.n, tc.what)
			}
			if out.Len() != 0 {
				t.Errorf("%d bytes were written", out.Len())
			}
			if err := provider.Check(t.Context(), r.store, r.evidence); !errors.As(err, &m) || m.N != tc.n {
				t.Errorf("check: %v", err)
			}
			r.evidence.AsStored = true
			sum, err := provider.Assemble(t.Context(), r.store, r.evidence, operator, &out)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, agrees := unbundle(t, out.Bytes()); agrees {
				t.Error("the altered records hash to the commitment")
			}
			if len(sum.Mismatches) == 0 || sum.Mismatches[0].N != tc.n {
				t.Errorf("mismatches %v", sum.Mismatches)
			}
		})
	}
}

func TestCommitmentThatIsNotOurs(t *testing.T) {
	r := record(t)
	for _, item := range []trace.Item{{Session: session, N: 0, H: trace.Hash{1}}, {Session: session, N: 4, H: trace.Hash{1}}, {Session: session, N: 99, H: trace.Hash{1}}} {
		e := r.evidence
		e.Commitments = append([]trace.Item{item}, e.Commitments...)
		var m *provider.Mismatch
		if err := provider.Check(t.Context(), r.store, e); !errors.As(err, &m) || m.N != uint64(item.N) || m.Want != item.H {
			t.Errorf("commitment to %d: %v", item.N, err)
		}
	}
	empty := trace.Commitment(session, 0, trace.Hash{})
	r.evidence.Commitments = append(r.evidence.Commitments, trace.Item{Session: session, H: empty})
	if err := provider.Check(t.Context(), r.store, r.evidence); err != nil {
		t.Errorf("a right commitment to no records: %v", err)
	}
}

// A store that changes between the check and the writing is not signed.
func TestStoreThatChangesUnderOurHands(t *testing.T) {
	r := record(t)
	var out bytes.Buffer
	turning := &turncoat{Reader: r.store}
	if _, err := provider.Assemble(t.Context(), turning, r.evidence, operator, &out); !errors.Is(err, provider.ErrMismatch) {
		t.Errorf("%v, want a mismatch", err)
	}
	if bytes.Contains(out.Bytes(), []byte(`"signature"`)) {
		t.Error("it was signed")
	}
	turning = &turncoat{Reader: r.store}
	r.evidence.AsStored = true
	if _, err := provider.Assemble(t.Context(), turning, r.evidence, operator, &out); err == nil || !strings.Contains(err.Error(), "changed in the store") {
		t.Errorf("as stored: %v", err)
	}
}

// turncoat gives another body for record 2 from the second reading on.
type turncoat struct {
	provider.Reader
	reads int
}

func (c *turncoat) Read(ctx context.Context, id trace.Hash, from, to uint64, visit func(trace.Record, uint64) error) error {
	c.reads++
	return c.Reader.Read(ctx, id, from, to, func(r trace.Record, seq uint64) error {
		if c.reads > 1 && seq == 2 {
			r.Body = []byte(`{}`)
		}
		return visit(r, seq)
	})
}

type mute struct{ key }

func (mute) SignHash(trace.Hash) ([]byte, error) { return nil, errors.New("the key file is locked") }

func TestSignerThatCannot(t *testing.T) {
	r := record(t)
	if _, err := provider.Assemble(t.Context(), r.store, r.evidence, mute{operator}, io.Discard); err == nil || !strings.Contains(err.Error(), "the key file is locked") {
		t.Errorf("%v", err)
	}
}
