//go:build !amd64

package trace

// laneWidth is how many states this machine permutes at once.
func laneWidth() int { return 1 }

// permute is never called where the width is 1.
func (l *lanes) permute() {}
