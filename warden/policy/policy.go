package policy

import "time"

// Version is the version of the policy file that this package reads and writes.
const Version = 1

// Mode says whether the lists of a policy refuse or only measure.
type Mode string

// The two modes.
const (
	Observe Mode = "observe" // lists are measured, only what is protected is refused
	Enforce Mode = "enforce" // what no rule allows is refused
)

// Policy is a parsed policy file. The zero value is not a policy; take Default
// or Parse.
type Policy struct {
	Version    int        `yaml:"version" json:"version"`
	Mode       Mode       `yaml:"mode" json:"mode"`
	Files      Files      `yaml:"files" json:"files"`
	Network    Network    `yaml:"network" json:"network"`
	Protect    []string   `yaml:"protect" json:"protect"` // patterns; "!pattern" excepts from the protected set
	Floor      Demands    `yaml:"floor" json:"floor"`
	Namespaces Namespaces `yaml:"namespaces" json:"namespaces"`
	Record     Record     `yaml:"record" json:"record"`
	Limits     Limits     `yaml:"limits" json:"limits"`
	Bus        Bus        `yaml:"bus" json:"bus"`
}

// Files holds the rules for the three ways to use a file. A rename and a hard
// link need read and write on the old name and write on the new one.
type Files struct {
	Read  List `yaml:"read" json:"read"`
	Write List `yaml:"write" json:"write"`
	Exec  List `yaml:"exec" json:"exec"`
}

// Network holds the rules for outgoing connections (and addressed sends) and
// for addresses taken by bind. Entries are `name:port` and `*.name:port` (connect
// only), `address:port`, `CIDR:port`,
// `[IPv6 or IPv6 CIDR]:port`, `unix:/path` or `unix:@abstract`; port is a number,
// `low-high` or `*`; the host `*` stands for every address that is not special
// (loopback, link-local and the like need a rule of their own).
type Network struct {
	Connect List `yaml:"connect" json:"connect"`
	Bind    List `yaml:"bind" json:"bind"`
}

// List is what is allowed and what is denied; deny wins.
type List struct {
	Allow []string `yaml:"allow" json:"allow"`
	Deny  []string `yaml:"deny" json:"deny"`
}

// Namespaces says whether the agent may create namespaces and mounts.
type Namespaces string

// The two answers. Allow drops Landlock and the protection of paths for the
// run, because a bind mount walks around both.
const (
	NamespacesRefuse Namespaces = "refuse"
	NamespacesAllow  Namespaces = "allow"
)

// Reads says which pure reads become records.
type Reads string

// The three extents.
const (
	ReadsNone   Reads = "none"
	ReadsDenied Reads = "denied"
	ReadsAll    Reads = "all"
)

// Record says what is written to the trace and how.
type Record struct {
	Reads Reads `yaml:"reads" json:"reads"`
	Sync  bool  `yaml:"sync" json:"sync"` // commit name-changing calls before they are performed
}

// Limits are resource limits of the agent's processes; 0 keeps what the sidecar
// itself has. Core dumps are always off.
type Limits struct {
	OpenFiles     uint64   `yaml:"open_files" json:"open_files"`         // RLIMIT_NOFILE
	FileSize      uint64   `yaml:"file_size" json:"file_size"`           // RLIMIT_FSIZE, bytes
	AddressSpace  uint64   `yaml:"address_space" json:"address_space"`   // RLIMIT_AS, bytes
	CPUSeconds    uint64   `yaml:"cpu_seconds" json:"cpu_seconds"`       // RLIMIT_CPU, per process
	DecisionDelay Duration `yaml:"decision_delay" json:"decision_delay"` // an answer that takes longer is a denial; 0 = 5s
}

// Duration is a time.Duration written as text, "5s" or "250ms".
type Duration time.Duration

// Bus says what counts on the event bus where calls have no cgroup leaf.
type Bus struct {
	InferredPermissions Inferred `yaml:"inferred_permissions" json:"inferred_permissions"`
}

// Inferred says whether permissions from peers that were only inferred count.
type Inferred string

// The two answers.
const (
	InferredRefuse Inferred = "refuse"
	InferredAccept Inferred = "accept"
)

// Default is the policy of a run without a policy file: observe everything,
// refuse what is protected.
func Default() *Policy {
	p := &Policy{Version: Version}
	p.fill()
	return p
}

// fill gives every key that the file left out its default.
func (p *Policy) fill() {
	if p.Mode == "" {
		p.Mode = Observe
	}
	if p.Namespaces == "" {
		p.Namespaces = NamespacesRefuse
	}
	if p.Record.Reads == "" {
		p.Record.Reads = ReadsDenied
	}
	if p.Bus.InferredPermissions == "" {
		p.Bus.InferredPermissions = InferredRefuse
	}
	if p.Limits.DecisionDelay == 0 {
		p.Limits.DecisionDelay = Duration(5 * time.Second)
	}
	for _, l := range []*[]string{
		&p.Files.Read.Allow, &p.Files.Read.Deny, &p.Files.Write.Allow, &p.Files.Write.Deny,
		&p.Files.Exec.Allow, &p.Files.Exec.Deny, &p.Network.Connect.Allow, &p.Network.Connect.Deny,
		&p.Network.Bind.Allow, &p.Network.Bind.Deny, &p.Protect,
	} {
		if *l == nil {
			*l = []string{}
		}
	}
	if p.Floor == nil {
		p.Floor = Demands{}
	}
}
