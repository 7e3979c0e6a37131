package filter

import "testing"

func TestBuildSize(t *testing.T) {
	p, err := Build(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d instructions", len(p.Instructions()))
}
