#!/usr/bin/env node
// Measures what everything costs, each call as a transaction of its own, and prints METRIC lines with ratios to the contract
// like the paper's, measured in the same run, and to the figures of the first prototype. A figure that differs from the
// committed snapshot is an error: run script/test.sh --write-gas and commit the change with its reason.
//
// Usage: bench-gas.mjs [--gwei N] [--eth-usd N]   (prices of the USD column; defaults give the paper's Table 2 its scale)
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forgeBinary, forgeEnv } from "./forge.mjs";
import { root } from "./settings.mjs";

function option(name, fallback) {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`${name} wants a number above 0`);
  return value;
}

const gwei = option("--gwei", 0.0065);
const ethUsd = option("--eth-usd", 2450);

const forge = spawnSync(forgeBinary(), ["test", "--match-path", "test/gas/*", "--isolate", "--gas-snapshot-check", "true"], {
  cwd: root,
  encoding: "utf8",
  env: forgeEnv,
});
if (forge.status !== 0) {
  process.stderr.write(`${forge.stdout}${forge.stderr}`);
  process.exit(1);
}

// figure reads one measurement; forge has just compared each with this run.
const groups = {};
function figure(group, name) {
  groups[group] ??= JSON.parse(readFileSync(join(root, "snapshots", `${group}.json`), "utf8"));
  const gas = Number(groups[group][name]);
  if (!(gas > 0)) throw new Error(`no measurement "${name}" in snapshots/${group}.json`);
  return gas;
}

const escrow = (name) => figure("Escrow", name);
const paper = (name) => figure("Paper", name);
const feature = (name) => figure("Features", name);
const session = (by) => ["checkpoint by the X, first", "checkpoint by the X, second", "checkpoint by the X, third", "final by the X"]
  .reduce((sum, name) => sum + paper(name.replace("X", by)), 0);

const paperLike = ["first", "second", "third"].reduce((sum, nth) => sum + paper(`paper-like checkpoint, ${nth}`), 0) + paper("paper-like final");
const batch50 = (["first", "second", "third"].reduce((sum, nth) => sum + paper(`batch of 50 checkpoints, ${nth}`), 0) + paper("batch of 50 finals")) / 50;

const fileSigned = feature("file with a signed opening of 2 promises");
const fileOpened = feature("file on a session of 2 promises opened by a transaction");

const metrics = [
  ["gas_session_paper_like", paperLike, "gas"],
  // By the operator's hot key, as providers should; by an owner that has this one key, as in the paper; and by the owner beside an
  // operator, which is the exception.
  ["gas_session", session("operator"), "gas"],
  ["gas_session_over_paper", session("operator") / paperLike, "ratio"],
  ["gas_session_by_owner_over_paper", session("owner") / paperLike, "ratio"],
  ["gas_session_by_owner_beside_operator_over_paper", session("owner of an operator") / paperLike, "ratio"],
  ["gas_session_batch50", batch50, "gas"],
  ["gas_session_batch50_over_paper", batch50 / paperLike, "ratio"],
  ["gas_open_over_mapping", escrow("open, 2 promises") / paper("paper-like open, 2 promises"), "ratio"],
  // A signed opening costs the provider no transaction; the user's first filing pays for it, and only where there is a claim.
  ["gas_open_signed_at_filing", fileSigned - fileOpened, "gas"],
  ["gas_register", escrow("register"), "gas"],
  ["gas_open", escrow("open, 2 promises"), "gas"],
  ["gas_file", escrow("file"), "gas"],
  ["gas_file_again", escrow("file, round 2"), "gas"],
  ["gas_file_signed", fileSigned, "gas"],
  ["gas_settle_violated", escrow("settle violated, paid"), "gas"],
  ["gas_settle_satisfied", escrow("settle satisfied, later credit"), "gas"],
  ["gas_settle_satisfied_first", escrow("settle satisfied, first credit"), "gas"],
  ["gas_settle_by_2_of_3", feature("settle violated by two of three"), "gas"],
  ["gas_reveal_100", feature("reveal, n=100"), "gas"],
  ["gas_reveal_1000", feature("reveal, n=1000"), "gas"],
  ["gas_reveal_10000", feature("reveal, n=10000"), "gas"],
  // Each case beside the same case of the prototype: file on an open session 62,872, again 45,909, with a signed opening of two
  // promises 113,317; settle violated 50,092, satisfied 61,954 for a first credit and 44,854 later.
  ["gas_file_over_prototype", escrow("file") / 62872, "ratio"],
  ["gas_file_signed_over_prototype", fileSigned / 113317, "ratio"],
  ["gas_file_again_over_prototype", escrow("file, round 2") / 45909, "ratio"],
  ["gas_settle_violated_over_prototype", escrow("settle violated, paid") / 50092, "ratio"],
  ["gas_settle_satisfied_first_over_prototype", escrow("settle satisfied, first credit") / 61954, "ratio"],
  ["gas_settle_satisfied_over_prototype", escrow("settle satisfied, later credit") / 44854, "ratio"],
];
for (const [name, value, unit] of metrics) {
  process.stdout.write(`METRIC ${name}=${unit === "ratio" ? value.toFixed(4) : Math.round(value)} ${unit}\n`);
}

// The paper's Table 2: a session of 20 records 0.00512 USD, its final alone 0.00086 USD, filing 1.26 and a verdict 0.46 micro-ether.
const usd = (gas) => gas * gwei * 1e-9 * ethUsd;
const table = [
  ["session of 20 records, alone", session("operator"), 0.00512],
  ["session of 20 records, one of 50", batch50, 0.00512],
  ["final commitment", paper("final by the operator"), 0.00086],
  ["file a claim", escrow("file"), 1.26e-6 * ethUsd],
  ["verdict for the user", escrow("settle violated, paid"), 0.46e-6 * ethUsd],
  ["verdict for the owner", escrow("settle satisfied, later credit"), 0.46e-6 * ethUsd],
  ["register a promise", escrow("register"), undefined],
  ["open a session of 2 promises", escrow("open, 2 promises"), undefined],
];
process.stdout.write(`at ${gwei} gwei and ${ethUsd} USD an ether, without the data fee of an OP-stack chain:\n`);
for (const [what, gas, theirs] of table) {
  const right = theirs === undefined ? "" : `   paper ${theirs.toFixed(5)} USD`;
  process.stdout.write(`  ${what.padEnd(34)}${String(Math.round(gas)).padStart(8)} gas  ${usd(gas).toFixed(5)} USD${right}\n`);
}
