package aap

import (
	"maps"

	"github.com/varek/varek/predicates/expression"
)

// The limits of state keep a promise readable and its judge quick.
const maxTables = 16

// tableSpec builds one named table of state from earlier calls.
type tableSpec struct {
	name string
	from []tableSource
	// start has the rows before the first record: as expressions see them, and
	// as pointers do.
	start, plain map[string]any
}

type tableSource struct {
	calls      selector
	key, value pointer
}

// stateSpec is the state and data part of parameters.
type stateSpec struct {
	tables []tableSpec
	data   map[string]any
	values bool // rows are kept as pointers see them, too
}

func parseState(p param, e environment) stateSpec {
	s := stateSpec{data: map[string]any{}}
	if data, ok := p.key("data"); ok && data.object() {
		s.data = expression.Value(data.v).(map[string]any)
	}
	state, ok := p.key("state")
	if !ok || !state.object() {
		return s
	}
	members := state.members()
	if len(members) > maxTables {
		state.fail("has more than %d tables", maxTables)
	}
	for _, t := range members {
		if !t.object() {
			continue
		}
		spec := tableSpec{name: t.name()}
		if e.starts {
			t.only("from", "start")
			spec.begin(t)
		} else {
			t.only("from")
		}
		from, ok := t.need("from", "list the calls that fill the table")
		if !ok {
			continue
		}
		for _, src := range from.list(1) {
			spec.from = append(spec.from, parseSource(src, e))
		}
		s.tables = append(s.tables, spec)
	}
	return s
}

// begin reads the rows that are there from the start.
func (s *tableSpec) begin(t param) {
	start, ok := t.key("start")
	if !ok || !start.object() {
		return
	}
	s.plain = start.v.(map[string]any)
	s.start = expression.Value(start.v).(map[string]any)
}

func parseSource(p param, e environment) tableSource {
	var src tableSource
	if !p.object() {
		return src
	}
	p.only("calls", "key", "value")
	if calls, ok := p.need("calls", whyCalls); ok {
		src.calls = parseCalls(calls, e)
	}
	if key, ok := p.need("key", "point at the text or number that names the entry"); ok {
		src.key = key.pointer()
	}
	if value, ok := p.need("value", "point at the value of the entry"); ok {
		src.value = value.pointer()
	}
	return src
}

// needs reports whether a table may read the call.
func (s stateSpec) needs(tool string, syscall bool) bool {
	for _, t := range s.tables {
		for _, src := range t.from {
			if src.calls.mayMatch(tool, syscall) {
				return true
			}
		}
	}
	return false
}

// tables is the state of one run: what the records before the present one
// have filled in.
type tables struct {
	spec stateSpec
	rows map[string]any // table name -> map[string]any, as expressions see it
	// plain has the same rows as pointers see them, where the spec asks for it.
	plain map[string]any
	own   map[string]bool // the table is no longer the one that all runs start with
}

func newTables(spec stateSpec) *tables {
	t := &tables{spec: spec, rows: map[string]any{}, plain: map[string]any{}, own: map[string]bool{}}
	for _, table := range spec.tables {
		t.rows[table.name], t.plain[table.name] = table.start, table.plain
		if table.start == nil {
			t.rows[table.name], t.plain[table.name] = map[string]any{}, map[string]any{}
			t.own[table.name] = true
		}
	}
	return t
}

// with gives the variables of an expression.
func (t *tables) with(call map[string]any) map[string]any {
	return map[string]any{"call": call, "state": t.rows, "data": t.spec.data}
}

// update takes the rows of one successful call. A call whose key or value is
// not there leaves the tables as they are; a later row of the same key wins.
func (t *tables) update(d *document) error {
	type row struct {
		table string
		key   string
		value any
	}
	var rows []row
	for _, spec := range t.spec.tables {
		for _, src := range spec.from {
			if !src.calls.mayMatch(d.head.Tool, d.syscall()) {
				continue
			}
			// All conditions see the state before this record.
			ok, err := src.calls.match(d, t)
			if err != nil {
				return err
			}
			if !ok || d.uncheckable() != "" {
				continue
			}
			key, value := d.resolve(src.key), d.resolve(src.value)
			if key.hidden || value.hidden || anyHidden(key.values) || anyHidden(value.values) {
				return hiddenAt("a value of the table " + spec.name)
			}
			if k, ok := rowKey(key); ok && len(value.values) == 1 {
				rows = append(rows, row{spec.name, k, value.values[0]})
			}
		}
	}
	for _, r := range rows {
		if !t.own[r.table] {
			// All runs share the rows of the start until they write.
			t.own[r.table] = true
			t.rows[r.table] = maps.Clone(t.rows[r.table].(map[string]any))
			t.plain[r.table] = maps.Clone(t.plain[r.table].(map[string]any))
		}
		t.rows[r.table].(map[string]any)[r.key] = expression.Value(r.value)
		if t.spec.values {
			t.plain[r.table].(map[string]any)[r.key] = r.value
		}
	}
	return nil
}

func rowKey(f found) (string, bool) {
	if len(f.values) != 1 {
		return "", false
	}
	switch k := f.values[0].(type) {
	case string:
		return k, true
	case number:
		return string(k), true
	}
	return "", false
}
