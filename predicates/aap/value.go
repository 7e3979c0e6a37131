package aap

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// JSON values as package value reads them.
type (
	number   = value.Number
	hidden   = value.Hidden
	unparsed = value.Unparsed
)

const maxValueDepth = value.MaxDepth

var errTooDeep = value.ErrTooDeep

func decodeValue(text jsontext.Value) (any, bool, error)   { return value.Decode(text) }
func decodeLiteral(text jsontext.Value) (any, bool, error) { return value.DecodeLiteral(text) }
func anyHidden(v any) bool                                 { return value.AnyHidden(v) }
func typeName(v any) string                                { return value.TypeName(v) }

// hiddenAt is the error for a blob that a predicate would have to read.
func hiddenAt(where string) error {
	return fmt.Errorf("%s is kept in a blob that is not shown: %w", where, predicates.ErrHidden)
}

// withheldBody is the error for a record whose body must be shown.
func withheldBody(k trace.Kind) error {
	return fmt.Errorf("the body of this %s is withheld: %w", k, predicates.ErrHidden)
}

// quote spells text from a record for a sentence: escaped and kept short.
func quote(s string) string {
	const most = 160
	if len(s) <= most {
		return fmt.Sprintf("%q", s)
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return fmt.Sprintf("%q...", s[:cut])
}
