#!/usr/bin/env node
// Runs the forge binary that npm installed for this platform. The starter in node_modules/.bin is not used, because it
// exits with 0 whatever forge says.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { require } from "./settings.mjs";

// forgeBinary returns the path of the binary, or fails with what to do.
export function forgeBinary() {
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const windows = process.platform === "win32";
  try {
    const manifest = require.resolve(`@foundry-rs/forge-${windows ? "win32-amd64" : platform}/package.json`);
    return join(dirname(manifest), "bin", windows ? "forge.exe" : "forge");
  } catch {
    throw new Error(`forge for ${platform} is not installed: run npm ci --ignore-scripts in contracts/`);
  }
}

// forgeEnv is the environment in which forge keeps quiet about itself.
export const forgeEnv = { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: "1" };

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const forge = spawnSync(forgeBinary(), process.argv.slice(2), { stdio: "inherit", env: forgeEnv });
    if (forge.error) throw forge.error;
    process.exitCode = forge.status ?? 1;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 4;
  }
}
