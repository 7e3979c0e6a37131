package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// door stands between serve and the verifier, and does to each delivery what the
// test says: "pass", "refuse", "kill" (serve, before the verifier sees it) or
// "answer lost" (the verifier takes it, then serve is killed).
type door struct {
	*httptest.Server
	mu    sync.Mutex
	how   string
	seen  int
	serve *exec.Cmd
}

func (d *door) set(how string, serve *exec.Cmd) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.how, d.serve = how, serve
}

func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen
}

// doorTo puts a door in front of the verifier of this line.
func (l *line) doorTo(t *testing.T) *door {
	t.Helper()
	d := &door{how: "pass"}
	text, err := os.ReadFile(filepath.Join(l.state, "verifier", "endpoint.json"))
	var e struct{ URL string }
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	to, bad := url.Parse(e.URL)
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorLog = log.New(io.Discard, "", 0) // deliveries that die on their way are meant
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		how, serve := d.how, d.serve
		d.seen++
		d.mu.Unlock()
		switch how {
		case "refuse":
			_, _ = io.Copy(io.Discard, r.Body) // the sender may go away
			http.Error(w, `{"code":"unavailable","message":"not today"}`, http.StatusServiceUnavailable)
		case "kill":
			_ = serve.Process.Kill()
		case "answer lost":
			proxy.ServeHTTP(httptest.NewRecorder(), r)
			_ = serve.Process.Kill()
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(d.Close)
	return d
}

// verifierFor starts a verifier and waits until it listens.
func (l *line) verifierFor(t *testing.T) {
	t.Helper()
	cmd := l.command("varek-verifier", "serve")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = cmd.Wait()
	})
	eventually(t, time.Minute, "the verifier listens", func() bool {
		fi, err := os.Stat(filepath.Join(l.state, "verifier", "endpoint.json"))
		return err == nil && fi.Size() > 0
	})
}

// owed is one line of varek-sidecar claims --json.
type owed struct {
	ID, Session, Status, Reason, Offer string
	Duty                               *struct {
		Stage  string
		Bundle string
	}
}

func (l *line) owed() (list []owed) {
	l.t.Helper()
	if err := json.Unmarshal([]byte(l.ok("varek-sidecar", "claims", "--json")), &list); err != nil {
		l.t.Fatal(err)
	}
	return list
}

// TestDutyKilled: serve is killed at each step of answering a claim, and the next
// serve ends what was begun: while a session of "run" is claimed, when the bundle
// is on its way, after the verifier took it and before it said so, and after the
// offer on chain. One verdict comes of each claim, and it is on the evidence.
func TestDutyKilled(t *testing.T) {
	l := newLine(t)
	l.ok("varek-escrow", "devchain", "--detach")
	promise, err := filepath.Abs("../demo/aap1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	l.ok("varek-escrow", "promise", "register", promise)
	l.verifierFor(t)
	d := l.doorTo(t)
	flags := []string{"--k", "3", "--r", "1s", "--claims-every", "200ms", "--verifier-url", d.URL, "--metrics-listen", "127.0.0.1:0"}
	file := func(session string) {
		l.ok("varek-escrow", "claim", "file", session, "--promise", "1")
	}
	deletes := `id=$(varek-sidecar emit intent --tool delete_file --args '{"path":"n"}') && varek-sidecar emit action --action "$id" --tool delete_file --args '{"path":"n"}' --status ok >/dev/null`
	run := func() string {
		l.ok("varek-sidecar", "run", "--promise", "1", "--", "bash", "-c", deletes)
		return l.newest().Session
	}

	// Killed with the bundle on its way, then with the answer lost. The sessions
	// are of "run", the first was itself killed and is not closed.
	left := l.command("varek-sidecar", "run", "--promise", "1", "--", "bash", "-c", deletes+"; echo > done; sleep 300")
	left.Dir = l.work()
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, time.Minute, "the run has recorded", func() bool { return lines(filepath.Join(left.Dir, "done")) == 1 })
	_ = left.Process.Kill() // it may have ended
	_ = left.Wait()         // it was killed
	file(l.newest().Session)
	for _, how := range []string{"kill", "answer lost"} {
		d.set("refuse", nil)
		s := l.serve(flags...)
		d.set(how, s.cmd)
		seen := d.count()
		eventually(t, 2*time.Minute, how+": a delivery", func() bool { return d.count() > seen })
		s.end(syscall.SIGKILL)
		if how == "kill" {
			file(run()) // two for the next one
		}
	}
	d.set("refuse", nil)
	file(run())

	// The verifier takes nothing: after the time for it the evidence is offered on
	// chain, and serve is killed then.
	s := l.serve(append(flags, "--offer-after", "1h")...)
	l.unanswered(1)
	l.ok("varek-escrow", "devchain", "advance", "2h")
	eventually(t, 2*time.Minute, "what is not settled is offered on chain", func() bool {
		offered := 0
		for _, o := range l.owed() {
			if o.Status != "open" {
				continue
			}
			if o.Offer == "" || o.Duty == nil || o.Duty.Bundle != o.Offer {
				return false
			}
			offered++
		}
		return offered > 0
	})
	s.end(syscall.SIGKILL)
	// Past the third day the offered bundle still counts.
	l.ok("varek-escrow", "devchain", "advance", "4d")
	d.set("pass", nil)
	s = l.serve(flags...)
	eventually(t, 3*time.Minute, "all claims are settled on their evidence", func() bool {
		list := l.owed()
		for _, o := range list {
			if o.Status == "open" || o.Duty == nil || o.Duty.Stage != "closed" {
				return false
			}
			if o.Reason != "violated" {
				t.Fatalf("claim %s ended with %s", o.ID, o.Reason)
			}
		}
		return len(list) == 3
	})
	if left, _ := filepath.Glob(filepath.Join(l.state, "serve", "claims", "*", "bundle.ndjson")); len(left) > 0 {
		t.Errorf("private bundles are left: %v", left)
	}
	if code := s.end(syscall.SIGTERM); code != 0 {
		t.Errorf("serve ended with %d", code)
	}
}

// unanswered waits until serve has written down n claims that it cannot deliver.
func (l *line) unanswered(n int) {
	l.t.Helper()
	eventually(l.t, 2*time.Minute, fmt.Sprintf("%d claims are assembled and not delivered", n), func() bool {
		found := 0
		for _, o := range l.owed() {
			if o.Duty != nil && o.Duty.Stage == "assembled" && strings.HasPrefix(o.Duty.Bundle, "0x") {
				found++
			}
		}
		return found >= n
	})
}

var figureName = regexp.MustCompile(`varek_[a-z_0-9]+`)

// TestProviderAlerts: the rules speak of figures that serve has, and the page
// explains each alert.
func TestProviderAlerts(t *testing.T) {
	rules, err := os.ReadFile("../monitoring/provider.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../monitoring/provider.md")
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(t)
	s := l.serve("--claims-every", "200ms", "--metrics-listen", "127.0.0.1:0")
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "metrics on ")
	if !found {
		t.Fatalf("serve does not say where its metrics are:\n%s", text)
	}
	at := strings.Fields(rest)[0]
	get := func(url string) (int, string) {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}
	eventually(t, time.Minute, "serve is ready", func() bool {
		code, _ := get(strings.TrimSuffix(at, "metrics") + "readyz")
		return code == http.StatusOK
	})
	_, figures := get(at)
	for _, name := range figureName.FindAllString(string(rules), -1) {
		if !strings.Contains(figures, "# TYPE "+name+" ") {
			t.Errorf("the rules speak of %s, which serve does not have", name)
		}
	}
	alerts := regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(rules), -1)
	for _, a := range alerts {
		if !strings.Contains(string(page), "| "+a[1]+" |") {
			t.Errorf("the page does not explain %s", a[1])
		}
	}
	if len(alerts) < 9 {
		t.Errorf("%d alerts", len(alerts))
	}
}
