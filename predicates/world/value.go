package world

import (
	"fmt"
	"math"
	"strconv"
	"sync"

	"github.com/varek/varek/predicates/value"
)

// Value is a fact in one word: absent, a whole number, or a symbol that stands
// for any other JSON value.
type Value int64

// Absent says that a fact's pointer does not resolve.
const Absent Value = math.MinInt64

// The symbols that every world has.
const (
	Null  Value = 0<<1 | 1
	False Value = 1<<1 | 1
	True  Value = 2<<1 | 1
)

// firstSymbol is the first code that is a world's own.
const firstSymbol = 3

// maxInt bounds the numbers that need no symbol.
const maxInt = 1<<62 - 1

// Int is a whole number as a fact; it must be within ±(2^62 - 1).
func Int(n int64) Value { return Value(n << 1) }

// Bool is a truth as a fact.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Int gives the number of a fact that is one.
func (v Value) Int() (n int64, ok bool) { return int64(v >> 1), v&1 == 0 && v != Absent }

// IsSymbol tells whether the fact is a symbol.
func (v Value) IsSymbol() bool { return v&1 == 1 }

// Code is a symbol's number, counted from 0.
func (v Value) Code() int { return int(v >> 1) }

// Symbols gives codes to JSON values. The zero value is ready; it is safe for
// concurrent use. A code never changes its meaning.
type Symbols struct {
	mu     sync.RWMutex
	codes  map[string]Value
	values []any
}

// Code is the fact for a JSON value: a whole number where it is one, else a
// symbol, a new one if need be.
func (s *Symbols) Code(v any) (Value, error) {
	switch v := v.(type) {
	case nil:
		return Null, nil
	case bool:
		return Bool(v), nil
	case value.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil && n <= maxInt && n >= -maxInt {
			return Int(n), nil
		}
	}
	key, err := value.Append(nil, v)
	if err != nil {
		return Absent, fmt.Errorf("name a fact's value: %w", err)
	}
	s.mu.RLock()
	code, ok := s.codes[string(key)]
	s.mu.RUnlock()
	if ok {
		return code, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if code, ok := s.codes[string(key)]; ok {
		return code, nil
	}
	if s.codes == nil {
		s.codes = map[string]Value{}
	}
	code = Value(firstSymbol+len(s.values))<<1 | 1
	s.codes[string(key)], s.values = code, append(s.values, v)
	return code, nil
}

// Symbol is the JSON value of a symbol.
func (s *Symbols) Symbol(v Value) any {
	switch v {
	case Null:
		return nil
	case False, True:
		return v == True
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if i := v.Code() - firstSymbol; v.IsSymbol() && i >= 0 && i < len(s.values) {
		return s.values[i]
	}
	return nil
}

// JSON is the JSON value of any fact that is there.
func (v Value) JSON(names Names) any {
	if n, ok := v.Int(); ok {
		return value.Number(strconv.FormatInt(n, 10))
	}
	return names.Symbol(v)
}
