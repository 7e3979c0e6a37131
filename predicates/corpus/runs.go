package corpus

import (
	"fmt"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// event is one event of a recorded run, or one record of an incident, which
// has its result beside the call.
type event struct {
	Seq       uint64         `json:"seq"`
	Kind      string         `json:"kind"`
	Tool      string         `json:"tool"`
	Args      jsontext.Value `json:"args"`
	CallSeq   *uint64        `json:"call_seq"`
	Result    jsontext.Value `json:"result"`
	Error     *string        `json:"error"`
	Refused   bool           `json:"refused"`
	ActionID  string         `json:"action_id"`
	Decision  string         `json:"decision"`
	Authority string         `json:"authority"`
	Scope     string         `json:"scope"`
	Text      string         `json:"text"`

	CauseSeq uint64   `json:"cause_seq"`
	Op       string   `json:"op"`
	Path     string   `json:"path"`
	Addr     string   `json:"addr"`
	Argv     []string `json:"argv"`
}

// runs reads one line with events.
func runs(line []byte) ([]Trace, error) {
	var run struct {
		ID     string  `json:"run_id"`
		Suite  string  `json:"suite"`
		Task   string  `json:"task_id"`
		Model  string  `json:"model"`
		Events []event `json:"events"`
	}
	if err := json.Unmarshal(line, &run); err != nil {
		return nil, fmt.Errorf("is no run: %w", err)
	}
	w := writer{trace: Trace{Name: run.ID, Suite: run.Suite, Task: run.Task, Model: run.Model, Source: line}, answers: answersOf(run.Events)}
	for _, e := range run.Events {
		w.event(e)
	}
	return []Trace{w.trace}, nil
}

// answersOf finds the result of every call; the first one counts.
func answersOf(events []event) map[uint64]event {
	out := map[uint64]event{}
	for _, e := range events {
		if e.Kind != "tool_result" || e.CallSeq == nil {
			continue
		}
		if _, known := out[*e.CallSeq]; !known {
			out[*e.CallSeq] = e
		}
	}
	return out
}

// writer turns events into records.
type writer struct {
	trace   Trace
	answers map[uint64]event
	ids     map[uint64]string // incident: call -> action id
}

func (w *writer) put(e event, h trace.Head, b trace.Body) {
	h.V, h.Seq = trace.Version, uint64(len(w.trace.Views)+1)
	w.trace.Views = append(w.trace.Views, predicates.View{Head: h, Body: &b})
	w.trace.Events = append(w.trace.Events, e.Seq)
}

func (w *writer) event(e event) {
	switch e.Kind {
	case "tool_call":
		w.call(e)
	case "tool_result":
		// It stands with its call; one without a call is something missing.
		if e.CallSeq == nil {
			w.put(e, trace.Head{Kind: trace.KindGap}, trace.Body{Args: encode(map[string]any{"about": "result", "tool": e.Tool})})
		}
	case "permission":
		w.permission(e)
	case "os":
		w.kernel(e)
	default:
		w.put(e, trace.Head{Kind: trace.KindNotice}, trace.Body{Args: encode(map[string]any{"about": e.Kind})})
	}
}

// call writes one action at the place of the call: tools run in the order of
// their calls, so that this is also the order of their effects.
func (w *writer) call(e event) {
	admitted := trace.Admit(e.Args)
	h := trace.Head{Kind: trace.KindAction, Tool: e.Tool, ActionID: strconv.FormatUint(e.Seq, 10), Status: "ok"}
	if e.ActionID != "" {
		h.ActionID = e.ActionID
	}
	if w.ids != nil {
		w.ids[e.Seq] = h.ActionID
	}
	b := trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash}
	answer, answered := w.answers[e.Seq]
	if w.answers == nil {
		answer, answered = e, true
	}
	switch {
	case e.Refused:
		h.Status = "denied"
	case !answered:
		h.Status = "unknown"
	case answer.Error != nil && strings.HasPrefix(*answer.Error, "blocked by harness"):
		h.Status, b.Error = "denied", *answer.Error
	case answer.Error != nil:
		h.Status, b.Error = "error", *answer.Error
	default:
		b.Result = resultOf(answer.Result)
	}
	w.put(e, h, b)
}

// resultOf gives a result as JSON: a text that is an object or a list in JSON is
// that, as an adapter would have sent it.
func resultOf(v jsontext.Value) jsontext.Value {
	var text string
	if v.Kind() == '"' && json.Unmarshal(v, &text) == nil {
		if t := strings.TrimSpace(text); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
			if canon, err := trace.Canonicalize([]byte(t)); err == nil {
				return canon
			}
		}
	}
	if v == nil {
		return nil
	}
	return trace.Admit(v).JSON
}

// permission writes a decision about a call. Where the source does not say
// which, it is about none.
func (w *writer) permission(e event) {
	admitted := trace.Admit(e.Args)
	args := map[string]any{"tool": e.Tool, "authority": e.Authority, "scope": e.Scope}
	if e.Scope == "" {
		args["scope"] = "once"
	}
	if len(e.Args) > 0 && e.Args.Kind() == '{' {
		args["args_hash"] = admitted.Hash.String()
	}
	h := trace.Head{Kind: trace.KindPermission, Tool: "user_authorization", Decision: e.Decision, ActionID: e.ActionID}
	if e.CallSeq != nil {
		h.ActionID = strconv.FormatUint(*e.CallSeq, 10)
	}
	if h.ActionID != "" {
		args["action_id"] = h.ActionID
	}
	w.put(e, h, trace.Body{Args: encode(args)})
}

// kernel writes what the operating system saw under a call.
func (w *writer) kernel(e event) {
	args := map[string]any{}
	event, tool := e.Op, "sys."+e.Op
	switch e.Op {
	case "execve":
		event, tool = "exec", "sys.exec"
	case "openat":
		event, tool = "open", "sys.open"
	}
	args["event"] = event
	if e.Path != "" {
		args["asked"], args["resolved"] = e.Path, e.Path
	}
	if e.Argv != nil {
		args["argv_claimed"] = e.Argv
	}
	if host, port, ok := cutPort(e.Addr); ok {
		if n, err := strconv.Atoi(port); err == nil {
			args["port"] = n
		}
		if strings.Trim(host, "0123456789.:[]abcdefABCDEF") == "" && strings.ContainsAny(host, "0123456789") {
			args["addr"] = host
		} else {
			args["host"] = host
		}
	}
	h := trace.Head{Kind: trace.KindSyscall, Tool: tool, ActionID: w.ids[e.CauseSeq]}
	attribution := "exact"
	if h.ActionID == "" {
		attribution = "none"
	}
	w.put(e, h, trace.Body{Args: encode(args), Result: encode(map[string]any{"decision": "allow", "mechanism": "continued"}),
		Metadata: encode(map[string]any{"attribution": attribution, "assurance": "observed"})})
}

func cutPort(addr string) (host, port string, ok bool) {
	at := strings.LastIndexByte(addr, ':')
	if at < 0 {
		return addr, "", addr != ""
	}
	return addr[:at], addr[at+1:], true
}

// encode writes a value of our own; what it holds came from JSON and fits it.
func encode(v any) jsontext.Value {
	text, err := json.Marshal(v)
	if err != nil {
		text = []byte(`{"about":"a value that has no JSON"}`)
	}
	return trace.Admit(text).JSON
}

// incidents reads one line with variants: each is a trace.
func incidents(line []byte) ([]Trace, error) {
	var in struct {
		Incident string `json:"incident"`
		Variants []struct {
			Variant string  `json:"variant"`
			Records []event `json:"records"`
		} `json:"variants"`
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("is no incident: %w", err)
	}
	var raw struct {
		Variants []jsontext.Value `json:"variants"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, fmt.Errorf("is no incident: %w", err)
	}
	var out []Trace
	for i, v := range in.Variants {
		w := writer{trace: Trace{Name: in.Incident + ": " + v.Variant, Suite: in.Incident, Source: raw.Variants[i]}, ids: map[uint64]string{}}
		for _, e := range v.Records {
			w.event(e)
		}
		out = append(out, w.trace)
	}
	return out, nil
}

// view decodes a record of a bundle, with the texts that it shows.
func view(e *trace.Entry) (predicates.View, error) {
	h, err := trace.DecodeHead(e.Record.Head)
	if err != nil {
		return predicates.View{}, err
	}
	v := predicates.View{Head: h}
	if e.Record.Hidden {
		return v, nil
	}
	b, err := e.Body()
	if err != nil {
		return predicates.View{}, err
	}
	v.Body = b
	return v, nil
}
