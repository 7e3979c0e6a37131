// Package policy decides what an agent's processes may do: a pure function
// from (policy, what is asked) to allow or deny and the name of the rule.
//
// Purpose. Parse reads the strict YAML that an operator writes, Default is the
// policy of a run without a file, Compile binds either to one machine
// (workspace, home, state directory) and yields Rules, whose Decide is asked
// once per supervised system call.
//
// Promise. Decide has no clock, no I/O and no state, so a decision can be
// repeated by anybody who has the policy and the request. Every decision names
// the rule that made it ("files.write.deny[2]", "protect:vcs-hooks",
// "default"). Order never matters: what is protected beats deny, deny beats
// allow, and in enforce mode what no rule allows is denied. A malformed or
// unknown key is an error with its line, never a guess.
//
// Modes. In observe mode the lists are only measured: a request they would
// refuse is allowed, and the decision names the rule and says WouldDeny. What
// is protected is refused in both modes, because writing there (a hook, a
// shell start-up file, the sidecar's own files) lets the agent act after or
// outside the watch. The built-in set and its reasons are in protect.go.
//
// Patterns. A pattern is an absolute path; `*` matches any run of characters
// within one component, `?` one character, `**` any number of whole
// components, and `\` takes the next character literally. A pattern covers what
// it matches and everything beneath it, the same reading that Landlock has, so
// that the kernel's floor (Landlock) and the decision agree on "/srv/data".
//
// Limits. Paths are compared as the supervisor resolved them: absolute, clean,
// without symbolic links. A host name in a network rule stands for the
// addresses that the session's resolver handed out under it (Request.Names),
// never for one of this machine or a private network, and never for what
// /etc/hosts says: those are written as addresses. Content is not inspected: `git config core.hooksPath` and a Mercurial hgrc stay writable,
// because `git init`, `git clone` and `hg clone` write those files.
package policy
