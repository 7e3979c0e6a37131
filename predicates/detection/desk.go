package detection

import (
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/tracestore/trace"
)

// Desk is one benchmark's airline or retail desk: its rules as promises, with
// the store's facts at the start filled in.
type Desk struct {
	Suite     string
	Names     []string // of the rules, without .yaml
	Questions []corpus.Question
}

type object = map[string]any

// facts are what the promises of a desk are filled with.
type facts struct {
	tables map[string]jsontext.Value // rows from the start
	data   map[string]any
}

// LoadDesk compiles the rules of a suite (airline or retail) for a benchmark
// (taubench or tau2bench) with the databases found under dir.
func LoadDesk(reg *predicates.Registry, dir, benchmark, suite string) (Desk, error) {
	f, err := loadFacts(dir, benchmark, suite)
	if err != nil {
		return Desk{}, fmt.Errorf("%s %s: %w", benchmark, suite, err)
	}
	names, err := fs.Glob(files, "tau/"+suite+"-*.yaml")
	if err != nil {
		return Desk{}, err
	}
	slices.Sort(names)
	d := Desk{Suite: suite}
	for _, path := range names {
		prog, err := loadFilled(reg, path, f)
		if err != nil {
			return Desk{}, err
		}
		d.Names = append(d.Names, strings.TrimSuffix(strings.TrimPrefix(path, "tau/"), ".yaml"))
		d.Questions = append(d.Questions, corpus.Question{Name: path, Program: prog})
	}
	return d, nil
}

// loadFilled compiles a promise file after its tables and data got the store's
// facts, as a provider would have written them out.
func loadFilled(reg *predicates.Registry, path string, f facts) (predicates.Program, error) {
	p, _, err := Load(reg, path)
	if err != nil {
		return nil, err
	}
	var params map[string]jsontext.Value
	if err := json.Unmarshal(p.Params, &params); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if text, ok := params["state"]; ok {
		if params["state"], err = fillTables(text, f.tables); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if text, ok := params["data"]; ok {
		var data map[string]any
		if err := json.Unmarshal(text, &data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for key := range data {
			if filled, ok := f.data[key]; ok {
				data[key] = filled
			}
		}
		if params["data"], err = json.Marshal(data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if p.Params, err = trace.Canonicalize(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	_, prog, err := p.Compile(reg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return prog, nil
}

func fillTables(state jsontext.Value, rows map[string]jsontext.Value) (jsontext.Value, error) {
	var tables map[string]map[string]jsontext.Value
	if err := json.Unmarshal(state, &tables); err != nil {
		return nil, err
	}
	for name, table := range tables {
		if _, starts := table["start"]; !starts {
			continue
		}
		filled, ok := rows[name]
		if !ok {
			return nil, fmt.Errorf("the store has no rows for the table %s", name)
		}
		table["start"] = filled
	}
	return json.Marshal(tables)
}

func loadFacts(dir, benchmark, suite string) (facts, error) {
	if suite == "airline" {
		// Both benchmarks tell of one airline; only the older database is at hand.
		return airlineFacts(filepath.Join(dir, "taubench", "db"), benchmark)
	}
	return retailFacts(dir, benchmark)
}

func airlineFacts(dir, benchmark string) (facts, error) {
	f := facts{tables: map[string]jsontext.Value{}}
	var flights map[string]struct {
		Origin      string `json:"origin"`
		Destination string `json:"destination"`
		Dates       map[string]struct {
			Status string `json:"status"`
		} `json:"dates"`
	}
	for name, into := range map[string]any{"airline.flights": &flights} {
		text, err := unpack(filepath.Join(dir, name+".json.gz"))
		if err != nil {
			return f, err
		}
		if err := json.Unmarshal(text, into); err != nil {
			return f, fmt.Errorf("%s: %w", name, err)
		}
	}
	for table, name := range map[string]string{"res": "airline.reservations", "users": "airline.users"} {
		text, err := unpack(filepath.Join(dir, name+".json.gz"))
		if err != nil {
			return f, err
		}
		f.tables[table] = text
	}
	status, routes := object{}, object{}
	for number, fl := range flights {
		dates := object{}
		for date, d := range fl.Dates {
			dates[date] = d.Status
		}
		status[number] = dates
		routes[number] = object{"origin": fl.Origin, "destination": fl.Destination}
	}
	gold := 4
	if benchmark == "taubench" {
		gold = 3 // the older policy text
	}
	f.data = map[string]any{"flights": status, "routes": routes, "free": object{
		"regular": object{"basic_economy": 0, "economy": 1, "business": 2},
		"silver":  object{"basic_economy": 1, "economy": 2, "business": 3},
		"gold":    object{"basic_economy": 2, "economy": 3, "business": gold},
	}}
	return f, nil
}

func retailFacts(dir, benchmark string) (facts, error) {
	store := map[string]jsontext.Value{}
	if benchmark == "tau2bench" {
		text, err := unpack(filepath.Join(dir, "tau2bench", "db", "retail.json.gz"))
		if err != nil {
			return facts{}, err
		}
		if err := json.Unmarshal(text, &store); err != nil {
			return facts{}, fmt.Errorf("retail: %w", err)
		}
	} else {
		for _, part := range []string{"orders", "products", "users"} {
			text, err := unpack(filepath.Join(dir, "taubench", "db", "retail."+part+".json.gz"))
			if err != nil {
				return facts{}, err
			}
			store[part] = text
		}
	}
	var products map[string]struct {
		Variants map[string]struct {
			Available bool           `json:"available"`
			Price     jsontext.Value `json:"price"`
		} `json:"variants"`
	}
	if err := json.Unmarshal(store["products"], &products); err != nil {
		return facts{}, fmt.Errorf("retail products: %w", err)
	}
	variants := object{}
	for id, p := range products {
		for item, v := range p.Variants {
			variants[item] = object{"product": id, "available": v.Available, "price": v.Price}
		}
	}
	index := make([]int, 32)
	for i := range index {
		index[i] = i
	}
	return facts{tables: map[string]jsontext.Value{"orders": store["orders"], "users": store["users"]},
		data: map[string]any{"variants": variants, "index": index}}, nil
}

func unpack(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	text, err := readAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}
