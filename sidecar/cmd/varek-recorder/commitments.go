package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// commitmentsFile is what trace verify --save writes: what a chain says about
// one session, to verify without it later (commitments.schema.json).
type commitmentsFile struct {
	V       int                 `json:"v"` // 1
	ChainID uint64              `json:"chain_id"`
	Escrow  trace.Address       `json:"escrow"`
	Session trace.Hash          `json:"session"`
	Items   []escrow.Commitment `json:"items"` // in chain order; kind 1 checkpoint, 2 final
}

// claimFacts is the part of a claim's facts file that holds the same. Its other
// members are the judge's.
type claimFacts struct {
	V       int            `json:"v"`
	ChainID uint64         `json:"chain_id"`
	Escrow  trace.Address  `json:"escrow"`
	Promise jsontext.Value `json:"promise"`
	Session struct {
		ID       trace.Hash    `json:"id"`
		Owner    trace.Address `json:"owner"`
		User     trace.Address `json:"user"`
		OpenedAt uint64        `json:"opened_at"`
		Promises []uint32      `json:"promises"`
	} `json:"session"`
	Claim       jsontext.Value      `json:"claim"`
	Operators   []trace.Address     `json:"operators"`
	HeadSigners []trace.Address     `json:"head_signers"`
	Items       []escrow.Commitment `json:"items"`
	Final       jsontext.Value      `json:"final"`
	Heads       jsontext.Value      `json:"heads"`
	Now         uint64              `json:"now"`
	Offer       jsontext.Value      `json:"offer"`
}

// commitments gives what the flags' source says about the session, nil where
// they name none.
func (f verifyFlags) commitments(ctx context.Context, s *settings, session trace.Hash, g *finding) ([]trace.Item, error) {
	var file commitmentsFile
	var err error
	switch {
	case f.facts != "":
		if file, err = readCommitments(f.facts); err != nil {
			return nil, usage("read the commitments "+f.facts, err, "trace verify --chain --save writes such a file")
		}
		g.Against = "the file " + f.facts
	case f.chain:
		if file, err = f.fromChain(ctx, s, session, g); err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	if file.Session != session {
		return nil, usage("trace verify", fmt.Errorf("%s is about session %s, not %s", g.Against, file.Session, session), "")
	}
	items := []trace.Item{}
	var final *escrow.Commitment
	for i, it := range file.Items {
		if it.Kind == escrow.KindFinal && final != nil {
			continue // the first final stands
		}
		if it.Kind == escrow.KindFinal {
			final = &file.Items[i]
		}
		items = append(items, trace.Item{Session: session, N: it.N, H: it.H})
	}
	if final == nil {
		g.Warnings = append(g.Warnings, "the session has no final commitment")
	}
	return items, nil
}

func readCommitments(path string) (commitmentsFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return commitmentsFile{}, err
	}
	var file commitmentsFile
	if err = trace.Unmarshal(text, &file); err == nil && file.V != 1 {
		return file, fmt.Errorf("version %d, this program reads 1", file.V)
	}
	if err == nil {
		return file, nil
	}
	var facts claimFacts
	if again := trace.Unmarshal(text, &facts); again != nil {
		return file, err
	}
	return commitmentsFile{V: 1, ChainID: facts.ChainID, Escrow: facts.Escrow, Session: facts.Session.ID, Items: facts.Items}, nil
}

// fromChain reads the session's commitments with nobody's key.
func (f verifyFlags) fromChain(ctx context.Context, s *settings, session trace.Hash, g *finding) (file commitmentsFile, err error) {
	client, err := dialChain(ctx, s)
	if err != nil {
		return file, err
	}
	defer client.Close()
	n := client.Network()
	g.Against = fmt.Sprintf("the chain of %s (chain id %d)", n.Name, n.ChainID)
	if n.Private {
		g.Warnings = append(g.Warnings, strings.TrimSpace(ledger(n)))
	}
	var owner trace.Address
	if f.owner != "" {
		if owner, err = trace.ParseAddress(strings.ToLower(f.owner)); err != nil {
			return file, usage("read --owner", err, "give an address: 0x and 40 hex digits")
		}
	} else {
		opened, err := client.Session(ctx, session)
		if errors.Is(err, escrow.ErrUnknownSession) {
			return file, &fault{op: "trace verify", err: err, hint: "name the owner who commits with --owner", code: exitNo}
		}
		if err != nil {
			return file, environment("read the session from the chain", err, "check the network's RPC address")
		}
		owner = opened.Owner
	}
	items, err := client.Items(ctx, owner, session)
	if err != nil {
		return file, environment("read the commitments from the chain", err, "check the network's RPC address")
	}
	file = commitmentsFile{V: 1, ChainID: n.ChainID, Escrow: n.Escrow, Session: session, Items: append([]escrow.Commitment{}, items...)}
	if f.save == "" {
		return file, nil
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return file, err
	}
	return file, writeOutput(nil, f.save, append(text, '\n'))
}

// dialChain reaches the network for reading; it starts no development chain.
func dialChain(ctx context.Context, s *settings) (*escrow.Client, error) {
	_, client, err := reach(ctx, s)
	return client, err
}

// progress tells on standard error how far a long pass is.
type progress struct {
	out   io.Writer
	total uint64 // 0 is unknown
	done  uint64
	told  time.Time
}

// progressPause is how long a pass may be silent.
const progressPause = 2 * time.Second

func (p *progress) step() {
	p.done++
	if p.done%4096 != 0 {
		return
	}
	now := time.Now()
	if p.told.IsZero() {
		p.told = now
	}
	if now.Sub(p.told) < progressPause {
		return
	}
	p.told = now
	if p.total > 0 {
		fmt.Fprintf(p.out, "varek: %d of %d records (%d %%)\n", p.done, p.total, 100*p.done/p.total)
		return
	}
	fmt.Fprintf(p.out, "varek: %d records\n", p.done)
}
