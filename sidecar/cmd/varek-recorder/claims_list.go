package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/provider/duty"
	"github.com/varek/varek/tracestore/trace"
)

// claimLine is a claim as it stands on chain, and what was done about it here.
type claimLine struct {
	escrow.Claim
	Until uint64       `json:"evidence_until"` // block time
	Left  int64        `json:"seconds_left"`   // of block time, for evidence; below zero when it is over
	Here  bool         `json:"session_here"`
	Duty  *duty.Status `json:"duty,omitempty"` // what serve has written down
}

func listClaims(ctx context.Context, out io.Writer, s *settings, f claimFlags) error {
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return err
	}
	defer c.close()
	lines, err := claimLines(ctx, s, c)
	if err != nil {
		return environment("list the claims", err, "check the network's RPC address")
	}
	if s.json {
		return printJSON(out, lines)
	}
	fmt.Fprint(out, ledger(c.client.Network()))
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "CLAIM\tPROMISE\tSTATUS\tEVIDENCE UNTIL\tANSWER")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", l.ID, l.Promise, l.Status, escrow.BlockTime(l.Until).Format("2006-01-02T15:04:05Z"), l.answer())
	}
	return w.Flush()
}

func claimLines(ctx context.Context, s *settings, c *chain) ([]claimLine, error) {
	claims, err := c.client.Claims(ctx, escrow.ClaimFilter{Owner: c.owner})
	if err != nil {
		return nil, err
	}
	now, err := c.client.LatestTime(ctx)
	if err != nil {
		return nil, err
	}
	written, err := duty.Read(dutyDir(s.state))
	if err != nil {
		return nil, err
	}
	by := map[trace.Hash]*duty.Status{}
	for i := range written {
		by[written[i].Claim] = &written[i]
	}
	lines := []claimLine{}
	for _, cl := range claims {
		_, err := readRun(sessionDir(s.state, cl.Session))
		until := cl.EvidenceUntil()
		lines = append(lines, claimLine{Claim: cl, Until: until, Left: int64(until) - int64(now), Here: err == nil, Duty: by[cl.ID]})
	}
	return lines, nil
}

// answer says in words how far it is and what to do.
func (l claimLine) answer() string {
	left := ""
	if l.Status == escrow.StatusOpen {
		left = fmt.Sprintf(", %v left", time.Duration(max(l.Left, 0))*time.Second)
	}
	switch {
	case l.Status != escrow.StatusOpen:
		return "closed: " + dutyClaim(l.Claim).Outcome
	case l.Duty != nil && l.Duty.Stage == duty.Delivered:
		return "delivered"
	case l.Left < 0 && l.Offer.IsZero():
		return "MISSED: the time for evidence is over"
	case !l.Here:
		return "OWED: the session is not kept here" + left
	case !l.Offer.IsZero():
		return "offered on chain, not delivered yet" + left
	case l.Duty == nil:
		return "OWED: no serve has looked at it; varek-sidecar claims deliver " + l.ID.String() + left
	case l.Duty.Error != "":
		return fmt.Sprintf("OWED (%s): %d attempts failed: %s%s", l.Duty.Stage, l.Duty.Attempts, l.Duty.Error, left)
	}
	return "OWED (" + string(l.Duty.Stage) + ")" + left
}
