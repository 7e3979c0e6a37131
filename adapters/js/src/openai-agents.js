// OpenAI Agents SDK: wraps execute and needsApproval of a tool's options, before
// they are given to tool(). The runner's events are no gate: a listener that waits
// is not waited for, and a tool that failed looks like one that answered.

import { Recorder } from "./recorder.js";

/** One recorder with the calls that wait for an answer. */
export function forAgents(options = {}) {
  const recorder = options.recorder ?? new Recorder({ name: "openai-agents", ...options });
  const waiting = new Map();

  /** Options like those given; use as tool(varek.options({...})). */
  function wrapOptions(o) {
    const wrapped = { ...o };
    if (o.needsApproval !== undefined && o.needsApproval !== false) {
      wrapped.needsApproval = async (context, input, id) => {
        const asks = typeof o.needsApproval === "function" ? await o.needsApproval(context, input, id) : o.needsApproval;
        if (asks && !waiting.has(id)) {
          const grant = recorder.grantFor(o.name, JSON.stringify(input));
          if (!grant) waiting.set(id, await recorder.begin({ tool: o.name, args: input, native: { call: id } }));
        }
        return asks;
      };
    }
    wrapped.execute = (input, context, details) => {
      const id = details?.toolCall?.callId;
      const call = waiting.get(id);
      waiting.delete(id);
      return recorder.call({ tool: o.name, args: input, native: { call: id }, call, decide: options.approve },
        (args) => o.execute.call(o, args, context, details));
    };
    return wrapped;
  }

  async function decide(item, decision, by) {
    const id = item.rawItem?.callId ?? item.callId;
    let call = waiting.get(id);
    if (!call) { // the program was started again since the question
      const text = item.rawItem?.arguments ?? item.arguments ?? "{}";
      call = await recorder.begin({ tool: item.name ?? item.rawItem?.name, args: JSON.parse(text), native: { call: id } });
      waiting.set(id, call);
    }
    await call.decide({ ...by, decision });
    return { call, id };
  }

  return {
    recorder,
    options: wrapOptions,

    /** Records the allow and then tells the run. alwaysApprove is a grant for the session. */
    async approve(state, item, o = {}) {
      const { alwaysApprove, ...by } = o;
      const lasting = alwaysApprove ? { scope: "session", pattern: "*" } : { scope: "once" };
      await decide(item, "allow", { ...lasting, ...by });
      state.approve(item, { alwaysApprove });
    },

    /** Records the denial and then tells the run. */
    async reject(state, item, o = {}) {
      const { alwaysReject, ...by } = o;
      const { call, id } = await decide(item, "deny", by);
      await call.end({ status: "denied" });
      waiting.delete(id);
      state.reject(item, { alwaysReject });
    },

    close: () => recorder.close(),
  };
}
