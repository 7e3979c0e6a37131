package stdio

import (
	"encoding/base64"
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// parser reads an answer of steps. It takes the one spelling that Serve
// writes: no white space, members in the order actions, symbols, steps.
type parser struct {
	k     *walker
	text  []byte
	at    int
	start bool
	out   *world.Steps
}

var errSpelling = errors.New("not what was expected here")

// lit takes a literal text if it is next.
func (p *parser) lit(s string) bool {
	if len(p.text)-p.at < len(s) || string(p.text[p.at:p.at+len(s)]) != s {
		return false
	}
	p.at += len(s)
	return true
}

func (p *parser) want(s string) error {
	if !p.lit(s) {
		return fmt.Errorf("want %q: %w", s, errSpelling)
	}
	return nil
}

// number reads a whole number within ±2^62.
func (p *parser) number() (int64, error) {
	neg := p.lit("-")
	from, n := p.at, int64(0)
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c < '0' || c > '9' {
			break
		}
		if n > (1<<62)/10 {
			return 0, fmt.Errorf("a number beyond 2^62: %w", errSpelling)
		}
		n = n*10 + int64(c-'0')
		p.at++
	}
	if p.at == from || n >= 1<<62 || p.text[from] == '0' && (p.at > from+1 || neg) {
		return 0, fmt.Errorf("want a whole number: %w", errSpelling)
	}
	if neg {
		n = -n
	}
	return n, nil
}

// raw reads one JSON value as it stands.
func (p *parser) raw() (jsontext.Value, error) {
	depth, quoted := 0, false
	from := p.at
	for ; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		switch {
		case quoted && c == '\\':
			p.at++
			continue
		case c == '"':
			quoted = !quoted
		case quoted:
			continue
		case c == '[' || c == '{':
			depth++
			continue
		case c == ']' || c == '}':
			if depth == 0 {
				return p.valid(from)
			}
			depth--
		case c == ',' && depth == 0:
			return p.valid(from)
		default:
			continue
		}
		if depth == 0 && !quoted {
			p.at++
			return p.valid(from)
		}
	}
	return p.valid(from)
}

func (p *parser) valid(from int) (jsontext.Value, error) {
	v := jsontext.Value(p.text[from:min(p.at, len(p.text))]).Clone()
	if !v.IsValid() {
		return nil, fmt.Errorf("no JSON value: %w", errSpelling)
	}
	return v, nil
}

func (p *parser) answer() error {
	if err := p.want("{"); err != nil {
		return err
	}
	if p.lit(`"actions":[`) {
		if err := p.list(p.action); err != nil {
			return err
		}
		if err := p.want(","); err != nil {
			return err
		}
	}
	if p.lit(`"symbols":[`) {
		if err := p.list(p.symbol); err != nil {
			return err
		}
		if err := p.want(","); err != nil {
			return err
		}
	}
	if err := p.want(`"steps":[`); err != nil {
		return err
	}
	if err := p.list(p.step); err != nil {
		return err
	}
	if err := p.want("}"); err != nil {
		return err
	}
	if p.at != len(p.text) {
		return fmt.Errorf("something follows: %w", errSpelling)
	}
	return nil
}

// list reads [a],[b],…] with each for what is inside the brackets.
func (p *parser) list(each func() error) error {
	if p.lit("]") {
		return nil
	}
	for {
		if err := p.want("["); err != nil {
			return err
		}
		if err := each(); err != nil {
			return err
		}
		if err := p.want("]"); err != nil {
			return err
		}
		if p.lit("]") {
			return nil
		}
		if err := p.want(","); err != nil {
			return err
		}
	}
}

// maxNames bounds the labels and symbols of a process.
const maxNames = 1 << 24

func (p *parser) named() (int, jsontext.Value, error) {
	n, err := p.number()
	if err != nil {
		return 0, nil, err
	}
	if n < 0 || n >= maxNames {
		return 0, nil, fmt.Errorf("the number %d names nothing: %w", n, errSpelling)
	}
	if err := p.want(","); err != nil {
		return 0, nil, err
	}
	v, err := p.raw()
	return int(n), v, err
}

func (p *parser) action() error {
	n, text, err := p.named()
	if err != nil {
		return err
	}
	var a action
	if err := json.Unmarshal(text, &a, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	if n != len(p.k.labels) || a.ID == "" {
		return fmt.Errorf("action %d has no id, or is not the next: %w", n, errSpelling)
	}
	l, err := p.k.w.label(a)
	p.k.labels = append(p.k.labels, l)
	return err
}

func (p *parser) symbol() error {
	n, text, err := p.named()
	if err != nil {
		return err
	}
	v, _, err := value.DecodeLiteral(text)
	if err != nil {
		return err
	}
	if n != len(p.k.values) {
		return fmt.Errorf("symbol %d is not the next: %w", n, errSpelling)
	}
	code, err := p.k.w.symbols.Code(v)
	p.k.values = append(p.k.values, code)
	return err
}

func (p *parser) step() error {
	label := world.None
	n, err := p.number()
	switch {
	case err != nil:
		return err
	case p.start && n != -1, !p.start && (n < 0 || n >= int64(len(p.k.labels))):
		return fmt.Errorf("the label %d was not told: %w", n, errSpelling)
	case !p.start:
		label = p.k.labels[n]
	}
	if !p.lit(`,"`) {
		p.out.Refuse(label)
		return nil
	}
	from := p.at
	for p.at < len(p.text) && p.text[p.at] != '"' {
		p.at++
	}
	size := base64.StdEncoding.DecodedLen(p.at - from)
	for i := p.at - 1; i >= from && p.text[i] == '='; i-- {
		size--
	}
	if size < 0 {
		return fmt.Errorf("no base64: %w", errSpelling)
	}
	s := p.out.Add(label, size)
	if err := p.decode(s.State, p.text[from:p.at]); err != nil {
		return err
	}
	if err := p.want(`",[`); err != nil {
		return err
	}
	if err := p.facts(s); err != nil {
		return err
	}
	return p.rest(s)
}

// strict refuses a second spelling of the same bytes.
var strict = base64.StdEncoding.Strict()

// decode fills dst, which has the exact size.
func (p *parser) decode(dst, src []byte) error {
	if n := base64.StdEncoding.DecodedLen(len(src)); cap(p.k.state) < n {
		p.k.state = make([]byte, 2*n)
	}
	buf := p.k.state[:cap(p.k.state)]
	n, err := strict.Decode(buf, src)
	if err != nil || n != len(dst) {
		return fmt.Errorf("the state is no base64: %w", errSpelling)
	}
	copy(dst, buf)
	return nil
}

// facts fills those that are read; the others are absent.
func (p *parser) facts(s *world.Step) error {
	n := len(s.Facts)
	if p.k.read != nil {
		n = len(p.k.read)
		for i := range s.Facts {
			s.Facts[i] = world.Absent
		}
	}
	for i := range n {
		if i > 0 && !p.lit(",") {
			return fmt.Errorf("%d facts of %d: %w", i, n, errSpelling)
		}
		v, err := p.fact()
		if err != nil {
			return err
		}
		if p.k.read != nil {
			s.Facts[p.k.read[i]] = v
		} else {
			s.Facts[i] = v
		}
	}
	return p.want("]")
}

func (p *parser) fact() (world.Value, error) {
	switch {
	case p.lit("null"):
		return world.Absent, nil
	case p.lit(`"`):
		n, err := p.number()
		if err != nil {
			return 0, err
		}
		if n < 0 || n >= int64(len(p.k.values)) {
			return 0, fmt.Errorf("the symbol %d was not told: %w", n, errSpelling)
		}
		return p.k.values[n], p.want(`"`)
	}
	n, err := p.number()
	return world.Int(n), err
}

// rest reads outside and records.
func (p *parser) rest(s *world.Step) error {
	if !p.lit(",") {
		return nil
	}
	switch {
	case p.lit("1"):
		s.Outside = true
	case p.lit("0"):
	default:
		return fmt.Errorf("want 0 or 1: %w", errSpelling)
	}
	if !p.lit(",") {
		return nil
	}
	text, err := p.raw()
	if err != nil {
		return err
	}
	var records []record
	if err := json.Unmarshal(text, &records, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	for _, r := range records {
		s.Records = append(s.Records, world.Record(r))
	}
	return nil
}

// record is a record on the wire.
type record struct {
	Kind     string         `json:"kind"`
	Tool     string         `json:"tool,omitzero"`
	Args     jsontext.Value `json:"args,omitzero"`
	Result   jsontext.Value `json:"result,omitzero"`
	Status   string         `json:"status,omitzero"`
	Error    string         `json:"error,omitzero"`
	Decision string         `json:"decision,omitzero"`
	Metadata jsontext.Value `json:"metadata,omitzero"`
}
