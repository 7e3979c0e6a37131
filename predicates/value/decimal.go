package value

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxExponent bounds the exponent of a literal: beyond a double's range in both
// directions, so that admitted numbers always fit and hostile text costs nothing.
const maxExponent = 400

// maxDigits bounds the digits of a literal for the same reason.
const maxDigits = 800

// Decimal is an exact number: of a JSON literal, or of decimal text. The zero
// value is 0. It is immutable.
type Decimal struct {
	small int64
	large *big.Rat // not nil: the value; small is not used
}

// Int gives an exact integer.
func Int(i int64) Decimal { return Decimal{small: i} }

// ParseDecimal reads JSON number syntax exactly: optional minus, digits without
// leading zeros, optional fraction and exponent. Anything else, and what
// exceeds 800 digits or an exponent of 400, is not a number.
func ParseDecimal(text string) (Decimal, bool) {
	if i, ok := smallInt(text); ok {
		return Decimal{small: i}, true
	}
	if !jsonNumber(text) || len(text) > maxDigits {
		return Decimal{}, false
	}
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		e, err := strconv.Atoi(text[at+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return Decimal{}, false
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Decimal{}, false
	}
	return fromRat(r), true
}

// smallInt is the way of almost all literals: an integer of at most 18 digits.
func smallInt(text string) (int64, bool) {
	digits := text
	if strings.HasPrefix(text, "-") {
		digits = text[1:]
	}
	if digits == "" || len(digits) > 18 || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	var n int64
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) != len(text) {
		n = -n
	}
	return n, true
}

// jsonNumber checks the grammar of RFC 8259 section 6.
func jsonNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, rest := leadingDigits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	if strings.HasPrefix(rest, ".") {
		var frac int
		if frac, rest = leadingDigits(rest[1:]); frac == 0 {
			return false
		}
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		var exp int
		if exp, rest = leadingDigits(rest); exp == 0 {
			return false
		}
	}
	return rest == ""
}

func leadingDigits(s string) (int, string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n, s[n:]
}

func fromRat(r *big.Rat) Decimal {
	if r.IsInt() && r.Num().IsInt64() {
		return Decimal{small: r.Num().Int64()}
	}
	return Decimal{large: r}
}

func (d Decimal) rat() *big.Rat {
	if d.large != nil {
		return d.large
	}
	return new(big.Rat).SetInt64(d.small)
}

// Cmp is -1, 0 or +1 as d is less than, equal to or more than e.
func (d Decimal) Cmp(e Decimal) int {
	if d.large == nil && e.large == nil {
		switch {
		case d.small < e.small:
			return -1
		case d.small > e.small:
			return 1
		}
		return 0
	}
	return d.rat().Cmp(e.rat())
}

// Sub is d - e.
func (d Decimal) Sub(e Decimal) Decimal {
	if d.large == nil && e.large == nil {
		diff := d.small - e.small
		if (diff < d.small) == (e.small > 0) {
			return Decimal{small: diff}
		}
	}
	return fromRat(new(big.Rat).Sub(d.rat(), e.rat()))
}

// Add is d + e.
func (d Decimal) Add(e Decimal) Decimal {
	if d.large == nil && e.large == nil {
		sum := d.small + e.small
		if (sum > d.small) == (e.small > 0) {
			return Decimal{small: sum}
		}
	}
	return fromRat(new(big.Rat).Add(d.rat(), e.rat()))
}

// Neg is -d.
func (d Decimal) Neg() Decimal {
	if d.large == nil && d.small != math.MinInt64 {
		return Decimal{small: -d.small}
	}
	return fromRat(new(big.Rat).Neg(d.rat()))
}

// Sign is -1, 0 or +1.
func (d Decimal) Sign() int { return d.Cmp(Decimal{}) }

// String spells the number exactly, without an exponent: decimal literals have
// a finite expansion, and sums and differences of them too.
func (d Decimal) String() string {
	if d.large == nil {
		return strconv.FormatInt(d.small, 10)
	}
	if d.large.IsInt() {
		return d.large.Num().String()
	}
	digits, _ := d.large.FloatPrec()
	return d.large.FloatString(digits)
}

// Scaled is d times ten to the places, where that is a whole number of 64 bits.
func (d Decimal) Scaled(places int) (int64, bool) {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	r := new(big.Rat).Mul(d.rat(), new(big.Rat).SetInt(ten))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}
