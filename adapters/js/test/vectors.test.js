// The vectors that Go, JavaScript and Python run alike (adapters/event/testdata).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { argsHash, JSONError, parse } from "../src/canon.js";
import { chunk, dataHash, decode, encode, encodeReferring, EventError, newEvent, subject } from "../src/event.js";
import { keccakHex } from "../src/keccak.js";

const load = (name) => JSON.parse(readFileSync(new URL(`../../event/testdata/${name}`, import.meta.url), "utf8"));

test("events", () => {
  const { vectors } = load("vectors.json");
  assert.ok(vectors.length >= 20);
  for (const v of vectors) {
    if (v.refused) {
      assert.throws(() => decode(v.event), EventError, v.name);
      continue;
    }
    const e = decode(v.event);
    assert.equal(encode(e), v.canonical ?? v.event, v.name);
    assert.equal(dataHash(e.data), v.data_hash, v.name);
  }
});

test("args_hash", () => {
  const { vectors } = load("args_hash.json");
  assert.ok(vectors.length >= 80);
  for (const v of vectors) {
    if (v.text === undefined) { // bytes that no string of this language holds
      assert.equal(keccakHex(Buffer.from(v.base64, "base64")), v.args_hash, v.name);
      continue;
    }
    let raw = false;
    try {
      parse(v.text);
    } catch (e) {
      if (!(e instanceof JSONError)) throw e;
      raw = true;
    }
    assert.equal(raw, v.raw, `${v.name}: raw`);
    assert.equal(argsHash(v.text), v.args_hash, v.name);
  }
});

test("ids", () => {
  const v = load("ids.json");
  for (const [kind, want] of Object.entries(v.subjects)) assert.equal(subject(v.session, kind), want);
  for (const b of v.bounds) {
    const make = () => encode(newEvent("/adapter/test", { kind: "action", action_id: b.action_id, status: "ok" }, b.id));
    if (b.ok) make();
    else assert.throws(make, EventError, b.name);
  }
  for (const c of v.chunks) assert.equal(chunk(c.id, c.total, c.offset, Buffer.from(c.payload_base64, "base64")).toString("hex"), c.frame_hex);
  for (const r of v.references) {
    const far = encodeReferring(decode(r.inline));
    assert.deepEqual([far.text, far.data.toString(), "varek-blob:" + far.id], [r.referring, r.data, r.dataref], r.name);
  }
});
