package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/predicates/world/table/catalogue"
	"github.com/varek/varek/tracestore/trace"
)

type importFlags struct {
	name, suite, out string
	values           []string
	promises         []string
	most             int
}

func newImport() *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "import (mcp|openai|corpus) FILE",
		Short: "Make a table world from a catalogue of tools",
		Long: `Writes the skeleton of a table world: the tools of a catalogue, every argument with a finite choice of values, and a rule for every tool.

  mcp      what an MCP server answers to tools/list (the whole message, its result, or the list)
  openai   a list of tools as OpenAI's interfaces take it, bare or under "tools"
  corpus   recorded traces, in any form that eval reads: the tools that were called, with the values that were used most

Enumerations, booleans and small ranges come from the schema. Texts are samples; --promise puts the values that a promise speaks of beside
one that it does not permit, --values says them. What gets no values is listed under "excluded" and is not in the model.

In a skeleton every call succeeds and changes nothing: it asks what the agent could do if nothing stopped it. Write variables, conditions,
results, permissions and effects where they matter (varek-check schema --world), then run.`,
		Example: `  varek-check import mcp tools.json --promise promise.yaml --out world.json
  varek-check run --world world.json --promise promise.yaml --depth 5 --certificate certificate.json
  varek-check import openai tools.json --values 'send_money.amount=10,1000' --out world.json
  varek-check import corpus traces.jsonl.gz --suite banking > world.json`,
		Args:      cobra.ExactArgs(2),
		ValidArgs: []string{"mcp", "openai", "corpus"},
		RunE:      func(cmd *cobra.Command, args []string) error { return importTools(cmd, f, args[0], args[1]) },
	}
	fl := c.Flags()
	fl.StringVar(&f.name, "name", "", "the world's name (default: the file's)")
	fl.StringArrayVar(&f.values, "values", nil, "ARGUMENT=V,V,… or TOOL.ARGUMENT=V,V,…: the values of an argument; each is JSON, or else text (repeatable)")
	fl.StringArrayVar(&f.promises, "promise", nil, "promise file whose values the arguments should meet (repeatable)")
	fl.StringVar(&f.suite, "suite", "", "corpus: only traces of this suite")
	fl.IntVar(&f.most, "most", 3, "most values that are sampled for one argument")
	fl.StringVar(&f.out, "out", "", "write the world to this file instead of standard output")
	return c
}

func importTools(cmd *cobra.Command, f importFlags, kind, path string) error {
	o := catalogue.Options{Name: f.name, Most: f.most}
	if o.Name == "" {
		o.Name, _, _ = strings.Cut(filepath.Base(path), ".")
	}
	var err error
	if o.Values, err = givenValues(f.values); err != nil {
		return err
	}
	if o.Hints, err = hints(f.promises); err != nil {
		return err
	}
	file, err := readCatalogue(cmd, kind, path, f.suite, o)
	if err != nil {
		return err
	}
	text, err := catalogue.Encode(file)
	if err != nil {
		return err
	}
	if _, err := table.New(text); err != nil {
		return usage(fmt.Errorf("the world that %s gives cannot be walked: %w", path, err), "narrow it with --values or --most")
	}
	if f.out == "" {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	if err := replaceFile(f.out, text); err != nil {
		return err
	}
	return told(cmd.ErrOrStderr(), file, f)
}

func readCatalogue(cmd *cobra.Command, kind, path, suite string, o catalogue.Options) (*table.File, error) {
	var file *table.File
	var err error
	switch kind {
	case "mcp", "openai":
		var text []byte
		if text, err = os.ReadFile(path); errors.Is(err, fs.ErrNotExist) {
			return nil, usage(fmt.Errorf("there is no file %s", path), "")
		} else if err != nil {
			return nil, &fault{err, "", exitEnvironment}
		}
		if kind == "mcp" {
			file, err = catalogue.MCP(text, o)
		} else {
			file, err = catalogue.OpenAI(text, o)
		}
	case "corpus":
		r, closeIn, openErr := readTraces(cmd.Context(), cmd.InOrStdin(), path)
		if openErr != nil {
			return nil, openErr
		}
		defer closeIn()
		file, err = catalogue.Traces(corpusOf(r, suite), suite, o)
	default:
		return nil, usage(fmt.Errorf("there is no importer %q", kind), "mcp, openai or corpus")
	}
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "varek-check import --help says what each importer reads")
	}
	return file, nil
}

func corpusOf(r *corpus.Reader, suite string) *corpus.Reader {
	if suite == "" {
		return r
	}
	return r.Only(suite)
}

// told says what was made and what comes next.
func told(out io.Writer, file *table.File, f importFlags) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d tools", harmless(f.out), len(file.Tools))
	if n := len(file.Excluded); n > 0 {
		fmt.Fprintf(&b, "; %d arguments got no values or fewer, see \"excluded\"", n)
	}
	promise := "promise.yaml"
	if len(f.promises) > 0 {
		promise = f.promises[0]
	}
	fmt.Fprintf(&b, "\n  next: varek-check run --world %s --promise %s --depth 3\n", harmless(f.out), harmless(promise))
	_, err := io.WriteString(out, b.String())
	return err
}

// givenValues reads --values.
func givenValues(flags []string) (map[string][]jsontext.Value, error) {
	out := map[string][]jsontext.Value{}
	for _, s := range flags {
		name, list, ok := strings.Cut(s, "=")
		if !ok || name == "" || list == "" {
			return nil, usage(fmt.Errorf("--values %q: want ARGUMENT=V,V,…", s), "for instance --values to=alice@example.com,eve@attacker.example")
		}
		for _, v := range splitValues(list) {
			text, err := trace.Canonicalize([]byte(v))
			if err != nil {
				if text, err = value.Append(nil, v); err != nil {
					return nil, usage(fmt.Errorf("--values %q: %w", s, err), "")
				}
			}
			out[name] = append(out[name], text)
		}
	}
	return out, nil
}

// splitValues cuts at commas outside brackets and quotes.
func splitValues(list string) (out []string) {
	depth, quoted, from := 0, false, 0
	for i, c := range list {
		switch {
		case c == '"' && (i == 0 || list[i-1] != '\\'):
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out, from = append(out, list[from:i]), i+1
		}
	}
	return append(out, list[from:])
}

// hints finds, for the arguments that promises point at, the texts that they
// list, and one that they do not.
func hints(files []string) (map[string][]string, error) {
	if len(files) == 0 {
		return nil, nil
	}
	reg, err := aap.Catalog()
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, path := range files {
		l, err := loadPromise(reg, path)
		if err != nil {
			return nil, err
		}
		if err := hintsOf(l.promise, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func hintsOf(p predicates.PromiseFile, out map[string][]string) error {
	v, _, err := value.DecodeLiteral(p.Params)
	if err != nil {
		return fmt.Errorf("read a promise's parameters: %w", err)
	}
	params, _ := v.(map[string]any)
	for list, places := range map[string][]string{"allow": {"recipients"}, "roots": {"within"}, "payees": {"payee"}} {
		texts := concrete(params[list])
		for _, place := range places {
			for _, name := range arguments(params[place]) {
				out[name] = union(out[name], texts)
			}
		}
	}
	if c, ok := params["cap"]; ok {
		limit, over := around(c)
		for _, name := range arguments(params["amount"]) {
			out[name] = union(out[name], []string{limit, over})
		}
	}
	if s, ok := params["sum"].(map[string]any); ok {
		limit, over := around(s["max"])
		for _, name := range arguments([]any{s["amount"]}) {
			out[name] = union(out[name], []string{limit, over})
		}
	}
	return nil
}

// around is a limit and what is just over it.
func around(v any) (limit, over string) {
	if n, ok := v.(value.Number); ok {
		limit = string(n)
	} else {
		limit, _ = v.(string)
	}
	d, ok := value.ParseDecimal(limit)
	if !ok {
		return limit, limit
	}
	return limit, d.Add(value.Int(1)).String()
}

func union(a, b []string) []string {
	for _, s := range b {
		if s != "" && !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// concrete makes values of permitted patterns, and adds one of nobody's.
func concrete(v any) (texts []string) {
	list, _ := v.([]any)
	stranger := "stranger"
	for _, e := range list {
		s, ok := e.(string)
		if !ok {
			continue
		}
		s = strings.NewReplacer("$WORKSPACE", "/work", "$HOME", "/home/agent", "**", "a.txt", "*", "alice").Replace(s)
		switch {
		case strings.HasPrefix(s, "/"):
			stranger = "/etc/passwd"
			if filepath.Ext(s) == "" && !strings.HasPrefix(s, "/dev/") {
				s = strings.TrimSuffix(s, "/") + "/a.txt"
			}
		case strings.Contains(s, "@"):
			stranger = "mallory@attacker.example"
		case strings.HasPrefix(s, "."):
			s, stranger = "www"+s, "attacker.example"
		case strings.Contains(s, "."):
			stranger = "attacker.example"
		}
		texts = append(texts, s)
	}
	const most = 2
	if len(texts) > most {
		texts = texts[:most]
	}
	if len(texts) == 0 {
		return nil
	}
	return append(texts, stranger)
}

// arguments are the names that pointers such as /args/to/* lead to.
func arguments(v any) (names []string) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			e = m["pointer"]
		}
		s, _ := e.(string)
		if rest, ok := strings.CutPrefix(s, "/args/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			names = append(names, name)
		}
	}
	return names
}
