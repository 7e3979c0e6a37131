import { Client } from "../../src/client.js";
import { varekMiddleware } from "../../src/langchain.js";
import { asks, from, schema, shell, timeout } from "./tools.mjs";

const { createAgent, createMiddleware, tool } = from("langchain");
const { ChatOpenAI } = from("@langchain/openai");
const agent = createAgent({
  model: new ChatOpenAI({ model: "scripted", apiKey: "x", configuration: { baseURL: process.env.MODEL_URL + "/v1" }, maxRetries: 0 }),
  tools: [tool(shell, { name: "shell", description: "runs a command", schema })],
  middleware: [
    // A tool's fault is an answer for the model; what this package throws is one, too.
    createMiddleware({
      name: "faults", wrapToolCall: async (request, handler) => {
        try { return await handler(request); } catch (e) {
          const { ToolMessage } = from("langchain");
          return new ToolMessage({ content: String(e), tool_call_id: request.toolCall.id, status: "error" });
        }
      },
    }),
    varekMiddleware({
      createMiddleware, client: new Client({ source: "/adapter/langchain", timeout }),
      approve: ({ args }) => ({ decision: args.command.includes("denied") ? "deny" : "allow", ...(asks(args.command) ? { authority: "human", actor: "alice" } : { authority: "rule", rule: "tests" }) }),
    }),
  ],
});
const out = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, { recursionLimit: 100 });
console.log(out.messages.at(-1).content);
process.exit(0);
