package policy

import (
	"fmt"
	"strings"
	"time"
)

// Explain says in sentences what a policy does. The order and the words are
// stable, so that two policies can be compared line by line.
func (p *Policy) Explain() []string {
	filled := *p
	filled.fill()
	p = &filled
	out := []string{"What no rule allows is refused (mode: enforce)."}
	if p.Mode == Observe {
		out[0] = "Nothing but what is protected is refused; the lists below only mark records (mode: observe)."
	}
	out = append(out, p.explainFiles()...)
	out = append(out, p.explainNetwork()...)
	out = append(out, p.explainProtection()...)
	return append(out, p.explainRest()...)
}

func quoted(list []string) string { return strings.Join(list, ", ") }

// about says what one pair of lists does; none is the sentence for two empty ones.
func (p *Policy) about(l List, verb, none string) []string {
	may, not := "may", "may not"
	if p.Mode == Observe {
		may, not = "is meant to", "is not meant to"
	}
	var out []string
	switch {
	case len(l.Allow) > 0:
		out = append(out, fmt.Sprintf("The agent %s %s %s.", may, verb, quoted(l.Allow)))
	case p.Mode == Enforce:
		out = append(out, none)
	}
	if len(l.Deny) > 0 {
		out = append(out, fmt.Sprintf("The agent %s %s %s, whatever else allows it.", not, verb, quoted(l.Deny)))
	}
	return out
}

func (p *Policy) explainFiles() []string {
	out := p.about(p.Files.Read, "read", "The agent may read nothing but /proc and devices without content.")
	out = append(out, p.about(p.Files.Write, "write, make, move and remove", "The agent may write nothing but terminals and devices without content.")...)
	return append(out, p.about(p.Files.Exec, "execute", "The agent may execute nothing more once it runs.")...)
}

func (p *Policy) explainNetwork() []string {
	out := p.about(p.Network.Connect, "connect to", "The agent may connect to nothing but the bus of its own run.")
	out = append(out, p.about(p.Network.Bind, "listen on", "The agent may listen on nothing.")...)
	for _, a := range append(append([]string{}, p.Network.Connect.Allow...), p.Network.Bind.Allow...) {
		if strings.HasPrefix(a, "*:") {
			return append(out, "The host * means every address but loopback, link-local, this machine's own and the cloud's metadata service.")
		}
	}
	return out
}

func (p *Policy) explainProtection() []string {
	var more, free []string
	for _, e := range p.Protect {
		if rest, ok := strings.CutPrefix(e, "!"); ok {
			free = append(free, rest)
		} else {
			more = append(more, e)
		}
	}
	out := []string{"Never written: VCS hooks, shell start-up files, the harness's and the CI's configuration, kernel settings, and what belongs to varek."}
	if len(more) > 0 {
		out = append(out, "Never written besides: "+quoted(more)+".")
	}
	if len(free) > 0 {
		out = append(out, "Taken out of the protected set: "+quoted(free)+".")
	}
	if p.Namespaces == NamespacesAllow {
		out = append(out, "The agent may make namespaces and mounts: Landlock is off, and protected paths can be reached through a mount (namespaces: allow).")
	}
	return out
}

// demandWords say what a demand is for.
var demandWords = map[Demand]string{
	DemandLandlock:     "Landlock",
	DemandSignalScope:  "that the agent cannot signal what is outside (Landlock ABI 6 or a PID namespace)",
	DemandPIDNamespace: "a PID namespace",
	DemandUserNS:       "a PID namespace, for a plain user by way of a user namespace (files of others then show as nobody's)",
	DemandCgroup:       "a control group for each tool call",
}

func (p *Policy) explainRest() []string {
	var out []string
	for _, d := range p.Floor {
		out = append(out, fmt.Sprintf("The run does not start without %s (floor: %s).", demandWords[d], d))
	}
	switch p.Record.Reads {
	case ReadsAll:
		out = append(out, "Every read is on record, allowed ones once per process, object and call with their number.")
	case ReadsNone:
		out = append(out, "No read is on record, not even a refused one.")
	default:
		out = append(out, "Of reads, the refused ones are on record.")
	}
	if p.Record.Sync {
		out = append(out, "A change of a name is in the trace before it is performed (record: sync).")
	}
	for _, l := range []struct {
		value uint64
		words string
	}{{p.Limits.OpenFiles, "%d open files"}, {p.Limits.FileSize, "%d bytes in a file"}, {p.Limits.AddressSpace, "%d bytes of address space"},
		{p.Limits.CPUSeconds, "%d seconds of processor time in one process"}} {
		if l.value > 0 {
			out = append(out, fmt.Sprintf("The agent gets at most "+l.words+".", l.value))
		}
	}
	if d := time.Duration(p.Limits.DecisionDelay); d != 5*time.Second {
		out = append(out, fmt.Sprintf("An answer that takes longer than %s is a refusal.", d))
	}
	if p.Bus.InferredPermissions == InferredAccept {
		out = append(out, "Where calls have no control group, permissions count that came from a process only inferred to stand outside every call.")
	}
	return out
}
