#!/usr/bin/env node
// Asks whether the tests would notice: changes one thing at a time in src/ and runs the unit and fuzz tests against the code
// that comes of it, which must fail. A mutant that lives is a missing test, or a change without meaning. Several hundred mutants
// at some seconds each, so it is run by hand after a change of the contracts.
//
// Usage: mutate.mjs [--only TEXT] [--from N] [--sample N] [--list]
//   --only: mutants whose description contains TEXT; --sample: N of them, spread evenly over the files
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgeBinary, forgeEnv } from "./forge.mjs";
import { loadCompiler, root, settings } from "./settings.mjs";

const files = [
  "Signatures.sol",
  "Ledger.sol",
  "Commitments.sol",
  "Promises.sol",
  "Sessions.sol",
  "ClaimWord.sol",
  "Escrow.sol",
  "Quorum.sol",
  "TraceProof.sol",
  "Reveal.sol",
];

// What is deployed; a mutant is seen in the code of any of them.
const contracts = ["Escrow", "Quorum", "Reveal"];

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

// Mutants that change nothing anyone can see, by the changed line.
const equivalent = {
  "return p.reserve >= bound ? p.reserve - bound : 0;": "where both are equal either branch gives 0",
  "_dueHeads[promiseId]++;": "a place before the head is never read again; it is cleared to give its storage back",
  "if (retiredAt != 0 && (closing == 0 || retiredAt <= closing)) closing = retiredAt;": "where both are equal either will do",
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
          if (changed === line || changed.trim() in equivalent) continue;
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
const from = args.includes("--from") ? Number(args[args.indexOf("--from") + 1]) : 1;
const sample = args.includes("--sample") ? Number(args[args.indexOf("--sample") + 1]) : Infinity;
if (!(from >= 1 && sample >= 1)) throw new Error("--from and --sample take a number from 1");
const wanted = mutants().filter((mutant) => mutant.name.includes(only)).slice(from - 1);
const chosen = sample < wanted.length ? spread(wanted, sample) : wanted;

// spread takes `count` of the mutants: as many of each file, at equal distances, as far as the file has them; in turns, so that
// a run that is stopped has seen every file.
function spread(all, count) {
  const queues = files.map((file) => all.filter((mutant) => mutant.file === file));
  const shares = queues.map(() => 0);
  for (let left = count; left > 0; ) {
    queues.forEach((queue, i) => {
      if (left > 0 && shares[i] < queue.length) {
        shares[i] += 1;
        left -= 1;
      }
    });
  }
  const turns = queues.flatMap((queue, i) =>
    Array.from({ length: shares[i] }, (_, k) => ({ k, mutant: queue[Math.floor(((k + 0.5) * queue.length) / shares[i])] })),
  );
  return turns.sort((a, b) => a.k - b.k).map((turn) => turn.mutant);
}

if (args.includes("--list")) {
  process.stdout.write(chosen.map((mutant) => mutant.name + "\n").join("") + `${chosen.length} mutants\n`);
  process.exit(0);
}

const solc = loadCompiler();
const original = Object.fromEntries(
  ["IEscrow.sol", "IQuorum.sol", "IReveal.sol", ...files].map((name) => [`src/${name}`, { content: readFileSync(join(root, "src", name), "utf8") }]),
);

// compile returns the creation code of each contract, or nothing where the compiler refuses.
function compile(sources) {
  const output = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings })));
  const codes = contracts.map((name) => output.contracts?.[`src/${name}.sol`]?.[name]?.evm.bytecode.object);
  return codes.every(Boolean) ? codes : undefined;
}

const work = mkdtempSync(join(tmpdir(), "mutate-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
for (const name of ["src", "test", "script", "foundry.toml", "package.json"]) cpSync(join(root, name), join(work, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
for (const name of ["canary", "gas", "Invariants.t.sol", "support/Machine.sol", "support/Handler.sol", "support/Model.sol"]) {
  rmSync(join(work, "test", name), { recursive: true });
}

// Linked dynamically, the tests take the contracts' code from their artifacts; so one build serves all mutants.
const quick = { FOUNDRY_DYNAMIC_TEST_LINKING: "true", FOUNDRY_FUZZ_RUNS: "32", FOUNDRY_DENY: "never" };
function testsPass() {
  const forge = spawnSync(forgeBinary(), ["test", "--fail-fast"], {
    cwd: work,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...forgeEnv, ...quick },
  });
  if (forge.status === null) throw forge.error ?? new Error(`forge was stopped by ${forge.signal}`);
  if (!/Ran \d+ test/.test(forge.stdout)) throw new Error(`forge ran no test:\n${forge.stdout}${forge.stderr}`);
  return forge.status === 0;
}

function testsPassWith(codes) {
  contracts.forEach((name, i) => {
    const artifact = join(work, `out/${name}.sol/${name}.json`);
    const json = JSON.parse(readFileSync(artifact, "utf8"));
    json.bytecode.object = `0x${codes[i]}`;
    writeFileSync(artifact, JSON.stringify(json));
  });
  return testsPass();
}

// Tests that fail on the sources as they are would kill every mutant, tests that do not see the artifact none.
const codes = compile(original);
if (!codes) throw new Error("the sources do not compile");
if (!testsPass() || !testsPassWith(codes)) throw new Error("the tests fail on the sources as they are");
contracts.forEach((name, i) => {
  if (testsPassWith(codes.with(i, "fe"))) throw new Error(`the tests do not run the code of ${name} that they are given`);
});

const count = { killed: 0, alive: 0, same: 0, invalid: 0 };
for (const [index, mutant] of chosen.entries()) {
  process.stderr.write(`${index + 1} of ${chosen.length}\r`);
  const mutated = compile({ ...original, [`src/${mutant.file}`]: { content: mutant.text } });
  const result = !mutated ? "invalid" : mutated.every((c, i) => c === codes[i]) ? "same" : testsPassWith(mutated) ? "alive" : "killed";
  count[result] += 1;
  if (result === "alive") process.stdout.write(`alive: ${mutant.name}\n`);
}
process.stdout.write(
  `mutants: ${count.killed} killed, ${count.alive} alive, ${count.same} of the same code, ${count.invalid} did not compile\n`,
);
process.exitCode = count.alive || !count.killed ? 1 : 0;
