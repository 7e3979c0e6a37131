package warden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/warden/floor"
)

// floorUserNS asks for a PID namespace also of a plain user.
const floorUserNS = "version: 1\nmode: observe\nfloor: userns\n"

// TestUserNamespace: a plain user's agent lives in a PID namespace of its own,
// sees its own /proc under every spelling of it, keeps its own number and has no
// right that a user namespace gives.
func TestUserNamespace(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root needs no user namespace; TestAsNobody runs this")
	}
	if !floor.Detect().UserNS {
		needs(t, "userns", "this machine gives plain users no user namespace")
	}
	for name, text := range map[string]string{"observe": floorUserNS, "enforce": enforceAll + "floor: userns\n"} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, text, "bash", "-c", `
				[ $$ -lt 50 ] && echo small
				for p in /proc/self /proc/$$ /proc/thread-self/../.. /proc//self/. ; do cat $p/comm; done
				cd /proc; cat self/comm; cd "$HOME"; ln -s /proc/self link; cat link/comm; ln -s /proc proc; cat proc/self/comm
				ls -d /proc/[0-9]* | wc -l
				id -u; stat -c %u link; stat -c %u /etc/hostname
				grep -E '^Cap(Eff|Prm|Amb)|^NoNewPrivs' /proc/self/status
				echo x > own; chmod 600 own; stat -c '%a %u' own; cat < own; cat /dev/stdin <<< in
				mount -t tmpfs none /mnt 2>/dev/null && echo mounted
				hostname other 2>/dev/null && echo renamed
				unshare -U true 2>/dev/null && echo nested
				kill -0 $PPID 2>/dev/null; echo end`)
			s.run(t)
			if f := s.super.Floor(); !f.UserNS || !f.PIDNamespace || f.Death != floor.DeathNamespace {
				t.Errorf("floor %+v", f)
			}
			out := s.out.String()
			me := fmt.Sprint(os.Getuid())
			want := "small\ncat\nbash\ncat\ncat\ncat\ncat\ncat\n"
			if !strings.HasPrefix(out, want) {
				t.Errorf("names of processes: %q, want the beginning %q\n%s", out, want, s.errOut.String())
			}
			for _, part := range []string{"\n" + me + "\n" + me + "\n65534\n", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000",
				"CapAmb:\t0000000000000000", "NoNewPrivs:\t1", "600 " + me + "\nx\nin\nend\n"} {
				if !strings.Contains(out, part) {
					t.Errorf("%q is missing in\n%s%s", part, out, s.errOut.String())
				}
			}
			for _, no := range []string{"mounted", "renamed", "nested"} {
				if strings.Contains(out, no) {
					t.Errorf("the agent can: %s", no)
				}
			}
		})
	}
}

// TestUserNamespaceProtects: in a user namespace the protected files are as far
// away as without, by name, by link and through /proc.
func TestUserNamespaceProtects(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root needs no user namespace; TestAsNobody runs this")
	}
	if !floor.Detect().UserNS {
		needs(t, "userns", "this machine gives plain users no user namespace")
	}
	s := newSession(t, floorUserNS, "bash", "-c", `
		ln -s "$STATE" s; ln -s "$STATE/secret" t
		for p in "$STATE/secret" s/secret t /proc/self/root"$STATE"/secret /proc/1/root"$STATE"/secret ../state/secret; do cat "$p" 2>/dev/null; done
		echo done`)
	secret := filepath.Join(s.cfg.StateDir, "secret")
	if err := os.WriteFile(secret, []byte("leak\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.cfg.Env = append(s.cfg.Env, "STATE="+s.cfg.StateDir)
	s.run(t)
	if s.out.String() != "done\n" {
		t.Errorf("output %q\n%s", s.out.String(), s.errOut.String())
	}
}
