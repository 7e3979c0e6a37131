package attack

import "strings"

// attempt is one attack of testdata and what is known about it.
type attempt struct {
	name  string
	class string // numbers of the classes in the list of bypasses; "+" for attacks beyond it
	// native says for whom it succeeds without varek: "any", "root", "nobody";
	// "" where trying is unsafe or the kernel alone refuses it.
	native string
	ends   string // how it may end, "" for "exit 0"; int 0x80 is SIGSEGV where the kernel has no such gate
}

// writes reports whether the attack is one on what observe mode refuses too:
// names and objects that are protected, other processes, the machine.
func (a attempt) writes() bool {
	switch a.name {
	case "race-descriptor", "race-write-link", "race-create-link", "race-how", "race-change":
		return true
	}
	return !strings.HasPrefix(a.name, "race-") && !strings.HasPrefix(a.name, "exec-")
}

// attempts in the order in which one session runs them.
var attempts = []attempt{
	{"io_uring", "1", "any", ""},
	{"int80", "2", "", "signal 31, signal 11"},
	{"x32", "3", "", "signal 31"},
	{"open-spellings", "4", "any", ""},
	{"file-handles", "4 5", "root", ""},
	{"newer-calls", "6", "any", ""},
	{"tiocsti", "7", "any", ""},
	{"tiocsti-garbage", "7", "any", ""},
	{"terminal-ioctls", "7 +", "any", ""},
	{"allow-filter", "8", "any", ""},
	{"listener", "8", "any", ""},

	{"race-thread", "9", "any", ""},
	{"race-process", "10", "any", ""},
	{"race-task", "10", "any", ""},
	{"race-descriptor", "12 +", "any", ""},
	{"race-link", "13", "any", ""},
	{"race-directory", "13 14", "any", ""},
	{"race-write-link", "13 25", "any", ""},
	{"race-create-link", "13 25", "any", ""},
	{"race-parent", "14", "any", ""},
	{"race-cwd", "14 +", "any", ""},
	{"race-exec", "15", "any", ""},
	{"race-exec-loader", "15 38", "any", ""},
	{"race-exec-memory", "15 37", "any", ""},
	{"race-exec-script", "15 40", "any", ""},
	{"race-how", "17", "any", ""},
	{"race-change", "9 23 24 27 28", "any", ""},
	{"race-hard-link", "9 23", "any", ""},
	{"race-dying", "20", "any", ""},
	{"stalls", "19", "", ""},

	{"proc-mem", "21", "any", ""},
	{"path-spellings", "22 34", "any", ""},
	{"hard-links", "23", "any", ""},
	{"renames", "24", "any", ""},
	{"write-through-links", "25 +", "any", ""},
	{"reopen", "26", "any", ""},
	{"attributes", "27", "any", ""},
	{"fchmod-read-only", "27 +", "any", ""},
	{"fchown-read-only", "27 +", "root", ""},
	{"futimens-read-only", "27 +", "any", ""},
	{"fsetxattr-read-only", "27 +", "any", ""},
	{"fremovexattr-read-only", "27 +", "any", ""},
	{"setflags-read-only", "27 +", "", ""},
	{"truncates", "28", "any", ""},
	{"devices", "29", "", ""},
	{"shared-mapping", "30", "", ""},
	{"mounts", "31", "", ""},
	{"user-namespace", "31 63", "", ""},
	{"protected-set", "32", "any", ""},
	{"long-paths", "33", "any", ""},
	{"inherited-descriptors", "35", "any", ""},
	{"cgroups", "36", "", ""},
	{"state", "71", "any", ""},
	{"kernel-switches", "29 +", "root", ""},

	{"exec-memory", "37", "any", ""},
	{"exec-unnamed", "37 39 +", "any", ""},
	{"exec-shared-memory", "37 +", "root", ""},
	{"exec-loader", "38", "any", ""},
	{"exec-written", "39", "any", ""},
	{"exec-denied", "37 +", "any", ""},
	{"exec-scripts", "40", "any", ""},
	{"exec-preload", "41", "any", ""},
	{"exec-setuid", "42", "nobody", ""},
	{"exec-thread", "43", "any", "exit 126"},
	{"exec-vfork", "44", "any", ""},

	{"write-parent", "57", "any", ""},
	{"signals", "58", "", ""},
	{"full-table", "59", "any", ""},
	{"flood", "60", "any", ""},
	{"orphan", "62", "any", ""},
	{"namespaces", "63", "any", ""},
	{"undumpable", "64", "any", ""},
	{"keys", "65", "any", ""},
	{"machine", "66", "any", ""},
	{"odd-names", "70", "", ""},
	{"fifos", "72", "any", ""},
	{"neighbours", "74", "any", ""},
	{"personality", "75", "any", ""},
	{"self-sandbox", "+", "", ""},
	{"capabilities", "66 +", "root", ""},
	{"families", "54", "root", ""},
	{"scheduling", "59 +", "root", ""},
}
