package modelserver

// chat is OpenAI's Chat Completions API.
type chat struct{ always }

func (chat) turns(in asked) int {
	return runs(in.Messages, func(m message) bool { return m.Role == "assistant" })
}

func (chat) stop(t Turn) string {
	switch {
	case t.StopReason != "":
		return t.StopReason
	case len(t.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

// call is a call with its arguments, or the beginning of one.
func (chat) call(c Call, id any, arguments string) obj {
	if c.Custom != nil {
		return obj{"id": id, "type": "custom", "custom": obj{"name": c.Name, "input": arguments}}
	}
	return obj{"id": id, "type": "function", "function": obj{"name": c.Name, "arguments": arguments}}
}

func (d chat) plain(t Turn, a answer) any {
	m := obj{"role": "assistant", "content": nil, "refusal": nil}
	if t.Text != "" {
		m["content"] = t.Text
	}
	var calls []obj
	for i, c := range t.Calls {
		text := c.arguments()
		if c.Custom != nil {
			text = *c.Custom
		}
		calls = append(calls, d.call(c, c.ID.value(a.call("call_", i)), text))
	}
	if calls != nil {
		m["tool_calls"] = calls
	}
	return obj{"id": a.id("chatcmpl-"), "object": "chat.completion", "created": 0, "model": a.model, "usage": d.usage(),
		"choices": []any{obj{"index": 0, "message": m, "logprobs": nil, "finish_reason": d.stop(t)}}}
}

func (chat) usage() obj {
	return obj{"prompt_tokens": usage, "completion_tokens": usage, "total_tokens": 2 * usage}
}

func (d chat) frames(t Turn, a answer) []frame {
	base := func(choices []any) obj {
		return obj{"id": a.id("chatcmpl-"), "object": "chat.completion.chunk", "created": 0, "model": a.model, "choices": choices}
	}
	chunk := func(delta obj, stop any) frame {
		return frame{data: base([]any{obj{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": stop}})}
	}
	out := []frame{chunk(obj{"role": "assistant", "content": ""}, nil)}
	for _, p := range t.pieces(t.Text) {
		out = append(out, chunk(obj{"content": p}, nil))
	}
	out = append(out, t.between()...)
	indexed := func(i int, c obj) frame {
		c["index"] = i
		return chunk(obj{"tool_calls": []any{c}}, nil)
	}
	out = append(out, t.weave(
		func(i int) []frame {
			c := t.Calls[i]
			return []frame{indexed(i, d.call(c, c.ID.value(a.call("call_", i)), ""))}
		},
		func(int) []frame { return nil },
		t.deltas(func(i int, p string) frame {
			if t.Calls[i].Custom != nil {
				return indexed(i, obj{"custom": obj{"input": p}})
			}
			return indexed(i, obj{"function": obj{"arguments": p}})
		}))...)
	if t.NoStop {
		return out
	}
	out = append(out, chunk(obj{}, d.stop(t)))
	if a.in.Options.Usage {
		last := base([]any{})
		last["usage"] = d.usage()
		out = append(out, frame{data: last})
	}
	return out
}

func (chat) last() []frame { return []frame{{raw: "data: [DONE]\n\n"}} }

func (chat) failure(f Failure) any {
	return obj{"error": obj{"message": f.Message, "type": f.word(), "param": nil, "code": nil}}
}

func (d chat) broken(f Failure) frame { return frame{data: d.failure(f)} }
