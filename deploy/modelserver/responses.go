package modelserver

import "encoding/json"

// responses is OpenAI's Responses API.
type responses struct{ always }

func (responses) turns(in asked) int {
	var list []message
	if json.Unmarshal(in.Input, &list) != nil {
		return 0 // text alone
	}
	return runs(list, func(m message) bool {
		switch m.Type {
		case "function_call", "custom_tool_call", "reasoning":
			return true
		}
		return m.Role == "assistant"
	})
}

func (responses) text(a answer, text string) obj {
	return obj{"id": a.id("msg_"), "type": "message", "status": "completed", "role": "assistant",
		"content": []any{obj{"type": "output_text", "text": text, "annotations": []any{}}}}
}

func (responses) call(c Call, a answer, i int, arguments, status string) obj {
	if c.Custom != nil {
		return obj{"id": a.call("ctc_", i), "type": "custom_tool_call", "status": status, "call_id": c.ID.value(a.call("call_", i)), "name": c.Name, "input": arguments}
	}
	return obj{"id": a.call("fc_", i), "type": "function_call", "status": status, "call_id": c.ID.value(a.call("call_", i)), "name": c.Name, "arguments": arguments}
}

// told is the text that a call carries.
func (c Call) told() string {
	if c.Custom != nil {
		return *c.Custom
	}
	return c.arguments()
}

func (d responses) output(t Turn, a answer) []any {
	out := []any{}
	if t.Text != "" {
		out = append(out, d.text(a, t.Text))
	}
	for i, c := range t.Calls {
		out = append(out, d.call(c, a, i, c.told(), "completed"))
	}
	return out
}

func (responses) whole(a answer, status string, output []any) obj {
	r := obj{"id": a.id("resp_"), "object": "response", "created_at": 0, "status": status, "model": a.model, "output": output,
		"error": nil, "incomplete_details": nil, "instructions": nil, "metadata": obj{}, "parallel_tool_calls": true,
		"temperature": 1, "top_p": 1, "tool_choice": "auto", "tools": []any{}, "usage": nil}
	if status == "completed" {
		r["usage"] = obj{"input_tokens": usage, "output_tokens": usage, "total_tokens": 2 * usage,
			"input_tokens_details": obj{"cached_tokens": 0}, "output_tokens_details": obj{"reasoning_tokens": 0}}
	}
	return r
}

func (d responses) plain(t Turn, a answer) any { return d.whole(a, "completed", d.output(t, a)) }

func (d responses) frames(t Turn, a answer) []frame {
	named := func(kind string, more obj) frame {
		more["type"] = kind
		return frame{event: kind, data: more}
	}
	out := []frame{named("response.created", obj{"response": d.whole(a, "in_progress", []any{})}),
		named("response.in_progress", obj{"response": d.whole(a, "in_progress", []any{})})}
	at := 0
	if t.Text != "" {
		id := a.id("msg_")
		at = 1
		place := func(more obj) obj {
			more["item_id"], more["output_index"], more["content_index"] = id, 0, 0
			return more
		}
		part := func(text string) obj { return obj{"type": "output_text", "text": text, "annotations": []any{}} }
		out = append(out, named("response.output_item.added", obj{"output_index": 0, "item": obj{"id": id, "type": "message", "status": "in_progress", "role": "assistant", "content": []any{}}}),
			named("response.content_part.added", place(obj{"part": part("")})))
		for _, p := range t.pieces(t.Text) {
			out = append(out, named("response.output_text.delta", place(obj{"delta": p, "logprobs": []any{}})))
		}
		out = append(out, named("response.output_text.done", place(obj{"text": t.Text, "logprobs": []any{}})),
			named("response.content_part.done", place(obj{"part": part(t.Text)})),
			named("response.output_item.done", obj{"output_index": 0, "item": d.text(a, t.Text)}))
	}
	out = append(out, t.between()...)
	kind := func(i int) (word, member, prefix string) {
		if t.Calls[i].Custom != nil {
			return "response.custom_tool_call_input.", "input", "ctc_"
		}
		return "response.function_call_arguments.", "arguments", "fc_"
	}
	middle := make([][]frame, len(t.Calls))
	for i, c := range t.Calls {
		word, _, prefix := kind(i)
		for _, p := range t.pieces(c.told()) {
			middle[i] = append(middle[i], named(word+"delta", obj{"item_id": a.call(prefix, i), "output_index": at + i, "delta": p}))
		}
	}
	out = append(out, t.weave(
		func(i int) []frame {
			return []frame{named("response.output_item.added", obj{"output_index": at + i, "item": d.call(t.Calls[i], a, i, "", "in_progress")})}
		},
		func(i int) []frame {
			word, member, prefix := kind(i)
			return []frame{named(word+"done", obj{"item_id": a.call(prefix, i), "output_index": at + i, member: t.Calls[i].told()}),
				named("response.output_item.done", obj{"output_index": at + i, "item": d.call(t.Calls[i], a, i, t.Calls[i].told(), "completed")})}
		}, middle)...)
	if !t.NoStop {
		out = append(out, named("response.completed", obj{"response": d.whole(a, "completed", d.output(t, a))}))
	}
	n := 0
	for _, f := range out {
		if m, ok := f.data.(obj); ok {
			m["sequence_number"] = n
			n++
		}
	}
	return out
}

func (responses) failure(f Failure) any {
	return obj{"error": obj{"message": f.Message, "type": f.word(), "param": nil, "code": nil}}
}

func (d responses) broken(f Failure) frame {
	r := d.whole(answer{}, "failed", []any{})
	r["error"] = obj{"code": "server_error", "message": f.Message}
	return frame{event: "response.failed", data: obj{"type": "response.failed", "response": r}}
}
