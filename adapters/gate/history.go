package gate

import "github.com/go-json-experiment/json/jsontext"

// history collects the results of a request, with what it repeats of their calls.
type history struct {
	list  []result
	calls []*past
}

// past is a call as the request repeats it.
type past struct {
	Call
	answered bool
}

// turn notes that the model spoke: what came before is no news.
func (h *history) turn() {
	for i := range h.list {
		h.list[i].fresh = false
	}
}

func (h *history) call(c Call) { h.calls = append(h.calls, &past{Call: c}) }

// result notes one; its call is the oldest without a result of the same id, or of
// the same name where there is no id.
func (h *history) result(id, name string, content jsontext.Value, status string) {
	r := result{id: id, name: name, content: content, status: status, fresh: true}
	for _, c := range h.calls {
		if !c.answered && c.ID == id && (id != "" || name == "" || c.Name == name) {
			c.answered = true
			r.name, r.args, r.repeats = c.Name, c.Args, true
			break
		}
	}
	h.list = append(h.list, r)
}
