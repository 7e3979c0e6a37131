package canon

import (
	"encoding/hex"
	"errors"
	"fmt"
)

// ErrHex is returned for text that is not the one spelling of a hash or an
// address: 0x followed by exactly the right number of lower-case hex digits.
var ErrHex = errors.New("not 0x and lower-case hex of the right length")

// maxHex is the longest value that has a spelling here: a signature, r ‖ s ‖ v.
const maxHex = 65

// Hash is a Keccak-256 digest or any other 32-byte word (session ids, salts).
type Hash [32]byte

// Address is a 20-byte account address of the chain.
type Address [20]byte

// String gives 0x and 64 lower-case hex digits.
func (h Hash) String() string { return HexText(h[:]) }

// IsZero reports whether all 32 bytes are zero.
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText implements encoding.TextMarshaler with the form of String.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler; errors are ErrHex.
func (h *Hash) UnmarshalText(text []byte) error { return ParseHex(h[:], text) }

// ParseHash reads the form that String writes; errors are ErrHex.
func ParseHash(s string) (Hash, error) {
	var h Hash
	err := h.UnmarshalText([]byte(s))
	return h, err
}

// String gives 0x and 40 lower-case hex digits (no checksum capitals).
func (a Address) String() string { return HexText(a[:]) }

// IsZero reports whether all 20 bytes are zero.
func (a Address) IsZero() bool { return a == Address{} }

// MarshalText implements encoding.TextMarshaler with the form of String.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler; errors are ErrHex.
func (a *Address) UnmarshalText(text []byte) error { return ParseHex(a[:], text) }

// ParseAddress reads the form that String writes; errors are ErrHex.
func ParseAddress(s string) (Address, error) {
	var a Address
	err := a.UnmarshalText([]byte(s))
	return a, err
}

// HexText is 0x and the lower-case hex digits of b.
func HexText(b []byte) string { return "0x" + hex.EncodeToString(b) }

// ParseHex fills dst from 0x-prefixed lower-case hex of exactly len(dst)
// bytes, at most 65 of them. dst is written only when the whole text is good.
func ParseHex(dst, text []byte) error {
	if len(text) != 2+2*len(dst) || text[0] != '0' || text[1] != 'x' {
		return fmt.Errorf("%q: %w (want %d digits)", Clip(text), ErrHex, 2*len(dst))
	}
	var buf [maxHex]byte
	var bad byte
	for i := range dst {
		hi, lo := nibbles[text[2+2*i]], nibbles[text[3+2*i]]
		bad |= hi | lo
		buf[i] = hi<<4 | lo
	}
	if bad > 15 {
		return fmt.Errorf("%q: %w (want %d digits)", Clip(text), ErrHex, 2*len(dst))
	}
	copy(dst, buf[:])
	return nil
}

// nibbles is nibble of every byte; nothing writes it.
var nibbles = func() (t [256]byte) {
	for i := range t {
		t[i] = nibble(byte(i))
	}
	return t
}()

// nibble gives the value of a lower-case hex digit, over 15 for other bytes.
func nibble(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 0xff
}

// Clip shortens a text for an error message, so that this stays short whatever the input was.
func Clip(b []byte) []byte {
	const most = 80
	if len(b) > most {
		return append(append([]byte{}, b[:most]...), "..."...)
	}
	return b
}
