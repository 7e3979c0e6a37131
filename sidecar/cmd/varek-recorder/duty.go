package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/sidecar/provider/duty"
	"github.com/varek/varek/tracestore/trace"
)

// dutyFlags say how serve answers claims.
type dutyFlags struct {
	every      time.Duration
	offerAfter time.Duration
	insure     time.Duration
	endRuns    time.Duration
	params     []string
	verifier   string
}

func (f *dutyFlags) register(fl *pflag.FlagSet) {
	fl.DurationVar(&f.every, "claims-every", 15*time.Second, "how often to look for claims")
	fl.DurationVar(&f.offerAfter, "offer-after", time.Hour, "offer the evidence on chain when the verifier has not taken it for so long (block time)")
	fl.DurationVar(&f.insure, "offer-before-end", 12*time.Hour, "offer it in any case when no more than this is left and the claim is still open (block time)")
	fl.DurationVar(&f.endRuns, "end-runs-after", 24*time.Hour, "end a run that goes on so long after a claim against its session (block time); without its end there is no evidence")
	fl.StringSliceVar(&f.params, "params", nil, "files with parameters of promises that were registered without publishing them (JSON)")
	fl.StringVar(&f.verifier, "verifier-url", "", "where the verifier takes evidence (default: from the network file, on dev from the running verifier)")
}

func (f *dutyFlags) check() error {
	if f.every <= 0 || f.offerAfter <= 0 || f.insure <= 0 || f.endRuns <= 0 {
		return usage("serve", errors.New("--claims-every, --offer-after, --offer-before-end and --end-runs-after must be above zero"), "leave them out; the defaults fit")
	}
	_, err := readParams(f.params)
	return err
}

// dutyDir is where the claims' duties are kept.
func dutyDir(state string) string { return filepath.Join(serveDir(state), "claims") }

// duties are serve's side of the keeper of claims.
type duties struct{ v *serving }

func (v *serving) startDuties() (err error) {
	if v.params, err = readParams(v.flags.params); err != nil {
		return err
	}
	v.claims, err = duty.New(duty.Config{Chain: duties{v}, House: duties{v}, Dir: dutyDir(v.settings.state), Log: v.log,
		OfferAfter: uint64(v.flags.offerAfter / time.Second), Insure: uint64(v.flags.insure / time.Second),
		Pause: min(v.flags.every, 5*time.Second)})
	return err
}

// answerClaims looks until ctx ends, and waits for what is under way then.
func (v *serving) answerClaims(ctx context.Context) {
	defer v.claims.Wait()
	tick := time.NewTicker(v.flags.every)
	defer tick.Stop()
	for {
		if err := v.claims.Look(ctx); err != nil && ctx.Err() == nil {
			v.log.Warn("claims cannot be listed", "op", "claims", "err", err)
		}
		v.reserves.look(ctx, v)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Claims implements duty.Chain.
func (d duties) Claims(ctx context.Context) (now uint64, list []duty.Claim, err error) {
	c := d.v.chain
	if now, err = c.client.LatestTime(ctx); err != nil {
		return 0, nil, err
	}
	claims, err := c.client.Claims(ctx, escrow.ClaimFilter{Owner: c.owner})
	if err != nil {
		return 0, nil, err
	}
	for _, cl := range claims {
		list = append(list, dutyClaim(cl))
	}
	return now, list, nil
}

func dutyClaim(c escrow.Claim) duty.Claim {
	out := duty.Claim{ID: c.ID, Session: c.Session, Promise: c.Promise, Verifier: c.Verifier, FiledAt: c.FiledAt, Until: c.EvidenceUntil(),
		Offer: c.Offer, Open: c.Status == escrow.StatusOpen}
	if !out.Open {
		out.Outcome = c.Status.String()
		if r := c.Reason.String(); r != "none" {
			out.Outcome += ", " + r
		}
	}
	return out
}

// Offer implements duty.Chain.
func (d duties) Offer(ctx context.Context, claim, bundle trace.Hash) error {
	_, err := d.v.chain.operator.Offer(ctx, claim, bundle)
	if errors.Is(err, escrow.ErrOffered) {
		return nil // by an earlier attempt; the next look compares the hashes
	}
	return err
}

// Doors implements duty.House.
func (d duties) Doors(c duty.Claim) ([]string, error) {
	return verifierURLs(d.v.flags.dutyFlags.verifier, d.v.chain.client.Network(), c.Verifier, d.v.settings.state)
}

// closings let one claim at a time close a session.
type closings struct {
	mu    sync.Mutex
	under map[trace.Hash]chan struct{}
}

func (c *closings) enter(ctx context.Context, id trace.Hash) (leave func(), err error) {
	for {
		c.mu.Lock()
		other := c.under[id]
		if other == nil {
			mine := make(chan struct{})
			if c.under == nil {
				c.under = map[trace.Hash]chan struct{}{}
			}
			c.under[id] = mine
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				delete(c.under, id)
				c.mu.Unlock()
				close(mine)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close implements duty.House.
func (d duties) Close(ctx context.Context, c duty.Claim, now uint64) error {
	v := d.v
	done, err := v.closing.enter(ctx, c.Session)
	if err != nil {
		return err
	}
	defer done()
	_, final, err := v.chain.client.Final(ctx, v.chain.owner, c.Session)
	if err != nil {
		return err
	}
	_, open := v.host.Session(c.Session)
	if open {
		// Where another process of ours has made the final commitment, this
		// ends what is left of it here.
		_, err := v.end(ctx, c.Session, "claim")
		return err
	}
	file, err := readRun(sessionDir(v.settings.state, c.Session))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%w: no directory of it in %s; find the machine that recorded it", duty.ErrElsewhere, filepath.Join(v.settings.state, "sessions"))
	case err != nil:
		return err
	case final:
		return nil
	case file.Store != "":
		return errors.New("its final commitment is missing and this serve has left it out; serve it again without --leave-out")
	case file.alive():
		return v.endRun(file, c, now)
	}
	s := *v.settings
	var said strings.Builder
	f := runFlags{parties: v.flags.parties, k: v.flags.k, r: v.flags.r, patience: v.flags.patience, resume: c.Session.String(), exposureFlags: exposureFlags{onExposure: exposureContinue}}
	err = resume(ctx, &s, console{out: &said, err: &said}, f)
	v.log.Info("a run's session was closed for a claim", "session", c.Session, "claim", c.ID, "op", "claims", "err", err)
	return err
}

// endRun asks a run that still goes on to end, when it has had its time, and
// kills it when little is left.
func (v *serving) endRun(file *runFile, c duty.Claim, now uint64) error {
	after := uint64(v.flags.endRuns / time.Second)
	if now < c.FiledAt+after {
		return fmt.Errorf("the session is still run by process %d; end it, or it is ended at block time %d: without its end there is no evidence",
			file.PID, c.FiledAt+after)
	}
	if !file.holds(v.settings.state) {
		return fmt.Errorf("process %d seems to run the session and does not hold its store; nothing was done to it", file.PID)
	}
	sig := syscall.SIGTERM
	if now+24*3600 > c.Until {
		sig = syscall.SIGKILL
	}
	v.log.Warn("a claimed session's run is ended", "session", c.Session, "claim", c.ID, "op", "claims", "pid", file.PID, "signal", sig.String())
	if err := syscall.Kill(file.PID, sig); err != nil {
		return fmt.Errorf("end the run, process %d: %w", file.PID, err)
	}
	return fmt.Errorf("the session's run, process %d, was told to end (%s)", file.PID, sig)
}

// holds says that the run's process has its database open: a number that was
// given to another process is not taken for it.
func (r *runFile) holds(state string) bool {
	want, err := filepath.EvalSymlinks(r.path(state))
	if err != nil {
		return false
	}
	fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", r.PID))
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && to == want {
			return true
		}
	}
	return false
}

// Assemble implements duty.House.
func (d duties) Assemble(ctx context.Context, c duty.Claim, w io.Writer) (provider.Summary, error) {
	v := d.v
	claim, err := v.chain.client.Claim(ctx, c.ID)
	if err != nil {
		return provider.Summary{}, err
	}
	e, err := evidenceOf(ctx, v.chain, claim, v.params)
	if err != nil {
		return provider.Summary{}, err
	}
	if n, err := v.store.Head(ctx, c.Session); err == nil && n > 0 {
		return provider.Assemble(ctx, v.store, e, v.chain.signer, w)
	}
	store, err := openStore(ctx, v.settings, c.Session)
	if err != nil {
		return provider.Summary{}, err
	}
	defer store.Close()
	return provider.Assemble(ctx, store, e, v.chain.signer, w)
}
