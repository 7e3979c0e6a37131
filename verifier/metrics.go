package verifier

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/varek/varek/verifier/evidence"
)

// WriteMetrics writes the figures of services and of their door in Prometheus'
// text format. now is the machine's time, with which the chains' are compared.
func WriteMetrics(ctx context.Context, w io.Writer, now time.Time, services []*Service, door evidence.Counts) error {
	var all []Figures
	for _, s := range services {
		f, err := s.Figures(ctx)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	p := &promText{all: all}
	p.claims()
	p.chain(now)
	p.work()
	p.door(door)
	_, err := w.Write(p.Bytes())
	return err
}

// promText builds the text, one family after another.
type promText struct {
	bytes.Buffer
	all []Figures
}

func (p *promText) family(name, kind, help string) {
	fmt.Fprintf(p, "# HELP varek_verifier_%s %s\n# TYPE varek_verifier_%s %s\n", name, help, name, kind)
}

// sample writes one line; labels are name, value, name, value …
func (p *promText) sample(name string, value float64, labels ...string) {
	fmt.Fprintf(p, "varek_verifier_%s", name)
	for i := 0; i < len(labels); i += 2 {
		sep := ","
		if i == 0 {
			sep = "{"
		}
		fmt.Fprintf(p, "%s%s=\"%s\"", sep, labels[i], escape(labels[i+1]))
	}
	if len(labels) > 0 {
		p.WriteByte('}')
	}
	fmt.Fprintf(p, " %s\n", strconv.FormatFloat(value, 'g', -1, 64))
}

func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}

func (f Figures) labels(more ...string) []string {
	return append([]string{"network", f.Network, "verifier", f.Verifier}, more...)
}

func (p *promText) claims() {
	p.family("claims", "gauge", "Claims by state.")
	for _, f := range p.all {
		for _, s := range States() {
			p.sample("claims", float64(f.Claims[s]), f.labels("state", string(s))...)
		}
	}
	p.family("verdicts", "gauge", "Settled claims by the reason of their verdict.")
	for _, f := range p.all {
		for _, reason := range sorted(f.Verdicts) {
			p.sample("verdicts", float64(f.Verdicts[reason]), f.labels("reason", reason)...)
		}
	}
	p.family("closed", "gauge", "Claims that ended without a verdict, by how.")
	for _, f := range p.all {
		for _, how := range sorted(f.Closed) {
			p.sample("closed", float64(f.Closed[how]), f.labels("how", how)...)
		}
	}
	p.family("dissent", "gauge", "Claims on which members of the quorum contradict each other or the chain.")
	for _, f := range p.all {
		p.sample("dissent", float64(f.Dissent), f.labels()...)
	}
	p.family("claim_seconds", "summary", "Block time from filing to settlement.")
	for _, f := range p.all {
		p.sample("claim_seconds_sum", float64(f.Duration), f.labels()...)
		p.sample("claim_seconds_count", float64(f.Settled), f.labels()...)
	}
	p.family("oldest_claim_seconds", "gauge", "Block time since the oldest filing among the claims of a state.")
	for _, f := range p.all {
		for _, s := range []State{Filed, Awaiting, Judging, Settling} {
			age := 0.0
			if at, have := f.Oldest[s]; have && f.HeadTime > at {
				age = float64(f.HeadTime - at)
			}
			p.sample("oldest_claim_seconds", age, f.labels("state", string(s))...)
		}
	}
}

func (p *promText) chain(now time.Time) {
	p.family("chain_head", "gauge", "Number of the newest block that was seen.")
	for _, f := range p.all {
		p.sample("chain_head", float64(f.Head), f.labels()...)
	}
	p.family("chain_cursor", "gauge", "Number of the block up to which claims were read.")
	for _, f := range p.all {
		p.sample("chain_cursor", float64(f.Cursor), f.labels()...)
	}
	p.family("chain_lag_seconds", "gauge", "Age of the newest block by the machine's clock.")
	for _, f := range p.all {
		if f.HeadTime > 0 {
			p.sample("chain_lag_seconds", max(0, float64(now.Unix())-float64(f.HeadTime)), f.labels()...)
		}
	}
	p.family("chain_read_seconds", "gauge", "Time since the chain was last read up to its confirmed head.")
	for _, f := range p.all {
		if !f.Read.IsZero() {
			p.sample("chain_read_seconds", now.Sub(f.Read).Seconds(), f.labels()...)
		}
	}
	p.family("chain_errors_total", "counter", "Readings of the chain that failed.")
	for _, f := range p.all {
		p.sample("chain_errors_total", float64(f.ReadErrors), f.labels()...)
	}
	p.family("chain_rewinds_total", "counter", "Reorganisations deeper than the confirmations that were undone.")
	for _, f := range p.all {
		p.sample("chain_rewinds_total", float64(f.Rewinds), f.labels()...)
	}
}

func (p *promText) work() {
	p.family("funds_wei", "gauge", "What the verifier's key has left for fees, where the node says it.")
	for _, f := range p.all {
		if f.Funds >= 0 {
			p.sample("funds_wei", f.Funds, f.labels()...)
		}
	}
	p.family("step_errors_total", "counter", "Steps of claims that failed and are repeated, by step.")
	for _, f := range p.all {
		for _, op := range []string{"read", "await", "judge", "settle"} {
			p.sample("step_errors_total", float64(f.StepErrors[op]), f.labels("op", op)...)
		}
	}
	p.family("judge_seconds", "histogram", "Time that judgements took.")
	for _, f := range p.all {
		for i, bound := range judgeBuckets {
			p.sample("judge_seconds_bucket", float64(f.JudgeBuckets[i]), f.labels("le", strconv.FormatFloat(bound, 'g', -1, 64))...)
		}
		p.sample("judge_seconds_bucket", float64(f.Judged), f.labels("le", "+Inf")...)
		p.sample("judge_seconds_sum", f.JudgeSeconds, f.labels()...)
		p.sample("judge_seconds_count", float64(f.Judged), f.labels()...)
	}
	p.family("peer_errors", "gauge", "Failed rounds with a member of the quorum since it last answered.")
	for _, f := range p.all {
		for _, peer := range sorted(f.PeerErrors) {
			p.sample("peer_errors", float64(f.PeerErrors[peer]), f.labels("peer", peer)...)
		}
	}
}

func (p *promText) door(c evidence.Counts) {
	p.family("evidence_wire_bytes_total", "counter", "Bytes of uploads as they came over the wire.")
	p.sample("evidence_wire_bytes_total", float64(c.WireBytes))
	p.family("evidence_bytes_total", "counter", "Bytes of uploads uncompressed.")
	p.sample("evidence_bytes_total", float64(c.Bytes))
	p.family("evidence_answers_total", "counter", "Uploads by how they were answered: kept, or why not.")
	codes := sorted(c.Answers)
	if !slices.Contains(codes, "kept") {
		codes = append(codes, "kept")
	}
	for _, code := range codes {
		p.sample("evidence_answers_total", float64(c.Answers[code]), "answer", code)
	}
}
