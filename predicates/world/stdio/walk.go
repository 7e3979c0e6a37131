package stdio

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// exact is a walker whose program can read a step as a whole document.
type exact struct{ *walker }

// Select implements check.Selective. It is sent before the next question.
func (k *walker) Select(read []bool) {
	k.pending = append([]bool{}, read...)
}

// selected sends what Select noted.
func (k *walker) selected() error {
	if k.pending == nil {
		return nil
	}
	k.read = k.read[:0]
	text := []byte(`{"select":[`)
	for i, yes := range k.pending {
		if yes {
			if len(k.read) > 0 {
				text = append(text, ',')
			}
			text, k.read = strconv.AppendInt(text, int64(i), 10), append(k.read, i)
		}
	}
	if k.read == nil {
		k.read = []int{}
	}
	k.pending = nil
	line, err := k.ask(append(text, "]}"...))
	if err != nil {
		return err
	}
	if string(line) != "{}" {
		return k.fault(fmt.Errorf("to select it said %q: %w", clip(line), ErrAnswer), nil)
	}
	return nil
}

// Begin implements world.Walker.
func (k *walker) Begin(out *world.Steps) error {
	if err := k.selected(); err != nil {
		return err
	}
	line, err := k.ask([]byte(`{"start":true}`))
	if err != nil {
		return err
	}
	return k.take(line, true, out)
}

// Ahead implements check.Ahead: while it answers for one state, the program is
// asked for the next ones, many in one write.
func (k *walker) Ahead(states [][]byte) { k.ahead = states }

// What is asked ahead fits the pipe, so that nobody waits for the other.
const (
	aheadStates = 64
	aheadBytes  = 16 << 10
)

// Expand implements world.Walker.
func (k *walker) Expand(state []byte, out *world.Steps) error {
	if err := k.selected(); err != nil {
		return err
	}
	if len(k.sent) == 0 && (len(k.ahead) == 0 || !bytes.Equal(k.ahead[0], state)) {
		line, err := k.ask(expandRequest(nil, state))
		if err != nil {
			return err
		}
		return k.take(line, false, out)
	}
	if err := k.refill(); err != nil {
		return err
	}
	if !bytes.Equal(k.sent[0], state) {
		return fmt.Errorf("another state was announced than is asked for: %w", world.ErrState)
	}
	k.sent = k.sent[1:]
	if len(k.early) > 0 {
		line := k.early[0]
		k.early = k.early[1:]
		return k.take(line, false, out)
	}
	line, err := k.receive()
	if err != nil {
		return err
	}
	return k.take(line, false, out)
}

func expandRequest(dst, state []byte) []byte {
	dst = append(dst, `{"expand":"`...)
	return append(base64.StdEncoding.AppendEncode(dst, state), `"}`...)
}

// refill asks ahead once half of what was asked is answered.
func (k *walker) refill() error {
	if len(k.ahead) == 0 || len(k.sent) > aheadStates/2 {
		return nil
	}
	k.request = k.request[:0]
	for len(k.ahead) > 0 && len(k.sent) < aheadStates && (len(k.sent) == 0 || len(k.request)+2*len(k.ahead[0]) < aheadBytes) {
		k.request = append(expandRequest(k.request, k.ahead[0]), '\n')
		k.sent, k.ahead = append(k.sent, k.ahead[0]), k.ahead[1:]
	}
	if len(k.request) == 0 {
		return nil
	}
	return k.send()
}

func (k *walker) take(line []byte, start bool, out *world.Steps) error {
	p := parser{k: k, text: line, start: start, out: out}
	if err := p.answer(); err != nil {
		return k.fault(fmt.Errorf("byte %d of its answer %q: %w: %w", p.at, clip(line), err, ErrAnswer), nil)
	}
	return nil
}

// Document implements world.Exact.
func (k exact) Document(prev []byte, l world.Label, next []byte) (any, error) {
	own := int64(-1)
	for i, of := range k.labels {
		if of == l {
			own = int64(i)
		}
	}
	before := []byte("null")
	if prev != nil {
		before = strconv.AppendQuote(nil, base64.StdEncoding.EncodeToString(prev))
	}
	line, err := k.ask(fmt.Appendf(nil, `{"document":[%s,%d,%q]}`, before, own, base64.StdEncoding.EncodeToString(next)))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Document jsontext.Value `json:"document"`
	}
	if err := json.Unmarshal(line, &answer, json.RejectUnknownMembers(true)); err != nil || answer.Document == nil {
		return nil, k.fault(fmt.Errorf("to document it said %q: %w", clip(line), ErrAnswer), err)
	}
	doc, _, err := value.DecodeLiteral(answer.Document)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return doc, nil
}
