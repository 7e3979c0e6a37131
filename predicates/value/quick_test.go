package value

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// same compares quick with the definition; quick may give up.
func same(t *testing.T, text []byte) (quickly bool) {
	t.Helper()
	for _, stored := range []bool{true, false} {
		q := quick{text: text, stored: stored}
		got, ok := q.value(0)
		want, _, err := slowDecode(text, stored)
		if ok && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Fatalf("%q (stored %v) is read as %#v, the definition says %#v, %v", text, stored, got, want, err)
		}
		quickly = ok
	}
	return quickly
}

var quickTexts = []string{
	`null`, `true`, `false`, `0`, `-0`, `-1`, `12.50`, `1e9`, `01`, `-`, `1.`, `.5`, `1.5x`, `truex`, `nul`, `""`, `"a"`, `"é😀"`, `"\n\"\\"`, `"\\"`, `"\"`, `"\ud800"`,
	`"\u00e9"`, "\"\x01\"", "\"\xff\"", "\"seven b\x1f\"", "\"\x7f\"", `[]`, `[1,[2,{}],"x"]`, `[1,]`, `[,1]`, `[1 ,2]`, `{}`, `{"a":1,"b":[true,null]}`, `{"b":1,"a":2}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`,
	`{"$blob":{"k":"0x"}}`, `{"$raw":"AA=="}`, `{"$$raw":1}`, `{"$$$blob":{"$raw":2}}`, `{"$raw":1,"x":2}`, `{"a":{"$blob":1}}`, `{"a"1}`, `{"a":}`, `{"":0}`, `1 `, ` 1`, `1,2`, `{}}`, ``,
	`"twenty-four plain bytes.."`, `"a \\ in the eighth: \u0009"`,
}

func TestQuickEqualsTheDefinition(t *testing.T) {
	quickly := 0
	for _, text := range quickTexts {
		if same(t, []byte(text)) {
			quickly++
		}
	}
	if quickly < 20 {
		t.Errorf("only %d texts are read quickly", quickly)
	}
	deep := make([]byte, 2*(MaxDepth+3))
	for depth := MaxDepth - 1; depth < MaxDepth+3; depth++ {
		for i := range depth {
			deep[i], deep[2*depth-1-i] = '[', ']'
		}
		if ok := same(t, deep[:2*depth]); ok != (depth <= MaxDepth+1) {
			t.Errorf("%d lists in each other: quick %v", depth, ok)
		}
	}
	// Texts with a few bytes changed meet every branch.
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		text := []byte(quickTexts[rng.IntN(len(quickTexts))])
		for range rng.IntN(3) {
			if len(text) > 0 {
				text[rng.IntN(len(text))] = `{}[]",:\u01ae- `[rng.IntN(15)]
			}
		}
		same(t, text)
	}
}

func FuzzQuick(f *testing.F) {
	for _, text := range quickTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { same(t, text) })
}
