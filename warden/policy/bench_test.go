package policy_test

import (
	"testing"

	"github.com/varek/varek/warden/policy"
)

var benchRequests = []struct {
	name string
	q    policy.Request
}{
	{"read", open("/usr/lib/x86_64-linux-gnu/libc.so.6")},
	{"read-workspace", open("/home/u/code/internal/server/handler/handler_test.go")},
	{"write-workspace", write("/home/u/code/internal/server/handler/handler_test.go")},
	{"unlink", at(policy.OpUnlink, "/home/u/code/.git/index.lock")},
	{"rename", two(policy.OpRename, "/home/u/code/.git/index.lock", "/home/u/code/.git/index")},
	{"exec", at(policy.OpExec, "/usr/bin/git")},
	{"connect", connect("127.0.0.1:8080")},
}

func BenchmarkDecide(b *testing.B) {
	for _, p := range []struct{ name, text string }{{"default", "version: 1\n"}, {"enforce", file(b, "full.yaml")}} {
		r := compile(b, p.text)
		for _, c := range benchRequests {
			b.Run(p.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r.Decide(c.q)
				}
			})
		}
	}
}

func TestDecideDoesNotAllocate(t *testing.T) {
	for _, text := range []string{"version: 1\n", file(t, "full.yaml")} {
		r := compile(t, text)
		for _, c := range benchRequests {
			if n := testing.AllocsPerRun(100, func() { r.Decide(c.q) }); n != 0 {
				t.Errorf("%s: %v allocations", c.name, n)
			}
		}
	}
}
