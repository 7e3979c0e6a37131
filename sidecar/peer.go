package sidecar

// Route says how the peer of a bus connection came to be allowed to speak.
type Route uint8

// The routes. RouteCall and RouteNone may not speak, the others may.
const (
	RouteNone    Route = iota // nobody the warden knows
	RouteHarness              // the root harness process itself
	RouteOwn                  // our own binary, started by the root harness, in no call's leaf
	RouteCall                 // something that belongs to a call
	RouteRemote               // somebody on another host, whose process nobody here saw; gives no permission
	RouteHook                 // our own binary behind other programs, with the key of the hook configuration; gives no permission
	RouteRelay                // a relay that the sidecar itself runs, outside everything the agent reaches
)

// String gives the name that records use.
func (r Route) String() string {
	switch r {
	case RouteHarness:
		return "harness"
	case RouteOwn:
		return "own"
	case RouteCall:
		return "call"
	case RouteRemote:
		return "remote"
	case RouteRelay:
		return "relay"
	case RouteHook:
		return "hook"
	}
	return "none"
}

// Peer is the process at the other end of a bus connection, as the warden saw
// it connect.
type Peer struct {
	Route    Route
	PID      int
	ActionID string // with RouteCall, the call whose leaf the process is in
}

// MaySpeak reports whether the peer's events enter the trace as events.
func (p Peer) MaySpeak() bool {
	return p.Route == RouteHarness || p.Route == RouteOwn || p.Route == RouteRemote || p.Route == RouteRelay || p.Route == RouteHook
}
