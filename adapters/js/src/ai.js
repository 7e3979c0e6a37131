// Vercel AI SDK 6 and 7: wraps the execute of each tool. Its callbacks are no
// place for a gate, because it swallows what they throw.

import { UnrecordedError } from "./client.js";
import { Recorder } from "./recorder.js";

const GENERATOR = Object.getPrototypeOf(async function* () {}).constructor;

/**
 * Tools like those given, which run only when their call is on record.
 *
 * options.approve(call) asks for each call (or those named in options.ask);
 * options.elsewhere names tools without execute that run where nobody here sees
 * them: they are left as they are, and are not recorded.
 */
export function wrapTools(tools, options = {}) {
  const recorder = options.recorder ?? new Recorder({ name: "ai-sdk", ...options });
  const waiting = new Map(); // calls that wait for an answer, by tool call id
  const out = {};
  for (const [name, tool] of Object.entries(tools)) {
    if (typeof tool.execute === "function") {
      out[name] = wrap(name, tool, { recorder, waiting, approve: options.approve });
    } else if (options.elsewhere?.includes(name)) {
      out[name] = tool;
    } else {
      throw new UnrecordedError(`the tool ${name} has no execute, so its calls cannot be recorded; name it in elsewhere to accept that`);
    }
  }
  Object.defineProperty(out, "varek", { value: { recorder, waiting } }); // not enumerable: no tool
  return out;
}

function wrap(name, tool, { recorder, waiting, approve }) {
  const wrapped = { ...tool };
  if (tool.needsApproval !== undefined && tool.needsApproval !== false) {
    wrapped.needsApproval = async (input, o) => {
      const asks = typeof tool.needsApproval === "function" ? await tool.needsApproval(input, o) : tool.needsApproval;
      if (asks && !waiting.has(o.toolCallId)) {
        waiting.set(o.toolCallId, await recorder.begin({ tool: name, args: input, native: { call: o.toolCallId } }));
      }
      return asks;
    };
  }
  const spec = (input, o) => {
    const call = waiting.get(o.toolCallId);
    waiting.delete(o.toolCallId);
    return { tool: name, args: input, native: { call: o.toolCallId }, call, decide: approve, decision: answerIn(o.messages, o.toolCallId) };
  };
  if (tool.execute instanceof GENERATOR) {
    wrapped.execute = async function* (input, o) {
      const s = spec(input, o);
      const call = s.call ?? await recorder.begin(s);
      await call.pass(s);
      let last;
      try {
        for await (const part of tool.execute.call(tool, call.args, o)) {
          last = part;
          yield part;
        }
      } catch (e) {
        await call.fail(e);
        throw e;
      } finally {
        if (!call.ended) await call.end({ status: o.abortSignal?.aborted ? "unknown" : "ok", result: last });
      }
    };
  } else {
    wrapped.execute = (input, o) => recorder.call(spec(input, o), (args) => tool.execute.call(tool, args, o));
  }
  return wrapped;
}

/** Approval requests and their answers in a conversation. */
function* answers(messages) {
  const asked = new Map();
  for (const m of messages ?? []) {
    if (!Array.isArray(m.content)) continue;
    for (const part of m.content) {
      if (part.type === "tool-approval-request") asked.set(part.approvalId, part.toolCallId ?? part.toolCall?.toolCallId);
      if (part.type === "tool-approval-response" && asked.has(part.approvalId)) yield { id: asked.get(part.approvalId), approved: part.approved === true, reason: part.reason };
    }
  }
}

/** What the conversation says about a call; the last word counts. */
function answerIn(messages, id) {
  let said;
  for (const a of answers(messages)) if (a.id === id) said = a;
  if (!said) return undefined;
  return said.approved ? { decision: "allow", scope: "once" } : { decision: "deny", reason: said.reason };
}

/**
 * Records the denials in messages, before they are given to the SDK: a denied tool
 * is never executed, so its wrapper is not asked. Approvals are recorded by the
 * tool's wrapper. by says who answered: {authority: "human", actor: "alice"}.
 */
export async function recordAnswers(tools, messages, by = {}) {
  const { waiting } = tools.varek;
  for (const a of answers(messages)) {
    const call = waiting.get(a.id);
    if (!call || call.decided) continue;
    if (a.approved) {
      await call.decide({ decision: "allow", scope: "once", ...by });
    } else {
      await call.decide({ decision: "deny", ...by });
      await call.end({ status: "denied", error: a.reason });
      waiting.delete(a.id);
    }
  }
}
