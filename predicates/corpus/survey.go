package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/varek/varek/predicates"
)

// Question is one promise that is asked of every trace.
type Question struct {
	Name    string // of the file it came from
	Program predicates.Program
}

// Finding is what one promise found in one trace.
type Finding struct {
	Question int // index
	Outcome  predicates.Outcome
	// Hidden is set where the trace withholds what the promise needs; then
	// there is no outcome.
	Hidden error
}

// Answer is what all promises found in one trace, in one pass over it.
type Answer struct {
	Trace    Trace
	Findings []Finding
}

// Survey reads traces and asks every question of each, on the given number of
// workers, and hands the answers to each in the order of the traces. It ends at
// the first error: the reader's, each's, or the context's. After the latter two
// it waits for nobody: a read that has no end (a terminal, a pipe) would keep
// it, so the reader may still be in use and is not to be used again.
func Survey(ctx context.Context, r *Reader, questions []Question, workers int, each func(Answer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type job struct {
		trace Trace
		done  chan Answer
	}
	// The order of the answers is the order in which jobs enter the queue, and
	// its length bounds what is in memory.
	jobs, queue := make(chan job), make(chan job, 2*workers)
	var readErr error
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				j.done <- Ask(j.trace, questions)
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for {
			t, err := r.Next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					readErr = err
				}
				return
			}
			j := job{t, make(chan Answer, 1)}
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	stopped := func() error { return fmt.Errorf("stopped: %w", context.Cause(ctx)) }
	for {
		select {
		case <-ctx.Done():
			return stopped()
		case j, more := <-queue:
			if !more {
				wg.Wait()
				if ctx.Err() != nil {
					return stopped()
				}
				return readErr
			}
			select {
			case a := <-j.done:
				if err := each(a); err != nil {
					return err
				}
			case <-ctx.Done():
				return stopped()
			}
		}
	}
}

// Ask feeds one trace to all questions, record by record.
func Ask(t Trace, questions []Question) Answer {
	a := Answer{Trace: t, Findings: make([]Finding, len(questions))}
	runs := make([]predicates.Run, len(questions))
	for i, q := range questions {
		runs[i] = q.Program.Start()
		a.Findings[i].Question = i
	}
	for _, v := range t.Views {
		for i, run := range runs {
			if a.Findings[i].Hidden != nil {
				continue
			}
			if err := run.Step(v); err != nil {
				a.Findings[i].Hidden = fmt.Errorf("record %d: %w", v.Head.Seq, err)
			}
		}
	}
	for i, run := range runs {
		if a.Findings[i].Hidden == nil {
			a.Findings[i].Outcome = run.Outcome()
		}
	}
	return a
}
