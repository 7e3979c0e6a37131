// opencode: a plugin. A throw before a tool blocks it; a tool that throws is heard of
// on the event bus alone; who answered a question is not told, only what.

import { Recorder } from "./recorder.js";

const REPLIES = { once: { decision: "allow", scope: "once" }, always: { decision: "allow", scope: "always" }, reject: { decision: "deny" } };

/** Makes the plugin: export const Varek = varekPlugin(). */
export function varekPlugin(settings = {}) {
  return async () => {
    const recorder = settings.recorder ?? new Recorder({ name: "opencode", ...settings });
    const calls = new Map(), asked = new Map();
    const told = async (call, outcome) => {
      if (!call || call.ended) return;
      await call.end(outcome);
      calls.delete(call.key);
    };
    return {
      "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
        const call = await recorder.begin({ tool, args, assurance: "observed", native: { call: callID, session: sessionID } });
        calls.set(callID, Object.assign(call, { key: callID }));
      },
      "tool.execute.after": async ({ callID }, output) => {
        const exit = output?.metadata?.exit;
        const failed = typeof exit === "number" && exit !== 0;
        await told(calls.get(callID), { status: failed ? "error" : "ok", error: failed ? `exit code ${exit}` : undefined, result: { output: output?.output, title: output?.title, exit } });
      },
      event: async ({ event }) => {
        const p = event.properties ?? {};
        switch (event.type) {
          case "permission.asked":
            asked.set(p.id, { id: p.tool?.callID, pattern: p.always?.[0] });
            break;
          case "permission.replied": {
            const { id, pattern } = asked.get(p.requestID) ?? {};
            const call = calls.get(id);
            asked.delete(p.requestID);
            const said = REPLIES[p.reply];
            if (!call || call.ended || !said) break;
            await call.decide(said.scope === "always" ? { ...said, pattern } : said);
            if (said.decision === "deny") await told(call, { status: "denied" });
            break;
          }
          case "message.part.updated": {
            const part = p.part ?? {};
            if (part.type === "tool" && part.state?.status === "error") await told(calls.get(part.callID), { status: "error", error: String(part.state.error ?? "failed") });
            break;
          }
        }
      },
    };
  };
}
