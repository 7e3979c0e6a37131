// Package pullreview is a world: the review-and-merge flow of one repository,
// as an agent meets it on its pages or by tool calls.
//
// The repository has the requests 11 (merged), 15 (open, one approval, one
// demand for changes) and 19 (a draft without reviews), and the agent is alice,
// who may write. The service looks neither at who wrote what is being reviewed
// nor at drafts or reviews when it merges; the page offers no merge for a
// draft. So what holds on the page need not hold for tool calls, and a
// certificate names its surface.
//
// Promise: a state is 24 bits for the page and the repository and 24 for every
// thread, one encoding for each; the fast reading of facts is compared with a
// projection of the whole repository (Document) by the checker and by a test.
//
// Limits: at most four threads are opened, and fifteen deeds of one kind on one
// of them; then page and service refuse. Nobody but the agent acts. A later
// review by the same account replaces its earlier decision, a plain comment
// too. Issue pages are not modelled.
package pullreview

import (
	"fmt"
	"strconv"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// The surfaces.
const (
	Page = "page" // controls on the repository's pages
	Tool = "tool" // calls, without a page in between
)

// version changes whenever the behaviour does.
const version = "1"

const actor = "alice"

var (
	writers     = []string{"admin", "alice", "alicechen", "bmartinez", "bob", "carol", "cnakamura", "northstar-ops", "praman"}
	stargazers  = []string{"admin", "alicechen", "bmartinez", "bob", "carol", "cnakamura", "praman"}
	branchNames = [branches]string{"sort-refs", "determinism-doc", "packfile-index"}
	commitNames = [branches + 1]string{"head-of-sort-refs", "head-of-determinism-doc", "head-of-packfile-index", "main-at-start"}
	numbers     = [atStart]int{11, 15, 19}
	authors     = [atStart]string{"cnakamura", "praman", "cnakamura"}
)

// oldIssue is an issue from before the episode; nothing here changes it.
type oldIssue struct {
	number int
	open   bool
	author string
}

func (o oldIssue) state() string {
	if o.open {
		return "open"
	}
	return "closed"
}

var oldIssues = []oldIssue{{9, false, "bob"}, {12, true, "carol"}, {13, true, "praman"}, {14, true, "bmartinez"}, {16, false, "carol"}, {17, true, "cnakamura"}, {18, true, "bob"}, {20, true, "praman"}}

const firstNew = 21

func numberOf(i int) int {
	if i < atStart {
		return numbers[i]
	}
	return firstNew + i - atStart
}

func authorOf(i int) string {
	if i < atStart {
		return authors[i]
	}
	return actor
}

func mergerOf(i int) string {
	if i == 0 {
		return "alicechen"
	}
	return actor
}

// World implements world.World.
type World struct {
	surface string
	about   world.About
	facts   []fact
	list    []world.Fact
	symbols world.Symbols
}

// New makes the world with one of its surfaces.
func New(surface string) (*World, error) {
	if surface != Page && surface != Tool {
		return nil, fmt.Errorf("pullreview has the surfaces %s and %s, not %q: %w", Page, Tool, surface, world.ErrState)
	}
	w := &World{surface: surface}
	var failed error
	w.facts = layFacts(func(v any) world.Value {
		code, err := w.symbols.Code(v)
		if err != nil {
			failed = err
		}
		return code
	})
	if failed != nil {
		return nil, failed
	}
	for _, f := range w.facts {
		w.list = append(w.list, f.Fact)
	}
	if err := world.CheckFacts(w.list); err != nil {
		return nil, err
	}
	return w, w.describe()
}

func (w *World) start() state {
	if w.surface == Page {
		return start(pageHome)
	}
	return start(pageNone)
}

// describe fills what a certificate says of the world.
func (w *World) describe() error {
	s := w.start()
	root, err := document(nil, &s)
	if err != nil {
		return err
	}
	text, err := value.Append(nil, root)
	if err != nil {
		return err
	}
	a := world.About{
		Name: "pullreview", Version: version, Surface: w.surface, Actor: actor,
		Flow:  "review and merge of the requests of one repository",
		Start: trace.Keccak(text), StartState: jsontext.Value(text),
		Excluded: []string{"issue pages", "pushing commits: heads do not move", "typing into the address bar and the search box"},
		Scope: []string{"Nobody but the actor acts.", "At most four threads are opened, and fifteen deeds of one kind on one thread.",
			"The latest decision of a reviewer counts; a later comment review replaces it."},
		Abstraction: "none on this model: a state is its whole canonical encoding; the model leaves out windows, time and what no page or call shows",
	}
	if w.surface == Page {
		a.Domains = []world.Domain{{Field: "comment-body", Values: []string{commentBody}}, {Field: "new-pull-title", Values: []string{pullTitle}}, {Field: "new-pull-head", Values: []string{branchNames[branchSort]}},
			{Field: "new-pull-base", Values: []string{"main"}}, {Field: "new-issue-title", Values: []string{issueTitle}}}
		a.Scope = append(a.Scope, "A page outside the repository is judged and not walked further.")
	} else {
		all := make([]string, maxThreads)
		for i := range all {
			all[i] = strconv.Itoa(numberOf(i))
		}
		a.Domains = []world.Domain{{Field: "number", Values: all}, {Field: "body", Values: []string{commentBody}}, {Field: "decision", Values: []string{"approve", "request_changes", "comment"}},
			{Field: "head", Values: branchNames[:]}, {Field: "base", Values: []string{"main"}}, {Field: "title", Values: []string{pullTitle, issueTitle}}}
		a.Catalogue = catalogue()
	}
	identity, err := json.Marshal(struct {
		Name, Version, Surface string
		Domains                []world.Domain
		Start                  string
	}{a.Name, a.Version, a.Surface, a.Domains, a.Start.String()})
	if err != nil {
		return fmt.Errorf("describe the world: %w", err)
	}
	a.Digest = trace.Keccak(identity)
	w.about = a
	return nil
}

// About implements world.World.
func (w *World) About() world.About { return w.about }

// Facts implements world.World.
func (w *World) Facts() []world.Fact { return w.list }

// Names implements world.World.
func (w *World) Names() world.Names { return w }

// Symbol implements world.Names.
func (w *World) Symbol(v world.Value) any { return w.symbols.Symbol(v) }

// Walk implements world.World.
func (w *World) Walk() (world.Walker, error) {
	k := &walker{w: w}
	k.Select(nil)
	return k, nil
}

type walker struct {
	w      *World
	read   []int // facts that are filled
	turn   turn
	before counts
	view   view
}

// Select limits the facts that are filled; nil is all.
func (k *walker) Select(read []bool) {
	k.read = k.read[:0]
	for i := range k.w.facts {
		if read == nil || read[i] {
			k.read = append(k.read, i)
		}
	}
}

// Begin implements world.Walker.
func (k *walker) Begin(out *world.Steps) error {
	s := k.w.start()
	k.view.before = nil
	k.add(out, world.None, &s)
	return nil
}

// Expand implements world.Walker.
func (k *walker) Expand(bytes []byte, out *world.Steps) error {
	t := &k.turn
	t.w, t.out = k, out
	if err := t.s.get(bytes); err != nil {
		return err
	}
	k.before = t.s.counts()
	k.view.before = &k.before
	if k.w.surface == Page {
		t.page()
	} else {
		t.call()
	}
	return nil
}

// Close implements world.Walker.
func (k *walker) Close() error { return nil }

// add appends a step to the state s.
func (k *walker) add(out *world.Steps, l world.Label, s *state) {
	step := out.Add(l, s.size())
	s.put(step.State)
	step.Outside = s.page == pageAway
	v := &k.view
	v.s, v.c = s, s.counts()
	for _, i := range k.read {
		step.Facts[i] = k.w.facts[i].read(v)
	}
}

// Document implements world.Exact.
func (k *walker) Document(prev []byte, _ world.Label, next []byte) (any, error) {
	var before *state
	var s state
	if prev != nil {
		before = new(state)
		if err := before.get(prev); err != nil {
			return nil, err
		}
	}
	if err := s.get(next); err != nil {
		return nil, err
	}
	return document(before, &s)
}
