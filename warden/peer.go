package warden

// Route says why a peer of the bus may speak, or that it may not.
type Route int

// The routes of runtime.md: the root harness process itself; our own binary
// started by it outside every call; anything else in no call; a process that
// belongs to a call.
const (
	RouteNone Route = iota
	RouteHarness
	RouteOwn
	RouteCall
)

// String names the route.
func (r Route) String() string {
	switch r {
	case RouteHarness:
		return "harness"
	case RouteOwn:
		return "own"
	case RouteCall:
		return "call"
	default:
		return "none"
	}
}

// Peer is the process at the other end of a connection to the bus.
type Peer struct {
	Route    Route
	PID      int    // as the supervisor sees it
	ActionID string // of the call the process belongs to, if any
	// Inferred is set where calls have no cgroup leaf, so that "outside every
	// call" rests on ancestry.
	Inferred bool
}
