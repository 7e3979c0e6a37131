// The wrappers of harnesses that are not installed here, on the shapes that these
// were seen to send (../../README.md says which were run): what is recorded, and
// that nothing runs once the record fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import { UnrecordedError } from "../src/client.js";
import { Recorder } from "../src/recorder.js";
import { varekOptions } from "../src/claude-agent-sdk.js";
import { varekPlugin } from "../src/opencode.js";
import { register } from "../src/openclaw.js";

/** A sidecar that stores, or from a moment on does not. */
function book() {
  const events = [];
  let seq = 0, full = false;
  return {
    events, fill: () => { full = true; },
    recorder: new Recorder({ client: {
      send: async (data) => {
        if (full) throw new UnrecordedError("the store is full");
        events.push(JSON.parse(JSON.stringify(data)));
        return { ok: true, seq: ++seq, action_id: data.action_id ?? `a${seq}` };
      },
      close: async () => {},
    } }),
  };
}

const told = (events) => events.map((e) => [e.kind, e.status ?? e.decision].filter(Boolean).join(" "));

const pre = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };

test("Claude Agent SDK: a call that the user allows for the session", async () => {
  const b = book();
  const o = varekOptions({ canUseTool: async () => ({ behavior: "allow", updatedInput: { command: "ls -l" },
    updatedPermissions: [{ type: "addRules", behavior: "allow", destination: "session", rules: [{ toolName: "Bash", ruleContent: "ls:*" }] }] }) },
  { recorder: b.recorder, approver: { actor: "alice" } });
  assert.deepEqual(await o.hooks.PreToolUse.at(-1).hooks[0](pre, "toolu_1", {}), {});
  assert.equal((await o.canUseTool("Bash", pre.tool_input, { toolUseID: "toolu_1" })).behavior, "allow");
  await o.hooks.PostToolUse.at(-1).hooks[0]({ ...pre, tool_input: { command: "ls -l" }, tool_response: { stdout: "x" } }, "toolu_1", {});
  assert.deepEqual(told(b.events), ["intent", "permission allow", "action ok"]);
  const p = b.events[1];
  assert.deepEqual({ ...p.permission }, { authority: "human", actor: "alice", scope: "session", pattern: "ls:*" });
  assert.equal(p.args_json, '{"command":"ls -l"}');
});

test("Claude Agent SDK: denied, failed, and without an outcome", async () => {
  const b = book();
  const o = varekOptions({ canUseTool: async () => ({ behavior: "deny", message: "no" }) }, { recorder: b.recorder });
  const gate = o.hooks.PreToolUse.at(-1).hooks[0];
  await gate(pre, "toolu_1", {});
  assert.equal((await o.canUseTool("Bash", pre.tool_input, { toolUseID: "toolu_1" })).behavior, "deny");
  await gate({ ...pre, tool_use_id: "toolu_2" }, "toolu_2", {});
  await o.hooks.PostToolUseFailure.at(-1).hooks[0]({ ...pre, tool_use_id: "toolu_2", error: "Exit code 1" }, "toolu_2", {});
  await gate({ ...pre, tool_use_id: "toolu_3" }, "toolu_3", {});
  await o.hooks.PostToolBatch.at(-1).hooks[0]({ tool_calls: [{ tool_use_id: "toolu_3", tool_response: "cancelled" }] });
  assert.deepEqual(told(b.events), ["intent", "permission deny", "action denied", "intent", "action error", "intent", "action unknown"]);
});

test("Claude Agent SDK: no record, no call", async () => {
  const b = book();
  let asked = 0;
  const o = varekOptions({ canUseTool: async () => { asked++; return { behavior: "allow" }; } }, { recorder: b.recorder });
  b.fill();
  const said = await o.hooks.PreToolUse.at(-1).hooks[0](pre, "toolu_1", {});
  assert.equal(said.hookSpecificOutput.permissionDecision, "deny");
  assert.match(said.hookSpecificOutput.permissionDecisionReason, /not recorded: .*full/);
  assert.equal((await o.canUseTool("Bash", {}, { toolUseID: "toolu_1" })).behavior, "deny");
  assert.equal(asked, 0);
});

test("Claude Agent SDK: hooks that stand there stay", () => {
  const mine = { hooks: [async () => ({})] };
  const o = varekOptions({ hooks: { PreToolUse: [mine] }, model: "m" }, { recorder: book().recorder });
  assert.equal(o.hooks.PreToolUse[0], mine);
  assert.equal(o.hooks.PreToolUse.length, 2);
  assert.equal(o.model, "m");
});

function claw(settings) {
  const on = {};
  register({ on: (event, handler) => { on[event] = handler; } }, settings);
  return on;
}

test("OpenClaw: asked, allowed always, done; blocked; a shell's exit code", async () => {
  const b = book();
  const on = claw({ recorder: b.recorder, approve: (e) => (e.toolName === "exec" ? { title: "Run?" } : undefined) });
  const answer = await on.before_tool_call({ toolName: "exec", params: { command: "ls" }, toolCallId: "1" }, { sessionId: "s" });
  assert.equal(answer.requireApproval.title, "Run?");
  await answer.requireApproval.onResolution("allow-always");
  await on.after_tool_call({ toolName: "exec", params: { command: "ls" }, toolCallId: "1", result: { details: { exitCode: 3 } } }, {});
  assert.equal(await on.before_tool_call({ toolName: "read", params: {}, toolCallId: "2" }, {}), undefined);
  await on.after_tool_call({ toolName: "read", toolCallId: "2", result: { details: { status: "blocked", reason: "policy" } } }, {});
  assert.deepEqual(told(b.events), ["intent", "permission allow", "action error", "intent", "action denied"]);
  assert.equal(b.events[1].permission.scope, "always");
  assert.equal(b.events[2].error, "exit code 3");
});

test("OpenClaw: no record, no call", async () => {
  const b = book();
  b.fill();
  const said = await claw({ recorder: b.recorder }).before_tool_call({ toolName: "exec", params: {}, toolCallId: "1" }, {});
  assert.equal(said.block, true);
  assert.match(said.blockReason, /not recorded/);
});

test("opencode: replies with their scope, exit codes, throws that only the bus tells", async () => {
  const b = book();
  const hooks = await varekPlugin({ recorder: b.recorder })();
  const before = (id) => hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: id }, { args: { command: id } });
  const event = (type, properties) => hooks.event({ event: { type, properties } });
  await before("1");
  await event("permission.asked", { id: "p1", always: ["ls *"], tool: { callID: "1" } });
  await event("permission.replied", { requestID: "p1", reply: "always" });
  await hooks["tool.execute.after"]({ tool: "bash", callID: "1" }, { output: "x", metadata: { exit: 2 } });
  await before("2");
  await event("permission.asked", { id: "p2", tool: { callID: "2" } });
  await event("permission.replied", { requestID: "p2", reply: "reject" });
  await before("3");
  await event("message.part.updated", { part: { type: "tool", callID: "3", state: { status: "error", error: "no such file" } } });
  assert.deepEqual(told(b.events), ["intent", "permission allow", "action error", "intent", "permission deny", "action denied", "intent", "action error"]);
  assert.deepEqual([b.events[1].permission.scope, b.events[1].permission.pattern], ["always", "ls *"]);
});

test("opencode: no record, a throw", async () => {
  const b = book();
  const hooks = await varekPlugin({ recorder: b.recorder })();
  b.fill();
  await assert.rejects(hooks["tool.execute.before"]({ tool: "bash", callID: "1" }, { args: {} }), UnrecordedError);
});
