// What the agents of make test-harness share: their one tool, and where the harness
// under test is installed (outside the repository).
import { execSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

export const from = createRequire(join(process.env.HARNESS_DIR, "x.js"));
export const shell = ({ command }) => execSync(command, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
export const asks = (command) => command.includes("asked") || command.includes("denied");
export const schema = { type: "object", properties: { command: { type: "string" } }, required: ["command"], additionalProperties: false };
export const timeout = Number(process.env.TEST_TIMEOUT ?? 30_000);
