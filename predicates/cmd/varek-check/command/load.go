package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/tracestore/trace"
)

// loaded is a promise file that compiled.
type loaded struct {
	path    string
	promise predicates.PromiseFile
	prog    predicates.Program
}

func readFile(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		next := "varek-check templates shows ready promise files"
		if filepath.Ext(path) == ".json" {
			next = "varek-check import makes a world from a catalogue of tools"
		}
		return nil, usage(fmt.Errorf("there is no file %s", path), next)
	case err != nil:
		return nil, &fault{err, "", exitEnvironment}
	}
	return text, nil
}

func loadPromise(reg *predicates.Registry, path string) (loaded, error) {
	text, err := readFile(path)
	if err != nil {
		return loaded{}, err
	}
	p, err := predicates.ParsePromise(text)
	if err != nil {
		return loaded{}, usage(fmt.Errorf("%s: %w", path, err), "mend the promise file at the place named")
	}
	_, prog, err := p.Compile(reg)
	if err != nil {
		return loaded{}, usage(fmt.Errorf("%s: %w", path, err), "mend the promise file at the place named")
	}
	return loaded{path, p, prog}, nil
}

// loadFormula wraps a bare formula as a temporal promise over every call and
// every kernel record.
func loadFormula(reg *predicates.Registry, path string) (corpus.Question, error) {
	text, err := readFile(path)
	if err != nil {
		return corpus.Question{}, err
	}
	canon, err := trace.Canonicalize(text)
	if err != nil {
		return corpus.Question{}, usage(fmt.Errorf("%s: %w", path, err), "a formula is JSON such as {\"Never\":{\"Equals\":{\"pointer\":\"/record/tool\",\"value\":\"merge\"}}}")
	}
	pred, ok := reg.ByName("PTL-1@1")
	if !ok {
		return corpus.Question{}, errors.New("the catalog has no PTL-1@1")
	}
	params := append([]byte(`{"calls":[{"tool":"*"}],"include_failed":true,"on_gap":"ignore","formula":`), canon...)
	prog, err := pred.Compile(append(params, '}'))
	if err != nil {
		return corpus.Question{}, usage(fmt.Errorf("%s: %w", path, err), "mend the formula at the place named")
	}
	return corpus.Question{Name: filepath.Base(path), Program: prog}, nil
}

// questions loads all that is to be asked.
func questions(promises, formulas []string) ([]corpus.Question, error) {
	if len(promises)+len(formulas) == 0 {
		return nil, usage(errors.New("nothing to ask: give --promise or --formula"), "varek-check eval --promise promise.yaml traces.jsonl")
	}
	reg, err := aap.Catalog()
	if err != nil {
		return nil, err
	}
	var out []corpus.Question
	for _, path := range promises {
		l, err := loadPromise(reg, path)
		if err != nil {
			return nil, err
		}
		out = append(out, corpus.Question{Name: filepath.Base(path), Program: l.prog})
	}
	for _, path := range formulas {
		q, err := loadFormula(reg, path)
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}
