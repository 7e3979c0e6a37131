package floor

// Domain is what Landlock is to hold: a policy's floor as this package applies
// it. Paths name hierarchies; what does not exist is skipped.
type Domain struct {
	Files             bool     // file access is restricted to the three sets
	Read, Write, Exec []string // absolute paths
	Loaders           []string // ELF interpreters, executable where they exist
	NoDevices         bool     // device nodes cannot be made
	Connect, Bind     Ports    // TCP ports
	ScopeSignal       bool     // no signals to processes outside
	ScopeAbstract     bool     // no abstract unix sockets of processes outside
	Wider             []string // what the policy refuses and the domain does not
}

// Ports is a set of TCP ports.
type Ports struct {
	All   bool // not restricted
	Ports []uint16
}

// Limits are resource limits of the agent's processes; 0 keeps what is there.
type Limits struct {
	OpenFiles    uint64 // RLIMIT_NOFILE
	FileSize     uint64 // RLIMIT_FSIZE, bytes
	AddressSpace uint64 // RLIMIT_AS, bytes
	CPUSeconds   uint64 // RLIMIT_CPU, per process
}

// Demand is one thing that the kernel must hold without us, or the run does not
// start. The words are those of a policy's `floor`.
type Demand string

// The demands.
const (
	DemandLandlock     Demand = "landlock"
	DemandSignalScope  Demand = "signal_scope"
	DemandPIDNamespace Demand = "pid_namespace"
	DemandUserNS       Demand = "userns"
	DemandCgroup       Demand = "cgroup"
)
