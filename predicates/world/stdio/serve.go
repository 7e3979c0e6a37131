package stdio

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// Serve answers for a world until the input ends. Its answers are what other
// programs may take as an example.
func Serve(w world.World, in io.Reader, out io.Writer) error {
	k, err := w.Walk()
	if err != nil {
		return err
	}
	defer k.Close()
	s := server{w: w, k: k, steps: world.NewSteps(len(w.Facts())), labels: map[world.Label]int{world.None: -1}, symbols: map[world.Value]int{}}
	for i := range w.Facts() {
		s.read = append(s.read, i)
	}
	lines, writer := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<18)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a question: %w", err)
		}
		if err := s.answer(line); err != nil {
			return err
		}
		if _, err := writer.Write(append(s.buf, '\n')); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
		// Where more was asked already, the answers go out together.
		if lines.Buffered() > 0 {
			continue
		}
		if err := writer.Flush(); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

// question is any line of the checker.
type question struct {
	Hello    int              `json:"hello"`
	Select   *[]int           `json:"select"`
	Start    bool             `json:"start"`
	Expand   *string          `json:"expand"`
	Document []jsontext.Value `json:"document"`
}

// server has the names that were told.
type server struct {
	w       world.World
	k       world.Walker
	steps   *world.Steps
	read    []int
	labels  map[world.Label]int
	of      []world.Label
	symbols map[world.Value]int
	buf     []byte
	body    []byte
	told    []byte // of actions
	codes   []byte // of symbols
}

func (s *server) answer(line []byte) error {
	var q question
	if err := json.Unmarshal(line, &q, json.RejectUnknownMembers(true)); err != nil {
		return fmt.Errorf("read a question: %w", err)
	}
	s.steps.Reset()
	switch {
	case q.Hello == 1:
		return s.hello()
	case q.Select != nil:
		return s.sel(*q.Select)
	case q.Start:
		if err := s.k.Begin(s.steps); err != nil {
			return err
		}
		return s.all()
	case q.Expand != nil:
		state, err := base64.StdEncoding.DecodeString(*q.Expand)
		if err != nil {
			return fmt.Errorf("read a state: %w", err)
		}
		if err := s.k.Expand(state, s.steps); err != nil {
			return err
		}
		return s.all()
	case len(q.Document) == 3:
		return s.document(q.Document)
	}
	return fmt.Errorf("%q is no question: %w", clip(line), ErrAnswer)
}

func (s *server) hello() error {
	a := s.w.About()
	_, ok := s.k.(world.Exact)
	h := hello{Name: a.Name, Version: a.Version, Surface: a.Surface, Flow: a.Flow, Actor: a.Actor, Digest: a.Digest, Catalogue: a.Catalogue, Start: a.Start, Domains: a.Domains, Excluded: a.Excluded,
		Scope: a.Scope, Abstraction: a.Abstraction, StartState: a.StartState, Exact: ok, Facts: []fact{}}
	for _, f := range s.w.Facts() {
		h.Facts = append(h.Facts, fact(f))
	}
	text, err := json.Marshal(map[string]hello{"hello": h})
	s.buf = text
	return err
}

func (s *server) sel(list []int) error {
	read := make([]bool, len(s.w.Facts()))
	s.read = s.read[:0]
	for _, i := range list {
		if i < 0 || i >= len(read) {
			return fmt.Errorf("fact %d: %w", i, world.ErrFacts)
		}
		read[i], s.read = true, append(s.read, i)
	}
	if k, ok := s.k.(interface{ Select([]bool) }); ok {
		k.Select(read)
	}
	s.buf = append(s.buf[:0], "{}"...)
	return nil
}

// all writes the steps, and before them the names that are new.
func (s *server) all() error {
	s.body, s.told, s.codes = s.body[:0], s.told[:0], s.codes[:0]
	list := s.steps.All()
	for i := range list {
		if i > 0 {
			s.body = append(s.body, ',')
		}
		if err := s.step(&list[i]); err != nil {
			return err
		}
	}
	s.buf = append(s.buf[:0], '{')
	for _, part := range []struct {
		name string
		text []byte
	}{{"actions", s.told}, {"symbols", s.codes}} {
		if len(part.text) > 0 {
			s.buf = append(append(append(append(s.buf, '"'), part.name...), `":[`...), part.text...)
			s.buf = append(s.buf, "],"...)
		}
	}
	s.buf = append(append(append(s.buf, `"steps":[`...), s.body...), "]}"...)
	return nil
}

func (s *server) step(step *world.Step) error {
	label, err := s.label(step.Label)
	if err != nil {
		return err
	}
	s.body = strconv.AppendInt(append(s.body, '['), int64(label), 10)
	if step.Refused {
		s.body = append(s.body, ']')
		return nil
	}
	s.body = base64.StdEncoding.AppendEncode(append(s.body, `,"`...), step.State)
	s.body = append(s.body, `",[`...)
	for i, at := range s.read {
		if i > 0 {
			s.body = append(s.body, ',')
		}
		if err := s.fact(step.Facts[at]); err != nil {
			return err
		}
	}
	s.body = append(s.body, ']')
	if step.Outside || len(step.Records) > 0 {
		flag := byte('0')
		if step.Outside {
			flag = '1'
		}
		s.body = append(s.body, ',', flag)
	}
	if len(step.Records) > 0 {
		records := make([]record, len(step.Records))
		for i, r := range step.Records {
			records[i] = record(r)
		}
		text, err := json.Marshal(records)
		if err != nil {
			return err
		}
		s.body = append(append(s.body, ','), text...)
	}
	s.body = append(s.body, ']')
	return nil
}

func (s *server) label(l world.Label) (int, error) {
	if n, ok := s.labels[l]; ok {
		return n, nil
	}
	n := len(s.of)
	text, err := json.Marshal(action(s.w.Names().Action(l)))
	if err != nil {
		return 0, err
	}
	s.labels[l], s.of = n, append(s.of, l)
	s.told = name(s.told, n, text)
	return n, nil
}

func name(dst []byte, n int, text []byte) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	dst = strconv.AppendInt(append(dst, '['), int64(n), 10)
	return append(append(append(dst, ','), text...), ']')
}

func (s *server) fact(v world.Value) error {
	if v == world.Absent {
		s.body = append(s.body, "null"...)
		return nil
	}
	if n, ok := v.Int(); ok {
		s.body = strconv.AppendInt(s.body, n, 10)
		return nil
	}
	n, ok := s.symbols[v]
	if !ok {
		n = len(s.symbols)
		text, err := value.Append(nil, v.JSON(s.w.Names()))
		if err != nil {
			return err
		}
		s.symbols[v] = n
		s.codes = name(s.codes, n, text)
	}
	s.body = append(strconv.AppendInt(append(s.body, '"'), int64(n), 10), '"')
	return nil
}

func (s *server) document(args []jsontext.Value) error {
	k, ok := s.k.(world.Exact)
	if !ok {
		return fmt.Errorf("this world has no documents: %w", ErrAnswer)
	}
	var prev *string
	var next string
	var label int
	for i, to := range []any{&prev, &label, &next} {
		if err := json.Unmarshal(args[i], to); err != nil {
			return fmt.Errorf("read a question: %w", err)
		}
	}
	var before []byte
	if prev != nil {
		var err error
		if before, err = base64.StdEncoding.DecodeString(*prev); err != nil {
			return fmt.Errorf("read a state: %w", err)
		}
		if before == nil {
			before = []byte{}
		}
	}
	after, err := base64.StdEncoding.DecodeString(next)
	if err != nil {
		return fmt.Errorf("read a state: %w", err)
	}
	l := world.None
	if label >= 0 && label < len(s.of) {
		l = s.of[label]
	}
	doc, err := k.Document(before, l, after)
	if err != nil {
		return err
	}
	text, err := value.Append([]byte(`{"document":`), doc)
	s.buf = append(text, '}')
	return err
}
