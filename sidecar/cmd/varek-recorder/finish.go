package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/warden"
)

// farewell is how long the end of a run waits for a cluster.
const farewell = 5 * time.Second

// finish waits for the agent, closes the session, makes the final commitment
// and prints the summary. The exit code is the agent's.
func (r *liveRun) finish(ctx context.Context, io console) error {
	exit := r.await()
	if r.flags.relay != nil {
		exit.Err = errors.Join(exit.Err, r.flags.relay.wait())
	}
	r.doors.close()
	code := exit.Code
	if exit.Err != nil {
		fmt.Fprintf(io.err, "varek: the agent was stopped: %v\n", exit.Err)
		r.log.Error("the agent was stopped", "op", "run", "err", exit.Err)
		code = exitStopped
	}
	closing := sidecar.Closing{Reason: "exit", ExitCode: &code}
	if exit.Signal != 0 {
		closing = sidecar.Closing{Reason: "signal", Signal: exit.Signal.String(), ExitCode: &code}
	}
	r.file.ExitCode = &code
	if err := r.close(ctx, closing); err != nil {
		fmt.Fprintf(io.err, "varek: the session is not complete: %v\n  next: varek-sidecar run --resume %s\n", err, r.file.Session)
	}
	if err := r.summary(ctx, io.err); err != nil {
		return err
	}
	return ended{code}
}

// await passes the signals that ask this process to end on to the agent and
// returns when the agent has ended. Signals of the terminal reach the agent by
// themselves, because it shares our foreground group; here they are ignored.
func (r *liveRun) await() warden.Exit {
	signal.Ignore(syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP)
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(asked)
	over := make(chan warden.Exit, 1)
	go func() { over <- r.warden.Wait() }()
	for {
		select {
		case s := <-asked:
			if err := syscall.Kill(r.warden.Harness(), s.(syscall.Signal)); err != nil {
				r.log.Warn("signal not passed on", "op", "run", "signal", s.String(), "err", err)
			}
		case <-r.bus.Done():
			// No further event can be acknowledged, so no further tool may run.
			r.log.Error("the bus went away; the agent is stopped", "op", "run")
			r.warden.Kill()
			exit := <-over
			exit.Err = errors.Join(errors.New("the bus went away and no further call can be recorded"), exit.Err)
			return exit
		case exit := <-over:
			return exit
		}
	}
}

// close ends bus, session and checkpoints, in the order in which they depend on
// each other, and notes how far it got.
func (r *liveRun) close(ctx context.Context, c sidecar.Closing) error {
	var errs []error
	if r.bus != nil {
		if err := r.bus.Detach(ctx, r.file.Session); err != nil {
			errs = append(errs, fmt.Errorf("take the session off the bus: %w", err))
		}
	}
	if r.session != nil {
		errs = append(errs, r.seal(ctx, c))
	}
	if r.bus != nil {
		// Readers have the head of the final commitment by now.
		if err := r.bus.Close(ctx); err != nil {
			errs = append(errs, fmt.Errorf("close the bus: %w", err))
		}
	}
	if r.cluster != nil {
		if err := r.leaveCluster(ctx); err != nil {
			r.log.Warn("the last signed head may not have reached the cluster", "op", "bridge", "err", err)
		}
	}
	if r.store != nil {
		errs = append(errs, r.store.Close())
	}
	errs = append(errs, r.file.write(r.dir))
	return errors.Join(errs...)
}

// leaveCluster hands the last head over, for a moment and no longer.
func (r *liveRun) leaveCluster(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, farewell)
	defer cancel()
	return r.cluster.Close(ctx)
}

// seal closes the session and makes its final commitment.
func (r *liveRun) seal(ctx context.Context, c sidecar.Closing) error {
	p, err := r.session.Close(ctx, c)
	if err != nil {
		return fmt.Errorf("close the session: %w", err)
	}
	r.file.Status, r.file.N, r.file.H = statusClosed, p.N, &p.H
	kept := r.file.write(r.dir) // a full disk must not keep the final off the chain
	wait, cancel := context.WithTimeout(ctx, r.flags.patience)
	defer cancel()
	_, err = r.points.Load().Finalize(wait, r.file.Session)
	r.stop()
	<-r.stopped
	r.file.Final = err == nil
	return errors.Join(kept, err)
}

// abandon ends a run whose agent never started: what was recorded is closed and
// committed all the same, so that nothing stays open on the chain.
func (r *liveRun) abandon(ctx context.Context) error {
	defer r.logFile.Close()
	if r.session == nil {
		r.file.Status = statusClosed
	}
	return r.close(ctx, sidecar.Closing{Reason: "not started"})
}
