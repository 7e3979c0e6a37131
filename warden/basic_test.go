package warden

import "testing"

func TestEcho(t *testing.T) {
	s := newSession(t, "", "bash", "-c", "echo hello; cat /etc/hostname | wc -l; echo x > a; rm a; mkdir d; mv d e; exit 7")
	s.run(t)
	t.Logf("out %q err %q exit %+v", s.out.String(), s.errOut.String(), s.exit)
	for _, r := range s.records {
		t.Logf("%+v", r)
	}
}
