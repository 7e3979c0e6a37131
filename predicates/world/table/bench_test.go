package table_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world/table"
)

// counters is a world of twelve variables with four values and a tool for each.
func counters() string {
	text := `{"varek_world":1,"name":"counters","variables":[`
	tools, rules := "", ""
	for i := range 12 {
		if i > 0 {
			text, tools, rules = text+",", tools+",", rules+","
		}
		text += fmt.Sprintf(`{"name":"v%d","range":[0,3],"start":0}`, i)
		tools += fmt.Sprintf(`{"name":"t%d","args":[{"name":"by","range":[1,2]}]}`, i)
		rules += fmt.Sprintf(`{"tool":"t%d","when":{"Compare":{"pointer":"/vars/v%d","op":"<=","value":1}},"set":{"v%d":{"add":[{"var":"v%d"},{"arg":"by"}]}}}`, i, i, i, i)
	}
	return text + `],"tools":[` + tools + `],"rules":[` + rules + `]}`
}

// BenchmarkMetricCheckTable prints transitions per second of processor time on
// a table world with three policies.
func BenchmarkMetricCheckTable(b *testing.B) {
	w, err := table.New([]byte(counters()))
	if err != nil {
		b.Fatal(err)
	}
	var policies []check.Policy
	for i, text := range []string{
		`{"Always":{"Compare":{"pointer":"/vars/v0","op":"<=","value":3}}}`,
		`{"Never":{"All":[{"Equals":{"pointer":"/call/tool","value":"t1"}},{"Compare":{"pointer":"/before/v1","op":">","value":1}}]}}`,
		`{"Always":{"Not":{"Equals":{"pointer":"/call/status","value":"error"}}}}`,
	} {
		f, err := formula.Decode([]byte(text), nil)
		if err != nil {
			b.Fatal(err)
		}
		policies = append(policies, check.Policy{ID: fmt.Sprint(i), Formula: f})
	}
	for range b.N {
		before := used(b)
		res, err := check.Run(context.Background(), w, policies, check.Options{Depth: 9})
		if err != nil {
			b.Fatal(err)
		}
		spent := used(b) - before
		fmt.Printf("METRIC check_table_per_cpu_s=%.0f transitions/s\n", float64(res.Counts.Checked)/spent.Seconds())
		fmt.Printf("METRIC check_table_states=%d states\n", res.Distinct)
	}
}

// used is the processor time of this process.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
