package aap

import (
	"fmt"
	"slices"

	"github.com/varek/varek/predicates"
)

// witnesses collects violations in any order and states them in order of the
// records: deferred findings must not change what is said.
type witnesses struct {
	seqs  []uint64 // ascending, the first MaxWitnesses
	total int
	least uint64
	first string // the sentence of the least record
}

// add notes one violation. A record that violates twice is one witness; the
// first sentence given for it stands.
func (w *witnesses) add(seq uint64, format string, args ...any) {
	at, found := slices.BinarySearch(w.seqs, seq)
	if found {
		return
	}
	if w.total++; w.total == 1 || seq < w.least {
		w.least, w.first = seq, fmt.Sprintf(format, args...)
	}
	if at == predicates.MaxWitnesses {
		return
	}
	w.seqs = slices.Insert(w.seqs, at, seq)
	if len(w.seqs) > predicates.MaxWitnesses {
		w.seqs = w.seqs[:predicates.MaxWitnesses]
	}
}

// outcome states what was found; kept is the sentence when nothing was.
func (w *witnesses) outcome(kept string) predicates.Outcome {
	if w.total == 0 {
		return predicates.Outcome{Sentence: kept}
	}
	sentence := fmt.Sprintf("record %d: %s", w.least, w.first)
	switch more := w.total - 1; {
	case more == 1:
		sentence += " (and 1 more record)"
	case more > 1:
		sentence += fmt.Sprintf(" (and %d more records)", more)
	}
	return predicates.Outcome{Violated: true, Records: slices.Clone(w.seqs), Sentence: sentence}
}
