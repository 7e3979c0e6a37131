package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates/world"
)

// ErrCertificate says that a text is no certificate, or of a newer version.
var ErrCertificate = errors.New("not a certificate that this version reads")

// Certificate is what somebody else can walk again and compare.
type Certificate struct {
	Version     int            `json:"varek_certificate"`
	Statement   string         `json:"statement"`
	Checker     string         `json:"checker"`
	World       string         `json:"world"`
	Surface     string         `json:"surface"`
	Model       string         `json:"world_version"`
	Digest      string         `json:"world_digest"`
	Catalogue   *string        `json:"catalogue_digest"`
	Start       string         `json:"start_digest"`
	Warden      *string        `json:"warden_digest"`
	Invocation  Invocation     `json:"invocation"`
	Domains     []world.Domain `json:"domains"`
	Excluded    []string       `json:"excluded"`
	Scope       []string       `json:"scope"`
	Abstraction string         `json:"abstraction"`
	Policies    []PolicyRow    `json:"policies"`
	Depth       int            `json:"depth"`
	Closed      bool           `json:"closed"`
	Checked     uint64         `json:"states_explored"`
	States      uint64         `json:"states_distinct"`
	Outside     uint64         `json:"out_of_scope_states"`
	Visited     VisitedRow     `json:"visited"`
	Levels      []LevelRow     `json:"levels"`
}

// Certify makes the certificate of a report that was made at the end of a level:
// a certificate speaks of finished levels.
func (r *Report) Certify() *Certificate {
	c := &Certificate{Version: 1, Statement: r.Says(), Checker: r.EngineVersion, World: r.World, Surface: r.Surface, Model: r.WorldVersion, Digest: r.WorldDigest, Catalogue: r.Catalogue, Start: r.StartDigest, Warden: r.Warden,
		Invocation: r.Invocation, Domains: r.TextDomains, Excluded: r.Excluded, Scope: r.Scope, Abstraction: r.Abstraction, Depth: r.Depth, Closed: r.Closed, Visited: r.Visited, Levels: r.Levels, Checked: r.StatesExplored, Policies: r.Policies}
	c.Policies = slices.Clone(r.Policies)
	for i := range c.Policies {
		c.Policies[i].WithoutWarden = nil // it is said of another graph
	}
	for _, l := range r.Levels {
		c.States += l.States
		c.Outside += l.Outside
	}
	return c
}

// Encode writes a certificate as indented JSON.
func (c *Certificate) Encode() ([]byte, error) { return encode(c) }

// ParseCertificate reads one strictly.
func ParseCertificate(text []byte) (*Certificate, error) {
	var c Certificate
	if err := json.Unmarshal(text, &c, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCertificate, err)
	}
	if c.Version != 1 || c.Depth < 0 || c.Depth > 1<<20 {
		return nil, fmt.Errorf("version %d, depth %d: %w", c.Version, c.Depth, ErrCertificate)
	}
	return &c, nil
}

// Confirm walks the world again as far as the certificate says, and lists what
// comes out otherwise; nothing listed is a confirmation. What the certificate
// says of itself (the checker, and how states were told apart) is not compared.
func Confirm(ctx context.Context, w world.World, policies []Policy, c *Certificate, o Options, set Setting) (differs []string, err error) {
	o.Depth = c.Depth
	res, err := Run(ctx, w, policies, o)
	if err != nil {
		return nil, err
	}
	if res.Ended != EndDepth && res.Ended != EndClosed {
		return nil, fmt.Errorf("walking again ended early (%s): %w", res.Ended, context.Cause(ctx))
	}
	r, err := NewReport(w, policies, o, res, set)
	if err != nil {
		return nil, err
	}
	again := r.Certify()
	again.Checker, again.Visited, again.Invocation = c.Checker, c.Visited, c.Invocation
	return compareJSON(c, again)
}

// compareJSON lists the members in which two certificates differ.
func compareJSON(a, b *Certificate) (differs []string, err error) {
	var members [2]map[string]any
	for i, c := range []*Certificate{a, b} {
		text, err := c.Encode()
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &members[i]); err != nil {
			return nil, fmt.Errorf("read a certificate back: %w", err)
		}
	}
	diff("", members[0], members[1], &differs)
	return differs, nil
}

func diff(at string, a, b any, out *[]string) {
	switch a := a.(type) {
	case map[string]any:
		if other, ok := b.(map[string]any); ok && len(a) == len(other) {
			for k, v := range a {
				diff(at+"/"+k, v, other[k], out)
			}
			return
		}
	case []any:
		if other, ok := b.([]any); ok && len(a) == len(other) {
			for i, v := range a {
				diff(fmt.Sprintf("%s/%d", at, i), v, other[i], out)
			}
			return
		}
	}
	x, _ := json.Marshal(a, json.Deterministic(true))
	y, _ := json.Marshal(b, json.Deterministic(true))
	if string(x) != string(y) {
		*out = append(*out, fmt.Sprintf("%s: the certificate says %s, walking again finds %s", at, clip(x), clip(y)))
	}
}

func clip(text []byte) string {
	if len(text) > 120 {
		return strings.ToValidUTF8(string(text[:120]), "") + "…"
	}
	return string(text)
}
