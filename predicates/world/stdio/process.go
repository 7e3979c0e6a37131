package stdio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// start runs the program, kept as far as the system can.
func (k *walker) start() error {
	kept, err := k.spawn(true)
	if err != nil {
		// Without leave to make namespaces it runs with the network, and says so.
		if kept, err = k.spawn(false); err != nil {
			return err
		}
	}
	k.kept = kept
	return nil
}

func (k *walker) spawn(apart bool) (kept string, err error) {
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, k.w.command[0], k.w.command[1:]...)
	cmd.Stderr = k.stderr
	cmd.WaitDelay = time.Second
	kept, ok := separate(cmd, apart)
	if apart && !ok {
		stop()
		return "", errors.ErrUnsupported
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		stop()
		return "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		stop()
		return "", err
	}
	if err := cmd.Start(); err != nil {
		stop()
		return "", err
	}
	kept += ", " + limit(cmd.Process.Pid, k.w.opt.Memory)
	k.cmd, k.in, k.out, k.stop = cmd, in, bufio.NewReaderSize(out, 1<<18), stop
	return kept, nil
}

// ask sends a line and reads the answer, which is valid until the next. Answers
// to what was asked ahead come before it and are put aside.
func (k *walker) ask(request []byte) ([]byte, error) {
	for len(k.early) < len(k.sent) {
		line, err := k.receive()
		if err != nil {
			return nil, err
		}
		k.early = append(k.early, bytes.Clone(line))
	}
	k.request = append(append(k.request[:0], request...), '\n')
	if err := k.send(); err != nil {
		return nil, err
	}
	return k.receive()
}

// send writes what is in k.request.
func (k *walker) send() error {
	defer k.watch().Stop()
	// Whether a program that reads nothing more is met here or at its answer is a
	// matter of timing: what it left to be read decides, so that its fault has one name.
	if _, err := k.in.Write(k.request); err != nil && !errors.Is(err, syscall.EPIPE) {
		return k.fault(fmt.Errorf("tell it %q: %w", clip(k.request), ErrProgram), err)
	}
	return nil
}

// watch ends the program if the deadline passes before it is stopped.
func (k *walker) watch() *time.Timer {
	return time.AfterFunc(k.w.opt.Deadline, func() {
		k.once.Do(func() { close(k.late) })
		k.stop()
	})
}

// receive reads one answer.
func (k *walker) receive() ([]byte, error) {
	defer k.watch().Stop()
	k.line = k.line[:0]
	for {
		part, err := k.out.ReadSlice('\n')
		k.line = append(k.line, part...)
		switch {
		case err == nil:
			return k.line[:len(k.line)-1], nil
		case len(k.line) > maxAnswer:
			return nil, k.fault(fmt.Errorf("an answer is longer than %d bytes: %w", maxAnswer, ErrAnswer), nil)
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, k.fault(fmt.Errorf("read its answer: %w", ErrProgram), err)
		}
	}
}

// fault words an error with what the program said on standard error.
func (k *walker) fault(err, cause error) error {
	select {
	case <-k.late:
		return fmt.Errorf("%s: %w", k.w.opt.Deadline, ErrDeadline)
	default:
	}
	if cause != nil {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	// What it has to say of its end arrives with its end.
	k.stop()
	_ = k.cmd.Wait()
	if said := k.stderr.String(); said != "" {
		err = fmt.Errorf("%w; it said: %s", err, said)
	}
	return err
}

// Close implements world.Walker.
func (k *walker) Close() error {
	err := k.in.Close()
	done := time.AfterFunc(2*time.Second, k.stop)
	defer done.Stop()
	defer k.stop()
	if werr := k.cmd.Wait(); werr != nil && k.cmd.ProcessState == nil {
		err = errors.Join(err, werr)
	}
	return err
}
