package formula_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
)

func env(t testing.TB) *expression.Env {
	t.Helper()
	e, err := expression.NewEnv("record", "state", "data")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func decode(t testing.TB, text string) formula.Formula {
	t.Helper()
	f, err := formula.Decode([]byte(text), env(t))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

func document(t testing.TB, text string) *formula.Document {
	t.Helper()
	v, _, err := value.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return formula.NewDocument(v)
}

// show spells a result: "true 3", "false null".
func show(r formula.Result) string {
	s := "false "
	if r.Holds {
		s = "true "
	}
	if !r.Margin.Known {
		return s + "null"
	}
	return s + r.Margin.Value.String()
}

// TestSemantics is table 3 of the source, edge by edge.
func TestSemantics(t *testing.T) {
	for _, c := range []struct {
		formula string
		trace   []string
		want    string
	}{
		{`{"Equals":{"pointer":"/a","value":null}}`, []string{`{"a":null}`}, "true null"},
		{`{"Equals":{"pointer":"/b","value":null}}`, []string{`{"a":null}`}, "false null"},
		{`{"Equals":{"pointer":"","value":{"a":[1]}}}`, []string{`{"a":[1.0]}`}, "true null"},
		{`{"Exists":{"pointer":"/a"}}`, []string{`{"a":null}`}, "true null"},
		{`{"Exists":{"pointer":"/l/0"}}`, []string{`{"l":[1]}`}, "true null"},
		{`{"Exists":{"pointer":"/l/00"}}`, []string{`{"l":[1]}`}, "false null"},
		{`{"Exists":{"pointer":"/l/-"}}`, []string{`{"l":[1]}`}, "false null"},
		{`{"Exists":{"pointer":"/l/+0"}}`, []string{`{"l":[1]}`}, "false null"},
		{`{"Exists":{"pointer":"/a~1b/m~0n"}}`, []string{`{"a/b":{"m~n":1}}`}, "true null"},
		{`{"Exists":{"pointer":"/"}}`, []string{`{"":1}`}, "true null"},
		{`{"All":[]}`, []string{`{}`}, "true null"},
		{`{"Any":[]}`, []string{`{}`}, "false null"},
		{`{"Compare":{"pointer":"/n","op":">=","value":2}}`, []string{`{"n":2}`}, "true 0"},
		{`{"Compare":{"pointer":"/n","op":">","value":2}}`, []string{`{"n":2}`}, "false 0"},
		{`{"Compare":{"pointer":"/n","op":"<=","value":2}}`, []string{`{"n":5}`}, "false -3"},
		{`{"Compare":{"pointer":"/n","op":"<","value":0.3}}`, []string{`{"n":0.1}`}, "true 0.2"},
		{`{"Compare":{"pointer":"/n","op":"==","value":2}}`, []string{`{"n":2.0}`}, "true null"},
		{`{"Compare":{"pointer":"/n","op":"!=","value":2}}`, []string{`{"n":3}`}, "true null"},
		{`{"Compare":{"pointer":"/n","op":"!=","value":2}}`, []string{`{}`}, "false null"},
		{`{"Compare":{"pointer":"/n","op":"!=","value":2}}`, []string{`{"n":null}`}, "false null"},
		{`{"Compare":{"pointer":"/n","op":"<","value":2}}`, []string{`{"n":"1"}`}, "false null"},
		{`{"Not":{"Compare":{"pointer":"/n","op":">=","value":2}}}`, []string{`{"n":5}`}, "false -3"},
		// A conjunction is as close as its weakest part, unless a false part without margin decides.
		{`{"All":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Compare":{"pointer":"/m","op":">=","value":1}}]}`, []string{`{"n":5,"m":2}`}, "true 1"},
		{`{"All":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Exists":{"pointer":"/n"}}]}`, []string{`{"n":5}`}, "true 3"},
		{`{"All":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Exists":{"pointer":"/x"}}]}`, []string{`{"n":5}`}, "false null"},
		{`{"Any":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Exists":{"pointer":"/x"}}]}`, []string{`{"n":1}`}, "false -1"},
		{`{"Any":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Exists":{"pointer":"/n"}}]}`, []string{`{"n":1}`}, "true null"},
		{`{"Any":[{"Compare":{"pointer":"/n","op":">=","value":2}},{"Compare":{"pointer":"/n","op":"<","value":9}}]}`, []string{`{"n":4}`}, "true 5"},
		{`{"Always":{"Compare":{"pointer":"/n","op":">=","value":0}}}`, []string{`{"n":4}`, `{"n":1}`, `{"n":3}`}, "true 1"},
		{`{"Always":{"Compare":{"pointer":"/n","op":">=","value":0}}}`, []string{`{"n":4}`, `{}`, `{"n":3}`}, "false null"},
		{`{"Never":{"Compare":{"pointer":"/n","op":">=","value":5}}}`, []string{`{"n":4}`, `{"n":1}`}, "true 1"},
		{`{"Never":{"Compare":{"pointer":"/n","op":">=","value":1}}}`, []string{`{"n":0}`, `{"n":1}`}, "false 0"},
		{`{"Once":{"Compare":{"pointer":"/n","op":">=","value":3}}}`, []string{`{"n":4}`, `{"n":1}`}, "true 1"},
		{`{"Since":[{"Exists":{"pointer":"/p"}},{"Exists":{"pointer":"/q"}}]}`, []string{`{}`, `{}`}, "true null"},
		{`{"Since":[{"Exists":{"pointer":"/p"}},{"Exists":{"pointer":"/q"}}]}`, []string{`{"q":1}`}, "false null"},
		{`{"Since":[{"Exists":{"pointer":"/p"}},{"Exists":{"pointer":"/q"}}]}`, []string{`{"q":1}`, `{"p":1,"q":1}`, `{"p":1}`}, "true null"},
		{`{"Since":[{"Exists":{"pointer":"/p"}},{"Exists":{"pointer":"/q"}}]}`, []string{`{"q":1,"p":1}`, `{}`, `{"p":1}`}, "false null"},
		{`{"Since":[{"Compare":{"pointer":"/n","op":">","value":0}},{"Exists":{"pointer":"/q"}}]}`, []string{`{"n":1}`, `{"n":7,"q":1}`, `{"n":5}`}, "true 5"},
		{`{"Expr":{"cel":"record.n > 2 && record.s.startsWith('a')"}}`, []string{`{"record":{"n":3,"s":"ab"}}`}, "true null"},
		{`{"Expr":{"cel":"record.missing > 2"}}`, []string{`{"record":{}}`}, "false null"},
		{`{"Not":{"Expr":{"cel":"record.missing > 2"}}}`, []string{`{"record":{}}`}, "true null"},
	} {
		var docs []*formula.Document
		for _, d := range c.trace {
			docs = append(docs, document(t, d))
		}
		got, err := formula.Evaluate(decode(t, c.formula), docs)
		if err != nil || show(got) != c.want {
			t.Errorf("%s over %v: %s, %v; want %s", c.formula, c.trace, show(got), err, c.want)
		}
	}
}

// TestHiddenText: a formula cannot be answered from a text that is not shown,
// but may say that it is there and that it is no number.
func TestHiddenText(t *testing.T) {
	doc := document(t, `{"record":{"body":{"$blob":{"bytes":1,"k":"0x00","salt":"0x00"}}}}`)
	for text, hidden := range map[string]bool{
		`{"Equals":{"pointer":"/record/body","value":"x"}}`:                                      true,
		`{"Equals":{"pointer":"/record","value":{}}}`:                                            true,
		`{"Expr":{"cel":"record.body == 'x'"}}`:                                                  true,
		`{"All":[{"Exists":{"pointer":"/no"}},{"Equals":{"pointer":"/record/body","value":1}}]}`: true,
		`{"Exists":{"pointer":"/record/body"}}`:                                                  false,
		`{"Exists":{"pointer":"/record/body/x"}}`:                                                false,
		`{"Compare":{"pointer":"/record/body","op":"<","value":1}}`:                              false,
	} {
		_, err := formula.Evaluate(decode(t, text), []*formula.Document{doc})
		if errors.Is(err, formula.ErrHidden) != hidden || err != nil != hidden {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFaults names the place of every fault.
func TestFaults(t *testing.T) {
	deep := strings.Repeat(`{"Not":`, 64) + `{"All":[]}` + strings.Repeat(`}`, 64)
	for text, want := range map[string]string{
		`{`: "", `[]`: "", `{}`: "", `{"Exists":{"pointer":"/a"},"Not":{"All":[]}}`: "", `{"All":[]} {}`: "", `null`: "",
		`{"Exists":{"pointer":"/a"},"Exists":{"pointer":"/b"}}`: "",
		`{"exists":{"pointer":"/a"}}`:                           "/exists",
		`{"Exists":{}}`:                                         "/Exists/pointer",
		`{"Exists":{"pointer":"a"}}`:                            "/Exists/pointer",
		`{"Exists":{"pointer":"/a~2"}}`:                         "/Exists/pointer",
		`{"Exists":{"pointer":1}}`:                              "/Exists/pointer",
		`{"Exists":{"pointer":"/a","x/y":1}}`:                   "/Exists/x~1y",
		`{"Equals":{"pointer":"/a"}}`:                           "/Equals/value",
		`{"Compare":{"pointer":"/a","op":"=","value":1}}`:       "/Compare/op",
		`{"Compare":{"pointer":"/a","op":">","value":"1"}}`:     "/Compare/value",
		`{"All":{"Not":[]}}`:                                    "/All",
		`{"All":[{"Any":[]},{"Nope":1}]}`:                       "/All/1/Nope",
		`{"Since":[{"All":[]}]}`:                                "/Since",
		`{"Not":[]}`:                                            "/Not",
		`{"Expr":{"cel":"record."}}`:                            "/Expr/cel",
		`{"Expr":{"cel":"1 + 1"}}`:                              "/Expr/cel",
		`{"Equals":{"pointer":"/a","value":9007199254740993}}`:  "",
		deep: strings.Repeat("/Not", 64),
	} {
		_, err := formula.Decode([]byte(text), env(t))
		var f *formula.Fault
		if !errors.As(err, &f) || f.Pointer != want {
			t.Errorf("%.60s: %v, want a fault at %q", text, err, want)
		}
	}
	if _, err := formula.Decode([]byte(`{"Expr":{"cel":"true"}}`), nil); err == nil {
		t.Error("an expression is read where none can be evaluated")
	}
	wide := `{"All":[` + strings.TrimSuffix(strings.Repeat(`{"Any":[]},`, 4096), ",") + `]}`
	if _, err := formula.Decode([]byte(wide), nil); err == nil {
		t.Error("4,097 nodes are read")
	}
}

// TestDigest: one formula, one text, whatever its spelling.
func TestDigest(t *testing.T) {
	a := decode(t, `{"All":[{"Compare":{"pointer":"/n","op":">=","value":1e1}},{"Equals":{"pointer":"/x","value":{"b":1.0,"a":"\u0041"}}}]}`)
	b := decode(t, ` { "All" : [ {"Compare":{"value":10,"op":">=","pointer":"/n"}}, {"Equals":{"value":{"a":"A","b":1},"pointer":"/x"}} ] } `)
	text, err := formula.Encode(a)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"All":[{"Compare":{"op":">=","pointer":"/n","value":10}},{"Equals":{"pointer":"/x","value":{"a":"A","b":1}}}]}`
	if string(text) != want {
		t.Errorf("canonical %s", text)
	}
	da, _ := formula.Digest(a)
	db, _ := formula.Digest(b)
	if da != db {
		t.Errorf("digests %s and %s", da, db)
	}
	c := decode(t, `{"All":[{"Equals":{"pointer":"/x","value":{"a":"A","b":1}}},{"Compare":{"op":">=","pointer":"/n","value":10}}]}`)
	if dc, _ := formula.Digest(c); dc == da {
		t.Error("the order of parts does not matter to the digest")
	}
}

// FuzzDecode: what is read encodes, and reads back as the same formula.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"Since":[{"Not":{"Exists":{"pointer":"/a~0"}}},{"Never":{"Once":{"All":[]}}}]}`, `{"Expr":{"cel":"record.x == 1"}}`,
		`{"Compare":{"pointer":"","op":"!=","value":-0.5e-3}}`, `{"Equals":{"pointer":"/a","value":[null,true,"x",{"k":[]}]}}`, `{"Always":{"Any":[{"Always":{"All":[]}}]}}`} {
		f.Add([]byte(s))
	}
	e := env(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		first, err := formula.Decode(text, e)
		if err != nil {
			var fault *formula.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("%v is no Fault", err)
			}
			return
		}
		canon, err := formula.Encode(first)
		if err != nil {
			t.Fatal(err)
		}
		second, err := formula.Decode(canon, e)
		if err != nil {
			t.Fatalf("%s does not read back: %v", canon, err)
		}
		again, err := formula.Encode(second)
		if err != nil || string(again) != string(canon) {
			t.Fatalf("%s and %s, %v", canon, again, err)
		}
	})
}
