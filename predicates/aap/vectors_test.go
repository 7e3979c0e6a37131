package aap

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

var update = flag.Bool("update", false, "write the conformance vectors (before they are published only)")

// vectorFile is a published file of conformance vectors. Records have v 1,
// the session of 32 zero bytes and seq by position.
type vectorFile struct {
	Predicate string   `json:"predicate"`
	About     string   `json:"about"`
	Vectors   []vector `json:"vectors"`
}

type vector struct {
	Name    string         `json:"name"`
	Params  jsontext.Value `json:"params"`
	Records []vectorRecord `json:"records,omitempty"`
	Expect  expectation    `json:"expect"`
}

type vectorRecord struct {
	Head vectorHead     `json:"head"`
	Body jsontext.Value `json:"body,omitempty"` // absent = withheld
}

type vectorHead struct {
	Kind     trace.Kind `json:"kind"`
	Tool     string     `json:"tool,omitempty"`
	ActionID string     `json:"action_id,omitempty"`
	Decision string     `json:"decision,omitempty"`
	Status   string     `json:"status,omitempty"`
}

// expectation is one of: an outcome, a hidden part, a fault in parameters.
type expectation struct {
	Violated *bool    `json:"violated,omitempty"`
	Records  []uint64 `json:"records,omitempty"`
	Hidden   bool     `json:"hidden,omitempty"`
	Param    *string  `json:"param,omitempty"` // pointer to the fault
}

// views gives the records as a judge would show them; all shows even what is
// not needed.
func (v vector) views(t *testing.T, prog predicates.Program, all bool) []predicates.View {
	t.Helper()
	var out []predicates.View
	for i, r := range v.Records {
		h := trace.Head{V: 1, Seq: uint64(i + 1), Kind: r.Head.Kind, Tool: r.Head.Tool,
			ActionID: r.Head.ActionID, Decision: r.Head.Decision, Status: r.Head.Status}
		if err := h.Check(); err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
		view := predicates.View{Head: h}
		if r.Body != nil && (all || prog.Needs(h)) {
			canon, err := trace.Canonicalize(r.Body)
			if err != nil {
				t.Fatalf("record %d: %v", i+1, err)
			}
			body, err := trace.DecodeBody(canon)
			if err != nil {
				t.Fatalf("record %d: %v", i+1, err)
			}
			view.Body = &body
		}
		out = append(out, view)
	}
	return out
}

func catalog(t testing.TB) *predicates.Registry {
	t.Helper()
	reg, err := Catalog()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// TestVectors runs the published vectors, with only the needed bodies and with
// all of them: what is not needed must not matter.
func TestVectors(t *testing.T) {
	for _, name := range []string{"AAP-1@1", "AAP-2@1", "AAP-3@1", "AAP-4@1", "AAP-5@1", "PTL-1@1"} {
		doc, ok := Published(name)
		if !ok {
			t.Fatalf("%s has no published document", name)
		}
		var file vectorFile
		dec := json.NewDecoder(bytes.NewReader(doc.Vectors))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if file.Predicate != name || len(file.Vectors) < 24 {
			t.Fatalf("the file of %s speaks of %q and has %d vectors", name, file.Predicate, len(file.Vectors))
		}
		pred, _ := catalog(t).ByName(name)
		for _, v := range file.Vectors {
			t.Run(name+"/"+v.Name, func(t *testing.T) { v.run(t, pred) })
		}
	}
}

func (v vector) run(t *testing.T, pred predicates.Predicate) {
	prog, err := pred.Compile(v.Params)
	if v.Expect.Param != nil {
		var fault *predicates.ParamError
		if !errors.As(err, &fault) || fault.Pointer != *v.Expect.Param {
			t.Fatalf("Compile: %v, want a fault at %q", err, *v.Expect.Param)
		}
		return
	}
	if err != nil {
		t.Fatalf("Compile: %v", err)
	}
	for _, all := range []bool{false, true} {
		out, err := predicates.Evaluate(prog, v.views(t, prog, all))
		if v.Expect.Hidden {
			if !errors.Is(err, predicates.ErrHidden) {
				t.Fatalf("all=%v: %+v, %v; want ErrHidden", all, out, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("all=%v: %v", all, err)
		}
		if out.Violated != *v.Expect.Violated || !slices.Equal(out.Records, v.Expect.Records) || out.Sentence == "" {
			t.Errorf("all=%v: %+v, want violated=%v %v", all, out, *v.Expect.Violated, v.Expect.Records)
		}
	}
}

// TestVectorsAreTheAuthored compares the published files with the tables that
// they were written from.
func TestVectorsAreTheAuthored(t *testing.T) {
	for name, file := range map[string]vectorFile{
		"vectors/AAP-1.1.json": {Predicate: "AAP-1@1", About: aboutVectors, Vectors: authorizationVectorTable()},
		"vectors/AAP-2.1.json": {Predicate: "AAP-2@1", About: aboutVectors, Vectors: scopeVectorTable()},
		"vectors/AAP-3.1.json": {Predicate: "AAP-3@1", About: aboutVectors, Vectors: paymentVectorTable()},
		"vectors/AAP-5.1.json": {Predicate: "AAP-5@1", About: aboutVectors, Vectors: limitsVectorTable()},
		"vectors/PTL-1.1.json": {Predicate: "PTL-1@1", About: aboutVectors, Vectors: temporalVectorTable()},
		"vectors/AAP-4.1.json": {Predicate: "AAP-4@1", About: aboutVectors, Vectors: recipientsVectorTable()},
	} {
		text, err := json.MarshalIndent(file, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, '\n')
		if *update {
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, text) {
			t.Errorf("%s is not what its table says; published vectors never change: publish a new version", name)
		}
	}
}

const aboutVectors = "Conformance vectors. Records have v 1, the session of 32 zero bytes and seq by position; a record without body is withheld. " +
	"expect is violated with the witnesses, hidden (a needed part is withheld), or param (pointer to the fault in the parameters)."
