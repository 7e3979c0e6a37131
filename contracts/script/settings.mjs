// Compiler settings that decide the deployed bytecode; script/solc and foundry.toml must agree with them.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const require = createRequire(join(root, "package.json"));

// The one compiler build the project accepts. A differing build may produce other code from the same source.
export const compilerVersion = "0.8.37+commit.f401782d";

// bytecodeHash none: a changed comment leaves the code hash, by which clients recognise the escrow, as it was.
export const settings = {
  evmVersion: "prague",
  optimizer: { enabled: true, runs: 20000 },
  metadata: { bytecodeHash: "none" },
  outputSelection: {
    "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object", "evm.deployedBytecode.immutableReferences"] },
  },
};

// loadCompiler returns solcjs, or fails when it is another build.
export function loadCompiler() {
  const solc = require("solc");
  if (!solc.version().startsWith(compilerVersion)) {
    throw new Error(`solc is ${solc.version()}, want ${compilerVersion}: run npm ci --ignore-scripts in contracts/`);
  }
  return solc;
}
