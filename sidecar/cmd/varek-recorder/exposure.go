package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/varek/varek/sidecar"
)

// What a run does while the chain takes no commitments.
const (
	exposureContinue = "continue"
	exposurePause    = "pause"
)

// exposureFlags are the policy for a chain that stays away.
type exposureFlags struct {
	onExposure string
	limit      time.Duration
}

func (f *exposureFlags) register(fl *pflag.FlagSet) {
	fl.StringVar(&f.onExposure, "on-exposure", exposureContinue,
		"while the chain takes no commitments: continue, or pause (no call begins or starts once the oldest uncommitted record is older than --exposure-limit)")
	fl.DurationVar(&f.limit, "exposure-limit", sidecar.DefaultExposure, "how old an uncommitted record may become before --on-exposure pause holds calls back")
}

// check refuses a limit that the ordinary rhythm of checkpoints would reach.
func (f exposureFlags) check(r time.Duration) error {
	switch {
	case f.onExposure != exposureContinue && f.onExposure != exposurePause:
		return usage("read --on-exposure", fmt.Errorf("%q is not a policy", f.onExposure), "continue or pause")
	case f.onExposure == exposurePause && f.limit < 2*r:
		return usage("read --exposure-limit", fmt.Errorf("%v is less than twice --r (%v): calls would pause between checkpoints", f.limit, r),
			"give a longer limit, or a shorter --r")
	}
	return nil
}

// paused is the session's Paused.
func (r *liveRun) paused() string {
	points := r.points.Load()
	if points == nil || r.flags.onExposure != exposurePause {
		return ""
	}
	return points.Exposure(r.file.Session, r.flags.limit)
}

const (
	gaugesName  = "metrics.prom" // in the session's directory
	gaugesPause = time.Second
	repeatEvery = 3 // looks at the gauges between repetitions of the newest head
)

// watch keeps the gauges and repeats the newest head until ctx ends.
func (r *liveRun) watch(ctx context.Context, points *sidecar.Checkpointer, heads *headKeeper) {
	tick := time.NewTicker(gaugesPause)
	defer tick.Stop()
	var last string
	for i := 1; ; i++ {
		if st, ok := points.Status(r.file.Session); ok {
			if text := gauges(st, r.paused() != ""); text != last {
				last = text
				if err := replaceFile(filepath.Join(r.dir, gaugesName), []byte(text), 0o600); err != nil {
					r.log.Warn("the gauges were not written", "op", "gauges", "err", err)
				}
			}
		}
		if i%repeatEvery == 0 {
			if err := heads.repeat(); err != nil && ctx.Err() == nil {
				r.log.Warn("the newest head was not repeated", "op", "heads", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// gauges is the text form that metric collectors read from files.
func gauges(st sidecar.Status, paused bool) string {
	label := fmt.Sprintf(`{session="%s"}`, st.Session)
	text := ""
	for _, g := range []struct {
		name, help string
		value      any
	}{
		{"varek_records_acknowledged", "Records that are durable and acknowledged.", st.Acked},
		{"varek_records_committed", "Records under a commitment on chain.", st.Committed},
		{"varek_records_exposed", "Records acknowledged and not yet committed.", st.Exposed},
		{"varek_exposed_seconds", "Age of the oldest exposed record.", int64(st.Since / time.Second)},
		{"varek_commit_attempts_failed", "Failed attempts since the last commitment.", st.Attempts},
		{"varek_calls_paused", "1 while calls wait for the chain.", map[bool]int{true: 1}[paused]},
	} {
		text += fmt.Sprintf("# HELP %s %s\n# TYPE %s gauge\n%s%s %v\n", g.name, g.help, g.name, g.name, label, g.value)
	}
	return text
}
