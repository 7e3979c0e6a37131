package value_test

import (
	"math/big"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
)

// TestDecimalIsExact compares arithmetic with big.Rat over numbers that floats
// and machine integers get wrong.
func TestDecimalIsExact(t *testing.T) {
	texts := []string{"0", "-0", "1", "-1", "0.1", "0.2", "0.3", "1e3", "1E-7", "10.0", "10", "-2.5e2", "999999999999999999", "9223372036854775807",
		"-9223372036854775808", "9223372036854775808", "1e308", "5e-324", "0.30000000000000004", "100000000000000000000000000000.5"}
	for _, a := range texts {
		for _, b := range texts {
			x, okX := value.ParseDecimal(a)
			y, okY := value.ParseDecimal(b)
			if !okX || !okY {
				t.Fatalf("%s or %s is not read", a, b)
			}
			p, _ := new(big.Rat).SetString(a)
			q, _ := new(big.Rat).SetString(b)
			same := func(op string, got value.Decimal, want *big.Rat) {
				t.Helper()
				back, ok := new(big.Rat).SetString(got.String())
				if !ok || back.Cmp(want) != 0 {
					t.Errorf("%s %s %s = %s, want %s", a, op, b, got, want.RatString())
				}
			}
			same("-", x.Sub(y), new(big.Rat).Sub(p, q))
			same("+", x.Add(y), new(big.Rat).Add(p, q))
			same("neg", x.Neg(), new(big.Rat).Neg(p))
			if x.Cmp(y) != p.Cmp(q) || x.Sign() != p.Sign() {
				t.Errorf("%s against %s is %d", a, b, x.Cmp(y))
			}
		}
	}
}

func TestWhatIsNoNumber(t *testing.T) {
	for _, s := range []string{"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity", " 1", "1 ", "1,5", "1/2", "1e401", "1e-401", "1e99999999999999999999", "٣"} {
		if d, ok := value.ParseDecimal(s); ok {
			t.Errorf("%q is read as %s", s, d)
		}
	}
}

func TestEqual(t *testing.T) {
	read := func(s string) any {
		t.Helper()
		v, _, err := value.Decode(jsontext.Value(s))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`null`, `null`, true}, {`1`, `1`, true}, {`1`, `"1"`, false}, {`1.0`, `1`, true}, {`100`, `1e2`, true}, {`0.1`, `0.10`, true},
		{`[1,2]`, `[2,1]`, false}, {`[1,2]`, `[1,2]`, true}, {`{"a":1,"b":[]}`, `{"b":[],"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{"a":null}`, `{}`, false}, {`false`, `null`, false}, {`""`, `null`, false}, {`[]`, `{}`, false},
		{`{"$blob":{}}`, `{"$blob":{}}`, false}, {`{"$raw":"AA=="}`, `{"$raw":"AA=="}`, false}, {`{"$$blob":1}`, `{"$$blob":1}`, true},
	} {
		if got := value.Equal(read(c.a), read(c.b)); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

// FuzzDecimal: whatever is read prints as a number that reads back the same.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"1", "-0.5", "1e10", "123456789012345678901234567890.125", "0e0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := value.ParseDecimal(s)
		if !ok {
			return
		}
		if back, ok := value.ParseDecimal(d.String()); len(d.String()) < 700 && (!ok || back.Cmp(d) != 0) {
			t.Fatalf("%q is %s and reads back as %s", s, d, back)
		}
		if i, err := strconv.ParseInt(s, 10, 64); err == nil && d.Cmp(value.Int(i)) != 0 {
			t.Fatalf("%q is %s", s, d)
		}
	})
}
