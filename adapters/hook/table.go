package hook

// Dialects lists the tables of all harnesses. What stands in them was seen on
// the wire or, for Hermes, read in its source; events that are not in a table
// become notices.
func Dialects() []Dialect { return []Dialect{claudeCode(), codex(), gemini(), hermes()} }

func claudeCode() Dialect {
	return Dialect{
		Name: "claude-code", event: at("hook_event_name"), session: at("session_id"), turn: at("prompt_id"),
		agent: at("agent_id"), agentType: at("agent_type"), call: at("tool_use_id"), tool: at("tool_name"), args: at("tool_input"),
		facts: map[string]path{"cwd": at("cwd"), "duration_ms": at("duration_ms"), "mode": at("permission_mode"), "mcp_server": at("mcp_server.name")},
		alias: map[string]string{"Task": "Agent"}, // the model's name for it, which PostToolBatch uses
		rules: map[string]rule{
			"PreToolUse": {meaning: intent},
			"PostToolUse": {meaning: result, result: at("tool_response"), else_: "ok", size: at("tool_response.persistedOutputSize"),
				status: []test{
					{at: at("tool_response.interrupted"), is: isTrue, status: "unknown"}, // it ran in part
					{at: at("tool_response.is_error"), is: isTrue, status: "error"},
					{at: at("tool_response.isError"), is: isTrue, status: "error"}},
				cut: []test{{at: at("tool_response.persistedOutputPath"), is: present}}},
			"PostToolUseFailure": {meaning: result, failure: at("error"), else_: "error",
				status: []test{{at: at("is_interrupt"), is: isTrue, status: "unknown"}}},
			// The only trace of a call that was denied, and of calls that a failing sibling took along. Its text
			// can be a tool's, so it decides nothing: the sidecar closes what is open by its rule.
			"PostToolBatch":    {meaning: batch, calls: at("tool_calls"), result: at("tool_response"), else_: "unknown"},
			"UserPromptSubmit": {meaning: turn},
		},
		Decision: Decision{Channel: "the permission prompt tool (claude --permission-prompt-tool) behind varek's MCP relay",
			Why: "its hooks say that the user is asked (PermissionRequest, without a call id), not what the user answers"},
	}
}

func codex() Dialect {
	return Dialect{
		Name: "codex", event: at("hook_event_name"), session: at("session_id"), turn: at("turn_id"),
		agent: at("agent_id"), agentType: at("agent_type"), call: at("tool_use_id"), tool: at("tool_name"), args: at("tool_input"),
		facts: map[string]path{"cwd": at("cwd"), "mode": at("permission_mode"), "model": at("model")},
		rules: map[string]rule{
			"PreToolUse": {meaning: intent},
			// A shell's result is its output and nothing else: a failure cannot be told from a success.
			"PostToolUse": {meaning: result, result: at("tool_response"), else_: "unknown",
				status: []test{
					{at: at("tool_response.isError"), is: isTrue, status: "error"},
					{at: at("tool_response"), is: object, status: "ok"}},
				cut: []test{{at: at("tool_response"), is: prefix, text: "Warning: truncated output"}}},
			"PostToolUseFailure": {meaning: result, result: at("tool_response"), failure: at("error"), else_: "error"},
			"UserPromptSubmit":   {meaning: turn},
		},
		Decision: Decision{Channel: "the app-server relay",
			Why: "its hooks fire whether or not the user was asked, and do not say what the user answered"},
	}
}

func gemini() Dialect {
	return Dialect{
		Name: "gemini", event: at("hook_event_name"), session: at("session_id"),
		call: at("tool_call_id"), // no version seen has it; arguments join where it is absent
		tool: at("tool_name"), args: at("tool_input"),
		facts: map[string]path{"cwd": at("cwd"), "harness_time": at("timestamp"), "mcp_server": at("mcp_context.server_name")},
		rules: map[string]rule{
			"BeforeTool": {meaning: intent},
			// A tool can print "Exit Code: 1", so text makes a call unknown, which counts as executed, never an error.
			"AfterTool": {meaning: result, result: at("tool_response"), failure: at("tool_response.error.message"), else_: "ok",
				status: []test{
					{at: at("tool_response.error"), is: present, status: "error"},
					{at: at("tool_response.llmContent"), is: has, text: "\nExit Code: ", status: "unknown"},
					{at: at("tool_response.returnDisplay"), is: prefix, text: "Command exited with code", status: "unknown"}}},
			"BeforeAgent": {meaning: turn},
		},
		Decision: Decision{Channel: "the ACP relay (gemini --acp)",
			Why: "its hooks carry neither the question to the user nor the answer, and no call id"},
	}
}

func hermes() Dialect {
	return Dialect{
		Name: "hermes", event: at("hook_event_name"), session: at("session_id"), turn: at("extra.turn_id"),
		agent: at("extra.task_id"), call: at("extra.tool_call_id"), tool: at("tool_name"), args: at("tool_input"),
		facts: map[string]path{"cwd": at("cwd"), "profile": at("profile"), "duration_ms": at("extra.duration_ms")},
		rules: map[string]rule{
			"pre_tool_call": {meaning: intent},
			"post_tool_call": {meaning: result, result: at("extra.result"), failure: at("extra.error_message"), else_: "unknown",
				status: []test{
					{at: at("extra.status"), is: equals, text: "ok", status: "ok"},
					{at: at("extra.status"), is: equals, text: "error", status: "error"},
					{at: at("extra.status"), is: equals, text: "blocked", status: "denied"}}}, // cancelled may have run in part
			"pre_llm_call": {meaning: notice},
		},
		Decision: Decision{Channel: "a plugin that ties post_approval_response to its call",
			Why: "its approval hooks carry the answer without the call's id, so they are kept as notices"},
	}
}
