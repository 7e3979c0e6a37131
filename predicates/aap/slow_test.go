package aap

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// slowTrace judges AAP-1 over a whole trace by looking back and forth in it,
// as the published text is written. It knows the parameters of slowParams.
type slowTrace struct {
	recs        []slowRec
	authorities []string
}

type slowRec struct {
	h    trace.Head
	args map[string]any
	body *trace.Body
	res  map[string]any
	meta map[string]any
}

func newSlowTrace(views []predicates.View) slowTrace {
	t := slowTrace{authorities: []string{"human"}}
	object := func(text []byte) map[string]any {
		var out map[string]any
		_ = json.Unmarshal(text, &out)
		return out
	}
	for _, v := range views {
		t.recs = append(t.recs, slowRec{v.Head, object(v.Body.Args), v.Body, object(v.Body.Result), object(v.Body.Metadata)})
	}
	return t
}

// of lists the records of one call and kind.
func (t slowTrace) of(id string, kinds ...trace.Kind) (out []slowRec) {
	for _, r := range t.recs {
		if r.h.ActionID == id && id != "" && slices.Contains(kinds, r.h.Kind) {
			out = append(out, r)
		}
	}
	return out
}

// moment is rule 3 of section 4, as a record number; 0 if there is none.
func (t slowTrace) moment(id string) uint64 {
	ends := t.of(id, trace.KindAction)
	for _, s := range t.of(id, trace.KindStart) {
		if len(ends) == 0 || s.h.Seq < ends[0].h.Seq {
			return s.h.Seq
		}
	}
	firsts := ends
	for _, k := range t.of(id, trace.KindSyscall) {
		if k.meta["of"] == nil {
			firsts = append(firsts, k)
		}
	}
	least := uint64(0)
	for _, r := range firsts {
		if least == 0 || r.h.Seq < least {
			least = r.h.Seq
		}
	}
	return least
}

// covered is section 4 without the rules of a single action record.
func (t slowTrace) covered(id string) bool {
	tools, intents := map[string]bool{}, 0
	for _, r := range t.of(id, trace.KindIntent, trace.KindStart, trace.KindAction) {
		tools[r.h.Tool] = true
		if r.h.Kind == trace.KindAction {
			break
		}
		if r.h.Kind == trace.KindIntent {
			intents++
		}
	}
	at := t.moment(id)
	if intents > 1 || len(tools) != 1 || at == 0 {
		return false
	}
	var last *slowRec
	for _, p := range t.of(id, trace.KindPermission) {
		if p.h.Seq < at {
			last = &p
		}
	}
	if last == nil || last.h.Decision != "allow" || !tools[fmt.Sprint(last.args["tool"])] || !t.holds(*last, at) {
		return false
	}
	if from, rides := last.args["inherited_from"]; rides {
		seq := uint64(from.(float64))
		if seq == 0 || seq >= last.h.Seq {
			return false
		}
		g := t.recs[seq-1]
		if g.h.Kind != trace.KindPermission || g.h.Decision != "allow" || g.args["inherited_from"] != nil || g.args["scope"] == "once" ||
			g.args["authority"] != last.args["authority"] || g.args["tool"] != last.args["tool"] ||
			(g.args["pattern"] == nil && g.args["args_hash"] != last.args["args_hash"]) || !t.holds(g, at) {
			return false
		}
	}
	return last.args["args_hash"] == t.hash(id)
}

// holds are rules 6 to 8 for one permission at a moment.
func (t slowTrace) holds(p slowRec, at uint64) bool {
	if !slices.Contains(t.authorities, fmt.Sprint(p.args["authority"])) || !slices.Contains(allScopes, fmt.Sprint(p.args["scope"])) {
		return false
	}
	for _, r := range t.recs {
		if r.h.Seq >= at {
			break
		}
		if r.h.Kind == trace.KindSession && r.args["event"] == "turn" && r.h.Seq > p.h.Seq && p.args["scope"] == "turn" {
			return false
		}
		if r.h.Decision == "withdraw" && r.h.Seq > p.h.Seq {
			named, _ := strconv.ParseUint(fmt.Sprint(r.args["ref"]), 10, 64)
			known := named > 0 && named < r.h.Seq && t.recs[named-1].h.Decision == "allow"
			if named == p.h.Seq || !known {
				return false
			}
		}
	}
	return true
}

// hash is rule 12: the arguments that a permission must be for.
func (t slowTrace) hash(id string) any {
	stated := func(r slowRec) any { return r.body.ArgsHash.String() }
	if ends := t.of(id, trace.KindAction); len(ends) > 0 {
		return stated(ends[0])
	}
	starts := t.of(id, trace.KindStart)
	for _, s := range slices.Backward(starts) {
		if s.body.ArgsHash != nil {
			return stated(s)
		}
	}
	if is := t.of(id, trace.KindIntent); len(is) > 0 {
		return stated(is[0])
	}
	return nil
}

// violations is the whole judgement.
func (t slowTrace) violations() (out []uint64) {
	names, origins, moved := slowNames{}, slowOrigins{}, slowOrigins{}
	settled := map[string]bool{}
	ids := map[string]bool{}
	for _, r := range t.recs {
		ids[r.h.ActionID] = true
		switch r.h.Kind {
		case trace.KindAction:
			first := t.of(r.h.ActionID, trace.KindAction)[0].h.Seq == r.h.Seq
			if r.h.Tool == "delete_file" && r.h.Status != "denied" && r.h.Status != "cancelled" && !(first && t.covered(r.h.ActionID)) {
				out = append(out, r.h.Seq)
			}
		case trace.KindPermission:
			if known := t.known(r); known != nil && !settled[r.h.ActionID] && r.h.Decision == "allow" && r.args["authority"] == "human" &&
				t.toolBefore(r) == "delete_file" && r.args["tool"] == "delete_file" && r.args["args_hash"] == known.body.ArgsHash.String() &&
				slowGrant(r) && !t.ended(r) {
				settled[r.h.ActionID] = true
				origins.approve(path.Clean("/w/"+fmt.Sprint(known.args["path"])), r.h.ActionID)
			}
		case trace.KindSyscall:
			if r.meta["of"] != nil || r.res["decision"] == "deny" || r.res["errno"] != nil {
				continue
			}
			if t.effect(r, names, origins, moved) {
				out = append(out, r.h.Seq)
			}
			to, _ := r.args["to"].(string)
			k := kernelRecord{event: fmt.Sprint(r.args["event"]), resolved: fmt.Sprint(r.args["resolved"]), to: to, created: r.args["created"] == true, exchange: r.args["flags"] != nil}
			by := r.h.ActionID
			if !attributed(fmt.Sprint(r.meta["attribution"])) {
				by = ""
			}
			names.step(k, by)
			origins.step(k, by)
			if k.event == "link" && k.resolved != k.to {
				moved.put(k.to, k.to, "", "", nil)
			} else if k.event != "link" {
				moved.step(k, by)
			}
		}
	}
	for id := range ids {
		if id != "" && len(t.of(id, trace.KindAction)) == 0 && t.unended(id) {
			began := append(t.of(id, trace.KindStart), t.of(id, trace.KindIntent)...)
			out = append(out, began[0].h.Seq)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// effect reports whether an executed kernel record is an uncovered one.
func (t slowTrace) effect(r slowRec, names slowNames, origins, moved slowOrigins) bool {
	event, where := r.args["event"], fmt.Sprint(r.args["resolved"])
	attribution := fmt.Sprint(r.meta["attribution"])
	if event != "unlink" && event != "rmdir" || attribution == "harness" || strings.HasPrefix(where, "/tmp/") && strings.HasPrefix(moved.of(where), "/tmp/") {
		return false
	}
	if !attributed(attribution) || r.h.ActionID == "" {
		return true
	}
	if names[where] == r.h.ActionID {
		return false
	}
	if !t.covered(r.h.ActionID) {
		return true
	}
	if t.tool(r.h.ActionID) != "delete_file" {
		return false
	}
	// Within the values of the arguments that were known when it happened.
	known := t.known(r)
	if known == nil || known.body.ArgsHash.String() != t.hash(r.h.ActionID) || t.hashMoved(r) {
		return true
	}
	value := path.Clean("/w/" + fmt.Sprint(known.args["path"]))
	was := origins.of(where)
	return where != value && !strings.HasPrefix(where, value+"/") || was != value && !strings.HasPrefix(was, value+"/")
}

// known is the last record before r that shows arguments of its call.
func (t slowTrace) known(r slowRec) (known *slowRec) {
	ends := t.of(r.h.ActionID, trace.KindAction)
	for _, a := range t.of(r.h.ActionID, trace.KindIntent, trace.KindStart) {
		// Only the arguments of the tools that have objects are read.
		if a.args != nil && a.h.Tool == "delete_file" && a.h.Seq < r.h.Seq && (len(ends) == 0 || a.h.Seq < ends[0].h.Seq) {
			known = &a
		}
	}
	return known
}

// toolBefore is the tool that the call's last record before r names.
func (t slowTrace) toolBefore(r slowRec) (tool string) {
	for _, a := range t.of(r.h.ActionID, trace.KindIntent, trace.KindStart) {
		if a.h.Seq < r.h.Seq {
			tool = a.h.Tool
		}
	}
	return tool
}

func (t slowTrace) ended(r slowRec) bool {
	ends := t.of(r.h.ActionID, trace.KindAction)
	return len(ends) > 0 && ends[0].h.Seq < r.h.Seq
}

// slowGrant is rule 5 as far as the random sessions break it.
func slowGrant(r slowRec) bool {
	from, rides := r.args["inherited_from"].(float64)
	return !rides || from > 0 && uint64(from) < r.h.Seq
}

// hashMoved reports whether a later start before the end brought other
// arguments: what was within the old ones need not be within the new.
func (t slowTrace) hashMoved(r slowRec) bool {
	id := r.h.ActionID
	var before, after string
	ends := t.of(id, trace.KindAction)
	for _, a := range t.of(id, trace.KindIntent, trace.KindStart) {
		if a.args == nil || len(ends) > 0 && a.h.Seq > ends[0].h.Seq {
			continue
		}
		if after = a.body.ArgsHash.String(); a.h.Seq < r.h.Seq {
			before = after
		} else if after != before {
			return true
		}
	}
	return false
}

func (t slowTrace) tool(id string) string {
	for _, r := range t.of(id, trace.KindIntent, trace.KindStart, trace.KindAction) {
		return r.h.Tool
	}
	return ""
}

// unended reports whether a call without action is a violation of its own.
func (t slowTrace) unended(id string) bool {
	announced := t.of(id, trace.KindIntent, trace.KindStart)
	if !slices.ContainsFunc(announced, func(r slowRec) bool { return r.h.Tool == "delete_file" }) || t.covered(id) {
		return false
	}
	ran := len(t.of(id, trace.KindStart)) > 0
	for _, k := range t.of(id, trace.KindSyscall) {
		ran = ran || k.meta["of"] == nil && k.res["decision"] != "deny" && k.res["errno"] == nil
	}
	ps := t.of(id, trace.KindPermission)
	return ran || len(ps) == 0 || !slices.Contains([]string{"deny", "timeout", "cancelled"}, ps[len(ps)-1].h.Decision)
}

// randomTrace writes a session of a few calls in any order that heads allow.
func randomTrace(rng *rand.Rand) []vectorRecord {
	pick := func(s ...string) string { return s[rng.IntN(len(s))] }
	id := func() string { return pick("a", "b", "c") }
	args := func() string { return pick(`{"path":"x"}`, `{"path":"x"}`, `{"path":"d"}`) }
	tool := func() string { return pick("delete_file", "delete_file", "shell", "shell") }
	toolOf := map[string]string{"a": tool(), "b": tool(), "c": tool()}
	argsOf := map[string]string{"a": args(), "b": args(), "c": args()}
	file := func() string { return pick("/w/x", "/w/d", "/w/d/f", "/w/n", "/tmp/n") }
	out := []vectorRecord{opened()}
	calls := 16
	if rng.IntN(2) == 0 {
		// An approved delete runs, and the rest is mostly what the kernel saw.
		toolOf["a"] = "delete_file"
		if rng.IntN(3) == 0 {
			out = append(out, renames(pick("a", "b"), file(), file()))
		}
		out = append(out, intent("a", "delete_file", argsOf["a"]), permits("a", "allow", "delete_file", argsOf["a"]), start("a", "delete_file"))
		calls = 64
	}
	for range 4 + rng.IntN(14) {
		i := id()
		if calls > 16 && rng.IntN(3) > 0 {
			i = "a"
		}
		what := argsOf[i]
		if rng.IntN(8) == 0 {
			what = args()
		}
		name := toolOf[i]
		if rng.IntN(12) == 0 {
			name = tool()
		}
		attribution := m{"meta.attribution": pick("exact", "cgroup", "ancestry", "exact", "exact", "ambiguous", "harness")}
		switch n := rng.IntN(calls); min(n, 9+n%7) {
		case 0, 1:
			out = append(out, intent(i, name, what))
		case 2, 3, 4:
			change := m{"scope": pick("once", "turn", "session", "always", "session"), "authority": pick("human", "human", "human", "rule")}
			if rng.IntN(4) == 0 {
				change["inherited_from"] = 1 + rng.IntN(len(out)+1)
			}
			if rng.IntN(4) == 0 {
				change["pattern"] = "*"
			}
			out = append(out, permits(i, pick("allow", "allow", "allow", "allow", "deny", "timeout"), name, what, change))
		case 5:
			out = append(out, permits(i, "withdraw", name, what, m{"ref": fmt.Sprint(1 + rng.IntN(len(out)+1))}))
		case 6:
			if rng.IntN(3) == 0 {
				out = append(out, start(i, name, m{"args": json.RawMessage(what), "args_hash": hashOf(what)}))
			} else {
				out = append(out, start(i, name))
			}
		case 7:
			out = append(out, action(i, name, what, pick("ok", "ok", "error", "unknown", "denied", "cancelled")))
		case 8:
			out = append(out, session(pick("turn", "turn", "resume")))
		case 9:
			out = append(out, creates(i, file(), attribution))
		case 10, 11:
			change := m{"resolved": file(), "to": file()}
			if rng.IntN(4) == 0 {
				change["flags"] = []any{"RENAME_EXCHANGE"}
			}
			out = append(out, kernel(i, pick("rename", "rename_over"), change, attribution))
		case 12:
			out = append(out, kernel(i, "link", m{"resolved": file(), "to": file(), "created": true}, attribution))
		default:
			out = append(out, unlink(i, file(), attribution, m{"result.decision": pick("allow", "allow", "allow", "deny")}))
		}
	}
	return out
}

// TestAuthorizationAgainstSlowTrace compares the streaming predicate with the
// one that looks back and forth, over random sessions.
func TestAuthorizationAgainstSlowTrace(t *testing.T) {
	pred, _ := catalog(t).ByName("AAP-1@1")
	prog, err := pred.Compile(with(deleting, m{"except": []any{"/tmp/**"}}))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	violated, kept := 0, 0
	for round := range 4000 * scale() {
		v := vector{Records: randomTrace(rng)}
		views := v.views(t, prog, true)
		got, err := predicates.Evaluate(prog, views)
		if err != nil {
			t.Fatal(err)
		}
		want := newSlowTrace(views).violations()
		if !slices.Equal(got.Records, want) || got.Violated != (len(want) > 0) {
			text, _ := json.Marshal(v.Records)
			t.Fatalf("round %d: %+v, want %v\n%s", round, got, want, strings.ReplaceAll(string(text), `{"head"`, "\n"+`{"head"`))
		}
		if got.Violated {
			violated++
		} else {
			kept++
		}
	}
	if violated < 100 || kept < 100 {
		t.Errorf("%d violated, %d kept: the sessions decide too little", violated, kept)
	}
}
