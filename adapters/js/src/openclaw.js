// OpenClaw: a plugin whose before_tool_call records the call or blocks it.

import { Recorder } from "./recorder.js";

const ANSWERS = {
  "allow-once": { decision: "allow", scope: "once" }, "allow-always": { decision: "allow", scope: "always" },
  deny: { decision: "deny" }, timeout: { decision: "timeout" }, cancelled: { decision: "cancelled" },
};

/**
 * Registers with the plugin api. settings.approve(event, context) may give what the
 * host is to ask, {title, description, timeoutMs…}; the answer is recorded.
 */
export function register(api, settings = {}) {
  const recorder = settings.recorder ?? new Recorder({ name: "openclaw", ...settings });
  const calls = new Map();

  const before = async (event, context) => {
    const id = event.toolCallId ?? context?.toolCallId;
    try {
      const asks = await settings.approve?.(event, context);
      const call = await recorder.begin({
        tool: event.toolName, args: event.params, assurance: "observed",
        native: { call: id, session: context?.sessionId, agent: context?.agentId },
      });
      calls.set(id, call);
      if (!asks) return undefined;
      return {
        requireApproval: {
          ...asks,
          onResolution: async (answer) => {
            await call.decide(ANSWERS[answer] ?? { decision: "cancelled" });
            await asks.onResolution?.(answer);
          },
        },
      };
    } catch (e) {
      return { block: true, blockReason: `varek: the call is not recorded: ${e?.message ?? e}` };
    }
  };

  const after = async (event, context) => {
    const id = event.toolCallId ?? context?.toolCallId;
    const call = calls.get(id);
    if (!call || call.ended) return;
    calls.delete(id);
    if (event.params !== undefined && JSON.stringify(event.params) !== call.text) Object.assign(call, { text: JSON.stringify(event.params), rewritten: true });
    await call.end(outcome(event));
  };

  api.on("before_tool_call", before, { priority: -1000 }); // after those that rewrite arguments
  api.on("after_tool_call", after);
  return recorder;
}

/** Its shell gives an exit code among the details; a blocked call comes here, too. */
function outcome({ result, error }) {
  const details = result?.details ?? {};
  if (details.status === "blocked" || details.deniedReason) return { status: "denied", error: details.deniedReason ?? details.reason, result };
  if (error) return { status: "error", error: String(error), result };
  if (typeof details.exitCode === "number" && details.exitCode !== 0) return { status: "error", error: `exit code ${details.exitCode}`, result };
  if (details.status === "error" || details.status === "failed") return { status: "error", error: String(details.error ?? "failed"), result };
  return { status: "ok", result };
}
