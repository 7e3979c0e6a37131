package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/varek/varek/adapters/agent"
	"github.com/varek/varek/adapters/event"
)

// book keeps what it is told and refuses one kind; the real sidecar is behind the
// client in sidecar/ingest and deploy/e2e.
type book struct {
	refuse string
	said   []string
	args   []string
}

func (b *book) Send(ctx context.Context, d event.Data) (event.Reply, error) {
	if err := d.Check(); err != nil {
		return event.Reply{}, err
	}
	if err := ctx.Err(); err != nil {
		return event.Reply{}, err
	}
	if d.Kind == b.refuse {
		return event.Reply{}, event.ErrNoReply
	}
	b.said = append(b.said, d.Kind+d.Decision+d.Status)
	b.args = append(b.args, d.ArgsJSON)
	return event.Reply{OK: true, ActionID: "a1"}, nil
}

type args struct {
	N int `json:"n"`
}

func allow(_ context.Context, c agent.Call) (agent.Decision, error) {
	return agent.Decision{Decision: "allow", Permission: event.Permission{Authority: "human", Scope: "once"}, Args: json.RawMessage(`{"n":7}`)}, nil
}

func deny(context.Context, agent.Call) (agent.Decision, error) {
	return agent.Decision{Decision: "deny", Permission: event.Permission{Authority: "human"}}, nil
}

func nobody(context.Context, agent.Call) (agent.Decision, error) {
	return agent.Decision{}, errors.New("nobody is there")
}

var errTool = errors.New("the tool broke")

func TestWrap(t *testing.T) {
	for name, c := range map[string]struct {
		approve agent.Approver
		refuse  string
		fails   error
		ran     int // with what; 0: it did not run
		is      error
		said    []string
	}{
		"recorded":                  {nil, "", nil, 1, nil, []string{"intent", "actionok"}},
		"failing":                   {nil, "", errTool, 1, errTool, []string{"intent", "actionerror"}},
		"no intent":                 {nil, "intent", nil, 0, agent.ErrUnrecorded, nil},
		"no action":                 {nil, "action", nil, 1, agent.ErrUnrecorded, []string{"intent"}},
		"failing and no action":     {nil, "action", errTool, 1, errTool, []string{"intent"}},
		"allowed, rewritten":        {allow, "", nil, 7, nil, []string{"intent", "permissionallow", "start", "actionok"}},
		"allowed, no start":         {allow, "start", nil, 0, agent.ErrUnrecorded, []string{"intent", "permissionallow"}},
		"allowed, no permission":    {allow, "permission", nil, 0, agent.ErrUnrecorded, []string{"intent"}},
		"denied":                    {deny, "", nil, 0, agent.ErrDenied, []string{"intent", "permissiondeny", "actiondenied"}},
		"nobody decides":            {nobody, "", nil, 0, agent.ErrDenied, []string{"intent", "permissioncancelled", "actiondenied"}},
		"denied, and not on record": {deny, "permission", nil, 0, agent.ErrUnrecorded, []string{"intent"}},
	} {
		t.Run(name, func(t *testing.T) {
			b, ran := &book{refuse: c.refuse}, 0
			tool := agent.Wrap(b, "t", c.approve, func(_ context.Context, a args) (string, error) { ran = a.N; return fmt.Sprint(a.N), c.fails })
			got, err := tool(t.Context(), args{1})
			if ran != c.ran || !errors.Is(err, c.is) || (err == nil) != (c.is == nil) || !slices.Equal(b.said, c.said) {
				t.Errorf("ran with %d, %v, told %q", ran, err, b.said)
			}
			if err == nil && got != fmt.Sprint(c.ran) {
				t.Errorf("result %q", got)
			}
			if c.ran == 7 && !slices.Equal(b.args, []string{`{"n":1}`, `{"n":7}`, `{"n":7}`, `{"n":7}`}) {
				t.Errorf("arguments on record: %q", b.args)
			}
		})
	}
}

// A tool that is cancelled or panics has run all the same; its outcome is recorded.
func TestOutcomeOfABrokenTool(t *testing.T) {
	b := &book{}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := agent.Wrap(b, "t", nil, func(ctx context.Context, _ args) (int, error) { cancel(); return 0, ctx.Err() })(ctx, args{})
	if !errors.Is(err, context.Canceled) || !slices.Equal(b.said, []string{"intent", "actionerror"}) {
		t.Errorf("%v, told %q", err, b.said)
	}
	b = &book{}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		_, _ = agent.Wrap(b, "t", nil, func(context.Context, args) (int, error) { panic("x") })(t.Context(), args{})
	}()
	if !slices.Equal(b.said, []string{"intent", "actionerror"}) {
		t.Errorf("told %q", b.said)
	}
}
