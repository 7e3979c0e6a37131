// LangChain and LangGraph: a middleware around each tool call.

import { Recorder } from "./recorder.js";

/**
 * The middleware. createMiddleware is LangChain's own function, handed in, so that
 * this package needs no version of it: varekMiddleware({ createMiddleware }).
 */
export function varekMiddleware(options) {
  const { createMiddleware, approve } = options;
  const recorder = options.recorder ?? new Recorder({ name: "langchain", ...options });
  const middleware = createMiddleware({
    name: "varek",
    wrapToolCall: async (request, handler) => {
      const { id, name, args } = request.toolCall;
      const text = JSON.stringify(args);
      const call = await recorder.begin({ tool: name, args, native: { call: id }, start: !approve && !recorder.grantFor(name, text) && !recorder.hasForetold(name, text) });
      await call.pass({ decide: approve, decision: call.started ? undefined : recorder.foretold(name, text) });
      let result;
      try {
        const rewritten = call.rewritten ? { ...request, toolCall: { ...request.toolCall, args: call.args } } : request;
        call.unchanged();
        result = await handler(rewritten);
      } catch (e) {
        if (!call.ended) await call.fail(e);
        throw e;
      }
      const failed = result?.status === "error"; // a ToolMessage that tells of a throw
      const content = result?.content ?? undefined;
      if (failed) await call.end({ status: "error", error: typeof content === "string" && content ? content : "the tool failed", result: content });
      else await call.end({ status: "ok", result: content ?? (result === undefined ? undefined : { type: result.constructor?.name ?? typeof result }) });
      return result;
    },
  });
  return Object.assign(middleware, { varek: recorder });
}

/**
 * Records the decisions of humanInTheLoopMiddleware, before they are handed to
 * resume: its requests have no ids, so a call is found by tool and arguments.
 */
export async function recordDecisions(recorder, actionRequests, decisions, by = {}) {
  if (actionRequests.length !== decisions.length) throw new Error(`${decisions.length} decisions for ${actionRequests.length} requests`);
  for (const [i, asked] of actionRequests.entries()) {
    const d = decisions[i];
    if (d.type === "reject") {
      await recorder.denied({ tool: asked.name, args: asked.args, decision: by });
      continue;
    }
    const action = d.type === "edit" ? d.editedAction ?? d.edited_action : asked;
    recorder.foretell(action.name, action.args, { decision: "allow", scope: "once", ...by });
  }
}
