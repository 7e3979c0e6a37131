#!/usr/bin/env node
// Runs test/canary, whose every sentence is false, and fails unless forge finds each of them so.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { forgeBinary, forgeEnv } from "./forge.mjs";
import { root } from "./settings.mjs";

// Sequences kept from an earlier run would be replayed instead of looked for.
rmSync(join(root, "cache", "invariant"), { recursive: true, force: true });

const forge = spawnSync(forgeBinary(), ["test", "--match-path", "test/canary/*", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 28,
  env: forgeEnv,
});
const start = forge.stdout?.indexOf("{") ?? -1;
if (start < 0) {
  process.stderr.write(`forge gave no report:\n${forge.stdout ?? ""}${forge.stderr ?? forge.error}\n`);
  process.exit(1);
}

const results = Object.values(JSON.parse(forge.stdout.slice(start))).flatMap((suite) => Object.entries(suite.test_results));
const alive = results.filter(([name, result]) => !name.startsWith("invariant_") || result.status !== "Failure" || !result.counterexample);
for (const [name, result] of alive) {
  process.stderr.write(`canary ${name} was not found false: ${result.status} ${result.reason ?? ""}\n`);
}
process.stdout.write(`canaries: ${results.length - alive.length} of ${results.length} found false\n`);
if (forge.status === 0) {
  process.stderr.write("forge exited with 0 although tests failed: no test of the project could fail\n");
}
process.exit(forge.status === 0 || results.length === 0 || alive.length !== 0 ? 1 : 0);
