package warden

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/varek/varek/warden/floor"
)

// The supervisor sleeps coarsely, and the agent as it would alone.
func TestTimerSlack(t *testing.T) {
	want, err := floor.Slack()
	if err != nil {
		t.Fatal(err)
	}
	if want == floor.CalmSlack { // another test has started a supervisor
		want = floor.KernelSlack
	}
	s := newSession(t, "", "cat", "/proc/self/timerslack_ns")
	s.run(t)
	if got := strings.TrimSpace(s.out.String()); got != strconv.FormatUint(want, 10) {
		t.Errorf("the agent's timer slack is %s, want %d", got, want)
	}
	if os.Geteuid() != 0 || want != floor.KernelSlack {
		return
	}
	// The process's first thread has been there from the beginning.
	b, err := os.ReadFile("/proc/" + strconv.Itoa(os.Getpid()) + "/timerslack_ns")
	if err != nil || strings.TrimSpace(string(b)) != strconv.Itoa(floor.CalmSlack) {
		t.Errorf("the supervisor's timer slack is %q (%v), want %d", b, err, floor.CalmSlack)
	}
}
