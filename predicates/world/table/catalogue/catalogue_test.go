package catalogue_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/predicates/world/table/catalogue"
)

// FuzzImport: any text is a catalogue or refused, and what is made of one is a
// world.
func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"result":{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"type":"array","items":{"enum":[1,null]}}},"required":["x"]}}]}}`))
	f.Add([]byte(`[{"type":"function","function":{"name":"a","parameters":{"properties":{"x":{"anyOf":[{"type":"null"},{"type":"object","required":["y"],"properties":{"y":{"type":"integer","minimum":3}}}]}},"required":["x"]}}}]`))
	f.Add([]byte(`{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"$ref":"#/properties/x"}},"required":["x"]}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, read := range []func([]byte, catalogue.Options) (*table.File, error){catalogue.MCP, catalogue.OpenAI} {
			file, err := read(text, catalogue.Options{Name: "x"})
			if err != nil {
				if !errors.Is(err, catalogue.ErrCatalogue) {
					t.Fatal(err)
				}
				continue
			}
			world, err := catalogue.Encode(file)
			if err != nil {
				continue // a name that is no UTF-8
			}
			if _, err := table.New(world); err != nil && !errors.Is(err, table.ErrFile) {
				t.Fatalf("%v\n%s", err, world)
			}
		}
	})
}

// TestRecordedList reads the tools/list that a real server answered, out of the
// whole conversation.
func TestRecordedList(t *testing.T) {
	data := os.Getenv("VAREK_DATA")
	if data == "" {
		data = "../../../../../shared/data"
	}
	text, err := os.ReadFile(filepath.Join(data, "hooks/mcp/handshake-and-tools-list.json"))
	if err != nil {
		t.Skip("SKIP data: no recorded conversation: ", err)
	}
	file, err := catalogue.MCP(text, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Tools) != 1 || file.Tools[0].Name != "write_file" || len(file.Tools[0].Args) != 2 {
		t.Errorf("%+v", file.Tools)
	}
}
