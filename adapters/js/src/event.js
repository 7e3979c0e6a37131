// Events as the sidecar takes them: CloudEvents 1.0 in structured JSON, checked
// before they are sent. The Go types and the schema in adapters/event say the same,
// and testdata there has the vectors that all languages run.

import { randomUUID } from "node:crypto";
import { canonical, JSONError, parse } from "./canon.js";
import { keccakHex } from "./keccak.js";

export const MAX_ID = 256;
export const MAX_DATA = 256 << 20;
export const MAX_CHUNK = 1 << 20;
const CHUNK_MAGIC = Buffer.from("vrkb\x01", "latin1");
export const CHUNK_HEADER = CHUNK_MAGIC.length + 32 + 16;

const STATUSES = ["ok", "error", "denied", "cancelled", "unknown"];
const DECISIONS = ["allow", "deny", "timeout", "cancelled", "withdraw"];
const AUTHORITIES = ["human", "rule", "classifier", "unknown"];
const SCOPES = ["once", "turn", "session", "always"];

// Members beside kind and metadata: ! must stand, ? may.
const SHAPES = {
  intent: "tool! args_json?",
  permission: "tool? action_id? args_json? decision! permission!",
  start: "tool? action_id! args_json?",
  action: "tool? action_id? args_json? result_json? error? status!",
  session: "args_json?",
  notice: "args_json?",
  gap: "tool? action_id? args_json?",
};
const MEMBERS = ["action_id", "args_json", "decision", "error", "permission", "result_json", "status", "tool"];

/** An event that the sidecar would refuse for its form. */
export class EventError extends Error {
  name = "EventError";
}

const bytes = (s) => Buffer.byteLength(s, "utf8");

function check(ok, why) {
  if (!ok) throw new EventError(`event is not valid: ${why}`);
}

function isObject(v) {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

function only(object, names, what) {
  for (const n of Object.keys(object)) check(names.includes(n), `${what} has the unknown member ${JSON.stringify(n)}`);
}

function texts(object, names, what) {
  for (const n of names) {
    if (n in object) check(typeof object[n] === "string" && object[n] !== "", `${what}: ${n} is not a text, or empty; leave it out`);
  }
}

/** Checks the payload of an event. @throws {EventError} */
export function checkData(d) {
  check(isObject(d), "data is not an object");
  const shape = Object.hasOwn(SHAPES, d.kind) ? SHAPES[d.kind] : undefined;
  check(shape !== undefined, `kind ${JSON.stringify(d.kind)} is not one of ${Object.keys(SHAPES)}`);
  only(d, [...MEMBERS, "kind", "metadata"], "data");
  texts(d, MEMBERS.filter((n) => n !== "permission"), "data");
  const allowed = shape.split(" ");
  for (const n of MEMBERS) {
    const has = n in d;
    check(has || !allowed.includes(n + "!"), `${d.kind} needs ${n}`);
    check(!has || allowed.includes(n + "!") || allowed.includes(n + "?"), `${d.kind} must not have ${n}`);
  }
  check(!("status" in d) || STATUSES.includes(d.status), `status ${d.status} is not one of ${STATUSES}`);
  check(!("decision" in d) || DECISIONS.includes(d.decision), `decision ${d.decision} is not one of ${DECISIONS}`);
  check(!["permission", "action"].includes(d.kind) || "tool" in d || "action_id" in d, `${d.kind} needs action_id, or tool where no call is known`);
  check(!("action_id" in d) || bytes(d.action_id) <= MAX_ID, `action_id is over ${MAX_ID} bytes`);
  check(!("metadata" in d) || isObject(d.metadata), "metadata is not an object");
  if ("permission" in d) checkPermission(d.permission, d.decision);
}

function checkPermission(p, decision) {
  check(isObject(p), "permission is not an object");
  only(p, ["actor", "authority", "inherited_from", "pattern", "ref", "rule", "scope"], "permission");
  texts(p, ["actor", "pattern", "ref", "rule", "scope"], "permission");
  check(AUTHORITIES.includes(p.authority), `permission authority ${JSON.stringify(p.authority)} is not one of ${AUTHORITIES}`);
  check(!("scope" in p) || SCOPES.includes(p.scope), `permission scope ${JSON.stringify(p.scope)} is not one of ${SCOPES}`);
  check(decision !== "allow" || "scope" in p, `an allow needs permission scope, one of ${SCOPES}`);
  check(decision !== "withdraw" || "ref" in p, "a withdrawal needs permission ref, the grant that it takes back");
  check(!("inherited_from" in p) || (Number.isSafeInteger(p.inherited_from) && p.inherited_from > 0), "permission inherited_from is out of range");
}

function checkEnvelope(e) {
  check(e.specversion === "1.0", `specversion ${JSON.stringify(e.specversion)}, want "1.0"`);
  check(typeof e.id === "string" && e.id !== "" && bytes(e.id) <= MAX_ID, `id must have 1 to ${MAX_ID} bytes`);
  check(typeof e.source === "string" && /^\/adapter\/[^/ \t\r\n]+$/.test(e.source) && bytes(e.source) <= MAX_ID + 9, `source ${JSON.stringify(e.source)}, want /adapter/<name>`);
  check(!("datacontenttype" in e) || e.datacontenttype === "application/json", `datacontenttype ${JSON.stringify(e.datacontenttype)}, want "application/json"`);
}

/** An event around data; the id is made here unless it is given. */
export function newEvent(source, data, id = randomUUID()) {
  return { data: tidy(data), id, source, specversion: "1.0", type: `varek.${data.kind}.v1` };
}

/** Without members that are absent. */
function tidy(data) {
  const d = {};
  for (const [k, v] of Object.entries(data)) {
    if (v !== undefined && v !== "") d[k] = k === "permission" ? tidy(v) : v;
  }
  return d;
}

/** The canonical text of an event. @throws {EventError} */
export function encode(e) {
  checkEnvelope(e);
  checkData(e.data);
  check(e.type === `varek.${e.data.kind}.v1`, `type ${JSON.stringify(e.type)} does not agree with kind ${JSON.stringify(e.data.kind)}`);
  return text(e);
}

function text(v) {
  try {
    return canonical(v);
  } catch (err) {
    if (err instanceof JSONError) throw new EventError(`event is not valid: ${err.message}`);
    throw err;
  }
}

/** Reads an event strictly; what the sidecar would refuse is refused. */
export function decode(wire) {
  let e;
  try {
    e = parse(wire);
  } catch (err) {
    if (err instanceof JSONError) throw new EventError(`event is not valid: ${err.message}`);
    throw err;
  }
  check(isObject(e), "it is not an object");
  only(e, ["data", "datacontenttype", "id", "source", "specversion", "type"], "event");
  encode(e);
  return e;
}

/** K(JCS(data)): with the event's id it tells a repetition from a conflict. */
export const dataHash = (data) => keccakHex(Buffer.from(text(data), "utf8"));

/** The text of an event whose data goes ahead in chunks, and the data. */
export function encodeReferring(e) {
  encode(e);
  const data = Buffer.from(text(e.data), "utf8");
  check(data.length <= MAX_DATA, `its data has ${data.length} bytes, at most ${MAX_DATA} are taken`);
  const id = keccakHex(data);
  const { data: _, ...rest } = e;
  return { text: text({ ...rest, dataref: "varek-blob:" + id }), data, id };
}

/** Where events of a kind of a session go. @param {string} session 0x and 64 hex digits */
export function subject(session, kind) {
  check(/^0x[0-9a-f]{64}$/.test(session), "the session is not 0x and 64 hex digits");
  return `varek.v1.${session.slice(2)}.${kind}`;
}

/** The frame of a piece of data. */
export function chunk(id, total, offset, payload) {
  check(/^0x[0-9a-f]{64}$/.test(id) && total > 0 && total <= MAX_DATA && payload.length <= MAX_CHUNK && offset + payload.length <= total, "no such chunk");
  const head = Buffer.alloc(CHUNK_HEADER);
  CHUNK_MAGIC.copy(head);
  Buffer.from(id.slice(2), "hex").copy(head, 5);
  head.writeBigUInt64BE(BigInt(total), 37);
  head.writeBigUInt64BE(BigInt(offset), 45);
  return Buffer.concat([head, payload]);
}
