package trace

import "golang.org/x/sys/cpu"

// permute8 is Keccak-f[1600] on eight states; word i of state l lies at index
// 8i+l. It needs AVX512F.
//
//go:noescape
func permute8(state *[200]uint64)

// permute4 does it for four states at index 4i+l. It needs AVX2 and scratch of
// the same size.
//
//go:noescape
func permute4(state, scratch *[100]uint64)

// laneWidth is how many states this machine permutes at once; 1 without vector
// instructions.
func laneWidth() int {
	switch {
	case cpu.X86.HasAVX512F:
		return 8
	case cpu.X86.HasAVX2:
		return 4
	}
	return 1
}

// permute permutes all states of l.
func (l *lanes) permute() {
	if l.width == 8 {
		permute8(&l.state)
	} else {
		permute4((*[100]uint64)(l.state[:100]), (*[100]uint64)(l.state[100:]))
	}
}
