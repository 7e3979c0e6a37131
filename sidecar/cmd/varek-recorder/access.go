package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore/trace"
)

// accessFile lies in a session's directory: one JSON line for every command
// that shows, takes out or erases bodies, written before it does so.
const accessFile = "access.jsonl"

// maxAccessLine bounds one line of it; a command line with all its patterns is
// shorter.
const maxAccessLine = 4 << 20

// access is one line of it.
type access struct {
	V       int    `json:"v"`
	Time    string `json:"time"` // UTC
	UID     int    `json:"uid"`
	PID     int    `json:"pid"`
	Command string `json:"command"`
	From    uint64 `json:"from,omitempty"` // records asked for; absent is open
	To      uint64 `json:"to,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

// noteAccess adds a line. Where it cannot be written, nothing may be shown.
func noteAccess(state string, session trace.Hash, a access) error {
	a.V, a.Time, a.UID, a.PID = 1, time.Now().UTC().Format(time.RFC3339Nano), os.Getuid(), os.Getpid()
	path := filepath.Join(sessionDir(state, session), accessFile)
	text, err := json.Marshal(a)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600); err == nil {
			// One write with O_APPEND: lines of two commands do not mix.
			_, err = f.Write(append(append(lineEnd(f), text...), '\n'))
			err = errors.Join(err, f.Close())
		}
	}
	if err != nil {
		return environment("note the access to session "+session.String(), err, "who read a session is recorded beside it; make its directory writable")
	}
	return nil
}

// lineEnd ends a line that a full disk has cut off, so that only it is lost.
func lineEnd(f *os.File) []byte {
	last := []byte{'\n'}
	if fi, err := f.Stat(); err == nil && fi.Size() > 0 {
		if _, err := f.ReadAt(last, fi.Size()-1); err == nil && last[0] != '\n' {
			return []byte{'\n'}
		}
	}
	return nil
}

func newTraceAccess(s *settings, con console) *cobra.Command {
	return &cobra.Command{
		Use:     "access SESSION",
		Short:   "Show who read, exported or erased a session",
		Example: "  varek-sidecar trace access 5e3f\n  varek-sidecar trace access 5e3f --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := findRun(s.state, args[0])
			if err != nil {
				return err
			}
			list, err := readAccess(filepath.Join(sessionDir(s.state, r.Session), accessFile))
			if err != nil {
				return environment("read the access log of "+r.Session.String(), err, "")
			}
			if s.json {
				return printJSON(con.out, list)
			}
			return printAccess(con.out, list)
		},
	}
}

func readAccess(path string) ([]access, error) {
	list := []access{}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, maxAccessLine)
	for in.Scan() {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		var a access
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			// Damage in one place must not hide who read before and after.
			a = access{Command: "?", Detail: fmt.Sprintf("damaged line: %.200q", in.Bytes())}
		}
		list = append(list, a)
	}
	return list, in.Err()
}

func printAccess(out io.Writer, list []access) error {
	if len(list) == 0 {
		fmt.Fprintln(out, "nobody has read this session")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "TIME\tUID\tPID\tCOMMAND\tRECORDS\tDETAIL")
	for _, a := range list {
		records := "all"
		if a.From > 0 || a.To > 0 {
			records = fmt.Sprintf("%d-%s", max(a.From, 1), map[bool]string{true: "", false: fmt.Sprint(a.To)}[a.To == 0])
		}
		fmt.Fprintf(w, "%.19s\t%d\t%d\t%s\t%s\t%s\n", a.Time, a.UID, a.PID, a.Command, records, printable(a.Detail))
	}
	return w.Flush()
}
