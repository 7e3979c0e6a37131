package filter

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"

	libseccomp "github.com/seccomp/libseccomp-golang"
	"golang.org/x/sys/unix"
)

var optionSets = map[string]Options{
	"default":    {},
	"namespaces": {Namespaces: true},
	"told":       {TellRefusals: true},
	"sends":      {Sends: true},
	"memfd":      {ClosedMemfd: true},
	"dumpable":   {KeepDumpable: true},
	"shared":     {SharedPIDs: true},
	"all":        {Namespaces: true, Sends: true, ClosedMemfd: true, KeepDumpable: true, SharedPIDs: true},
}

func scale() int {
	if n, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && n > 0 {
		return n
	}
	return 1
}

// native is the audit number of the architecture under test.
func native(t testing.TB) uint32 {
	switch runtime.GOARCH {
	case "amd64":
		return unix.AUDIT_ARCH_X86_64
	case "arm64":
		return unix.AUDIT_ARCH_AARCH64
	}
	t.Skip("SKIP: no audit number is known for " + runtime.GOARCH)
	return 0
}

// returned is what a program returns for a decision.
func returned(a Action, errno unix.Errno) uint32 {
	switch a {
	case Free:
		return unix.SECCOMP_RET_ALLOW
	case Notify:
		return unix.SECCOMP_RET_USER_NOTIF
	}
	return unix.SECCOMP_RET_ERRNO | uint32(errno)
}

// values are arguments that sit at the edges of the rules.
func values(rules []Rule) []uint64 {
	out := []uint64{0, 1, 2, 0xffffffff, 1 << 32, ^uint64(0)}
	for _, r := range rules {
		for _, c := range r.When {
			out = append(out, c.Value, c.Value+1, c.Value-1, c.Value|1<<32, c.Value|0xdeadbeef<<32, c.Value|c.Mask)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// The BPF program decides as Evaluate does, for every call and for arguments
// around every constant of the rules.
func TestProgramAgreesWithEvaluate(t *testing.T) {
	arch := native(t)
	r := rand.New(rand.NewPCG(5, 6))
	for name, o := range optionSets {
		t.Run(name, func(t *testing.T) {
			p, err := Build(o)
			if err != nil {
				t.Fatal(err)
			}
			program, rules := p.Instructions(), Rules(o)
			vs := values(rules)
			longest, total, runs := 0, 0, 0
			for _, n := range names(rules) {
				tries := 20
				if conditional(rules, n) {
					tries = 2000 * scale()
				}
				number, ok, err := number(ruleOf(rules, n))
				if err != nil || !ok {
					continue
				}
				for i := 0; i < tries; i++ {
					c := call{number: int32(number), arch: arch}
					for j := range c.args {
						c.args[j] = vs[r.IntN(len(vs))]
						if r.IntN(4) == 0 {
							c.args[j] = 0
						}
					}
					got, steps, err := run(program, c)
					if err != nil {
						t.Fatal(err)
					}
					longest, total, runs = max(longest, steps), total+steps, runs+1
					if want := returned(Evaluate(rules, n, c.args)); got != want && !oneOfRefusals(rules, n, c.args, got) {
						t.Fatalf("%s %#x: the program returns %#x, the rules say %#x", n, c.args, got, want)
					}
				}
			}
			t.Logf("%d instructions, at most %d and on average %d executed", len(program), longest, total/runs)
		})
	}
}

// oneOfRefusals reports whether got is the errno of a refusal that holds.
func oneOfRefusals(rules []Rule, name string, args [6]uint64, got uint32) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool {
		return r.Syscall == name && r.first() && r.holds(args) && returned(r.Action, r.Errno) == got
	})
}

func names(rules []Rule) []string {
	var out []string
	for _, r := range rules {
		if !slices.Contains(out, r.Syscall) {
			out = append(out, r.Syscall)
		}
	}
	return out
}

func ruleOf(rules []Rule, name string) *Rule {
	return &rules[slices.IndexFunc(rules, func(r Rule) bool { return r.Syscall == name })]
}

func conditional(rules []Rule, name string) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return r.Syscall == name && len(r.When) > 0 })
}

// Another architecture and the x32 numbers kill; numbers without a rule answer
// ENOSYS, whatever the arguments.
func TestForeignNumbers(t *testing.T) {
	arch := native(t)
	p, err := Build(Options{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[int32]bool{}
	for _, r := range Rules(Options{}) {
		if n, ok, err := number(&r); err == nil && ok {
			known[int32(n)] = true
		}
	}
	program := p.Instructions()
	for n := int32(0); n < 1024; n++ {
		got, _, err := run(program, call{number: n, arch: arch})
		if err != nil {
			t.Fatal(err)
		}
		if !known[n] && got != returned(Refuse, unix.ENOSYS) {
			t.Errorf("number %d, which no rule names, returns %#x", n, got)
		}
		for _, foreign := range []uint32{unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, unix.AUDIT_ARCH_PPC64LE, 0} {
			if got, _, err := run(program, call{number: n, arch: foreign}); err != nil || got != unix.SECCOMP_RET_KILL_PROCESS {
				t.Fatalf("number %d of architecture %#x returns %#x (%v)", n, foreign, got, err)
			}
		}
		if arch == unix.AUDIT_ARCH_X86_64 {
			if got, _, err := run(program, call{number: n | 0x40000000, arch: arch}); err != nil || got != unix.SECCOMP_RET_KILL_PROCESS {
				t.Fatalf("x32 number %d returns %#x (%v)", n, got, err)
			}
		}
	}
}

// Every rule says why, resolves to a number where the architecture has the
// call, and no call has two rules that could both speak.
func TestRulesAreWellFormed(t *testing.T) {
	for name, o := range optionSets {
		rules := Rules(o)
		plain := map[string]int{}
		for i := range rules {
			r := &rules[i]
			if r.Reason == "" {
				t.Errorf("%s: rule for %s has no reason", name, r.Syscall)
			}
			if (r.Action == Refuse) != (r.Errno != 0) {
				t.Errorf("%s: rule for %s: action %v with errno %v", name, r.Syscall, r.Action, r.Errno)
			}
			if _, _, err := number(r); err != nil {
				t.Errorf("%s: %s: %v", name, r.Syscall, err)
			}
			if r.Number > 0 {
				if byName, err := libseccomp.GetSyscallFromName(r.Syscall); err == nil && int(byName) != r.Number {
					t.Errorf("%s: %s has number %d, libseccomp says %d", name, r.Syscall, r.Number, byName)
				}
			}
			if len(r.When) == 0 {
				plain[r.Syscall]++
			} else if !r.first() && r.Syscall != "personality" && r.Syscall != "memfd_create" && r.Syscall != "sendto" {
				t.Errorf("%s: conditional permission for %s", name, r.Syscall)
			}
		}
		for call, n := range plain {
			if n > 1 {
				t.Errorf("%s: %s has %d rules without conditions", name, call, n)
			}
		}
	}
}

// The calls of a name-changing or opening kind that this kernel's headers know
// are notified or refused, never free: a new spelling of an old call must not
// slip into the free list.
func TestNoNameSlipsThrough(t *testing.T) {
	rules := Rules(Options{})
	for _, n := range []string{
		"open", "openat", "openat2", "creat", "open_tree", "open_by_handle_at", "unlink", "unlinkat", "rmdir", "rename",
		"renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat", "truncate",
		"ftruncate", "fchmod", "fchown", "fsetxattr", "fremovexattr", "utimensat",
		"chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "setxattr", "lsetxattr",
		"setxattrat", "removexattr", "lremovexattr", "removexattrat", "file_setattr", "execve", "execveat", "connect", "bind",
		"mount", "move_mount", "pivot_root", "chroot", "swapon", "acct", "quotactl", "uselib", "name_to_handle_at", "io_uring_setup",
	} {
		if a, _ := Evaluate(rules, n, [6]uint64{}); a == Free {
			t.Errorf("%s is free", n)
		}
	}
	notified := Notified(Options{})
	for _, n := range []string{"openat", "renameat2", "execve", "connect", "utimensat"} {
		if !slices.Contains(notified, n) {
			t.Errorf("Notified lacks %s: %v", n, notified)
		}
	}
	if slices.Contains(notified, "sendto") || !slices.Contains(Notified(Options{Sends: true}), "sendto") {
		t.Error("the sends do not follow their option")
	}
}

func TestBytes(t *testing.T) {
	p, err := Build(Options{})
	if err != nil {
		t.Fatal(err)
	}
	raw, list := p.Bytes(), p.Instructions()
	if len(raw) != 8*len(list) {
		t.Fatalf("%d bytes for %d instructions", len(raw), len(list))
	}
	for i, in := range list {
		b := raw[8*i:]
		if binary.NativeEndian.Uint16(b) != in.Code || b[2] != in.Jt || b[3] != in.Jf || binary.NativeEndian.Uint32(b[4:]) != in.K {
			t.Fatalf("instruction %d differs", i)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		if _, err := Build(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
