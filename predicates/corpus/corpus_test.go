package corpus_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/tracestore/trace"
)

const run = `{"run_id":"r/1","suite":"bank","task_id":"t","model":"m","events":[{"seq":1,"kind":"user_message","text":"hi"},
{"seq":2,"kind":"tool_call","tool":"get","args":{"id":7},"call_id":null},{"seq":3,"kind":"tool_call","tool":"pay","args":{"to":"x"}},
{"seq":4,"kind":"tool_result","tool":"get","call_seq":2,"result":"{\"b\": 1.0, \"a\": [2]}","error":null},
{"seq":5,"kind":"tool_result","tool":"pay","call_seq":3,"result":null,"error":"no"},{"seq":6,"kind":"tool_result","tool":"lost","call_seq":null,"result":"x","error":null},
{"seq":7,"kind":"tool_call","tool":"late","args":{}},{"seq":8,"kind":"tool_call","tool":"bad","args":{},"refused":true},
{"seq":9,"kind":"permission","decision":"deny","authority":"rule","call_seq":8,"tool":"bad","args":{}}]}`

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", "") + "\n" }

func all(t *testing.T, text []byte) ([]corpus.Trace, error) {
	t.Helper()
	r, err := corpus.NewReader(bytes.NewReader(text), "stdin")
	if err != nil {
		return nil, err
	}
	var out []corpus.Trace
	for {
		tr, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, tr)
	}
}

// TestRun shows what a recorded run becomes: a record an event, results with
// their calls, and nothing left out.
func TestRun(t *testing.T) {
	traces, err := all(t, []byte(oneLine(run)))
	if err != nil || len(traces) != 1 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	tr := traces[0]
	if tr.Name != "r/1" || tr.Suite != "bank" || tr.Task != "t" || tr.Model != "m" {
		t.Errorf("%+v", tr)
	}
	var got []string
	for i, v := range tr.Views {
		if err := v.Head.Check(); err != nil {
			t.Errorf("record %d: %v", i+1, err)
		}
		if _, err := v.Body.Encode(); err != nil {
			t.Errorf("record %d: %v", i+1, err)
		}
		got = append(got, fmt.Sprintf("%d %s %s %s %s %s", tr.Event(v.Head.Seq), v.Head.Kind, v.Head.Tool, v.Head.Status, v.Head.ActionID, string(v.Body.Result)))
	}
	want := []string{"1 notice    ", `2 action get ok 2 {"a":[2],"b":1}`, "3 action pay error 3 ", "6 gap    ", "7 action late unknown 7 ", "8 action bad denied 8 ", "9 permission user_authorization  8 "}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("records\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestForms reads the same records as lines and packed.
func TestForms(t *testing.T) {
	lines := []byte(`{"head":{"kind":"notice","seq":1,"session":"0x` + strings.Repeat("00", 32) + `","v":1},"body":{}}` + "\n\n" +
		`{"head":{"kind":"action","tool":"x","action_id":"a","status":"ok","seq":2,"session":"0x` + strings.Repeat("00", 32) + `","v":1}}` + "\n")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(lines); err != nil {
		t.Fatal(err)
	}
	z.Close()
	for _, text := range [][]byte{lines, packed.Bytes(), bytes.TrimSpace(lines)} {
		traces, err := all(t, text)
		if err != nil || len(traces) != 1 || len(traces[0].Views) != 2 || traces[0].Views[0].Body == nil || traces[0].Views[1].Body != nil {
			t.Errorf("%+v, %v", traces, err)
		}
	}
	if traces, err := all(t, nil); err != nil || len(traces) != 0 {
		t.Errorf("nothing is %v, %v", traces, err)
	}
}

// TestFaults name the line.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{oneLine(run) + "{}\n", "line 2"},
		{"not json\n", "line 1"},
		{oneLine(run) + `{"events":7}` + "\n", "line 2"},
		{`{"head":{"v":1}}` + "\n", "line 1"},
		{`{"chain_id":1}` + "\n", "stdin"},
	} {
		if traces, err := all(t, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40q: %d traces, %v; want an error about %s", c.text, len(traces), err, c.says)
		}
	}
}

// TestSurveyKeepsTheOrder asks two promises of many traces on many workers, and
// stops where it is told to.
func TestSurveyKeepsTheOrder(t *testing.T) {
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	pred, _ := reg.ByName("AAP-5@1")
	var questions []corpus.Question
	for _, max := range []string{"0", "1"} {
		prog, err := pred.Compile([]byte(`{"calls":[{"tool":"get"}],"max_count":` + max + `,"include_failed":true,"on_gap":"ignore"}`))
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions, corpus.Question{Name: max, Program: prog})
	}
	var text strings.Builder
	for i := range 200 {
		text.WriteString(oneLine(strings.Replace(run, "r/1", fmt.Sprint(i), 1)))
	}
	open := func() *corpus.Reader {
		r, err := corpus.NewReader(strings.NewReader(text.String()), "many")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	n := 0
	err = corpus.Survey(context.Background(), open(), questions, 7, func(a corpus.Answer) error {
		if a.Trace.Name != fmt.Sprint(n) || !a.Findings[0].Outcome.Violated || a.Findings[1].Outcome.Violated {
			t.Errorf("answer %d is of %s: %+v", n, a.Trace.Name, a.Findings)
		}
		n++
		return nil
	})
	if err != nil || n != 200 {
		t.Fatalf("%d answers, %v", n, err)
	}
	enough := errors.New("enough")
	n = 0
	err = corpus.Survey(context.Background(), open(), questions, 3, func(corpus.Answer) error {
		if n++; n == 10 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n != 10 {
		t.Errorf("%d answers, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := corpus.Survey(ctx, open(), questions, 3, func(corpus.Answer) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled survey ends with %v", err)
	}
}

// TestSurveyStopsWhileReading: a read that does not end, as from a terminal,
// does not keep who wants to stop.
func TestSurveyStopsWhileReading(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	go out.Write([]byte(oneLine(run)))
	r, err := corpus.NewReader(in, "endless")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	err = corpus.Survey(ctx, r, nil, 2, func(corpus.Answer) error {
		n++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d answers, %v", n, err)
	}
}

// TestEveryCorpusIsRead reads all that is at hand: every event becomes a record
// that encodes.
func TestEveryCorpusIsRead(t *testing.T) {
	dir := os.Getenv("VAREK_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.jsonl*"))
	read := 0
	for _, name := range files {
		if strings.HasPrefix(filepath.Base(name), "labels") {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := corpus.NewReader(f, name)
		if err != nil {
			t.Fatal(err)
		}
		for {
			tr, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			read++
			check(t, tr)
		}
		f.Close()
	}
	if read == 0 {
		if strings.Contains(os.Getenv("VAREK_REQUIRE"), "data") {
			t.Fatal("VAREK_REQUIRE asks for the corpora, and there are none")
		}
		t.Skip("SKIP: the corpora are not on this machine")
	}
	t.Logf("%d traces", read)
}

func check(t *testing.T, tr corpus.Trace) {
	t.Helper()
	for _, v := range tr.Views {
		if err := v.Head.Check(); err != nil {
			t.Fatalf("%s record %d: %v", tr.Name, v.Head.Seq, err)
		}
		text, err := v.Body.Encode()
		if err != nil {
			t.Fatalf("%s record %d: %v", tr.Name, v.Head.Seq, err)
		}
		if _, err := trace.DecodeBody(text); err != nil {
			t.Fatalf("%s record %d: %v", tr.Name, v.Head.Seq, err)
		}
	}
}

// FuzzReader: whatever the bytes, reading ends, and what is read can be judged.
func FuzzReader(f *testing.F) {
	f.Add([]byte(oneLine(run)))
	f.Add([]byte(`{"incident":"i","variants":[{"variant":"v","records":[{"seq":1,"kind":"tool_call","tool":"sh","args":{}},{"seq":2,"kind":"os","cause_seq":1,"op":"connect","addr":"[::1]:22"}]}]}`))
	f.Add([]byte(`{"head":{"kind":"notice","seq":1,"v":1},"body":{}}`))
	reg, err := aap.Catalog()
	if err != nil {
		f.Fatal(err)
	}
	pred, _ := reg.ByName("AAP-1@1")
	prog, err := pred.Compile([]byte(`{"calls":[{"tool":"*"}],"effects":["connect"],"on_gap":"violated"}`))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := corpus.NewReader(bytes.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		for {
			tr, err := r.Next()
			if err != nil {
				return
			}
			a := corpus.Ask(tr, []corpus.Question{{Program: prog}})
			if h := a.Findings[0].Hidden; h != nil && !errors.Is(h, predicates.ErrHidden) {
				t.Fatal(h)
			}
		}
	})
}
