package warden

import (
	"fmt"
	"os/exec"
	"testing"
	"time"
)

// BenchmarkMetricStart is what supervision adds to the start of a program.
func BenchmarkMetricStart(b *testing.B) {
	const rounds = 15
	for range b.N {
		native, supervised := time.Hour, time.Hour
		for range rounds {
			begin := time.Now()
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
			native = min(native, time.Since(begin))
			s := newSession(b, "", "/bin/true")
			begin = time.Now()
			s.run(b)
			supervised = min(supervised, time.Since(begin))
		}
		added := supervised - native
		b.ReportMetric(float64(added.Microseconds())/1e3, "ms")
		fmt.Printf("METRIC warden_start_added=%.1f ms\n", float64(added.Microseconds())/1e3)
	}
}
