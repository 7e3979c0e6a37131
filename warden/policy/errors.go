package policy

import (
	"errors"
	"fmt"
)

// ErrPolicy is the family of every error about the text of a policy.
var ErrPolicy = errors.New("policy")

// SyntaxError is a fault in the text of a policy file.
type SyntaxError struct {
	Line, Column int    // 1-based; 0 when the fault has no place
	Key          string // dotted key, "" when unknown
	Cause        string
	Hint         string
}

func (e *SyntaxError) Error() string {
	s := "policy"
	if e.Line > 0 {
		s += fmt.Sprintf(" line %d", e.Line)
	}
	if e.Key != "" {
		s += ", key " + e.Key
	}
	s += ": " + e.Cause
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Is makes errors.Is(err, ErrPolicy) hold.
func (e *SyntaxError) Is(target error) bool { return target == ErrPolicy }

// RuleError is a rule that cannot be bound to this machine.
type RuleError struct {
	Rule  string // "files.read.allow[3]"
	Cause error
}

func (e *RuleError) Error() string { return fmt.Sprintf("policy rule %s: %v", e.Rule, e.Cause) }

// Unwrap returns the cause.
func (e *RuleError) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, ErrPolicy) hold.
func (e *RuleError) Is(target error) bool { return target == ErrPolicy }
