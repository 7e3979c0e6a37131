package warden

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// counter is a UDP receiver that counts.
func counter(t *testing.T) (port int, seen *atomic.Int64) {
	t.Helper()
	l, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	seen = new(atomic.Int64)
	go func() {
		for buf := make([]byte, 16); ; {
			if n, _, err := l.ReadFromUDP(buf); err != nil {
				return
			} else if n == 1 {
				seen.Add(1)
			}
		}
	}()
	return l.LocalAddr().(*net.UDPAddr).Port, seen
}

// race runs one mode and reports what reached the forbidden receiver, and how
// many tries were accepted.
func race(t *testing.T, prog, mode string, tries int) (leaked int64, accepted int) {
	t.Helper()
	good, _ := counter(t)
	bad, seen := counter(t)
	policy := strings.Replace(enforceNet, `"127.0.0.1:*", "unix:/**", "unix:@*"]}, bind`, fmt.Sprintf(`"127.0.0.1:%d"]}, bind`, good), 1)
	s := newSession(t, policy, prog, mode, strconv.Itoa(good), strconv.Itoa(bad), strconv.Itoa(tries))
	s.run(t)
	if _, err := fmt.Sscan(s.out.String(), &accepted); err != nil {
		t.Fatalf("%s: output %q: %v; stderr %s", mode, s.out.String(), err, s.errOut.String())
	}
	return seen.Load(), accepted
}

// TestRewrittenDestinations: whatever is rewritten between the look and the
// send, no datagram reaches a receiver that the policy does not name.
func TestRewrittenDestinations(t *testing.T) {
	prog := compileC(t, "testdata/netraces.c")
	for _, mode := range []string{"sockaddr", "msghdr", "mmsghdr", "descriptor", "connect"} {
		leaked, accepted := race(t, prog, mode, scale(2000))
		if leaked > 0 {
			t.Errorf("%s: %d datagrams reached the forbidden receiver", mode, leaked)
		}
		if accepted == 0 {
			t.Errorf("%s: nothing was sent: the race was not run", mode)
		}
	}
}

// TestNaiveSendsLeak shows that the races above are real: a supervisor that
// looks and lets the kernel go on loses them.
func TestNaiveSendsLeak(t *testing.T) {
	prog := compileC(t, "testdata/netraces.c")
	for mode, nr := range map[string]int32{"sockaddr": unix.SYS_SENDTO, "msghdr": unix.SYS_SENDMSG, "descriptor": unix.SYS_SENDMSG, "connect": unix.SYS_CONNECT} {
		t.Run(mode, func(t *testing.T) {
			honest := handlers[nr]
			handlers[nr] = handler{honest.tool, naiveSend}
			defer func() { handlers[nr] = honest }()
			for range 20 {
				if leaked, _ := race(t, prog, mode, 2000); leaked > 0 {
					return
				}
			}
			t.Error("the naive supervisor lost no race: the test above proves nothing")
		})
	}
}

// naiveSend decides on what it reads and continues.
func naiveSend(c *call) answer {
	sk, e := c.socket(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	defer unix.Close(sk.fd)
	var m outgoing
	switch c.n.NR {
	case unix.SYS_SENDTO:
		m, e = c.copyFlat()
	case unix.SYS_SENDMSG:
		m, e = c.copyHeader(c.n.Args[1], &sk, 0)
	default:
		m.named = true
		m.name, e = c.address(c.n.Args[1], c.n.Args[2])
	}
	if e != 0 {
		return failed(e)
	}
	defer m.close()
	to, e := c.recipient(&sk, &m)
	if e != 0 {
		return failed(e)
	}
	to.close()
	return continued()
}
