package filter

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// call is struct seccomp_data.
type call struct {
	number int32
	arch   uint32
	args   [6]uint64
}

// word reads 32 bits of the structure on a little-endian machine.
func (c call) word(offset uint32) (uint32, error) {
	switch {
	case offset == 0:
		return uint32(c.number), nil
	case offset == 4:
		return c.arch, nil
	case offset >= 16 && offset < 64 && offset%4 == 0:
		return uint32(c.args[(offset-16)/8] >> (8 * (offset % 8))), nil
	}
	return 0, fmt.Errorf("load at %d", offset)
}

// run executes the program the way the kernel does and returns the value and
// the number of instructions. It knows the instructions that libseccomp makes
// and refuses others.
func run(program []unix.SockFilter, c call) (uint32, int, error) {
	var a uint32
	for pc, steps := 0, 1; pc < len(program); pc, steps = pc+1, steps+1 {
		jump := func(taken bool) {
			if taken {
				pc += int(program[pc].Jt)
			} else {
				pc += int(program[pc].Jf)
			}
		}
		switch i := program[pc]; i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			w, err := c.word(i.K)
			if err != nil {
				return 0, steps, fmt.Errorf("instruction %d: %w", pc, err)
			}
			a = w
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= i.K
		case unix.BPF_JMP | unix.BPF_JA:
			pc += int(i.K)
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump(a == i.K)
		case unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K:
			jump(a > i.K)
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			jump(a >= i.K)
		case unix.BPF_RET | unix.BPF_K:
			return i.K, steps, nil
		default:
			return 0, steps, fmt.Errorf("instruction %d: unknown code %#x", pc, i.Code)
		}
	}
	return 0, 0, fmt.Errorf("the program does not return")
}
