// Claude Agent SDK: hooks that catch everything and answer deny, because a hook that
// throws lets the tool run, and canUseTool, which knows what the user decided.

import { Recorder } from "./recorder.js";

const DESTINATIONS = { session: "session", userSettings: "always", projectSettings: "always", localSettings: "always" };

/** Options for query(), with ours added to those given. */
export function varekOptions(options = {}, settings = {}) {
  const recorder = settings.recorder ?? new Recorder({ name: "claude-agent-sdk", ...settings });
  const calls = new Map(); // by tool_use_id

  const gate = closed(async (input, id) => {
    const key = input.tool_use_id ?? id;
    calls.set(key, await recorder.begin({
      tool: input.tool_name, args: input.tool_input, assurance: "observed", // other hooks and the user come after us
      native: { call: key, session: input.session_id, agent: input.agent_id },
    }));
    return {};
  });
  const ended = (how) => async (input, id) => {
    const key = input.tool_use_id ?? id;
    const call = calls.get(key);
    const told = how(input);
    if (!call || call.ended) {
      await recorder.send({ kind: "gap", tool: input.tool_name, args_json: JSON.stringify({ about: "result", event: input.hook_event_name, status: told.status }) });
      return {};
    }
    if (input.tool_input !== undefined && JSON.stringify(input.tool_input) !== call.text) {
      Object.assign(call, { text: JSON.stringify(input.tool_input), rewritten: true });
    }
    await call.end(told);
    calls.delete(key);
    return {};
  };
  const batch = async (input) => {
    for (const c of input.tool_calls ?? []) {
      const call = calls.get(c.tool_use_id);
      if (call && !call.ended) await call.end({ status: "unknown", result: c.tool_response, metadata: { outcome: "none" } });
      calls.delete(c.tool_use_id);
    }
    return {};
  };

  const hooks = { ...options.hooks };
  const add = (event, hook) => { hooks[event] = [...(hooks[event] ?? []), { hooks: [hook] }]; };
  add("PreToolUse", gate);
  add("PostToolUse", ended((i) => ({ status: "ok", result: i.tool_response })));
  add("PostToolUseFailure", ended((i) => ({ status: "error", error: String(i.error ?? "failed") })));
  add("PostToolBatch", batch);
  add("UserPromptSubmit", async () => { await recorder.turn(); return {}; });

  const out = { ...options, hooks };
  if (options.canUseTool) out.canUseTool = (name, input, o) => canUse(recorder, calls, options.canUseTool, settings.approver, name, input, o);
  return out;
}

/** A hook whose every fault is a denial. */
function closed(hook) {
  return async (input, id, more) => {
    try {
      return await hook(input, id, more);
    } catch (e) {
      return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: `varek: the call is not recorded: ${e?.message ?? e}` } };
    }
  };
}

async function canUse(recorder, calls, ask, approver, name, input, o) {
  let answer;
  const by = { authority: "human", ...approver };
  try {
    let call = calls.get(o?.toolUseID);
    if (!call) {
      call = await recorder.begin({ tool: name, args: input, assurance: "observed", native: { call: o?.toolUseID, agent: o?.agentID } });
      calls.set(o?.toolUseID, call);
    }
    answer = await ask(name, input, o);
    if (answer?.behavior !== "allow") {
      await call.decide({ ...by, decision: "deny" });
      await call.end({ status: "denied", error: answer?.message });
      return answer ?? { behavior: "deny", message: "varek: no decision was given" };
    }
    await call.decide({ ...by, decision: "allow", args: answer.updatedInput, ...scopeOf(answer, name) });
    return answer;
  } catch (e) {
    return { behavior: "deny", message: `varek: the decision is not recorded: ${e?.message ?? e}` };
  }
}

/** How long the user's yes holds: until where its rules are written. */
function scopeOf(answer, tool) {
  for (const u of answer.updatedPermissions ?? []) {
    if (u.type !== "addRules" || u.behavior !== "allow" || !DESTINATIONS[u.destination]) continue;
    for (const r of u.rules ?? []) {
      if (r.toolName === tool) return { scope: DESTINATIONS[u.destination], pattern: r.ruleContent || "*" };
    }
  }
  return { scope: "once" };
}
