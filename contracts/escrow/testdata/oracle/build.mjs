#!/usr/bin/env node
// Compiles Oracle.sol to oracle.json. It is committed, so tests need neither Node nor this script. It wants the compiler of
// contracts/ (npm ci) and the sources of solady 0.1.26: build.mjs PATH_OF_NODE_MODULES_WITH_SOLADY
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCompiler, settings } from "../../../script/settings.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const names = { "Oracle.sol": join(here, "Oracle.sol"), "solady/src/utils/LibZip.sol": join(process.argv[2], "solady/src/utils/LibZip.sol") };
const sources = Object.fromEntries(Object.entries(names).map(([name, path]) => [name, { content: readFileSync(path, "utf8") }]));
const output = JSON.parse(loadCompiler().compile(JSON.stringify({ language: "Solidity", sources, settings })));
const errors = (output.errors ?? []).filter((error) => error.severity === "error");
if (errors.length) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
const code = output.contracts["Oracle.sol"].Oracle.evm.deployedBytecode.object;
writeFileSync(join(here, "oracle.json"), JSON.stringify({ solady: "0.1.26", code: "0x" + code }, null, 2) + "\n");
