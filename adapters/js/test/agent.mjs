// An agent on the Vercel AI SDK whose model is a script: argv[2] is JSON, a list of
// steps, each a list of calls {tool, input}. What the tools did is on the disk; what
// the agent saw goes to standard output, one line of JSON a step.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { recordAnswers, wrapTools } from "../src/ai.js";

const script = JSON.parse(process.argv[2]);
let step = 0, id = 0;
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = {
  specificationVersion: "v3", provider: "script", modelId: "script", supportedUrls: {},
  doGenerate: async () => {
    const calls = script[step++];
    if (!calls) return { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] };
    const content = calls.map((c) => ({ type: "tool-call", toolCallId: c.id ?? `call-${++id}`, toolName: c.tool, input: JSON.stringify(c.pad ? { ...c.input, content: "x".repeat(c.pad) } : c.input) }));
    return { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
  },
};
const inputSchema = jsonSchema({ type: "object" });
const write = ({ path, content }) => { writeFileSync(path, content); return { written: content.length }; };
const tools = wrapTools({
  write: tool({ inputSchema, execute: write }),
  ask: tool({ inputSchema, needsApproval: true, execute: write }),
  rewritten: tool({ inputSchema, execute: write }),
  fail: tool({ inputSchema, execute: ({ path }) => { writeFileSync(path, "x"); throw new Error("the tool broke"); } }),
  parts: tool({ inputSchema, async *execute({ path }) { yield "begun"; writeFileSync(path, "x"); yield { all: true }; } }),
  wait: tool({ inputSchema, execute: async ({ path, until }) => { writeFileSync(path, "x"); while (!existsSync(until)) await sleep(10); return "went on"; } }),
}, {
  ...(process.env.TEST_TIMEOUT ? { client: await short() } : {}), approver: { authority: "human", actor: "alice" },
  approve: process.env.TEST_APPROVE && (({ tool, args }) => {
    if (args.path?.includes("denied")) return { decision: "deny", authority: "rule", rule: "no-denied", reason: "not this one" };
    if (tool === "rewritten") return { decision: "allow", authority: "human", actor: "alice", args: { ...args, content: "rewritten" } };
    return { decision: "allow", authority: "rule", rule: "all", scope: args.path?.includes("session") ? "session" : "once", pattern: args.path?.includes("session") ? "*" : undefined };
  }),
});

async function short() {
  const { Client } = await import("../src/client.js");
  return new Client({ source: "/adapter/ai-sdk", timeout: Number(process.env.TEST_TIMEOUT) });
}

const say = (what) => appendFileSync(1, JSON.stringify(what) + "\n");
let messages = [{ role: "user", content: "go" }];
for (;;) {
  const r = await generateText({ model, tools, messages, stopWhen: stepCountIs(20) });
  messages.push(...r.response.messages);
  for (const s of r.steps) for (const p of s.content) {
    if (p.type === "tool-result") say({ id: p.toolCallId, output: p.output });
    if (p.type === "tool-error") say({ id: p.toolCallId, error: String(p.error) });
  }
  const asked = r.content.filter((p) => p.type === "tool-approval-request");
  if (asked.length === 0) break;
  const answers = asked.map((p) => ({ type: "tool-approval-response", approvalId: p.approvalId, approved: !p.toolCall.input.path.includes("denied"), reason: "asked" }));
  messages.push({ role: "tool", content: answers });
  await recordAnswers(tools, messages);
}
say({ end: true });
