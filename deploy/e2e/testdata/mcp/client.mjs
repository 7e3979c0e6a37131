// A real MCP client that calls a real server through whatever command it is given:
// node client.mjs MODE DIR -- command… ; each outcome is one line of JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { existsSync } from "node:fs";

const [mode, dir, , command, ...args] = process.argv.slice(2);
const client = new Client({ name: "varek-e2e", version: "1" });
// The client's own default environment is a short one; inside a run the server's needs the way to the bus.
const varek = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("VAREK_")));
const transport = new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...varek }, stderr: "inherit" });
const say = (what) => process.stdout.write(JSON.stringify(what) + "\n");

let calls = 0;
async function call(name, given, meta) {
  const params = { name, arguments: given, _meta: meta ?? { "claudecode/toolUseId": `toolu_${++calls}` } };
  try {
    const r = await client.callTool(params, undefined, { timeout: 60_000 });
    return { name, error: r.isError === true, text: (r.content?.[0]?.text ?? "").slice(0, 200), bytes: (r.content?.[0]?.text ?? "").length };
  } catch (e) {
    return { name, thrown: String(e).slice(0, 200) };
  }
}

await client.connect(transport);
say({ tools: (await client.listTools()).tools.length });
if (mode === "calls") {
  say(await call("write_file", { path: `${dir}/a`, content: "one\n" }));
  for (const r of await Promise.all([
    call("read_text_file", { path: `${dir}/nope` }),
    call("write_file", { path: `${dir}/b\u2028c`, content: "separators \u2028 inside" }),
    call("no_such_tool", {}),
    call("read_text_file", { path: `${dir}/a` }),
  ])) say(r);
  say(await call("write_file", { path: `${dir}/big`, content: "x".repeat(3 << 20) }));
  say(await call("read_text_file", { path: `${dir}/big` }));
}
if (mode.startsWith("until")) {
  // One file after another until one is refused. until:BYTES:FILE waits for FILE after the first.
  const [, bytes, full] = mode.split(":");
  for (let i = 0; i < 100_000; i++) {
    const path = `${dir}/f${i}`;
    const r = await call("write_file", { path, content: "x".repeat(Number(bytes ?? 1)) });
    if (r.error || r.thrown) {
      say({ refused: i, exists: existsSync(path), ...r });
      const next = await call("write_file", { path: `${dir}/after`, content: "x".repeat(Number(bytes ?? 1)) });
      say({ after: true, exists: existsSync(`${dir}/after`), ...next });
      break;
    }
    say({ wrote: i });
    while (full && !existsSync(full)) await new Promise((next) => setTimeout(next, 20));
  }
}
await client.close();
say({ end: true });
