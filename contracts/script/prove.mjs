#!/usr/bin/env node
// Proves proof/MoneyCore.sol with the compiler's own model checker (CHC over z3): every assertion holds after any moves in any
// order. They are small models of the escrow's money, not its code. Then seeds one fault at a time into it; each must be found, or the proof could not fail. Needs z3 (Debian: z3).
//
// Usage: prove.mjs
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCompiler, root } from "./settings.mjs";

const name = "proof/MoneyCore.sol";
const source = readFileSync(join(root, name), "utf8");
const assertions = source.match(/\bassert\(/g).length;

// Each fault replaces one text; the solver must refute some assertion of what comes of it.
const faults = [
  ["a payout stays in the reserve", "        reserve -= payout;\n        uint256 amount", "        uint256 amount"],
  ["a collected due stays in the reserve", "        require(reserve >= payout);\n        reserve -= payout;", "        require(reserve >= payout);"],
  ["a bond is credited and stays bound", "        bonds -= bond;\n        credits += bond;", "        credits += bond;"],
  ["credit is pulled twice", "        credits -= amount;\n", ""],
  ["filing does not look at what is available", "        require(available() >= payout);\n", ""],
  ["a withdrawal takes what is held", "        require(held == 0);\n        reserve -= available();", "        reserve -= reserve / 2;"],
  ["a due is collected again and again", "        due = false;\n", ""],
  ["a settled claim is settled again", "        require(open);\n        open = false;\n        if (!violated)", "        require(open);\n        if (!violated)"],
];

if (spawnSync("z3", ["--version"]).status !== 0) {
  process.stderr.write("z3 is not on the PATH (Debian: apt-get install z3)\n");
  process.exit(4);
}

const work = mkdtempSync(join(tmpdir(), "prove-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

// z3 answers one query of the compiler, as text.
function z3(query) {
  const file = join(work, "query.smt2");
  writeFileSync(file, query);
  const answer = spawnSync("z3", ["-T:120", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  return { contents: answer.stdout ?? "" };
}

const solc = loadCompiler();
function check(content) {
  const input = {
    language: "Solidity",
    sources: { [name]: { content } },
    settings: {
      modelChecker: {
        engine: "chc",
        solvers: ["smtlib2"],
        targets: ["assert"],
        contracts: { [name]: ["Solvency", "Hold", "Pair"] },
        showProvedSafe: true,
        showUnproved: true,
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver: z3 }));
  const messages = (output.errors ?? []).map((error) => error.message);
  const fatal = (output.errors ?? []).filter((error) => error.severity === "error");
  if (fatal.length) throw new Error(fatal.map((error) => error.formattedMessage).join("\n"));
  const count = (text) => messages.filter((message) => message.startsWith(text)).length;
  return {
    safe: count("CHC: Assertion violation check is safe!"),
    violated: count("CHC: Assertion violation happens here"),
    messages,
  };
}

let failed = false;
const proof = check(source);
process.stdout.write(`proved ${proof.safe} of ${assertions} assertions\n`);
if (proof.safe !== assertions || proof.violated) {
  process.stderr.write(proof.messages.join("\n") + "\n");
  failed = true;
}

let found = 0;
for (const [what, from, to] of faults) {
  if (source.split(from).length !== 2) throw new Error(`the fault "${what}" fits no longer: its text is there ${source.split(from).length - 1} times`);
  const result = check(source.replace(from, to));
  if (result.violated) found += 1;
  else {
    process.stderr.write(`the fault "${what}" was not found\n${result.messages.join("\n")}\n`);
    failed = true;
  }
}
process.stdout.write(`found ${found} of ${faults.length} seeded faults\n`);
process.exitCode = failed ? 1 : 0;
