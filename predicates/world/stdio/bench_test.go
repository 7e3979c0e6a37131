package stdio_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world/pullreview"
	"github.com/varek/varek/predicates/world/stdio"
)

// BenchmarkMetricCheckStdio prints successors per second of a world in another
// process, beside the same search in this one.
func BenchmarkMetricCheckStdio(b *testing.B) {
	policies, err := check.ParsePolicies(pullreview.Policies, "", nil)
	if err != nil {
		b.Fatal(err)
	}
	here, err := pullreview.New(pullreview.Page)
	if err != nil {
		b.Fatal(err)
	}
	there := open(b, "pullreview page", stdio.Options{})
	o := check.Options{Depth: 11, Workers: 2}
	for range b.N {
		began := time.Now()
		res, err := check.Run(context.Background(), there, policies, o)
		if err != nil {
			b.Fatal(err)
		}
		over := time.Since(began)
		began = time.Now()
		if _, err := check.Run(context.Background(), here, policies, o); err != nil {
			b.Fatal(err)
		}
		direct := time.Since(began)
		fmt.Printf("METRIC check_stdio_per_s=%.0f successors/s\n", float64(res.Counts.Checked)/over.Seconds())
		fmt.Printf("METRIC check_stdio_over_direct=%.2f x\n", over.Seconds()/direct.Seconds())
	}
}
