package check

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
)

// Report is what a run says, as JSON (report.schema.json).
type Report struct {
	Version              int            `json:"varek_report"`
	World                string         `json:"world"`
	Surface              string         `json:"surface"`
	WorldVersion         string         `json:"world_version"`
	WorldDigest          string         `json:"world_digest"`
	Catalogue            *string        `json:"catalogue_digest"`
	StartDigest          string         `json:"start_digest"`
	Warden               *string        `json:"warden_digest"`
	Invocation           Invocation     `json:"invocation"`
	Generated            *string        `json:"generated"`
	EngineVersion        string         `json:"engine_version"`
	Checker              string         `json:"checker"`
	Seed                 *int           `json:"seed"`
	Flow                 string         `json:"flow"`
	Actor                string         `json:"actor"`
	Machine              *string        `json:"machine"`
	Viewport             *string        `json:"viewport"`
	Depth                int            `json:"depth"`
	DepthRequested       int            `json:"depth_requested"`
	DepthReached         int            `json:"depth_reached"`
	Closed               bool           `json:"closed"`
	StatesExplored       uint64         `json:"states_explored"`
	StatesExpanded       uint64         `json:"states_expanded"`
	StatesDistinct       uint64         `json:"states_distinct"`
	DuplicateStates      uint64         `json:"duplicate_states"`
	OutOfScopeStates     uint64         `json:"out_of_scope_states"`
	RefusedActions       uint64         `json:"refused_actions"`
	DeniedActions        uint64         `json:"denied_actions"`
	BranchingMean        float64        `json:"branching_mean"`
	BranchingMax         uint64         `json:"branching_max"`
	WallTimeMs           *int64         `json:"wall_time_ms"`
	Termination          string         `json:"termination"`
	Exhaustive           bool           `json:"exhaustive"`
	NextDepthPartial     *partialRow    `json:"next_depth_partial"`
	StartState           jsontext.Value `json:"start_state"`
	Scope                []string       `json:"scope"`
	Excluded             []string       `json:"excluded"`
	PartialOrder         bool           `json:"partial_order_reduction"`
	StateRead            string         `json:"state_read"`
	StateReadCrossChecks uint64         `json:"state_read_cross_checks"`
	StateReadFallbacks   uint64         `json:"state_read_fallbacks"`
	Abstraction          string         `json:"abstraction"`
	TextDomains          []world.Domain `json:"text_domains"`
	Visited              VisitedRow     `json:"visited"`
	Memory               MemoryRow      `json:"memory"`
	Levels               []LevelRow     `json:"levels"`
	Policies             []PolicyRow    `json:"policies"`
	PoliciesHeld         int            `json:"policies_held"`
	PoliciesViolated     int            `json:"policies_violated"`
	Verified             int            `json:"counterexamples_verified"`
	Rejected             int            `json:"counterexamples_rejected"`
}

// Invocation is how the run was started: what resuming it needs.
type Invocation struct {
	World   string `json:"world"` // as the command opens it
	Surface string `json:"surface"`
	Warden  string `json:"warden,omitzero"`
}

type partialRow struct {
	Depth    int    `json:"depth"`
	Expanded uint64 `json:"expanded"`
	Frontier uint64 `json:"frontier"`
}

// VisitedRow says how states were told apart.
type VisitedRow struct {
	Kind string `json:"kind"` // fingerprint, exact
	Bits int    `json:"bits"`
	// CollisionBound is a bound on the chance that two different states were
	// taken for one: n²/2^65 for n states.
	CollisionBound float64 `json:"collision_bound"`
}

// MemoryRow is what the search held at most, and what a hundred million states
// would need at the same rate. What was held differs a little from run to run
// (the fingerprints' key is drawn) and is left out where times are.
type MemoryRow struct {
	PeakBytes     *uint64  `json:"peak_bytes"`
	VisitedBytes  *uint64  `json:"visited_bytes"`
	TrailBytes    *uint64  `json:"trail_bytes"`
	FrontierBytes *uint64  `json:"frontier_bytes"`
	BytesPerState *float64 `json:"bytes_per_state"`
	KeyBytes      int      `json:"longest_key_bytes"`
	// HundredMillion is computed, in GiB: for each state a slot of the visited set
	// at its fullest growth, a trail entry, and its key in the frontier.
	HundredMillion float64 `json:"gib_at_1e8_states"`
}

// LevelRow is one depth.
type LevelRow struct {
	Depth   int    `json:"depth"`
	States  uint64 `json:"states"`
	Outside uint64 `json:"outside"`
	Digest  string `json:"digest"`
}

// PolicyRow is one policy.
type PolicyRow struct {
	ID          string         `json:"id"`
	Statement   string         `json:"statement"`
	Formal      string         `json:"formal"`
	Predicate   jsontext.Value `json:"predicate"`
	Digest      string         `json:"digest"`
	Status      string         `json:"status"` // holds, violated, unverified
	Holds       bool           `json:"holds"`
	Actions     []string       `json:"actions"`
	Margin      jsontext.Value `json:"margin"`
	MarginUnit  string         `json:"margin_unit"`
	MarginScope string         `json:"margin_scope"`
	// WithoutWarden says what became of the policy in a search of the same model
	// to the same depth in which nothing restricted the actions; null where nothing
	// restricts them here.
	WithoutWarden  *string            `json:"without_warden"`
	Counterexample *CounterexampleRow `json:"counterexample"`
}

// CounterexampleRow is a path that breaks a policy.
type CounterexampleRow struct {
	Length          int            `json:"length"`
	Actions         []ActionRow    `json:"actions"`
	Primitives      []PrimitiveRow `json:"primitives"`
	Explanation     string         `json:"explanation"`
	Margin          jsontext.Value `json:"margin"`
	ReplayVerified  bool           `json:"replay_verified"`
	ReplayStateHash string         `json:"replay_state_hash"`
	ReplayNote      string         `json:"replay_note"`
}

// ActionRow is one step for people.
type ActionRow struct {
	Step        int    `json:"step"`
	Control     string `json:"control"`
	Role        string `json:"role"`
	Label       string `json:"label"`
	Description string `json:"description"`
}

// PrimitiveRow is one step for machines: what a replay repeats.
type PrimitiveRow struct {
	Action string         `json:"action"`
	Choice int            `json:"choice"`
	Tool   string         `json:"tool,omitzero"`
	Args   jsontext.Value `json:"args,omitzero"`
}

// Setting is what a report says beside the result.
type Setting struct {
	Version    string // of the checker
	Invocation Invocation
	Warden     string    // digest of the policy that restricts the actions, or ""
	Generated  time.Time // zero: left out, with the machine
}

// The states of a policy row.
const (
	StatusHolds      = "holds"
	StatusViolated   = "violated"
	StatusUnverified = "unverified"
)

// NewReport words a result.
func NewReport(w world.World, policies []Policy, o Options, res *Result, set Setting) (*Report, error) {
	a := w.About()
	r := &Report{Version: 1, World: a.Name, Surface: a.Surface, WorldVersion: a.Version, WorldDigest: a.Digest.String(), StartDigest: a.Start.String(), Invocation: set.Invocation,
		EngineVersion: set.Version, Checker: "varek-check run", Flow: a.Flow, Actor: a.Actor, Depth: res.Depth, DepthRequested: o.Depth, DepthReached: res.Depth, Closed: res.Closed,
		StatesExplored: res.Counts.Checked, StatesExpanded: res.Counts.Expanded, StatesDistinct: res.Distinct, DuplicateStates: res.Counts.Checked - res.Distinct, OutOfScopeStates: res.Counts.Outside,
		RefusedActions: res.Counts.Refused, DeniedActions: res.Counts.Denied, BranchingMax: res.Counts.BranchingMax, Termination: termination(res, o), Exhaustive: true, StartState: a.StartState,
		Scope: list(a.Scope), Excluded: list(a.Excluded), StateRead: "facts of each step, compared with the whole document on a sample", StateReadCrossChecks: res.Counts.CrossChecks, StateReadFallbacks: res.Counts.Fallbacks,
		Abstraction: a.Abstraction, TextDomains: a.Domains, Visited: visitedRow(o, res), Memory: memoryRow(res, !set.Generated.IsZero()), Policies: []PolicyRow{}}
	if a.Catalogue != (world.About{}.Catalogue) {
		text := a.Catalogue.String()
		r.Catalogue = &text
	}
	if set.Warden != "" {
		r.Warden = &set.Warden
	}
	if r.StartState == nil {
		r.StartState = jsontext.Value("null")
	}
	if r.TextDomains == nil {
		r.TextDomains = []world.Domain{}
	}
	if res.Counts.Expanded > 0 {
		r.BranchingMean = math.Round(100*float64(res.Counts.Checked-res.Starts)/float64(res.Counts.Expanded)) / 100
	}
	if !set.Generated.IsZero() {
		at, machine, wall := set.Generated.UTC().Format(time.RFC3339), fmt.Sprintf("%s/%s, %d cores", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), res.Wall.Milliseconds()
		r.Generated, r.Machine, r.WallTimeMs = &at, &machine, &wall
	}
	if p := res.Partial; p != nil {
		r.NextDepthPartial = &partialRow{p.Depth, p.Expanded, p.Frontier}
	}
	r.Levels = levelRows(res)
	for i, p := range policies {
		row, err := policyRow(p, &res.Findings[i])
		if err != nil {
			return nil, err
		}
		r.count(row)
	}
	return r, nil
}

func (r *Report) count(row PolicyRow) {
	r.Policies = append(r.Policies, row)
	switch row.Status {
	case StatusHolds:
		r.PoliciesHeld++
	case StatusViolated:
		r.PoliciesViolated++
		r.Verified++
	default:
		r.Rejected++
	}
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// termination says in words why the search ended.
func termination(res *Result, o Options) string {
	switch res.Ended {
	case "":
		return "running"
	case EndDepth:
		return fmt.Sprintf("depth: all %d levels asked for are finished", res.Depth)
	case EndClosed:
		return fmt.Sprintf("closed: nothing new can be reached after depth %d", res.Depth)
	case EndStates:
		return fmt.Sprintf("states: the budget of %d expanded states is used up", o.States)
	case EndTime:
		return fmt.Sprintf("time: the budget of %s is used up", o.Time)
	case EndMemory:
		return fmt.Sprintf("memory: the budget of %d bytes is used up", o.Memory)
	}
	return "stopped: by a signal"
}

func visitedRow(o Options, res *Result) VisitedRow {
	if o.Exact {
		return VisitedRow{Kind: "exact"}
	}
	return VisitedRow{Kind: "fingerprint", Bits: 64, CollisionBound: collisionBound(res.Distinct)}
}

// collisionBound is n²/2^65 to two digits, rounded up.
func collisionBound(n uint64) float64 {
	if n < 2 {
		return 0
	}
	p := float64(n) * float64(n) / math.Exp2(65)
	unit := math.Pow(10, math.Floor(math.Log10(p))-1)
	return math.Ceil(p/unit) * unit
}

// slotBytes is what a state takes in the visited set at worst: a part grows by
// half when it is three quarters full, and holds old and new while it does.
const slotBytes = 8.0 * 1.5 / 0.75

func memoryRow(res *Result, measured bool) MemoryRow {
	m := MemoryRow{KeyBytes: res.KeyWidth}
	if held := res.Memory; measured {
		m.PeakBytes, m.VisitedBytes, m.TrailBytes, m.FrontierBytes = &held.Peak, &held.Visited, &held.Trail, &held.Frontier
		each := math.Round(10*float64(held.Peak)/float64(max(1, res.Distinct))) / 10
		m.BytesPerState = &each
	}
	m.HundredMillion = math.Round(100*1e8*(slotBytes+6+float64(res.KeyWidth)+1)/(1<<30)) / 100
	return m
}

func levelRows(res *Result) []LevelRow {
	rows := []LevelRow{}
	for i, l := range res.Levels {
		rows = append(rows, LevelRow{Depth: i, States: l.States, Outside: l.Outside, Digest: l.Digest.String()})
	}
	return rows
}

func marginText(m formula.Margin) jsontext.Value {
	if !m.Known {
		return jsontext.Value("null")
	}
	return jsontext.Value(m.Value.String())
}

// Identity is a policy's digest.
func (p Policy) Identity() (string, error) {
	if p.Formula == nil {
		h, err := p.Judge.Digest()
		return h.String(), err
	}
	h, err := formula.Digest(p.Formula)
	return h.String(), err
}

func policyRow(p Policy, f *Finding) (PolicyRow, error) {
	row := PolicyRow{ID: p.ID, Statement: p.Statement, Formal: p.Formal, Predicate: jsontext.Value("null"), Status: StatusHolds, Holds: true, Actions: []string{}, Margin: marginText(f.Margin), MarginUnit: p.Unit, MarginScope: f.Scope}
	var err error
	if row.Digest, err = p.Identity(); err != nil {
		return row, fmt.Errorf("policy %s: %w", p.ID, err)
	}
	if p.Formula != nil {
		if row.Predicate, err = formula.Encode(p.Formula); err != nil {
			return row, fmt.Errorf("policy %s: %w", p.ID, err)
		}
	}
	if p.Formula == nil {
		stated, err := p.Judge.Stated()
		if err != nil {
			return row, fmt.Errorf("policy %s: %w", p.ID, err)
		}
		row.Predicate = slices.Concat(jsontext.Value(`{"`+Stated+`":`), stated, jsontext.Value("}"))
	}
	if !f.Violated {
		return row, nil
	}
	row.Status, row.Holds = StatusUnverified, false
	if f.Example == nil {
		return row, nil
	}
	if f.Example.Verified {
		row.Status = StatusViolated
	}
	row.Counterexample = exampleRow(f.Example)
	for _, a := range row.Counterexample.Actions {
		row.Actions = append(row.Actions, fmt.Sprintf("%d. %s", a.Step, a.Description))
	}
	return row, nil
}

func exampleRow(c *Counterexample) *CounterexampleRow {
	row := &CounterexampleRow{Length: len(c.Moves) - 1, Actions: []ActionRow{}, Primitives: []PrimitiveRow{}, Explanation: c.Explanation, Margin: marginText(c.Margin),
		ReplayVerified: c.Verified, ReplayStateHash: c.State.String(), ReplayNote: c.Note}
	for i, a := range c.Actions {
		row.Actions = append(row.Actions, ActionRow{i + 1, a.Control, a.Role, a.Label, a.Step})
	}
	row.Primitives = append(row.Primitives, PrimitiveRow{Action: "start", Choice: c.Moves[0].Choice})
	for i, m := range c.Moves[1:] {
		p := PrimitiveRow{Action: m.ID, Choice: m.Choice}
		if i < len(c.Actions) {
			p.Tool, p.Args = c.Actions[i].Tool, c.Actions[i].Args
		}
		row.Primitives = append(row.Primitives, p)
	}
	return row
}

// Encode writes a report as indented JSON.
func (r *Report) Encode() ([]byte, error) { return encode(r) }

func encode(v any) ([]byte, error) {
	text, err := json.Marshal(v, jsontext.WithIndent("  "), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return append(text, '\n'), nil
}

// Says is the certificate's sentence in modest words.
func (r *Report) Says() string {
	held := []string{}
	for _, p := range r.Policies {
		if p.Holds {
			held = append(held, p.ID)
		}
	}
	if len(held) == 0 {
		return "Nothing is certified: no policy held."
	}
	reach := fmt.Sprintf("by at most %d actions", r.Depth)
	if r.Closed {
		reach = "by any number of actions"
	}
	return fmt.Sprintf("In the model %s, surface %s, no step that can be reached %s from its start violates %s. This speaks of the model alone.", r.World, r.Surface, reach, strings.Join(held, ", "))
}
