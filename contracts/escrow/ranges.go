package escrow

import (
	"errors"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/rpc"
)

// answerKind is what a node's refusal to show logs means for the next question.
type answerKind int

const (
	hopeless answerKind = iota // asking again does not help
	tooMuch                    // a smaller range may be answered
	tooFast                    // the same range may be answered later
)

// classify reads a provider's refusal. Codes are not standardised and neither
// are the words, but each says one of three things; anything else a node
// answers is taken for a range that is too large, because a smaller one costs
// little to try and ends at a single block.
func classify(err error) answerKind {
	var status rpc.HTTPError
	if errors.As(err, &status) {
		switch status.StatusCode {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return tooFast
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusGatewayTimeout, http.StatusForbidden:
			return kindOfWords(string(status.Body), tooMuch)
		default:
			return kindOfWords(string(status.Body), hopeless)
		}
	}
	if !isAnswer(err) {
		return hopeless
	}
	return kindOfWords(err.Error(), tooMuch)
}

func kindOfWords(text string, otherwise answerKind) answerKind {
	text = strings.ToLower(text)
	for _, words := range []string{"missing trie node", "pruned", "unauthorized", "invalid api key", "method not found", "not available", "authenticate"} {
		if strings.Contains(text, words) {
			return hopeless
		}
	}
	for _, words := range []string{"range", "more than", "size exceed", "too large", "too many results", "too many logs", "timeout", "timed out", "too big", "10000 results"} {
		if strings.Contains(text, words) {
			return tooMuch
		}
	}
	for _, words := range []string{"rate limit", "too many requests", "requests per", "compute units", "throughput", "capacity", "request limit", "rate-limit", "try again later", "slow down"} {
		if strings.Contains(text, words) {
			return tooFast
		}
	}
	return otherwise
}

var (
	// "this block range should work: [0x0, 0x7f]", "Try with this block range [0x1, 0x2]"
	suggestedRange = regexp.MustCompile(`\[\s*(0x[0-9a-fA-F]+)\s*,\s*(0x[0-9a-fA-F]+)\s*\]`)
	// "limited to a 10,000 range", "up to a 2K block range", "max range: 800",
	// "exceeds max block range 3", "maximum block range: 1024", "limited to 0 - 50
	// blocks", "greater than 10000 max", "ranges over 10000 blocks"
	statedLimit = regexp.MustCompile(`(?i)(?:limited to(?: a| 0 -)?|up to(?: a)?|max(?:imum)?(?: allowed)?(?: block)? ?range(?: is)?:?|greater than|ranges? over|exceeds?|within)\s+([0-9][0-9,_]*)\s*(k)?\b`)
)

// proposedSpan is the number of blocks that a refusal names as acceptable, 0
// where it names none.
func proposedSpan(text string) uint64 {
	if m := suggestedRange.FindStringSubmatch(text); m != nil {
		from, err1 := strconv.ParseUint(m[1][2:], 16, 64)
		to, err2 := strconv.ParseUint(m[2][2:], 16, 64)
		if err1 == nil && err2 == nil && to >= from && to-from < math.MaxInt64 {
			return to - from + 1
		}
	}
	if m := statedLimit.FindStringSubmatch(text); m != nil {
		n, err := strconv.ParseUint(strings.NewReplacer(",", "", "_", "").Replace(m[1]), 10, 32)
		if err == nil && m[2] != "" {
			n *= 1000
		}
		if err == nil {
			return n
		}
	}
	return 0
}
