package stdio

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/world"
)

// FuzzAnswer: reading an answer is total, and what is taken is JSON, whose steps
// are whole.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"actions":[[0,{"id":"a"}]],"symbols":[[0,"s"],[1,{"a":[1]}]],"steps":[[0,"AA==",[1,null,"1"]],[0],[0,"",[-5,"0",0],1,[{"kind":"session"}]]]}`))
	f.Add([]byte(`{"steps":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w := &World{labels: map[string]world.Label{}}
		out := world.NewSteps(3)
		p := parser{k: &walker{w: w}, text: text, out: out}
		if p.answer() != nil {
			return
		}
		if !jsontext.Value(text).IsValid() {
			t.Fatalf("%q is taken and no JSON", text)
		}
		for _, s := range out.All() {
			if w.Action(s.Label).ID == "" {
				t.Fatal("a step of no action")
			}
			for _, v := range s.Facts {
				if !s.Refused && v != world.Absent {
					_ = v.JSON(w)
				}
			}
		}
	})
}
