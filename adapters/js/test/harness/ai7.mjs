import { Client } from "../../src/client.js";
import { recordAnswers, wrapTools } from "../../src/ai.js";
import { asks, from, schema, shell, timeout } from "./tools.mjs";
import { pathToFileURL } from "node:url";

const { generateText, isStepCount, stepCountIs, jsonSchema, tool } = await import(pathToFileURL(from.resolve("ai")));
const { createOpenAICompatible } = await import(pathToFileURL(from.resolve("@ai-sdk/openai-compatible")));
const tools = wrapTools({
  shell: tool({ description: "runs a command", inputSchema: jsonSchema(schema), needsApproval: ({ command }) => asks(command), execute: shell }),
}, { client: new Client({ source: "/adapter/ai-sdk", timeout }), approver: { authority: "human", actor: "alice" } });
const model = createOpenAICompatible({ name: "scripted", baseURL: process.env.MODEL_URL + "/v1", apiKey: "x" })("scripted");
const messages = [{ role: "user", content: "go" }];
for (;;) {
  const r = await generateText({ model, tools, messages, stopWhen: (stepCountIs ?? isStepCount)(40), maxRetries: 0 });
  messages.push(...(r.responseMessages ?? r.response.messages));
  const asked = r.content.filter((p) => p.type === "tool-approval-request");
  if (asked.length === 0) break;
  messages.push({ role: "tool", content: asked.map((p) => ({ type: "tool-approval-response", approvalId: p.approvalId, approved: !p.toolCall.input.command.includes("denied") })) });
  await recordAnswers(tools, messages);
}
