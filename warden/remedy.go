package warden

import (
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/varek/varek/warden/policy"
)

// Object names what a record is about in one text: the path, both paths of a
// rename or link, the destination with its port, or else the flags.
func (r Record) Object() string {
	switch {
	case r.Host != "" && r.Port != 0:
		return r.Host + ":" + strconv.Itoa(r.Port)
	case r.Host != "":
		return r.Host
	case strings.HasPrefix(r.Addr, "unix:"), r.Addr != "" && r.Port == 0:
		return r.Addr
	case r.Addr != "":
		return net.JoinHostPort(r.Addr, strconv.Itoa(r.Port))
	case r.To != "" && slices.Contains([]string{"rename", "rename_over", "link"}, r.Event):
		return r.Resolved + " -> " + r.To
	case r.Resolved != "":
		return r.Resolved
	case r.Asked != "":
		return r.Asked
	}
	return strings.Join(r.Flags, "|")
}

// Remedy says what an operator who wants a denied call to go through would do;
// where nothing in a policy allows it, it says that and why.
func (r Record) Remedy() string {
	if list, entry, ok := policyRule(r.Rule); ok {
		if list == "protect" {
			return "take entry " + entry + " out of protect in the policy, or except a name from it with an entry that begins with !"
		}
		return "narrow entry " + entry + " of " + list + " in the policy"
	}
	if words, ok := remedies[r.Rule]; ok {
		return words
	}
	switch r.Rule {
	case policy.RuleDefault, policy.RuleSpecial:
		return "add it to " + strings.Join(r.lists(), " and ") + " in the policy"
	case policy.RuleName:
		return "add the name and its port, such as " + r.Host + ":443, to network.connect.allow in the policy"
	}
	if strings.HasPrefix(r.Rule, "protect:") {
		return "add the name with a ! in front to protect in the policy, if the agent is meant to write there"
	}
	return "none: see SECURITY.md for " + r.Rule
}

// policyRule takes the name of a policy file's rule apart: "files.read.deny[2]".
func policyRule(rule string) (list, entry string, ok bool) {
	list, rest, ok := strings.Cut(rule, "[")
	entry, closed := strings.CutSuffix(rest, "]")
	return list, entry, ok && closed
}

// lists are the allow lists that a call needs an entry in.
func (r Record) lists() []string {
	const read, write = "files.read.allow", "files.write.allow"
	switch r.Event {
	case "exec":
		return []string{"files.exec.allow"}
	case "connect", "send":
		return []string{"network.connect.allow"}
	case "bind":
		return []string{"network.bind.allow"}
	case "rename", "rename_over", "link":
		return []string{read, write}
	case "open", "create":
		switch {
		case slices.Contains(r.Flags, "O_RDWR"):
			return []string{read, write}
		case r.Event == "open" && !slices.Contains(r.Flags, "O_WRONLY"):
			return []string{read}
		}
	}
	return []string{write}
}

// remedies are the words for rules that are in no policy file.
var remedies = map[string]string{
	policy.RuleOwn:       "none: it belongs to varek, and no policy opens it",
	policy.RuleDevices:   "none: a device of the machine itself, and no policy opens it",
	policy.RuleProcess:   "none: it is another program's process",
	policy.RuleInvalid:   "none: the call makes no sense",
	policy.RuleRebound:   "the name led to this machine or its network; add that address itself to network.connect.allow if it is meant",
	policy.RuleLaunchers: "what listens there starts programs outside the warden's sight; add the socket itself, as unix:/path, to network.connect.allow if that is meant",
	"protect:agents":     "the user's keys or names past the resolver; add the socket itself, as unix:/path, to network.connect.allow",
	RuleTimeout:          "raise limits.decision_delay in the policy, or look for what is slow (a file system, a name server)",
	RulePanic:            "a fault of varek: please report it with the session's log",
	RuleOverload:         "too many calls wait at once (FIFOs, connects); nothing in a policy changes that",
	RuleUnreadable:       "none: the process could not be looked at, mostly because it was ending",
	RuleCredentials:      "start the run as the user that the program becomes, or in observe mode",
	RuleNamespace:        "none: what lives in another mount namespace is not decided by path",
	RuleBusCall:          "none: only the harness speaks on the bus, not its tools",
	RuleBusPassed:        "none: a connection to the bus stays with the harness",
	RuleDescriptor:       "none: the object has no name that a rule could allow",
	RuleControl:          "none: the program can do without this control message",
	RuleTrace:            "free disk space or see why the store refuses; the run ends because nothing can be recorded",
	RuleMemory:           "write the program to a file under files.exec.allow and run it from there",
	RuleLoader:           "run the program itself instead of its loader",
	RuleIdentity:         "none: the file changed while it was being started; start it again",
	RuleNamespaces:       "namespaces: allow in the policy, at the price that policy check names",
	RuleSchedule:         "none: scheduling of what is outside the run; inside, name the process itself",
	RuleResolver:         "none: the session's resolver answers plain questions for names only",
}
