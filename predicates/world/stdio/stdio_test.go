package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/pullreview"
	"github.com/varek/varek/predicates/world/stdio"
	"github.com/varek/varek/predicates/world/table"
)

// role says what this program is when a test runs it as a world.
const role = "VAREK_STDIO_ROLE"

func TestMain(m *testing.M) {
	switch r := os.Getenv(role); {
	case r == "":
		os.Exit(m.Run())
	case strings.HasPrefix(r, "pullreview "), strings.HasPrefix(r, "table "):
		if err := serve(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		misbehave(r)
	}
}

func serve(r string) error {
	kind, arg, _ := strings.Cut(r, " ")
	var w world.World
	var err error
	if kind == "table" {
		var text []byte
		if text, err = os.ReadFile(arg); err == nil {
			w, err = table.New(text)
		}
	} else {
		w, err = pullreview.New(arg)
	}
	if err != nil {
		return err
	}
	return stdio.Serve(w, os.Stdin, os.Stdout)
}

const description = `{"hello":{"name":"x","version":"1","surface":"tool","digest":"0x0000000000000000000000000000000000000000000000000000000000000000","start":"0x0000000000000000000000000000000000000000000000000000000000000000","facts":[{"pointer":"/a"}]}}`

// misbehave is a world that is none.
func misbehave(r string) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch {
		case strings.Contains(line, "hello"):
			fmt.Println(description)
		case strings.Contains(line, "select"):
			fmt.Println("{}")
		case r == "late":
			time.Sleep(time.Hour)
		case r == "dies":
			fmt.Fprintln(os.Stderr, "no more memory")
			os.Exit(3)
		case r == "net":
			addrs, err := net.InterfaceAddrs()
			fmt.Fprintf(os.Stderr, "addresses: %v %v", addrs, err)
			os.Exit(3)
		case r == "eats":
			var all [][]byte
			for range 1 << 12 {
				all = append(all, make([]byte, 64<<20))
			}
			fmt.Println(len(all))
		default:
			fmt.Println(r)
		}
	}
}

func open(t testing.TB, r string, o stdio.Options) *stdio.World {
	t.Helper()
	t.Setenv(role, r)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w, err := stdio.Open([]string{self}, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func certificate(t *testing.T, w world.World, policies []check.Policy, o check.Options) string {
	t.Helper()
	res, err := check.Run(context.Background(), w, policies, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.NewReport(w, policies, o, res, check.Setting{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Certify().Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSameCertificate: a world in another process gives the certificate that it
// gives in this one, with one worker and with several.
func TestSameCertificate(t *testing.T) {
	policies, err := check.ParsePolicies(pullreview.Policies, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, surface := range []string{pullreview.Page, pullreview.Tool} {
		here, err := pullreview.New(surface)
		if err != nil {
			t.Fatal(err)
		}
		there := open(t, "pullreview "+surface, stdio.Options{})
		o := check.Options{Depth: 3, CrossCheck: 50}
		if surface == pullreview.Tool {
			o = check.Options{Depth: 2, Workers: 2, Exact: true}
		}
		if a, b := certificate(t, here, policies, o), certificate(t, there, policies, o); a != b {
			t.Errorf("%s, %d workers: the certificates differ:\n%s\n%s", surface, o.Workers, a, b)
		}
	}
}

// TestRecordsCross: a table world's records and symbols arrive as they are.
func TestRecordsCross(t *testing.T) {
	const path = "../table/testdata/mail.json"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	here, err := table.New(text)
	if err != nil {
		t.Fatal(err)
	}
	there := open(t, "table "+path, stdio.Options{})
	var out [2]string
	for i, w := range []world.World{here, there} {
		k, err := w.Walk()
		if err != nil {
			t.Fatal(err)
		}
		defer k.Close()
		steps := world.NewSteps(len(w.Facts()))
		if err := k.Begin(steps); err != nil {
			t.Fatal(err)
		}
		if err := k.Expand(bytes.Clone(steps.All()[0].State), steps); err != nil {
			t.Fatal(err)
		}
		for _, s := range steps.All() {
			var doc any
			if !s.Refused {
				if doc, err = world.Document(w.Facts(), s.Facts, w.Names()); err != nil {
					t.Fatal(err)
				}
			}
			out[i] += fmt.Sprintf("%s %x %v %v %v %s\n", w.Names().Action(s.Label).ID, s.State, s.Refused, s.Outside, doc, fmt.Sprint(s.Records))
		}
	}
	if out[0] != out[1] {
		t.Errorf("here:\n%s\nthere:\n%s", out[0], out[1])
	}
}

// TestBadPrograms: whatever a program does instead of answering ends the walk
// with a reason.
func TestBadPrograms(t *testing.T) {
	begin := `{"actions":[[0,{"id":"a"}]],"symbols":[[0,"s"]],"steps":[[-1,"AA==",[1]]]}`
	for r, c := range map[string]struct {
		want error
		says string
	}{
		"late":                          {stdio.ErrDeadline, ""},
		"dies":                          {stdio.ErrProgram, "no more memory"},
		"{}":                            {stdio.ErrAnswer, "want \"\\\"steps\\\":[\""},
		"not JSON":                      {stdio.ErrAnswer, "byte 0"},
		`{"steps":[[0,"AA==",[1]]]}`:    {stdio.ErrAnswer, "the label 0 was not told"},
		`{"steps":[[-1,"AA==",[]]]}`:    {stdio.ErrAnswer, ""},
		`{"steps":[[-1,"AA==",["0"]]]}`: {stdio.ErrAnswer, "the symbol 0 was not told"},
		`{"steps":[[-1,"AB==",[1]]]}`:   {stdio.ErrAnswer, "no base64"},
		`{"steps":[[-1,"AA==",[01]]]}`:  {stdio.ErrAnswer, ""},
		`{"steps":[[-1,"AA==",[4611686018427387904]]]}`: {stdio.ErrAnswer, "whole number"},
		`{"steps":[]} `: {stdio.ErrAnswer, "something follows"},
		`{"actions":[[1,{"id":"a"}]],"steps":[]}`: {stdio.ErrAnswer, "is not the next"},
		strings.Replace(begin, "[1]", `["0"]`, 1): {nil, ""},
	} {
		w := open(t, r, stdio.Options{Deadline: 5 * time.Second})
		if r == "late" {
			w = open(t, r, stdio.Options{Deadline: 300 * time.Millisecond})
		}
		k, err := w.Walk()
		if err != nil {
			t.Fatal(err)
		}
		err = k.Begin(world.NewSteps(1))
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", r, err, c.want, c.says)
		}
		_ = k.Close()
	}
	if _, err := stdio.Open([]string{"/nowhere/at/all"}, stdio.Options{}); !errors.Is(err, stdio.ErrProgram) {
		t.Errorf("a program that is not there: %v", err)
	}
	if _, err := stdio.Open(nil, stdio.Options{}); !errors.Is(err, stdio.ErrProgram) {
		t.Errorf("no program: %v", err)
	}
	if _, err := stdio.Open([]string{"true"}, stdio.Options{}); !errors.Is(err, stdio.ErrProgram) {
		t.Errorf("a program that says nothing: %v", err)
	}
	// Ended before or after it is asked: what it said is judged either way.
	for range 30 {
		if _, err := stdio.Open([]string{"echo", "hello"}, stdio.Options{}); !errors.Is(err, stdio.ErrAnswer) {
			t.Fatalf("a program that ends without reading: %v", err)
		}
	}
}

// TestIsKept: the program has no network and no more memory than it was given,
// where the machine lets us see to it.
func TestIsKept(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIP linux: only there is a program kept")
	}
	w := open(t, "net", stdio.Options{})
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	err = k.Begin(world.NewSteps(1))
	switch kept := w.Isolation(); {
	case strings.HasPrefix(kept, "no network"):
		if err == nil || !strings.Contains(err.Error(), "addresses: []") {
			t.Errorf("%s, and yet: %v", kept, err)
		}
	case !strings.HasPrefix(kept, "the network could not be taken"):
		t.Errorf("%q says nothing about the network", kept)
	default:
		t.Logf("here %s", kept)
	}
	const limit = 2 << 30
	w = open(t, "eats", stdio.Options{Memory: limit, Deadline: 60 * time.Second})
	if !strings.Contains(w.Isolation(), "at most 2048 MiB") {
		t.Fatalf("%q", w.Isolation())
	}
	e, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Begin(world.NewSteps(1)); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("it got more than its memory: %v", err)
	}
}
