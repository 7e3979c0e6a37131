// Canonical JSON (RFC 8785), and the strict reading before it: what JSON.parse
// would repair in silence (a member twice, an integer it cannot hold) is refused.

import { keccakHex } from "./keccak.js";

const MAX_DEPTH = 128;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;

/** Text or a value that is not admitted. */
export class JSONError extends Error {
  name = "JSONError";
}

/** Whether a string has half of a surrogate pair alone. */
const broken = (s) => !s.isWellFormed();

/** The canonical text of a value of plain JSON. */
export function canonical(value) {
  switch (typeof value) {
    case "string":
      if (broken(value)) throw new JSONError("a string has a lone surrogate");
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new JSONError("a number is not finite");
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
      return "{" + Object.keys(value).sort().map((k) => canonical(k) + ":" + canonical(value[k])).join(",") + "}";
  }
  throw new JSONError(`a ${typeof value} has no place in JSON`);
}

/** Strict reading of JSON text. Objects have no prototype. */
export function parse(text) {
  if (broken(text)) throw new JSONError("the text has a lone surrogate");
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return null;
    at = pattern.lastIndex;
    return found[0];
  };
  const fail = (why) => { throw new JSONError(`${why} at character ${at}`); };
  const string = () => {
    const found = match(STRING);
    if (found === null) fail("no string");
    const value = JSON.parse(found);
    if (broken(value)) fail("a lone surrogate");
    return value;
  };
  const number = () => {
    const found = match(NUMBER);
    if (found === null) fail("no value");
    if (!admissible(found)) fail(`the number ${found.slice(0, 40)} does not fit`);
    return Number(found);
  };
  const value = (depth) => {
    match(SPACE);
    if (depth >= MAX_DEPTH && "{[".includes(text[at] ?? " ")) fail("too deep");
    let out;
    switch (text[at]) {
      case "{": {
        out = Object.create(null);
        at++;
        match(SPACE);
        if (text[at] === "}") { at++; break; }
        for (;;) {
          match(SPACE);
          const name = string();
          if (name in out) fail(`the member ${JSON.stringify(name)} stands twice`);
          match(SPACE);
          if (text[at++] !== ":") fail("no colon");
          out[name] = value(depth + 1);
          const next = text[at++];
          if (next === "}") break;
          if (next !== ",") fail("no comma");
        }
        break;
      }
      case "[":
        out = [];
        at++;
        match(SPACE);
        if (text[at] === "]") { at++; break; }
        for (;;) {
          out.push(value(depth + 1));
          const next = text[at++];
          if (next === "]") break;
          if (next !== ",") fail("no comma");
        }
        break;
      case '"': out = string(); break;
      case "t": case "f": case "n": {
        const word = match(/true|false|null/y);
        if (word === null) fail("no value");
        out = word === "null" ? null : word === "true";
        break;
      }
      default: out = number();
    }
    match(SPACE);
    return out;
  };
  const out = value(0);
  if (at !== text.length) fail("something follows");
  return out;
}

/** No number that overflows, rounds to zero, or is beyond 2^53-1 however it is spelled. */
function admissible(text) {
  const n = Number(text);
  if (n === 0) return !/[1-9]/.test(text.split(/[eE]/)[0]);
  return Math.abs(n) <= Number.MAX_SAFE_INTEGER;
}

/**
 * The hash that the sidecar gives to arguments: K(JCS(args)), or K of the bytes
 * where the text is not admitted.
 */
export function argsHash(text) {
  let form = text;
  try {
    form = canonical(parse(text));
  } catch (e) {
    if (!(e instanceof JSONError)) throw e;
  }
  return keccakHex(Buffer.from(form, "utf8"));
}

/**
 * JSON text of a tool's arguments. What JSON would drop or change in silence is
 * refused: the record would not say what the tool was given.
 */
export function argsText(args) {
  plain(args, 0);
  return JSON.stringify(args);
}

function plain(value, depth) {
  if (depth > MAX_DEPTH) throw new JSONError("the arguments are nested too deep, or contain themselves");
  switch (typeof value) {
    case "string": case "boolean": case "undefined": return;
    case "number":
      if (!Number.isFinite(value)) throw new JSONError(`${value} has no place in JSON`);
      return;
    case "object":
      if (value === null || typeof value.toJSON === "function") return;
      if (Array.isArray(value)) {
        for (const v of value) plain(v === undefined ? NaN : v, depth + 1);
        return;
      }
      if ([Object.prototype, null].includes(Object.getPrototypeOf(value))) {
        for (const k of Object.keys(value)) plain(value[k], depth + 1);
        return;
      }
      throw new JSONError(`a ${value.constructor?.name ?? "strange object"} has no place in JSON`);
  }
  throw new JSONError(`a ${typeof value} has no place in JSON`);
}

/** JSON text of a result, and whether something of it was lost. */
export function resultText(value) {
  if (value === undefined) return {};
  let text;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text !== undefined) return { text };
  return { text: JSON.stringify(String(value).toWellFormed()), lossy: true };
}
