"""Record an agent's tool calls with varek; standard library only, one file.

Run a tool only when its call is on record:

    import varek
    recorder = varek.Recorder("my-agent")

    @recorder.tool
    def delete_file(path): ...

As a Hermes plugin: put this file into the plugin's directory and call
varek.register(ctx) from the plugin's register(ctx).

A tool starts only after the sidecar has acknowledged the record; its result is
given back only after the outcome is acknowledged. What stands in the way is an
exception (Unrecorded), and the tool did not run.

Limits: data over a megabyte is hashed in Python, which takes seconds. The program must be the one that varek-sidecar run started (a child of it may
not speak). Event, args_hash and ids are held to the vectors in adapters/event/testdata.
The Hermes part was tested with a dispatcher of our own; no real Hermes was run.
"""

from __future__ import annotations

import base64
import functools
import inspect
import json
import math
import os
import re
import secrets
import socket
import struct
import threading
import time
import uuid

__all__ = ["Client", "Recorder", "Unrecorded", "Refused", "Denied", "args_hash", "canonical", "register"]

MAX_ID, MAX_DATA, MAX_CHUNK = 256, 256 << 20, 1 << 20
INLINE, ATTEMPT, SLOW, PAUSE, MOST_BUSY = 1 << 20, 5.0, 256 << 10, 0.05, 2.0
MAX_INTEGER, MAX_DEPTH = 2**53 - 1, 128


class Unrecorded(Exception):
    """The record may not exist: the tool must not run."""


class Refused(Unrecorded):
    """The sidecar's refusal."""

    def __init__(self, code, message):
        super().__init__(f"the sidecar refused the event ({code}): {message}")
        self.code = code


class Denied(Exception):
    """The call was denied and did not run."""


class EventError(ValueError):
    """An event that the sidecar would refuse for its form."""


# --- Keccak-256 ------------------------------------------------------------------

_MASK = (1 << 64) - 1
_ROTATION = (0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14)


def _constants():
    out, register = [], 1
    for _ in range(24):
        c = 0
        for j in range(7):
            if register & 1:
                c |= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        out.append(c)
    return out


def _unrolled():
    """The permutation with its lanes in local variables: loops over lists take three times as long."""
    t = "t{0} = a{0} ^ d{1}; b{2} = (t{0} << {3} | t{0} >> {4}) & M"
    lines = ["def permute(s, C, M):", "  " + ", ".join(f"a{i}" for i in range(25)) + " = s", "  for c in C:"]
    lines += [f"    c{x} = a{x} ^ a{x + 5} ^ a{x + 10} ^ a{x + 15} ^ a{x + 20}" for x in range(5)]
    lines += [f"    d{x} = c{(x + 4) % 5} ^ (c{(x + 1) % 5} << 1 & M | c{(x + 1) % 5} >> 63)" for x in range(5)]
    for y in range(5):
        for x in range(5):
            i = x + 5 * y
            lines.append("    " + t.format(i, x, y + 5 * ((2 * x + 3 * y) % 5), _ROTATION[i], 64 - _ROTATION[i]))
    lines += [f"    a{y + x} = b{y + x} ^ (~b{y + (x + 1) % 5} & b{y + (x + 2) % 5})" for y in range(0, 25, 5) for x in range(5)]
    lines += ["    a0 ^= c", "  s[:] = " + ", ".join(f"a{i}" for i in range(25))]
    space = {}
    exec("\n".join(lines), space)
    return space["permute"]


_CONSTANTS, _permute = _constants(), _unrolled()


def keccak256(data: bytes) -> bytes:
    """Keccak-256 as Ethereum uses it; hashlib has only the later SHA-3."""
    padded = bytearray(data) + b"\x01"
    padded += bytes(-len(padded) % 136)
    padded[-1] |= 0x80
    s = [0] * 25
    for at in range(0, len(padded), 136):
        for i, lane in enumerate(struct.unpack_from("<17Q", padded, at)):
            s[i] ^= lane
        _permute(s, _CONSTANTS, _MASK)
    return struct.pack("<4Q", *s[:4])


def keccak_hex(data: bytes) -> str:
    return "0x" + keccak256(data).hex()


# --- canonical JSON (RFC 8785) -----------------------------------------------------


def _number(f: float) -> str:
    """The shortest digits as ECMAScript writes them."""
    if f == 0:
        return "0"
    sign, f = ("-", -f) if f < 0 else ("", f)
    mantissa, _, exponent = repr(f).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    n = len(digits)
    if n <= point <= 21:
        return sign + digits + "0" * (point - n)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    e = point - 1
    return f"{sign}{digits[0]}{'.' + digits[1:] if n > 1 else ''}e{'+' if e > 0 else '-'}{abs(e)}"


_ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
_ESCAPES.update({i: f"\\u{i:04x}" for i in range(32) if i not in _ESCAPES})


def _string(s: str) -> str:
    s.encode("utf-8")  # a lone surrogate is a UnicodeEncodeError, a ValueError
    return '"' + s.translate(_ESCAPES) + '"'


def canonical(value, depth: int = 0) -> str:
    """The canonical text of plain JSON; ValueError for anything else."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (int, float)):
        if not math.isfinite(value) or abs(value) > MAX_INTEGER:
            raise ValueError(f"the number {value} does not fit")
        return _number(float(value))
    if depth >= MAX_DEPTH + 8:
        raise ValueError("too deep")
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical(v, depth + 1) for v in value) + "]"
    if isinstance(value, dict):
        if not all(isinstance(k, str) for k in value):
            raise ValueError("a member's name is no text")
        names = sorted(value, key=lambda k: k.encode("utf-16-be"))
        return "{" + ",".join(_string(k) + ":" + canonical(value[k], depth + 1) for k in names) + "}"
    raise ValueError(f"a {type(value).__name__} has no place in JSON")


def _pairs(pairs):
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError("a member stands twice")
    return out


def _spelled(text):
    f = float(text)
    if not math.isfinite(f) or abs(f) > MAX_INTEGER or f == 0 and re.search("[1-9]", re.split("[eE]", text)[0]):
        raise ValueError(f"the number {text[:40]} does not fit")
    return f


def _refuse(name):
    raise ValueError(f"{name} has no place in JSON")


def _depth(text):
    """How deep containers nest; strings are passed over."""
    most = depth = 0
    for c in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.S):
        if c in "[{":
            depth += 1
            most = max(most, depth)
        elif c in "]}":
            depth -= 1
    return most


def parse(text: str):
    """Strict reading of JSON; ValueError for what the sidecar does not admit."""
    if _depth(text) > MAX_DEPTH:
        raise ValueError("too deep")
    if not text.isascii():
        text.encode("utf-8")
    if text != text.strip() and text.strip(" \t\r\n") != text.strip():
        raise ValueError("white space that is none in JSON")
    value = json.loads(text, object_pairs_hook=_pairs, parse_int=_spelled, parse_float=_spelled, parse_constant=_refuse)
    canonical(value)  # lone surrogates behind escapes
    return value


def args_hash(text: str) -> str:
    """The hash that the sidecar gives to arguments."""
    try:
        form = canonical(parse(text))
    except (ValueError, RecursionError):
        form = text
    return keccak_hex(form.encode("utf-8", "surrogatepass"))


def args_text(value) -> str:
    """JSON text of a tool's arguments; ValueError where JSON would lose something."""
    def check(v, depth):
        if depth > MAX_DEPTH:
            raise ValueError("the arguments are nested too deep, or contain themselves")
        if isinstance(v, dict):
            for k, m in v.items():
                if not isinstance(k, str):
                    raise ValueError("a member's name is no text")
                check(m, depth + 1)
        elif isinstance(v, (list, tuple)):
            for m in v:
                check(m, depth + 1)
        elif not (v is None or isinstance(v, (str, bool, int)) or isinstance(v, float) and math.isfinite(v)):
            raise ValueError(f"a {type(v).__name__} has no place in JSON")
    check(value, 0)
    return json.dumps(value, ensure_ascii=True)


def result_text(value):
    """JSON text of a result, and whether something of it was lost."""
    if value is None:
        return None, False
    try:
        return json.dumps(value, ensure_ascii=True, allow_nan=False), False
    except (TypeError, ValueError, RecursionError):
        return json.dumps(repr(value)), True


# --- events ---------------------------------------------------------------------------

_SETS = {
    "status": ("ok", "error", "denied", "cancelled", "unknown"),
    "decision": ("allow", "deny", "timeout", "cancelled", "withdraw"),
    "authority": ("human", "rule", "classifier", "unknown"),
    "scope": ("once", "turn", "session", "always"),
}
_SHAPES = {
    "intent": "tool! args_json?", "permission": "tool? action_id? args_json? decision! permission!",
    "start": "tool? action_id! args_json?", "action": "tool? action_id? args_json? result_json? error? status!",
    "session": "args_json?", "notice": "args_json?", "gap": "tool? action_id? args_json?",
}
_MEMBERS = ("action_id", "args_json", "decision", "error", "permission", "result_json", "status", "tool")


def _check(ok, why):
    if not ok:
        raise EventError("event is not valid: " + why)


def check_data(d):
    """Checks the payload of an event."""
    _check(isinstance(d, dict) and isinstance(d.get("kind"), str) and d["kind"] in _SHAPES, "kind is not one of them")
    kind, shape = d["kind"], _SHAPES[d["kind"]].split()
    for name, v in d.items():
        _check(name in _MEMBERS or name in ("kind", "metadata"), f"unknown member {name!r}")
        if name in _MEMBERS and name != "permission":
            _check(isinstance(v, str) and v != "", f"{name} is not a text, or empty; leave it out")
    for name in _MEMBERS:
        _check(name in d or name + "!" not in shape, f"{kind} needs {name}")
        _check(name not in d or name + "!" in shape or name + "?" in shape, f"{kind} must not have {name}")
    for name in ("status", "decision"):
        _check(name not in d or d[name] in _SETS[name], f"{name} is not one of {_SETS.get(name)}")
    _check(kind not in ("permission", "action") or "tool" in d or "action_id" in d, f"{kind} needs action_id, or tool where no call is known")
    _check(len(d.get("action_id", "").encode()) <= MAX_ID, f"action_id is over {MAX_ID} bytes")
    _check(isinstance(d.get("metadata", {}), dict), "metadata is not an object")
    if "permission" in d:
        _check_permission(d["permission"], d["decision"])


def _check_permission(p, decision):
    _check(isinstance(p, dict), "permission is not an object")
    for name, v in p.items():
        if name == "inherited_from":
            _check(isinstance(v, (int, float)) and v == int(v) and 0 < v <= MAX_INTEGER, "permission inherited_from is out of range")
        else:
            _check(name in ("actor", "authority", "pattern", "ref", "rule", "scope") and isinstance(v, str) and v != "", f"permission {name}")
    _check(p.get("authority") in _SETS["authority"], "permission authority is not one of them")
    _check("scope" not in p or p["scope"] in _SETS["scope"], "permission scope is not one of them")
    _check(decision != "allow" or "scope" in p, "an allow needs permission scope")
    _check(decision != "withdraw" or "ref" in p, "a withdrawal needs permission ref")


def new_event(source, data, id=None):
    data = {k: v for k, v in data.items() if v is not None and v != ""}
    return {"data": data, "id": str(uuid.uuid4()) if id is None else id, "source": source, "specversion": "1.0", "type": f"varek.{data['kind']}.v1"}


def encode(e) -> str:
    """The canonical text of an event."""
    _check(e.get("specversion") == "1.0", "specversion")
    _check(isinstance(e.get("id"), str) and 0 < len(e["id"].encode("utf-8", "surrogatepass")) <= MAX_ID, f"id must have 1 to {MAX_ID} bytes")
    source = e.get("source")
    _check(isinstance(source, str) and re.fullmatch(r"/adapter/[^/ \t\r\n]+", source) and len(source.encode()) <= MAX_ID + 9, "source, want /adapter/<name>")
    _check(e.get("datacontenttype", "application/json") == "application/json", "datacontenttype")
    check_data(e.get("data"))
    _check(e.get("type") == f"varek.{e['data']['kind']}.v1", "type does not agree with kind")
    _check(not set(e) - {"data", "datacontenttype", "id", "source", "specversion", "type"}, "unknown member")
    return _text(e)


def _text(v):
    try:
        return canonical(v)
    except ValueError as err:
        raise EventError(f"event is not valid: {err}") from err


def decode(text):
    """Reads an event strictly."""
    try:
        e = parse(text)
    except (ValueError, RecursionError) as err:
        raise EventError(f"event is not valid: {err}") from err
    _check(isinstance(e, dict), "it is not an object")
    encode(e)
    return e


def data_hash(data) -> str:
    return keccak_hex(_text(data).encode())


def encode_referring(e):
    """The text of an event whose data goes ahead in chunks, the data and its id."""
    encode(e)
    data = _text(e["data"]).encode()
    _check(len(data) <= MAX_DATA, f"its data has {len(data)} bytes, at most {MAX_DATA} are taken")
    id = keccak_hex(data)
    rest = {k: v for k, v in e.items() if k != "data"}
    return _text({**rest, "dataref": "varek-blob:" + id}), data, id


def subject(session, kind):
    _check(re.fullmatch("0x[0-9a-f]{64}", session), "the session is not 0x and 64 hex digits")
    return f"varek.v1.{session[2:]}.{kind}"


def chunk(id, total, offset, payload):
    return b"vrkb\x01" + bytes.fromhex(id[2:]) + struct.pack(">QQ", total, offset) + payload


# --- the bus --------------------------------------------------------------------------


class _Lost(Exception):
    """The connection or the answer is lost; the same event may be sent again."""


class _Link:
    """One connection: the few words of the NATS protocol that requests need."""

    def __init__(self, url, creds, name, timeout):
        host, _, port = url.removeprefix("nats://").rpartition(":")
        try:
            self._socket = socket.create_connection((host.strip("[]"), int(port)), timeout)
        except OSError as err:
            raise _Lost(f"cannot connect to {url}: {err}") from err
        self._lock, self._waiting, self._next = threading.Lock(), {}, 0
        self._prefix = f"{creds['inbox']}.{secrets.token_hex(8)}."
        self._file = self._socket.makefile("rb")
        self.error = None
        try:
            self.max_payload = self._hello(creds, name)
        except (OSError, ValueError, _Lost) as err:
            self.close()
            raise err if isinstance(err, _Lost) else _Lost(str(err)) from err
        except BaseException:
            self.close()
            raise
        self._socket.settimeout(None)
        threading.Thread(target=self._read, name="varek", daemon=True).start()

    def _hello(self, creds, name):
        line = self._file.readline(1 << 20)
        if not line.startswith(b"INFO "):
            raise _Lost("the server does not speak NATS")
        info = json.loads(line[5:])
        connect = {"verbose": False, "pedantic": False, "user": creds["user"], "pass": creds["password"], "name": name,
                   "lang": "python", "version": "1", "protocol": 1, "no_responders": True, "headers": True}
        self._socket.sendall(b"CONNECT " + json.dumps(connect).encode() + b"\r\nSUB " + self._prefix.encode() + b"* 1\r\nPING\r\n")
        while True:
            line = self._file.readline(1 << 20)
            if line.startswith(b"PONG"):
                return info.get("max_payload", INLINE)
            if line.startswith(b"-ERR"):
                if b"uthorization" in line:
                    raise Unrecorded("the bus does not let this program in: " + line.decode(errors="replace").strip())
                raise _Lost(line.decode(errors="replace").strip())
            if not line:
                raise _Lost("the server closed the connection")

    def _read(self):
        why = "the connection to the bus ended"
        try:
            while line := self._file.readline(1 << 20):
                word, _, rest = line.strip().partition(b" ")
                if word in (b"MSG", b"HMSG"):
                    parts = rest.split()
                    size = int(parts[-1])
                    head = int(parts[-2]) if word == b"HMSG" else 0
                    body = self._file.read(size + 2)[:size]
                    self._answer(parts[0].decode(), body[head:], head and body[:head])
                elif word == b"PING":
                    with self._lock:
                        self._socket.sendall(b"PONG\r\n")
                elif word == b"-ERR":
                    why = rest.decode(errors="replace")
        except (OSError, ValueError) as err:
            why = str(err)
        self.close(why)

    def _answer(self, to, body, head):
        with self._lock:
            waiter = self._waiting.pop(to, None)
        if waiter:
            waiter[1] = _Lost("nobody listens on the bus") if head and b" 503" in head.split(b"\r\n")[0] else body
            waiter[0].set()

    def request(self, to, body, timeout):
        with self._lock:
            if self.error:
                raise _Lost(self.error)
            self._next += 1
            inbox = self._prefix + str(self._next)
            waiter = self._waiting[inbox] = [threading.Event(), None]
            try:
                self._socket.sendall(f"PUB {to} {inbox} {len(body)}\r\n".encode() + body + b"\r\n")
            except OSError as err:
                del self._waiting[inbox]
                raise _Lost(str(err)) from err
        if not waiter[0].wait(timeout):
            self.close("no answer in time")  # it may be half open
            raise _Lost("no answer in time")
        if isinstance(waiter[1], Exception):
            raise waiter[1]
        return waiter[1]

    def close(self, why="closed"):
        with self._lock:
            self.error = self.error or why
            waiting, self._waiting = self._waiting, {}
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended
        self._socket.close()
        for waiter in waiting.values():
            waiter[1] = _Lost(self.error)
            waiter[0].set()


class Client:
    """Events of one session; safe for threads. Connects at the first send and again after a loss."""

    def __init__(self, source, session=None, url=None, creds=None, timeout=30.0):
        if session is None:
            for name in ("VAREK_SESSION", "VAREK_NATS_URL", "VAREK_NATS_CREDS"):
                if not os.environ.get(name):
                    raise Unrecorded(f"{name} is not set; start the program with varek-sidecar run")
            session, url = os.environ["VAREK_SESSION"], os.environ["VAREK_NATS_URL"]
            try:
                with open(os.environ["VAREK_NATS_CREDS"], encoding="utf-8") as f:
                    creds = json.load(f)
            except (OSError, ValueError) as err:
                raise Unrecorded(f"the credentials file cannot be read: {type(err).__name__}") from err
        subject(session, "intent")
        self.source, self.session, self.timeout = source, session, timeout
        self._url, self._creds, self._link, self._lock = url, creds, None, threading.Lock()

    def send(self, data, id=None):
        """Sends data as one event, under one id until it is answered. Any error means no record."""
        e = new_event(self.source, data, id)
        text = encode(e).encode()
        m = {"to": subject(self.session, e["data"]["kind"]), "text": text, "event": e}
        if len(text) > INLINE:
            self._refer(m)
        extra = len(text) // SLOW
        end, last = time.monotonic() + self.timeout + extra, None
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise Unrecorded(f"no acknowledgement from the sidecar within {self.timeout + extra:g} s (last: {last})")
            try:
                reply, wait, last = self._attempt(m, min(left, ATTEMPT + extra))
            except _Lost as err:
                reply, wait, last = None, PAUSE, err
            if reply:
                return reply
            time.sleep(min(wait, max(left, 0.001)))

    def _refer(self, m):
        text, m["data"], m["id"] = encode_referring(m["event"])
        m["text"], m["sent"] = text.encode(), False

    def _attempt(self, m, timeout):
        link = self._connection(timeout)
        if "data" not in m and len(m["text"]) > link.max_payload:
            self._refer(m)
        if "data" in m and not m["sent"]:
            busy = self._upload(link, m, timeout)
            if busy:
                return busy
            m["sent"] = True
        r = _reply(link.request(m["to"], m["text"], timeout))
        if r["ok"]:
            return r, 0, None
        refusal = Refused(r["code"], r.get("message", ""))
        if r["code"] == "busy":
            return None, _busy(r), refusal
        if r["code"] == "blob" and "data" in m:
            m["sent"] = False  # the sidecar was started again since
            return None, PAUSE, refusal
        raise refusal

    def _upload(self, link, m, timeout):
        to, total = subject(self.session, "blob"), len(m["data"])
        have, size, most = 0, 0, min(MAX_CHUNK, link.max_payload - 53)
        while have < total:
            r = _answer(link.request(to, chunk(m["id"], total, have, m["data"][have:have + size]), timeout))
            if not r["ok"] and r["code"] == "busy":
                return None, _busy(r), Refused(r["code"], r.get("message", ""))
            if not r["ok"]:
                raise Refused(r["code"], r.get("message", ""))
            have = r.get("have", 0)
            if not isinstance(have, int) or not 0 <= have <= total:
                raise Unrecorded(f"the sidecar says it has {have} of {total} bytes")
            size = min(most, total - have)
        return None

    def _connection(self, timeout):
        with self._lock:
            if self._link is None or self._link.error:
                self._link = _Link(self._url, self._creds, self.source, timeout)
            return self._link

    def close(self):
        with self._lock:
            if self._link:
                self._link.close()


def _busy(r):
    return max(0.001, min(r.get("retry_after_ms", 0) / 1000, MOST_BUSY))


def _answer(body):
    try:
        r = json.loads(body)
    except ValueError as err:
        raise Unrecorded("the answer is no JSON") from err
    if not isinstance(r, dict) or not isinstance(r.get("ok"), bool) or r["ok"] == bool(r.get("code")):
        raise Unrecorded("the answer is not one of the sidecar's")
    return r


def _reply(body):
    r = _answer(body)
    head = r.get("head")
    if r["ok"] and not (isinstance(r.get("seq"), int) and r["seq"] > 0 and re.fullmatch("0x[0-9a-f]{64}", r.get("leaf", ""))
                        and isinstance(head, dict) and head.get("n", 0) >= r["seq"]):
        raise Unrecorded("the answer says ok without seq, leaf and head")
    return r


# --- tools ----------------------------------------------------------------------------


def _clean(d):
    return {k: v for k, v in d.items() if v not in (None, "", {})}


class Recorder:
    """Records the calls of one program's tools."""

    def __init__(self, name="python", client=None, approve=None):
        """approve(tool, args), where given, decides about each call: a dict with decision, authority, actor, scope, and args where it rewrites them."""
        self.client = client or Client("/adapter/" + name)
        self.approve = approve

    def begin(self, tool, args, native=None, start=False, assurance="gated"):
        """Records an intent and gives the call's id."""
        metadata = _clean({"assurance": assurance, "native": _clean(native or {}), "join": "native" if (native or {}).get("call") else None, "start": start or None})
        r = self.client.send({"kind": "intent", "tool": tool, "args_json": _args(args), "metadata": metadata})
        if not r.get("action_id"):
            raise Unrecorded("the answer to an intent names no call")
        return r["action_id"]

    def decide(self, action, tool, decision="allow", args=None, authority="unknown", **by):
        """Records a decision; args are those it rewrote."""
        if decision == "allow":
            by.setdefault("scope", "once")
        self.client.send({"kind": "permission", "action_id": action, "tool": tool, "decision": decision,
                          "args_json": None if args is None else _args(args), "permission": _clean({"authority": authority, **by})})

    def end(self, action, status, result=None, error=None, args=None):
        """Records how a call ended."""
        text, lossy = result_text(result)
        if error and len(error) > 8192 and text is None:
            text = json.dumps(error)
        self.client.send({"kind": "action", "action_id": action, "status": status, "result_json": text, "error": error and _whole(error[:8192]),
                          "args_json": None if args is None else _args(args), "metadata": {"lossy": True} if lossy else None})

    def call(self, tool, args, run, native=None):
        """The whole way of one call around run(args)."""
        text = _args(args)
        action = self.begin(tool, args, native, start=self.approve is None)
        rewritten = None
        if self.approve is not None:
            args, rewritten = self._ask(action, tool, args, text)
            self.client.send({"kind": "start", "action_id": action, "args_json": None if rewritten is None else _args(rewritten)})
        elif _args(args) != text:
            raise Unrecorded(f"the arguments of {tool} were changed while they were recorded; it did not run")
        try:
            result = run(args)
        except BaseException as err:
            self.end(action, "error", error=f"{type(err).__name__}: {err}", args=rewritten)
            raise
        self.end(action, "ok", result=result, args=rewritten)
        return result

    def _ask(self, action, tool, args, text):
        try:
            said = dict(self.approve(tool, args) or {"decision": "deny"})
        except BaseException as err:
            self.decide(action, tool, "cancelled")
            self.end(action, "denied", error=f"{type(err).__name__}: {err}")
            raise
        reason, new = said.pop("reason", None), said.pop("args", None)
        if new is not None and _args(new) == text:
            new = None
        self.decide(action, tool, args=new, **said)
        if said.get("decision", "allow") != "allow":
            self.end(action, "denied", error=reason)
            raise Denied(f"the call of {tool} was not allowed{': ' + reason if reason else ''}")
        if new is None and _args(args) != text:
            raise Unrecorded(f"the arguments of {tool} were changed while they were recorded; it did not run")
        return (args, None) if new is None else (new, new)

    def tool(self, function=None, *, name=None):
        """Decorator: the function runs only when its call is on record. Arguments are recorded by name."""
        if function is None:
            return functools.partial(self.tool, name=name)
        signature, label = inspect.signature(function), name or function.__name__

        def bound(a, k):
            b = signature.bind(*a, **k)
            b.apply_defaults()
            return dict(b.arguments)

        def run(args):
            b = signature.bind_partial()
            b.arguments.update(args)
            return function(*b.args, **b.kwargs)

        if inspect.iscoroutinefunction(function):
            @functools.wraps(function)
            async def later(*a, **k):
                import asyncio
                args = bound(a, k)
                # The record waits in a thread; the tool runs in this one's loop.
                loop = asyncio.get_running_loop()
                return await asyncio.to_thread(self.call, label, args, lambda v: asyncio.run_coroutine_threadsafe(run(v), loop).result())
            return later

        @functools.wraps(function)
        def now(*a, **k):
            return self.call(label, bound(a, k), run)
        return now


def _args(args):
    try:
        return args_text(args)
    except (ValueError, RecursionError) as err:
        raise Unrecorded(f"the arguments cannot be recorded, and the tool did not run: {err}") from err


def _whole(text):
    return text.encode("utf-8", "replace").decode()


# --- Hermes ---------------------------------------------------------------------------

_CHOICES = {"once": ("allow", "once"), "session": ("allow", "session"), "always": ("allow", "always"), "deny": ("deny", None), "timeout": ("timeout", None),
            "smart_approve": ("allow", "once"), "smart_deny": ("deny", None)}
_OUTCOMES = {"ok": "ok", "error": "error", "blocked": "denied", "cancelled": "cancelled"}


def register(ctx, recorder=None):
    """Registers with Hermes: pre_tool_call records the call or blocks it."""
    plugin = Hermes(recorder or Recorder("hermes"))
    for name in ("pre_tool_call", "post_tool_call", "post_approval_response"):
        ctx.register_hook(name, getattr(plugin, name))
    return plugin


class Hermes:
    """The hooks of one Hermes process. An approval has no call id there: it belongs to the open call whose arguments contain its command."""

    def __init__(self, recorder):
        self._recorder, self._lock, self._open = recorder, threading.Lock(), {}

    def pre_tool_call(self, tool_name=None, args=None, session_id=None, tool_call_id=None, turn_id=None, **_):
        try:
            if not tool_name:
                raise Unrecorded("the hook names no tool")
            native = {"call": tool_call_id, "session": session_id, "turn": turn_id}
            action = self._recorder.begin(tool_name, args if args is not None else {}, native, assurance="observed")
            with self._lock:
                self._open[tool_call_id or action] = (action, tool_name, _args(args if args is not None else {}))
        except BaseException as err:  # Hermes may take an exception for a yes
            return {"action": "block", "message": f"varek: the call is not recorded: {err}"}
        return None

    def post_tool_call(self, tool_name=None, args=None, result=None, tool_call_id=None, status=None, error_type=None, error_message=None, **_):
        action = self._close(tool_call_id, tool_name, args)
        said = _OUTCOMES.get(status, "unknown")
        error = ": ".join(p for p in (error_type, error_message) if p) or None
        if action is None:
            self._recorder.client.send({"kind": "gap", "tool": tool_name, "args_json": json.dumps({"about": "result", "status": said})})
            return
        self._recorder.end(action, said, result=result, error=error)

    def _close(self, id, tool, args):
        with self._lock:
            if id in self._open:
                return self._open.pop(id)[0]
            text = _args(args if args is not None else {})
            for key, (action, name, said) in self._open.items():
                if id is None and (name, said) == (tool, text):
                    del self._open[key]
                    return action
        return None

    def post_approval_response(self, command=None, choice=None, decided_by=None, surface=None, pattern_key=None, **_):
        decision, scope = _CHOICES.get(choice, ("cancelled", None))
        authority = "classifier" if surface == "smart" or str(choice).startswith("smart") else "human"
        needle = json.dumps(command or "")[1:-1]
        with self._lock:
            found = [(a, t) for a, t, said in self._open.values() if needle and needle in said]
        if len(found) != 1:  # none or several: whose decision it is cannot be told
            self._recorder.client.send({"kind": "notice", "args_json": json.dumps({"about": "approval", "choice": str(choice), "calls": len(found)})})
            return
        by = _clean({"scope": scope, "actor": decided_by, "pattern": pattern_key if scope in ("session", "always") else None})
        self._recorder.decide(*found[0], decision, authority=authority, **by)
