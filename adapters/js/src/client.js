// The bus, as one program's client: an event is sent under one id until the sidecar
// has answered, and nothing but a whole ok counts as an answer.

import { readFileSync } from "node:fs";
import { connect, errors } from "@nats-io/transport-node";
import { chunk, CHUNK_HEADER, encode, encodeReferring, EventError, MAX_CHUNK, MAX_DATA, newEvent, subject } from "./event.js";

const TIMEOUT = 30_000; // of one send with all its retries
const ATTEMPT = 5_000; // after which a request is sent again
const SLOW = 256 << 10; // so many bytes add a second to every limit
const INLINE = 1 << 20;
const PAUSE = 50;
const MOST_BUSY = 2_000;

/** The record may not exist: the tool must not run. */
export class UnrecordedError extends Error {
  name = "UnrecordedError";
}

/** The sidecar's refusal. */
export class RefusedError extends UnrecordedError {
  name = "RefusedError";
  constructor(code, message) {
    super(`the sidecar refused the event (${code}): ${message}`);
    this.code = code;
  }
}

/** Environment, credentials or configuration are not usable. */
export class ConfigError extends UnrecordedError {
  name = "ConfigError";
}

function fromEnv(env) {
  for (const name of ["VAREK_SESSION", "VAREK_NATS_URL", "VAREK_NATS_CREDS"]) {
    if (!env[name]) throw new ConfigError(`${name} is not set; start the program with varek-sidecar run`);
  }
  let creds;
  try {
    creds = JSON.parse(readFileSync(env.VAREK_NATS_CREDS, "utf8"));
  } catch (e) {
    throw new ConfigError(`${env.VAREK_NATS_CREDS} cannot be read as a credentials file (${e.code ?? e.name})`);
  }
  return { session: env.VAREK_SESSION, url: env.VAREK_NATS_URL, creds };
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Events of one session. Connects at the first send and again after a loss. */
export class Client {
  #config;
  #link; // promise of a connection
  #dropped = new WeakSet();
  #closed = false;

  /** @param {{source: string, session?: string, url?: string, creds?: object, timeout?: number, env?: object}} config */
  constructor(config) {
    const { session, url, creds } = config.session ? config : fromEnv(config.env ?? process.env);
    if (!/^0x[0-9a-f]{64}$/.test(session)) throw new ConfigError("the session is not 0x and 64 hex digits");
    if (![creds?.user, creds?.password, creds?.inbox].every((v) => typeof v === "string" && v)) {
      throw new ConfigError("the credentials are not {user, password, inbox}");
    }
    if (!/^\/adapter\/[^/\s]+$/.test(config.source)) throw new ConfigError(`source ${config.source}, want /adapter/<name>`);
    this.#config = { session, url, creds, source: config.source, timeout: config.timeout ?? TIMEOUT };
  }

  get source() { return this.#config.source; }
  get session() { return this.#config.session; }

  /**
   * Sends data as one event and gives the sidecar's answer. Any error means that
   * the record may not exist.
   */
  async send(data, options = {}) {
    if (this.#closed) throw new UnrecordedError("the client is closed");
    const message = this.#compose(newEvent(this.#config.source, data, options.id));
    const extra = Math.floor((message.text.length + (message.data?.length ?? 0)) / SLOW) * 1000;
    const end = Date.now() + this.#config.timeout + extra;
    let last;
    for (;;) {
      const left = end - Date.now();
      if (left <= 0 || this.#closed) throw new UnrecordedError(`no acknowledgement from the sidecar within ${this.#config.timeout + extra} ms (last: ${last?.message ?? "nothing"})`, { cause: last });
      let again;
      try {
        again = await this.#attempt(message, Math.min(left, ATTEMPT + extra));
      } catch (e) {
        if (e instanceof UnrecordedError) throw e;
        if (final(e)) throw new UnrecordedError(`the bus: ${e.message}`, { cause: e });
        last = e;
        await sleep(Math.min(PAUSE, Math.max(left, 1)));
        continue;
      }
      if (again.reply) return again.reply;
      last = again.refusal;
      await sleep(Math.min(again.wait, Math.max(left, 1)));
    }
  }

  /** Closes the connection; a send under way fails. */
  async close() {
    this.#closed = true;
    const link = this.#link;
    this.#link = undefined;
    if (link) await link.then((c) => c.close(), () => {});
  }

  /** The way that the size of an event asks for. */
  #compose(e) {
    const size = (e.data.args_json?.length ?? 0) + (e.data.result_json?.length ?? 0);
    if (size >= MAX_DATA) throw new EventError(`arguments and result have ${size} bytes, the data of an event may have ${MAX_DATA}`);
    const to = subject(this.#config.session, e.data.kind);
    const text = Buffer.from(encode(e), "utf8");
    if (text.length <= INLINE) return { to, text, e };
    return this.#refer({ to, text, e });
  }

  #refer(m) {
    const far = encodeReferring(m.e);
    return Object.assign(m, { text: Buffer.from(far.text, "utf8"), data: far.data, id: far.id, sent: false });
  }

  /** One try: the reply, or how long to wait before the next. */
  async #attempt(m, timeout) {
    const link = await this.#connection(timeout);
    if (!m.data && m.text.length > link.info.max_payload) this.#refer(m);
    if (m.data && !m.sent) {
      const busy = await this.#upload(link, m, timeout);
      if (busy) return busy;
      m.sent = true;
    }
    const r = reply(await this.#request(link, m.to, m.text, timeout));
    if (r.ok) return { reply: r };
    const refusal = new RefusedError(r.code, r.message ?? "");
    if (r.code === "busy") return { wait: busyWait(r), refusal };
    if (r.code === "blob" && m.data) {
      m.sent = false; // the sidecar was started again since
      return { wait: PAUSE, refusal };
    }
    throw refusal;
  }

  /** Sends the data ahead, from where the last attempt came to. */
  async #upload(link, m, timeout) {
    const to = subject(this.#config.session, "blob");
    const most = Math.min(MAX_CHUNK, link.info.max_payload - CHUNK_HEADER);
    for (let have = 0, size = 0; have < m.data.length; size = Math.min(most, m.data.length - have)) {
      const r = answer(await this.#request(link, to, chunk(m.id, m.data.length, have, m.data.subarray(have, have + size)), timeout));
      if (!r.ok && r.code === "busy") return { wait: busyWait(r), refusal: new RefusedError(r.code, r.message ?? "") };
      if (!r.ok) throw new RefusedError(r.code, r.message ?? "");
      have = r.have ?? 0;
      if (!Number.isSafeInteger(have) || have > m.data.length) throw new UnrecordedError(`the sidecar says it has ${have} of ${m.data.length} bytes`);
    }
    return undefined;
  }

  async #request(link, to, bytes, timeout) {
    try {
      const m = await link.request(to, bytes, { timeout });
      return m.data;
    } catch (e) {
      if (e instanceof errors.TimeoutError) this.#drop(link); // it may be half open
      throw e;
    }
  }

  /**
   * The connection. The library's own reconnecting is off: it would keep what could
   * not be sent and deliver it after send has given up.
   */
  async #connection(timeout) {
    const { url, creds, source } = this.#config;
    this.#link ??= connect({
      servers: url, user: creds.user, pass: creds.password, inboxPrefix: creds.inbox, name: source,
      reconnect: false, timeout, ignoreClusterUpdates: true,
    }).then((c) => {
      quiet(c);
      c.closed().then(() => this.#forget(link));
      return c;
    });
    const link = this.#link;
    try {
      const c = await link;
      if (!c.isClosed() && !this.#dropped.has(c)) return c;
    } catch (e) {
      this.#forget(link);
      throw e;
    }
    this.#forget(link);
    return this.#connection(timeout);
  }

  #forget(link) {
    if (this.#link === link) this.#link = undefined;
  }

  #drop(c) {
    this.#dropped.add(c);
    c.close().catch(() => {});
  }
}

/**
 * An idle connection must not keep a program alive that has nothing left to do. A
 * request under way has a timer that does.
 */
function quiet(c) {
  c.protocol?.heartbeats?.cancel();
  c.protocol?.transport?.socket?.unref();
}

/** Errors after which trying again is no use. */
function final(e) {
  const is = (kind) => e instanceof kind || e.cause instanceof kind;
  return e instanceof EventError || e instanceof TypeError || is(errors.AuthorizationError) || is(errors.PermissionViolationError) || is(errors.UserAuthenticationExpiredError);
}

const busyWait = (r) => Math.max(1, Math.min(r.retry_after_ms ?? 0, MOST_BUSY));

function answer(data) {
  let r;
  try {
    r = JSON.parse(Buffer.from(data).toString("utf8"));
  } catch {
    throw new UnrecordedError("the answer is no JSON");
  }
  if (typeof r?.ok !== "boolean" || r.ok === Boolean(r.code) || r.retry_after_ms < 0) throw new UnrecordedError("the answer is not one of the sidecar's");
  return r;
}

const HASH = /^0x[0-9a-f]{64}$/;

/** Reads a reply; an ok without seq, leaf and head is none. */
export function reply(data) {
  const r = answer(data);
  if (r.ok && !(Number.isSafeInteger(r.seq) && r.seq > 0 && HASH.test(r.leaf) && HASH.test(r.head?.h) && r.head?.n >= r.seq)) {
    throw new UnrecordedError("the answer says ok without seq, leaf and head");
  }
  return r;
}
