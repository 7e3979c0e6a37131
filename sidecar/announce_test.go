package sidecar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// ahead announces an unlink with a serial number.
func (r *rig) ahead(action string, serial uint64) {
	r.t.Helper()
	if err := r.s.Kernel(r.t.Context(), sidecar.KernelRecord{Tool: "sys.unlink", ActionID: action, Ahead: true, Sync: true, Serial: serial,
		Args: []byte(`{"event":"unlink","resolved":"/w/x"}`), Result: []byte(`{"decision":"allow"}`), Metadata: []byte(`{"pid":5}`)}); err != nil {
		r.t.Fatal(err)
	}
}

// TestAnnouncedCall: the announcement is durable when it returns and is a
// notice; the record of the call names it, whatever came of the call.
func TestAnnouncedCall(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	r.ahead(i.ActionID, 1)
	if p := r.s.Progress(); p.N != 3 || p.Kernel != 0 {
		t.Errorf("progress %+v after the announcement", p)
	}
	if err := r.s.Kernel(t.Context(), sidecar.KernelRecord{Tool: "sys.unlink", ActionID: i.ActionID, Serial: 2, Announced: 1,
		Args: []byte(`{"event":"unlink","resolved":"/w/x"}`), Result: []byte(`{"decision":"allow","errno":"ENOENT"}`), Metadata: []byte(`{"pid":5}`)}); err != nil {
		t.Fatal(err)
	}
	r.close()
	rows := r.rows()
	if n := rows[2]; n.Kind != trace.KindNotice || n.ActionID != "" || !strings.Contains(string(n.Args), `"about":"ahead"`) {
		t.Errorf("announcement %+v", n)
	}
	var after []string
	for _, row := range rows[3:] {
		after = append(after, fmt.Sprint(row.Kind, " ", row.ActionID == i.ActionID, " ", row.Status, " ", string(row.Metadata)))
	}
	want := []string{`syscall true  {"announced":3,"pid":5}`, `action true denied {"assurance":"inferred","closed_by":"sidecar"}`, `session false  `}
	if len(after) != 3 || after[0] != want[0] || after[2] != want[2] || !strings.Contains(after[1], "action true") {
		t.Errorf("after the announcement: %q", after)
	}
}

// TestAnnouncedAndNeverHeardOf: a crash between the announcement and the record
// leaves a call that counts as made, and so does the tool call it belongs to.
func TestAnnouncedAndNeverHeardOf(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	r.ok("2", allow(i.ActionID))
	r.ahead(i.ActionID, 1)
	r.ahead("", 2)
	if err := r.s.Kernel(t.Context(), sidecar.KernelRecord{Tool: "sys.unlink", Serial: 3, Announced: 2, Sync: true,
		Result: []byte(`{"decision":"allow"}`)}); err != nil {
		t.Fatal(err)
	}
	r.restart()
	r.restart() // once is enough
	r.close()
	var presumed, status []string
	for _, row := range r.rows() {
		if row.Kind == trace.KindSyscall && strings.Contains(string(row.Metadata), "closed_by") {
			presumed = append(presumed, fmt.Sprint(row.Tool, " ", row.ActionID == i.ActionID, " ", string(row.Result), " ", string(row.Metadata)))
		}
		if row.Kind == trace.KindAction {
			status = append(status, row.Status)
		}
	}
	if len(presumed) != 1 || presumed[0] != `sys.unlink true {"decision":"allow"} {"announced":4,"closed_by":"sidecar","pid":5}` {
		t.Errorf("presumed %q", presumed)
	}
	if len(status) != 1 || status[0] != "unknown" {
		t.Errorf("the call ended as %q", status)
	}
}
