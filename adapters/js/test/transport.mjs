// The client alone: what the sidecar's answers make of it. Prints one line of JSON a step.
import { appendFileSync } from "node:fs";
import { Client } from "../src/client.js";

const say = (what) => appendFileSync(1, JSON.stringify(what) + "\n");
const client = new Client({ source: "/adapter/transport", timeout: 60_000 });
const send = async (name, data, options) => {
  try {
    const r = await client.send(data, options);
    say({ name, seq: r.seq, dup: r.dup, action: r.action_id });
    return r;
  } catch (e) {
    say({ name, error: e.name, code: e.code });
    return {};
  }
};
const intent = { kind: "intent", tool: "t", args_json: '{"n":1}' };
await send("first", intent, { id: "e-1" });
await send("again", intent, { id: "e-1" });
await send("conflict", { ...intent, args_json: '{"n":2}' }, { id: "e-1" });
await send("no such call", { kind: "start", action_id: "a99" });
await send("no event", { kind: "action", status: "fine" });
const big = JSON.stringify({ text: "x".repeat(3_000_000) });
await send("big", { ...intent, args_json: big }, { id: "e-2" });
await send("big again", { ...intent, args_json: big }, { id: "e-2" });
await Promise.all([...Array(20).keys()].map((n) => client.send({ ...intent, args_json: `{"n":${n}}` })));
// The way to the bus now loses the answer and the connection (the test's proxy sees to it).
await send("lost answer", { ...intent, tool: "cut" }, { id: "e-3" });
// No close: an idle connection must not keep the program alive.
