package predicates

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// amountBits is the width in which the escrow keeps payouts and bonds.
const amountBits = 96

// decimals of the units of ether that an amount may be written in.
func unitDecimals(unit string) (int, bool) {
	switch unit {
	case "ether":
		return 18, true
	case "gwei":
		return 9, true
	case "wei":
		return 0, true
	}
	return 0, false
}

// ParseAmount reads "0.1 ether", "5 gwei" or "123 wei" as an exact number of
// wei. It refuses signs, exponents, missing units, digits below one wei and
// amounts that do not fit 96 bits.
func ParseAmount(text string) (*big.Int, error) {
	number, unit, ok := strings.Cut(text, " ")
	decimals, known := unitDecimals(unit)
	if !ok || !known {
		return nil, fmt.Errorf("amount %q: want a number, one space and ether, gwei or wei", clip(text))
	}
	whole, frac, dotted := strings.Cut(number, ".")
	if !digits(whole) || (dotted && !digits(frac)) {
		return nil, fmt.Errorf("amount %q: want plain decimal digits with at most one point", clip(text))
	}
	if len(whole) > 1 && whole[0] == '0' {
		return nil, fmt.Errorf("amount %q: no leading zeros", clip(text))
	}
	if len(frac) > decimals {
		return nil, fmt.Errorf("amount %q: more than %d digits after the point is less than one wei", clip(text), decimals)
	}
	if len(whole) > 40 {
		return nil, errTooLarge(text)
	}
	wei, ok := new(big.Int).SetString(whole+frac+strings.Repeat("0", decimals-len(frac)), 10)
	if !ok {
		return nil, fmt.Errorf("amount %q: not a number", clip(text))
	}
	if wei.BitLen() > amountBits {
		return nil, errTooLarge(text)
	}
	return wei, nil
}

func errTooLarge(text string) error {
	return fmt.Errorf("amount %q: does not fit the escrow's 96 bits", clip(text))
}

func digits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

var errNotPositive = errors.New("must be more than zero")

// clip keeps quoted input short in errors.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
