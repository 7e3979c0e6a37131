package modelserver

// anthropic is the Messages API.
type anthropic struct{ always }

type obj = map[string]any

func (anthropic) turns(in asked) int {
	return runs(in.Messages, func(m message) bool { return m.Role == "assistant" })
}

func (anthropic) stop(t Turn) string {
	switch {
	case t.StopReason != "":
		return t.StopReason
	case len(t.Calls) > 0:
		return "tool_use"
	}
	return "end_turn"
}

func (d anthropic) plain(t Turn, a answer) any {
	content := []any{}
	if t.Thinking != "" {
		content = append(content, obj{"type": "thinking", "thinking": t.Thinking, "signature": "c2NyaXB0"})
	}
	if t.Text != "" {
		content = append(content, obj{"type": "text", "text": t.Text})
	}
	for i, c := range t.Calls {
		content = append(content, obj{"type": "tool_use", "id": c.ID.value(a.call("toolu_", i)), "name": c.Name, "input": c.object()})
	}
	m := d.head(a)
	m["content"], m["stop_reason"] = content, d.stop(t)
	return m
}

func (anthropic) head(a answer) obj {
	return obj{"id": a.id("msg_"), "type": "message", "role": "assistant", "model": a.model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": obj{"input_tokens": usage, "output_tokens": usage}}
}

func (d anthropic) frames(t Turn, a answer) []frame {
	named := func(kind string, more obj) frame {
		more["type"] = kind
		return frame{event: kind, data: more}
	}
	out := []frame{named("message_start", obj{"message": d.head(a)}), named("ping", obj{})}
	at := 0
	block := func(empty obj, deltas []obj) {
		out = append(out, named("content_block_start", obj{"index": at, "content_block": empty}))
		for _, x := range deltas {
			out = append(out, named("content_block_delta", obj{"index": at, "delta": x}))
		}
		out = append(out, named("content_block_stop", obj{"index": at}))
		at++
	}
	if t.Thinking != "" {
		var deltas []obj
		for _, p := range t.pieces(t.Thinking) {
			deltas = append(deltas, obj{"type": "thinking_delta", "thinking": p})
		}
		block(obj{"type": "thinking", "thinking": "", "signature": ""}, append(deltas, obj{"type": "signature_delta", "signature": "c2NyaXB0"}))
	}
	if t.Text != "" {
		var deltas []obj
		for _, p := range t.pieces(t.Text) {
			deltas = append(deltas, obj{"type": "text_delta", "text": p})
		}
		block(obj{"type": "text", "text": ""}, deltas)
	}
	out = append(out, t.between()...)
	out = append(out, t.weave(
		func(i int) []frame {
			c := t.Calls[i]
			return []frame{named("content_block_start", obj{"index": at + i, "content_block": obj{
				"type": "tool_use", "id": c.ID.value(a.call("toolu_", i)), "name": c.Name, "input": obj{}}})}
		},
		func(i int) []frame { return []frame{named("content_block_stop", obj{"index": at + i})} },
		t.deltas(func(i int, p string) frame {
			return named("content_block_delta", obj{"index": at + i, "delta": obj{"type": "input_json_delta", "partial_json": p}})
		}))...)
	if t.NoStop {
		return out
	}
	return append(out, named("message_delta", obj{"delta": obj{"stop_reason": d.stop(t), "stop_sequence": nil}, "usage": obj{"output_tokens": usage}}),
		named("message_stop", obj{}))
}

func (anthropic) failure(f Failure) any {
	return obj{"type": "error", "error": obj{"type": f.word(), "message": f.Message}}
}

func (d anthropic) broken(f Failure) frame { return frame{event: "error", data: d.failure(f)} }
