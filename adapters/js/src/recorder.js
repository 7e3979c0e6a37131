// One tool call on record: intent, permission, start, the tool, action. Every
// wrapper of this package goes through here.
//
// The tool starts only after the sidecar has acknowledged intent and start, with the
// arguments of the record; its result is given back only after the action is
// acknowledged. What stands in the way is an exception.

import { argsHash, argsText, JSONError, resultText } from "./canon.js";
import { Client, UnrecordedError } from "./client.js";

const MAX_ERROR = 8 << 10;

/** The call was denied and did not run. */
export class DeniedError extends Error {
  name = "DeniedError";
}

/** Decisions that later calls may ride on. */
const LASTING = ["turn", "session", "always"];

export class Recorder {
  #client;
  #grants = []; // {tool, pattern, hash, seq, scope, authority, actor}
  #foretold = []; // decisions about calls that have not come yet

  /**
   * @param {{client?: Client, name?: string, harness?: object, approver?: object}} options
   *   approver: who answers where the harness asks and does not say who did:
   *   {authority: "human", actor: "alice"}; without it the authority is "unknown".
   */
  constructor(options = {}) {
    this.#client = options.client ?? new Client({ source: `/adapter/${options.name ?? "js"}` });
    this.harness = options.harness;
    this.approver = { authority: "unknown", ...options.approver };
  }

  get client() { return this.#client; }

  send(data) { return this.#client.send(data); }

  /** Ends the turn: grants of scope turn are over. */
  async turn() {
    await this.send({ kind: "session", args_json: '{"event":"turn"}' });
    this.#grants = this.#grants.filter((g) => g.scope !== "turn");
  }

  /** Records the intent of a call; start says that the tool starts with the answer. */
  async begin({ tool, args, native, start = false, assurance = "gated" }) {
    const text = textOf(args);
    const metadata = clean({
      assurance, harness: this.harness, native: clean(native), start: start || undefined,
      join: native?.call ? "native" : undefined,
    });
    const r = await this.send({ kind: "intent", tool, args_json: text, metadata });
    if (!r.action_id) throw new UnrecordedError("the answer to an intent names no call");
    return new Call(this, { tool, text, args, id: r.action_id, started: start, metadata });
  }

  /** The grant that a call rides on: of its tool, for all arguments or for these. */
  grantFor(tool, text) {
    const hash = argsHash(text ?? "{}");
    return this.#grants.find((g) => g.tool === tool && (g.pattern === "*" || g.hash === hash));
  }

  /** Remembers a lasting allow, so that calls which ride on it name it. */
  remember(grant) {
    if (LASTING.includes(grant.scope)) this.#grants.unshift(grant);
  }

  /** Takes a grant back on record. */
  async withdraw(tool, by = this.approver) {
    for (const g of this.#grants.filter((g) => g.tool === tool)) {
      await this.send({ kind: "permission", tool, decision: "withdraw", permission: clean({ ...by, ref: String(g.seq) }) });
      this.#grants = this.#grants.filter((other) => other !== g);
    }
  }

  /** A decision about a call that is only known by tool and arguments. */
  foretell(tool, args, decision) {
    this.#foretold.push({ tool, hash: argsHash(textOf(args) ?? "{}"), decision });
  }

  hasForetold(tool, text) {
    const hash = argsHash(text ?? "{}");
    return this.#foretold.some((f) => f.tool === tool && f.hash === hash);
  }

  /** Takes such a decision for a call that has come. */
  foretold(tool, text) {
    const at = this.#foretold.findIndex((f) => f.tool === tool && f.hash === argsHash(text ?? "{}"));
    return at < 0 ? undefined : this.#foretold.splice(at, 1)[0].decision;
  }

  /** A call that was denied before this package saw it run. */
  async denied({ tool, args, native, decision }) {
    const call = await this.begin({ tool, args, native });
    await call.decide({ decision: "deny", ...decision });
    await call.end({ status: "denied" });
  }

  /**
   * The whole way of one call around run(args). decide, where the call needs
   * somebody's decision, gives one: {decision, authority, actor, scope, pattern, args…}.
   */
  async call(spec, run) {
    const { decide, decision } = spec;
    const simple = !spec.call && !decide && !decision && !this.grantFor(spec.tool, textOf(spec.args));
    const call = spec.call ?? await this.begin({ ...spec, start: simple });
    await call.pass({ decide, decision, args: spec.args });
    return call.run(run);
  }

  close() { return this.#client.close(); }
}

export class Call {
  #of;
  #ended = false;
  #decided = false;

  constructor(of, { tool, text, args, id, started, metadata }) {
    this.#of = of;
    Object.assign(this, { tool, text, args, id, started, metadata });
  }

  get decided() { return this.#decided; }
  get ended() { return this.#ended; }

  /** Records a decision about this call. Its args, where it has some, replace the call's. */
  async decide(d) {
    const { decision = "allow", args, ...by } = d;
    const rewritten = args !== undefined && textOf(args) !== this.text;
    const permission = clean({ ...this.#of.approver, ...pick(by), scope: by.scope ?? (decision === "allow" ? "once" : undefined) });
    const text = rewritten ? textOf(args) : undefined;
    const r = await this.#of.send({ kind: "permission", action_id: this.id, tool: this.tool, decision, args_json: text, permission });
    this.#decided = true;
    if (rewritten) [this.args, this.text, this.rewritten] = [args, text, true];
    if (decision === "allow" && !permission.inherited_from) {
      this.#of.remember({ ...permission, tool: this.tool, hash: argsHash(this.text ?? "{}"), seq: r.seq });
    }
    return r;
  }

  /** Gets the call past its decision to its start, or throws. */
  async pass({ decide, decision, args }) {
    if (args !== undefined && textOf(args) !== this.text && !this.started) {
      [this.args, this.text, this.rewritten] = [args, textOf(args), true];
    }
    if (this.started) return;
    const grant = this.#decided ? undefined : this.#of.grantFor(this.tool, this.text);
    if (!this.#decided && (decision || grant || decide)) {
      await this.#take(decision ?? (grant ? riding(grant) : await this.#ask(decide)));
    }
    await this.start();
  }

  async #ask(decide) {
    let said;
    try {
      said = await decide({ tool: this.tool, args: this.args, actionId: this.id });
    } catch (e) {
      await this.decide({ decision: "cancelled" });
      await this.end({ status: "denied", error: message(e) });
      throw e;
    }
    return said ?? { decision: "deny" };
  }

  async #take(said) {
    const rewritten = this.rewritten ? { args: this.args } : {};
    await this.decide({ ...rewritten, ...said });
    if ((said.decision ?? "allow") === "allow") return;
    await this.end({ status: "denied", error: said.reason });
    throw new DeniedError(`the call of ${this.tool} was not allowed (${said.decision})${said.reason ? ": " + said.reason : ""}`);
  }

  /** The last record before the tool. */
  async start() {
    if (this.started) return;
    await this.#of.send({ kind: "start", action_id: this.id, args_json: this.rewritten ? this.text : undefined });
    this.started = true;
  }

  /** Throws where the tool may not run now; to be called in the same step as the tool. */
  unchanged() {
    if (!this.started) throw new UnrecordedError("the call's start is not recorded");
    if (textOf(this.args) !== this.text) throw new UnrecordedError(`the arguments of ${this.tool} were changed while they were recorded; it did not run`);
  }

  /** Runs the tool and records how it ended. */
  async run(run) {
    this.unchanged();
    let result;
    try {
      result = await run(this.args);
      if (typeof result?.[Symbol.asyncIterator] === "function" && typeof result.next === "function") result = await drain(result);
    } catch (e) {
      await this.fail(e);
      throw e;
    }
    await this.end({ status: "ok", result });
    return result;
  }

  /** Records that the tool threw. */
  fail(e) {
    return this.end({ status: "error", error: message(e) });
  }

  /** Records the outcome, once. */
  async end({ status, result, error, metadata = {} }) {
    if (this.#ended) return;
    const { text, lossy } = resultText(result);
    const cut = error !== undefined && error.length > MAX_ERROR;
    await this.#of.send({
      kind: "action", action_id: this.id, status, result_json: text ?? (cut ? JSON.stringify(error) : undefined),
      error: cut ? error.slice(0, MAX_ERROR).toWellFormed() : error,
      args_json: this.rewritten ? this.text : undefined,
      metadata: clean({ ...metadata, lossy: lossy || undefined }),
    });
    this.#ended = true;
  }
}

/** A decision that rides on an earlier one. */
function riding(g) {
  return { decision: "allow", authority: g.authority, actor: g.actor, scope: g.scope, pattern: g.pattern, inherited_from: g.seq };
}

function pick({ authority, actor, scope, pattern, rule, ref, inherited_from }) {
  return clean({ authority, actor, scope, pattern, rule, ref, inherited_from });
}

/** Without members that say nothing; undefined where none is left. */
function clean(object) {
  const left = Object.entries(object ?? {}).filter(([, v]) => v !== undefined && v !== "" && v !== null);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** The arguments' text. */
function textOf(args) {
  if (args === undefined) return undefined;
  try {
    return argsText(args);
  } catch (e) {
    if (e instanceof JSONError) throw new UnrecordedError(`the arguments cannot be recorded, and the tool did not run: ${e.message}`, { cause: e });
    throw e;
  }
}

function message(e) {
  const text = e instanceof Error ? `${e.name}: ${e.message}` : String(e);
  return (text || "it threw something empty").toWellFormed();
}

async function drain(results) {
  let last;
  for await (const r of results) last = r;
  return last;
}
