package world

// Step is one action and what came of it.
type Step struct {
	// State is the successor; empty where the action was refused.
	State []byte
	// Facts are what formulas see, one for each of World.Facts.
	Facts []Value
	// Records are what a sidecar would have written, in order; often none.
	Records []Record
	Label   Label
	// Refused: nothing happened. The step is counted and is no successor.
	Refused bool
	// Outside: the successor is checked but lies outside the scope of the
	// model, and nothing follows it.
	Outside bool
}

// Steps collects the steps of one state and owns their memory: what it gave is
// valid until Reset.
type Steps struct {
	list  []Step
	bytes arena[byte]
	facts arena[Value]
	width int
	// Fallbacks counts the steps whose facts a walker could not read its usual
	// way and read another way. It is not reset.
	Fallbacks uint64
}

// NewSteps is for a world with this many facts.
func NewSteps(facts int) *Steps { return &Steps{width: facts} }

// Reset forgets all steps.
func (s *Steps) Reset() {
	s.list = s.list[:0]
	s.bytes.reset()
	s.facts.reset()
}

// Add appends a step whose successor has size bytes. The caller fills all of
// State and all of Facts before the next Add.
func (s *Steps) Add(label Label, size int) *Step {
	s.list = append(s.list, Step{Label: label, State: s.bytes.take(size), Facts: s.facts.take(s.width)})
	return &s.list[len(s.list)-1]
}

// Refuse appends a refused step.
func (s *Steps) Refuse(label Label) { s.list = append(s.list, Step{Label: label, Refused: true}) }

// All gives the steps in order.
func (s *Steps) All() []Step { return s.list }

// arena hands out pieces of one slice and keeps its memory over resets.
type arena[T any] struct{ buf []T }

func (a *arena[T]) reset() { a.buf = a.buf[:0] }

func (a *arena[T]) take(n int) []T {
	from := len(a.buf)
	if from+n > cap(a.buf) {
		// Pieces given earlier keep the old memory.
		a.buf, from = make([]T, 0, max(2*cap(a.buf), n, 256)), 0
	}
	a.buf = a.buf[:from+n]
	return a.buf[from : from+n : from+n]
}
