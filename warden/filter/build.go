package filter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	libseccomp "github.com/seccomp/libseccomp-golang"
	"golang.org/x/sys/unix"
)

// ErrBuild is the family of errors of Build.
var ErrBuild = errors.New("build system call filter")

// instructionSize is the size of a BPF instruction: u16 code, u8 jt, u8 jf, u32 k.
const instructionSize = 8

// maxInstructions is the kernel's BPF_MAXINSNS.
const maxInstructions = 4096

// Program is a BPF program for seccomp(2).
type Program struct{ instructions []unix.SockFilter }

// Instructions returns a copy of the program, in the form of struct sock_fprog.
func (p Program) Instructions() []unix.SockFilter {
	return append([]unix.SockFilter(nil), p.instructions...)
}

// Bytes returns the program in native byte order, 8 bytes an instruction.
func (p Program) Bytes() []byte {
	out := make([]byte, 0, len(p.instructions)*instructionSize)
	for _, i := range p.instructions {
		out = binary.NativeEndian.AppendUint16(out, i.Code)
		out = append(out, i.Jt, i.Jf)
		out = binary.NativeEndian.AppendUint32(out, i.K)
	}
	return out
}

// Build compiles the rules of o.
func Build(o Options) (Program, error) {
	p, err := compile(Rules(o))
	if err != nil {
		return Program{}, fmt.Errorf("%w: %w", ErrBuild, err)
	}
	return p, nil
}

// compile makes the two programs and joins them.
func compile(rules []Rule) (Program, error) {
	arguments, err := assemble(rules, true, libseccomp.ActAllow)
	if err != nil {
		return Program{}, err
	}
	names, err := assemble(rules, false, libseccomp.ActErrno.SetReturnCode(int16(unix.ENOSYS)))
	if err != nil {
		return Program{}, err
	}
	joined := join(arguments, names)
	if len(joined) > maxInstructions {
		return Program{}, fmt.Errorf("the program has %d instructions, the kernel takes %d", len(joined), maxInstructions)
	}
	return Program{instructions: joined}, nil
}

// assemble compiles the rules of one of the two programs with libseccomp.
func assemble(rules []Rule, first bool, otherwise libseccomp.ScmpAction) ([]unix.SockFilter, error) {
	f, err := libseccomp.NewFilter(otherwise)
	if err != nil {
		return nil, err
	}
	defer f.Release()
	if err := f.SetBadArchAction(libseccomp.ActKillProcess); err != nil {
		return nil, fmt.Errorf("bad architecture action: %w", err)
	}
	if err := f.SetOptimize(2); err != nil {
		return nil, fmt.Errorf("optimise: %w", err)
	}
	for i := range rules {
		// libseccomp refuses a rule that says what the default says.
		if rules[i].first() != first || rules[i].action() == otherwise {
			continue
		}
		if err := add(f, &rules[i]); err != nil {
			return nil, fmt.Errorf("rule for %s: %w", rules[i].Syscall, err)
		}
	}
	return export(f)
}

// add adds one rule. A call that the architecture does not have is skipped:
// its number cannot occur.
func add(f *libseccomp.ScmpFilter, r *Rule) error {
	call, ok, err := number(r)
	if err != nil || !ok {
		return err
	}
	var conditions []libseccomp.ScmpCondition
	for _, c := range r.When {
		cond, err := condition(c)
		if err != nil {
			return err
		}
		conditions = append(conditions, cond)
	}
	action := r.action()
	if len(conditions) == 0 {
		return f.AddRule(call, action)
	}
	return f.AddRuleConditionalExact(call, action, conditions)
}

// number resolves the call on the native architecture.
func number(r *Rule) (libseccomp.ScmpSyscall, bool, error) {
	if r.Number > 0 {
		return libseccomp.ScmpSyscall(r.Number), true, nil
	}
	call, err := libseccomp.GetSyscallFromName(r.Syscall)
	if err != nil {
		return 0, false, fmt.Errorf("libseccomp does not know the name: %w", err)
	}
	return call, call >= 0, nil
}

func (r *Rule) action() libseccomp.ScmpAction {
	switch r.Action {
	case Free:
		return libseccomp.ActAllow
	case Notify:
		return libseccomp.ActNotify
	}
	return libseccomp.ActErrno.SetReturnCode(int16(r.Errno))
}

func condition(c Check) (libseccomp.ScmpCondition, error) {
	switch c.Compare {
	case Masked:
		return libseccomp.MakeCondition(c.Arg, libseccomp.CompareMaskedEqual, c.Mask, c.Value)
	case Equal:
		return libseccomp.MakeCondition(c.Arg, libseccomp.CompareEqual, c.Value)
	case NotEqual:
		return libseccomp.MakeCondition(c.Arg, libseccomp.CompareNotEqual, c.Value)
	}
	return libseccomp.MakeCondition(c.Arg, libseccomp.CompareGreater, c.Value)
}

// export reads the program back through a memory file; libseccomp 2.5 has no
// export to memory.
func export(f *libseccomp.ScmpFilter) ([]unix.SockFilter, error) {
	fd, err := unix.MemfdCreate("filter", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	file := os.NewFile(uintptr(fd), "filter")
	defer file.Close()
	if err := f.ExportBPF(file); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	if len(raw) == 0 || len(raw)%instructionSize != 0 {
		return nil, fmt.Errorf("libseccomp exported %d bytes, no whole number of instructions", len(raw))
	}
	out := make([]unix.SockFilter, 0, len(raw)/instructionSize)
	for ; len(raw) > 0; raw = raw[instructionSize:] {
		out = append(out, unix.SockFilter{Code: binary.NativeEndian.Uint16(raw), Jt: raw[2], Jf: raw[3], K: binary.NativeEndian.Uint32(raw[4:])})
	}
	return out, nil
}

// join makes one program of two: wherever the first would allow, it jumps to
// the second instead. Jumps in BPF only go forward, and that one does.
func join(first, second []unix.SockFilter) []unix.SockFilter {
	out := append([]unix.SockFilter(nil), first...)
	for i := range out {
		if out[i].Code == unix.BPF_RET|unix.BPF_K && out[i].K == unix.SECCOMP_RET_ALLOW {
			out[i] = unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(first) - i - 1)}
		}
	}
	return append(out, second...)
}
