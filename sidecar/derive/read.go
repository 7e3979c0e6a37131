package derive

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// reader takes the limits out of one promise's parameters.
type reader struct {
	name, predicate string
	out             *Derived
	limits          map[string][]limit
}

// params are the members of parameters that derivation reads.
type params struct {
	Calls      []call            `json:"calls"`
	Within     []json.RawMessage `json:"within"`
	Recipients []json.RawMessage `json:"recipients"`
	Require    json.RawMessage   `json:"require"`
	Grants     json.RawMessage   `json:"grants"`
	Effects    []string          `json:"effects"`
	OnGap      string            `json:"on_gap"`
	terms
}

type call struct {
	Tool  string
	Kinds []string
	Where string
}

// terms stand in an entry or, for all entries, at the top.
type terms struct {
	As     string    `json:"as"`
	Allow  *[]string `json:"allow"`
	Values *[]string `json:"values"`
	Roots  *[]string `json:"roots"`
}

type source struct {
	Tool    string  `json:"tool"`
	Pointer *string `json:"pointer"`
	terms
}

func (r *reader) beyond(what, why string) { r.out.beyond(r.name, what, why) }

func (r *reader) read(text []byte) error {
	var p params
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("read its parameters: %w", err)
	}
	if p.OnGap == "violated" {
		r.beyond("silence and crashes of the recorder", "no rule prevents them")
	}
	switch r.predicate {
	case "AAP-2@1":
		r.calls(p.Calls)
		if p.Require != nil {
			r.beyond("require", "a policy has no conditions")
		}
		return r.sources(p, p.Within)
	case "AAP-4@1":
		r.calls(p.Calls)
		return r.sources(p, p.Recipients)
	case "AAP-1@1":
		if len(p.Effects) > 0 {
			r.beyond("permission for "+strings.Join(p.Effects, ", "), "a policy knows no permissions: it could only forbid these effects always")
		}
		r.beyond("permission for each call", "the harness asks for it and reports it; the kernel sees neither")
	case "AAP-3@1":
		r.beyond("payments", "amounts and recipients stand in what the harness reports, not in kernel calls")
	case "AAP-5@1":
		r.beyond("numbers, sums and repetitions", "a policy decides each call by itself and counts nothing")
	case "PTL-1@1":
		r.beyond("the order of calls", "a policy decides each call by itself and remembers nothing")
	default:
		r.beyond(r.predicate, "derivation does not know this predicate")
	}
	return nil
}

// calls says what of the selection no list can tell apart.
func (r *reader) calls(list []call) {
	for _, c := range list {
		switch {
		case !mayBeKernel(c.Tool) || len(c.Kinds) > 0 && !slices.Contains(c.Kinds, "syscall"):
			r.beyond("calls of "+c.Tool, "the kernel does not see what a harness's tool is told; what the tool does there is decided as everything else")
		case c.Where != "":
			r.beyond("the condition on "+c.Tool, "a policy has no conditions: the rules hold for every write or connection, and reads and executions stay free even if it selects them")
		case matches(c.Tool, "sys.open") || matches(c.Tool, "sys.exec"):
			r.beyond("reads and executions by "+c.Tool, "no program starts without them; the promise checks them all the same")
		}
	}
}

// sources makes a limit of each entry about kernel records.
func (r *reader) sources(p params, list []json.RawMessage) error {
	for _, raw := range list {
		s := source{Tool: "*"}
		if raw[0] == '"' || json.Unmarshal(raw, &s) != nil || !strings.HasPrefix(s.Tool, "sys.") {
			continue // about tools of the harness: calls has told
		}
		if s.Pointer != nil {
			r.beyond("the values at "+*s.Pointer+" of "+s.Tool, "a rule is about the object of a kernel call, not about its record")
			continue
		}
		if p.Grants != nil {
			r.beyond("what the user permits", "a policy knows no permissions: it refuses that too")
		}
		t := s.terms
		if t.As == "" {
			t.As = p.As
		}
		for _, pick := range []struct{ own, top **[]string }{{&t.Allow, &p.Allow}, {&t.Values, &p.Values}, {&t.Roots, &p.Roots}} {
			if *pick.own == nil {
				*pick.own = *pick.top
			}
		}
		if t.As == "path" {
			r.paths(s.Tool, t)
		} else {
			r.hosts(s.Tool, t)
		}
	}
	return nil
}

// fileTools are the kernel records that files.write decides.
var fileTools = []string{"sys.open", "sys.create", "sys.truncate", "sys.unlink", "sys.rmdir", "sys.rename", "sys.mkdir", "sys.link", "sys.symlink", "sys.mknod",
	"sys.chmod", "sys.chown", "sys.utimes", "sys.xattr"}

func (r *reader) paths(tool string, t terms) {
	if !slices.ContainsFunc(fileTools, func(f string) bool { return matches(tool, f) }) {
		r.beyond("the paths of "+tool, "files.write does not decide it")
		return
	}
	l := limit{promise: r.name, entries: []entry{}}
	if t.Roots != nil {
		for _, root := range *t.Roots {
			l.entries = append(l.entries, pathEntry(rooted(root)))
		}
	}
	if t.Values != nil {
		for _, v := range *t.Values {
			dir, tree := strings.CutSuffix(v, "/**")
			if strings.Contains(dir, "*") {
				r.beyond("permitting "+v, "a rule of a policy covers all beneath what it matches; the policy refuses it")
				continue
			}
			e := pathEntry(rooted(dir))
			l.entries = append(l.entries, e)
			if tree {
				r.beyond("the directory "+e.text+" itself", "the promise permits only what is beneath, the rule also the directory: name it in roots")
			} else {
				r.beyond("what lies beneath "+e.text, "the promise permits only the name itself, the rule also all beneath if it is a directory: name it in roots")
			}
		}
	}
	r.limits[writes] = append(r.limits[writes], l)
}

func (r *reader) hosts(tool string, t terms) {
	hosts := t.Allow
	if hosts == nil {
		hosts = t.Values
	}
	lists := map[string]bool{connects: matches(tool, "sys.connect") || matches(tool, "sys.send"), binds: matches(tool, "sys.bind")}
	if hosts == nil || !lists[connects] && !lists[binds] {
		r.beyond("the destination of "+tool, "neither network.connect nor network.bind decides it")
		return
	}
	for _, list := range []string{connects, binds} {
		if !lists[list] {
			continue
		}
		l := limit{promise: r.name, entries: []entry{}}
		for _, h := range *hosts {
			e, err := hostEntry(h, list)
			if err != nil {
				r.beyond("permitting "+h+" in "+list, err.Error()+"; the policy refuses it")
				continue
			}
			l.entries = append(l.entries, e)
		}
		r.limits[list] = append(r.limits[list], l)
	}
}

// mayBeKernel reports whether a glob of tools can match kernel records.
func mayBeKernel(glob string) bool {
	literal, _, starred := strings.Cut(glob, "*")
	return strings.HasPrefix(literal, "sys.") || starred && strings.HasPrefix("sys.", literal)
}

// matches is the glob of tools: a star is any run of characters.
func matches(glob, tool string) bool {
	parts := strings.Split(glob, "*")
	if len(parts) == 1 {
		return glob == tool
	}
	rest, ok := strings.CutPrefix(tool, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, p)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
