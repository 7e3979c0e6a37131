#!/usr/bin/env node
// Asks whether the tests would notice: changes one thing at a time in a copy of src/ and runs the unit and fuzz tests, which
// must fail. A mutant that lives is either a missing test or a change without meaning; the latter are listed below with the
// reason. Slow (some seconds for each of about two hundred mutants), so it is run by hand after a change of the contract.
//
// Usage: mutate.mjs [--only TEXT] [--list]   (--only: mutants whose description contains TEXT)
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgeBinary, forgeEnv } from "./forge.mjs";
import { root } from "./settings.mjs";

const files = ["Ledger.sol", "Commitments.sol", "Promises.sol", "Escrow.sol"];

// Each rule replaces one match; every match in every line of code is a mutant.
const rules = [
  [/ <= /g, " < "],
  [/ < /g, " <= "],
  [/ >= /g, " > "],
  [/ > /g, " >= "],
  [/ == /g, " != "],
  [/ != /g, " == "],
  [/ \+= /g, " -= "],
  [/ -= /g, " += "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ \* /g, " + "],
  [/\bnonReentrant /g, ""],
  [/\bonlyOperator\(owner\)/g, ""],
  [/\b(3|10|30|180) days/g, "$1 days + 1"],
  [/\b30_000\b/g, "60_000"],
  [/^(\s+)emit .*;$/g, "$1"],
  [/^(\s+)(_\w+\(.*\);)$/g, "$1"],
  [/^(\s+)if \(.*\) revert .*;$/g, "$1"],
  [/^(\s+)[\w.[\]]+ = .*;$/g, "$1"],
  [/^(\s+)delete (.*);$/g, "$1_dueHeads[promiseId]++;"],
  [/>> 216/g, ">> 215"],
  [/<< 40/g, "<< 48"],
  [/>> 40/g, ">> 48"],
  [/Status\.(\w+);$/g, "Status.None;"],
];

// Mutants that change nothing anyone can see.
const equivalent = {
  "uint32 previous = 0;": "the default of a fresh variable",
  "for (uint256 i = 0;": "the default of a fresh variable",
};

function mutants() {
  const all = [];
  for (const file of files) {
    const lines = readFileSync(join(root, "src", file), "utf8").split("\n");
    lines.forEach((line, index) => {
      if (/^\s*(\/\/|import|pragma)/.test(line)) return;
      for (const [pattern, replacement] of rules) {
        for (const match of line.matchAll(pattern)) {
          const changed =
            line.slice(0, match.index) + match[0].replace(new RegExp(pattern.source), replacement) + line.slice(match.index + match[0].length);
          if (changed === line || Object.keys(equivalent).some((text) => line.includes(text) && match[0].includes("="))) continue;
          const text = [...lines.slice(0, index), changed, ...lines.slice(index + 1)].join("\n");
          all.push({ file, text, name: `${file}:${index + 1}: ${line.trim()}  ->  ${changed.trim() || "(removed)"}` });
        }
      }
    });
  }
  return all;
}

const args = process.argv.slice(2);
const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : "";
const chosen = mutants().filter((mutant) => mutant.name.includes(only));
if (args.includes("--list")) {
  process.stdout.write(chosen.map((mutant) => mutant.name + "\n").join("") + `${chosen.length} mutants\n`);
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), "mutate-"));
for (const name of ["src", "test", "script", "foundry.toml", "package.json"]) cpSync(join(root, name), join(work, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
// What is not run need not be compiled for each mutant.
for (const name of ["canary", "gas", "Invariants.t.sol", "support/Machine.sol", "support/Handler.sol", "support/Model.sol"]) {
  rmSync(join(work, "test", name), { recursive: true });
}

// run returns "killed", "alive" or "invalid" (does not compile).
function run(mutant) {
  writeFileSync(join(work, "src", mutant.file), mutant.text);
  const forge = spawnSync(
    forgeBinary(),
    ["test", "--fail-fast"],
    { cwd: work, encoding: "utf8", maxBuffer: 1 << 28, env: { ...forgeEnv, FOUNDRY_FUZZ_RUNS: "32", FOUNDRY_DENY: "never" } },
  );
  cpSync(join(root, "src", mutant.file), join(work, "src", mutant.file));
  if (forge.status === 0) return "alive";
  if (forge.status === null) throw forge.error ?? new Error(`forge was stopped by ${forge.signal}`);
  return /Compiler run failed|Compilation failed/.test(forge.stdout + forge.stderr) ? "invalid" : "killed";
}

// A copy that fails unchanged would kill every mutant.
if (chosen.length && run({ file: files[0], text: readFileSync(join(root, "src", files[0]), "utf8") }) !== "alive") {
  process.stderr.write("the tests fail on the sources as they are\n");
  process.exit(1);
}

const count = { killed: 0, alive: 0, invalid: 0 };
for (const mutant of chosen) {
  const result = run(mutant);
  count[result] += 1;
  if (result === "alive") process.stdout.write(`alive: ${mutant.name}\n`);
}
rmSync(work, { recursive: true, force: true });
process.stdout.write(`mutants: ${count.killed} killed, ${count.alive} alive, ${count.invalid} did not compile\n`);
process.exit(count.alive || !count.killed ? 1 : 0);
