package monitor_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
	"github.com/varek/varek/predicates/value"
)

var comparisons = flag.Int("comparisons", 1_000_000, "comparisons of TestEqualsTheDefinition")

// random builds formulas and documents over few names and small numbers, so
// that every case of the meaning is met often.
type random struct{ *rand.Rand }

func (r random) pointer() formula.Pointer {
	p, err := formula.ParsePointer([]string{"/a", "/b", "/a", "/b", "/c", "/c/0", ""}[r.IntN(7)])
	if err != nil {
		panic(err)
	}
	return p
}

func (r random) value() any {
	switch r.IntN(12) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return "x"
	case 3:
		return []any{value.Number(strconv.Itoa(r.IntN(3)))}
	case 4:
		return value.Number("0.5")
	}
	return value.Number(strconv.Itoa(r.IntN(5) - 2))
}

func (r random) formula(depth int) formula.Formula {
	if depth == 0 || r.IntN(6) == 0 {
		switch r.IntN(5) {
		case 0:
			return formula.Equals{Pointer: r.pointer(), Value: r.value()}
		case 1:
			return formula.Exists{Pointer: r.pointer()}
		}
		op := []formula.Op{formula.AtLeast, formula.More, formula.AtMost, formula.Less, formula.Same, formula.Distinct}[r.IntN(6)]
		return formula.Compare{Pointer: r.pointer(), Op: op, Bound: value.Int(int64(r.IntN(4) - 1))}
	}
	switch r.IntN(7) {
	case 0, 1:
		parts := make([]formula.Formula, r.IntN(4))
		for i := range parts {
			parts[i] = r.formula(depth - 1)
		}
		if r.IntN(2) == 0 {
			return formula.All(parts)
		}
		return formula.Any(parts)
	case 2:
		return formula.Not{Part: r.formula(depth - 1)}
	case 3:
		return formula.Always{Part: r.formula(depth - 1)}
	case 4:
		return formula.Never{Part: r.formula(depth - 1)}
	case 5:
		return formula.Once{Part: r.formula(depth - 1)}
	}
	return formula.Since{Hold: r.formula(depth - 1), From: r.formula(depth - 1)}
}

func (r random) document() *formula.Document {
	o := map[string]any{}
	for _, k := range []string{"a", "b", "c"} {
		if r.IntN(8) > 0 {
			o[k] = r.value()
		}
	}
	return formula.NewDocument(o)
}

func same(a, b formula.Result) bool {
	return a.Holds == b.Holds && a.Margin.Known == b.Margin.Known && a.Margin.Value.Cmp(b.Margin.Value) == 0
}

// TestEqualsTheDefinition compares the monitor with the slow definition: three
// formulas at once, every step, truth and margin.
func TestEqualsTheDefinition(t *testing.T) {
	done, holds, known := 0, 0, 0
	for seed := uint64(0); done < *comparisons; seed++ {
		r := random{rand.New(rand.NewPCG(seed, 7))}
		fs := []formula.Formula{r.formula(3), r.formula(2), r.formula(1 + r.IntN(3))}
		prog, err := monitor.Compile(fs...)
		if err != nil {
			t.Fatal(err)
		}
		run, plain := prog.Start(true), prog.Start(false)
		var docs []*formula.Document
		for range 1 + r.IntN(7) {
			docs = append(docs, r.document())
			if err := run.Step(docs[len(docs)-1]); err != nil {
				t.Fatal(err)
			}
			if err := plain.Step(docs[len(docs)-1]); err != nil {
				t.Fatal(err)
			}
			for i, f := range fs {
				want, err := formula.Evaluate(f, docs)
				if err != nil {
					t.Fatal(err)
				}
				if got := run.Result(i); !same(got, want) || plain.Holds(i) != want.Holds {
					text, _ := formula.Encode(f)
					t.Fatalf("seed %d, step %d: %s\nis %+v, the definition says %+v", seed, len(docs), text, got, want)
				}
				done++
				if want.Holds {
					holds++
				}
				if want.Margin.Known {
					known++
				}
			}
		}
	}
	t.Logf("%d comparisons, %d hold, %d with a margin", done, holds, known)
	if holds < done/10 || holds > 9*done/10 || known < done/20 {
		t.Errorf("of %d comparisons %d hold and %d have a margin: the test sees too little", done, holds, known)
	}
}

// TestOneBitIsNotEnough shows two histories after which a Since has the same
// truth, and one more state that tells them apart: the state must differ.
func TestOneBitIsNotEnough(t *testing.T) {
	p, _ := formula.ParsePointer("/p")
	q, _ := formula.ParsePointer("/q")
	prog, err := monitor.Compile(formula.Since{Hold: formula.Exists{Pointer: p}, From: formula.Exists{Pointer: q}})
	if err != nil {
		t.Fatal(err)
	}
	if prog.Bits() != 2 {
		t.Errorf("Since keeps %d bits", prog.Bits())
	}
	doc := func(keys ...string) *formula.Document {
		o := map[string]any{}
		for _, k := range keys {
			o[k] = true
		}
		return formula.NewDocument(o)
	}
	never, begun := prog.Start(false), prog.Start(false)
	for _, s := range []struct {
		run *monitor.Run
		doc *formula.Document
	}{{never, doc("p")}, {never, doc("p")}, {begun, doc("p", "q")}, {begun, doc("p")}} {
		if err := s.run.Step(s.doc); err != nil {
			t.Fatal(err)
		}
	}
	if !never.Holds(0) || !begun.Holds(0) {
		t.Fatal("both histories should hold")
	}
	for _, r := range []*monitor.Run{never, begun} {
		if err := r.Step(doc()); err != nil {
			t.Fatal(err)
		}
	}
	if !never.Holds(0) || begun.Holds(0) {
		t.Error("the same state does not tell the histories apart")
	}
}

// TestEqualPartsAreOne: formulas that share parts share work and state.
func TestEqualPartsAreOne(t *testing.T) {
	p, _ := formula.ParsePointer("/p")
	once := formula.Once{Part: formula.Exists{Pointer: p}}
	prog, err := monitor.Compile(formula.Not{Part: once}, formula.All{once, once}, once)
	if err != nil {
		t.Fatal(err)
	}
	if prog.Bits() != 1 || len(prog.Atoms()) != 1 || prog.Registers() != 4 {
		t.Errorf("%d bits, %d atoms, %d registers", prog.Bits(), len(prog.Atoms()), prog.Registers())
	}
}

// TestStepAllocatesNothing: memory does not grow with the trace.
func TestStepAllocatesNothing(t *testing.T) {
	prog, docs := tenNodes(t)
	run := prog.Start(false)
	if n := testing.AllocsPerRun(1000, func() {
		for _, d := range docs {
			if err := run.Step(d); err != nil {
				t.Fatal(err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func tenNodes(t testing.TB) (*monitor.Program, []*formula.Document) {
	t.Helper()
	f, err := formula.Decode([]byte(`{"All":[{"Since":[{"Not":{"Equals":{"pointer":"/merged","value":true}}},{"Equals":{"pointer":"/approved","value":true}}]},
		{"Never":{"Compare":{"pointer":"/count","op":">=","value":5}}},{"Any":[{"Exists":{"pointer":"/count"}}]}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := formula.Size(f); n != 9 && n != 10 {
		t.Fatalf("%d nodes", n)
	}
	prog, err := monitor.Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	var docs []*formula.Document
	for i := range 16 {
		docs = append(docs, formula.NewDocument(map[string]any{"merged": i%5 == 0, "approved": i%3 == 0, "count": value.Number(strconv.Itoa(i % 5))}))
	}
	return prog, docs
}

// BenchmarkMetricMonitor prints the speed of a ten-node formula over documents,
// beside the slow definition's on the same ones.
func BenchmarkMetricMonitor(b *testing.B) {
	prog, docs := tenNodes(b)
	const steps = 3_000_000
	for range b.N {
		run := prog.Start(false)
		start := time.Now()
		for i := range steps {
			if err := run.Step(docs[i%len(docs)]); err != nil {
				b.Fatal(err)
			}
		}
		fmt.Printf("METRIC monitor_steps_per_s=%.0f 1/s\n", steps/time.Since(start).Seconds())
	}
}
