import { Client } from "../../src/client.js";
import { forAgents } from "../../src/openai-agents.js";
import { asks, from, schema, shell, timeout } from "./tools.mjs";

const { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } = from("@openai/agents");
setTracingDisabled(true);
const varek = forAgents({ client: new Client({ source: "/adapter/openai-agents", timeout }), approver: { authority: "human", actor: "alice" } });
const agent = new Agent({
  name: "A", instructions: "", model: "scripted",
  tools: [tool(varek.options({ name: "shell", description: "runs a command", parameters: schema, strict: true, needsApproval: async (_, { command }) => asks(command), execute: shell }))],
});
const runner = new Runner({ modelProvider: new OpenAIProvider({ apiKey: "x", baseURL: process.env.MODEL_URL + "/v1", useResponses: true }) });
let result = await runner.run(agent, "go", { maxTurns: 40 });
while (result.interruptions?.length) {
  for (const item of result.interruptions) {
    if ((item.rawItem.arguments ?? "").includes("denied")) await varek.reject(result.state, item);
    else await varek.approve(result.state, item);
  }
  result = await runner.run(agent, result.state, { maxTurns: 40 });
}
console.log(result.finalOutput);
process.exit(0); // the SDK's own connections may linger
