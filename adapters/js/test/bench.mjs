// Times in milliseconds, as JSON: one acknowledged event, and what a tool call takes
// with its record and without.
import { Client } from "../src/client.js";
import { Recorder } from "../src/recorder.js";

const rounds = Number(process.argv[2]);
const client = new Client({ source: "/adapter/bench" });
const recorder = new Recorder({ client });
const args = { text: "x".repeat(600) };
const tool = async (a) => ({ n: a.text.length });
const times = { send: [], disabled: [], recorded: [] };
const timed = async (list, f) => {
  const begun = performance.now();
  await f();
  list.push(performance.now() - begun);
};
for (let n = 0; n < rounds; n++) {
  await timed(times.send, () => client.send({ kind: "intent", tool: "t", args_json: JSON.stringify(args) }));
  await timed(times.disabled, () => tool(args));
  await timed(times.recorded, () => recorder.call({ tool: "t", args }, tool));
}
const p50 = (list) => list.slice(list.length >> 3).sort((a, b) => a - b)[(list.length - (list.length >> 3)) >> 1]; // the first ones warm up
console.log(JSON.stringify(Object.fromEntries(Object.entries(times).map(([k, v]) => [k, p50(v)]))));
