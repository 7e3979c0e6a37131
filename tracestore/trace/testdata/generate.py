#!/usr/bin/env python3
"""Writes the vectors of this package to standard output: vectors.json, or
proofs.json with the argument "proofs".

It is a second implementation, from the format's text alone and with nothing
but Python's standard library: canonical JSON, Keccak-256, records, the tree,
commitments, EIP-712 digests and chain ids. The Go tests compare both.
"""
import base64
import json
import math
import struct
import sys

# ---- Keccak-256 (original padding) ----


def keccak(*parts):
    def rol(x, n):
        n %= 64
        return ((x << n) | (x >> (64 - n))) & (2**64 - 1) if n else x

    def permute(a):
        lfsr = 1
        for _ in range(24):
            c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
            d = [c[(x - 1) % 5] ^ rol(c[(x + 1) % 5], 1) for x in range(5)]
            a = [[a[x][y] ^ d[x] for y in range(5)] for x in range(5)]
            x, y, cur = 1, 0, a[1][0]
            for t in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                cur, a[x][y] = a[x][y], rol(cur, (t + 1) * (t + 2) // 2)
            for y in range(5):
                row = [a[x][y] for x in range(5)]
                for x in range(5):
                    a[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
            for j in range(7):
                lfsr = ((lfsr << 1) ^ ((lfsr >> 7) * 0x71)) % 256
                if lfsr & 2:
                    a[0][0] ^= 1 << ((1 << j) - 1)
        return a

    rate = 136
    msg = bytearray(b"".join(parts)) + b"\x01"
    msg += b"\x00" * (-len(msg) % rate)
    msg[-1] ^= 0x80
    a = [[0] * 5 for _ in range(5)]
    for off in range(0, len(msg), rate):
        for i in range(rate // 8):
            a[i % 5][i // 5] ^= int.from_bytes(msg[off + 8 * i:off + 8 * i + 8], "little")
        a = permute(a)
    return b"".join(a[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def hx(b):
    return "0x" + b.hex()


# ---- canonical JSON behind the admission rule ----

MAX = 2**53 - 1


class Refused(Exception):
    pass


class Number(str):
    """A number token as it was spelled."""


def parse(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("UTF-8")

    def pairs(items):
        keys = [k for k, _ in items]
        if len(set(keys)) != len(keys):
            raise Refused("duplicate")
        return dict(items)

    def constant(_):
        raise Refused("syntax")

    try:
        return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=constant, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        raise Refused("syntax")


def number(tok):
    f = float(tok)
    digits = tok.lower().split("e")[0]
    if math.isinf(f):
        raise Refused("overflows")
    if abs(f) > MAX:
        raise Refused("2^53-1")
    if f == 0:
        if any(c in "123456789" for c in digits):
            raise Refused("zero")
        return "0"
    # ECMAScript Number::toString from Python's shortest digits.
    sign, rest = ("-", repr(abs(f))) if f < 0 else ("", repr(f))
    mant, _, exp = rest.partition("e")
    whole, _, frac = mant.partition(".")
    if frac == "0":
        frac = ""
    digits = (whole + frac).lstrip("0")
    point = len(whole) + int(exp or 0) - (len(whole + frac) - len((whole + frac).lstrip("0")))
    digits = digits.rstrip("0") or "0"
    k, n = len(digits), point
    if k <= n <= 21:
        out = digits + "0" * (n - k)
    elif 0 < n <= 21:
        out = digits[:n] + "." + digits[n:]
    elif -6 < n <= 0:
        out = "0." + "0" * -n + digits
    else:
        e = n - 1
        out = digits[0] + ("." + digits[1:] if k > 1 else "") + "e" + ("+" if e > 0 else "-") + str(abs(e))
    return sign + out


def quote(s):
    if any(0xD800 <= ord(c) <= 0xDFFF for c in s):
        raise Refused("surrogate")
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    return '"' + "".join(short.get(ord(c)) or ("\\u%04x" % ord(c) if ord(c) < 32 else c) for c in s) + '"'


def jcs(v, depth=128):
    if isinstance(v, (dict, list)) and depth == 0:
        raise Refused("deeper")
    if isinstance(v, dict):
        keys = sorted(v, key=lambda k: [b for b in k.encode("utf-16-be", "surrogatepass")])
        return "{" + ",".join(quote(k) + ":" + jcs(v[k], depth - 1) for k in keys) + "}"
    if isinstance(v, list):
        return "[" + ",".join(jcs(x, depth - 1) for x in v) + "]"
    if isinstance(v, Number):
        return number(v)
    if isinstance(v, str):
        return quote(v)
    return {True: "true", False: "false", None: "null"}[v]


def canonical(data):
    return jcs(parse(data)).encode()


def escape(v):
    if isinstance(v, list):
        return [escape(x) for x in v]
    if isinstance(v, dict):
        if len(v) == 1:
            key = next(iter(v))
            if key.startswith("$") and key.lstrip("$") in ("raw", "blob"):
                return {"$" + key: escape(v[key])}
        return {k: escape(x) for k, x in v.items()}
    return v


def admit(data):
    try:
        canon = canonical(data)
    except Refused:
        return b'{"$raw":"' + base64.b64encode(data) + b'"}', keccak(data), True
    return jcs(escape(parse(data)), 1000).encode(), keccak(canon), False


# ---- records, tree, commitments ----


def body_hash(salt, body):
    return keccak(b"\x02", salt, struct.pack(">Q", len(body)), body)


def leaf_hash(head, body_i):
    return keccak(b"\x00", struct.pack(">Q", len(head)), head, body_i)


def root(leaves):
    """RFC 9162 section 2.1.1, by the book."""
    n = len(leaves)
    if n == 0:
        return bytes(32)
    if n == 1:
        return leaves[0]
    k = 1
    while 2 * k < n:
        k *= 2
    return keccak(b"\x01", root(leaves[:k]), root(leaves[k:]))


def commitment(session, n, r):
    return keccak(b"varek/trace/v1".ljust(32, b"\0"), session, struct.pack(">Q", n), r)


# ---- EIP-712 and ids ----


def word(v):
    if isinstance(v, bytes):
        return v.rjust(32, b"\0") if len(v) == 20 else v
    return int(v).to_bytes(32, "big")


def abi(*vs):
    return b"".join(word(v) for v in vs)


def separator(chain, contract):
    return keccak(abi(keccak(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                      keccak(b"varek"), keccak(b"1"), chain, contract))


def typed(chain, contract, typ, *members):
    return keccak(b"\x19\x01", separator(chain, contract), keccak(abi(keccak(typ.encode()), *members)))


# ---- the vectors ----

CANONICAL = [
    ("the paper's worked example", b'{"to":["alice@example.com"],"subject":"Project update","body":"The report is ready."}'),
    ("scalar", b' "x" '), ("null", b"null"), ("empty containers", b'{"a":[],"b":{}}'),
    ("order by UTF-16 code units", '{"\U0001F600":1,"\uFB33":2,"\u20ac":3,"1":4,"\u0080":5,"\\r":6}'.encode()),
    ("order of prefixes", b'{"ab":1,"a":2,"":3}'),
    ("escapes have one form", b'"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/\\u007f\\b\\f\\t"'),
    ("surrogate pair", b'"\\ud83d\\ude00"'), ("no HTML escapes", b'"<&>\\u2028"'), ("no normalisation", '"e\u0301"'.encode()),
    ("minus zero", b"[-0,-0.0,-0e5,0E-9]"), ("trailing zeros", b"[1.0,1.50,100e-2,1e2]"),
    ("shortest digits", b"[0.1,1e-7,0.000001,333333333.33333329,5e-324,4.50,2e-3,1.7976931348623157e-300]"),
    ("largest integer", b"[9007199254740991,-9007199254740991,9007199254740991.0,9.007199254740991e15]"),
    ("fraction near the limit", b"[9007199254740991.4,4503599627370495.5]"),
    ("zero with a large exponent", b"[0e99999999999,0.000e-99999999999]"),
    ("depth 128", b"[" * 128 + b"]" * 128),
    ("depth 129", b"[" * 129 + b"]" * 129),
    ("depth 129 of objects", b'{"a":' * 129 + b"1" + b"}" * 129),
    ("depth 5000", b"[" * 5000 + b"]" * 5000),
    ("2^53 + 1", b"9007199254740993"), ("2^53 + 1 with a fraction", b"9007199254740993.0"), ("2^53 + 1 with an exponent", b"9.007199254740993e15"),
    ("2^53", b"[1,{\"a\":9007199254740992}]"), ("-2^53", b"-9007199254740992"), ("thirty digits", b"123456789012345678901234567890"),
    ("1e16", b"1e16"), ("1E400", b"1E400"), ("-1E400", b"[-1E400]"), ("1e-400", b"1e-400"), ("rounds to zero by digits", b"0." + b"0" * 400 + b"1"),
    ("duplicate key", b'{"a":1,"a":1}'), ("duplicate key behind an escape", b'{"a":1,"\\u0061":2}'), ("duplicate key, nested", b'[{"x":{"b":1,"c":2,"b":3}}]'),
    ("lone high surrogate", b'"\\ud800"'), ("lone low surrogate", b'{"\\udc00":1}'), ("surrogates the wrong way round", b'"\\ude00\\ud83d"'),
    ("invalid UTF-8", b'"\xff"'), ("overlong UTF-8", b'"\xc0\xaf"'), ("UTF-8 of a surrogate", b'"\xed\xa0\x80"'), ("cut UTF-8", b'{"a":"\xe2\x82"}'),
    ("byte order mark", b"\xef\xbb\xbf{}"), ("text after the value", b"{} {}"), ("nothing", b""), ("white space only", b" \n"),
    ("NaN", b"NaN"), ("Infinity", b"-Infinity"), ("leading zero", b"01"), ("leading plus", b"+1"), ("bare point", b"1."), ("trailing comma", b"[1,]"),
    ("single quotes", b"{'a':1}"), ("comment", b"[1/*x*/]"), ("control character in text", b'"a\nb"'), ("cut", b'{"a":'), ("hex escape", b'"\\x41"'),
]

ADMIT = [b'{"a":1}', b'{"$raw":"eA=="}', b'{"$blob":{}}', b'{"$$raw":1}', b'{"$$$blob":[{"$raw":{"$blob":null}}]}', b'{"$raw":1,"a":2}',
         b'{"raw":1}', b'{"$rawx":1}', b'{"$":1}', b'[{"$raw":1},"$raw",{"x":"$raw"}]', b'{"$r\\u0061w":1}', b'{"a":"\\"$raw\\":"}', b'{"$raw"', b"\xff", b"",
         b"9007199254740993"]


def texts(data):
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def main():
    out = {"about": "Vectors of canonical JSON, records, tree, commitments, EIP-712 and ids; written by generate.py, "
                    "which is an implementation of its own. text or base64 is the input; refused means not admitted."}
    out["canonical"] = []
    for name, data in CANONICAL:
        v = {"name": name, **texts(data)}
        try:
            v["canonical"] = canonical(data).decode()
            v["hash"] = hx(keccak(canonical(data)))
        except Refused:
            v["refused"] = True
        out["canonical"].append(v)
    out["admit"] = []
    for data in ADMIT:
        stored, h, raw = admit(data)
        out["admit"].append({**texts(data), "stored": stored.decode(), "hash": hx(h), "raw": raw})

    session = keccak(b"session")
    records, leaves = [], []
    for i in range(1, 11):
        head = jcs({"v": Number("1"), "session": hx(session), "seq": Number(str(i)), "kind": "action", "tool": "send \"\u20ac\"",
                    "action_id": "a-%d" % i, "status": "ok"}).encode()
        body = jcs({"args": {"n": Number(str(i))}, "args_hash": hx(keccak(b'{"n":%d}' % i)), "mono_ns": str(i * 1000),
                    "time": "2026-01-01T00:00:%02d.000000000Z" % i}).encode()
        salt = keccak(b"salt", bytes([i]))
        b = body_hash(salt, body)
        leaves.append(leaf_hash(head, b))
        r = root(leaves)
        records.append({"head": head.decode(), "body": body.decode(), "salt": hx(salt), "body_hash": hx(b), "leaf": hx(leaves[-1]),
                        "root": hx(r), "commitment": hx(commitment(session, i, r))})
    out["session"], out["records"] = hx(session), records
    out["empty_commitment"] = hx(commitment(session, 0, root([])))

    chain, escrow = 84532, bytes(range(20))
    claim, h, ph, bh, salt = (keccak(x) for x in (b"claim", b"h", b"params", b"bundle", b"salt"))
    owner, user = keccak(b"owner")[12:], keccak(b"user")[12:]
    ids = [1, 2, 4294967295]
    promises = keccak(abi(32, len(ids), *ids))
    out["eip712"] = {
        "chain_id": chain, "escrow": hx(escrow), "claim": hx(claim), "session": hx(session), "n": 4000000000, "h": hx(h), "params_hash": hx(ph),
        "bundle_hash": hx(bh), "owner": hx(owner), "user": hx(user), "salt": hx(salt), "promises": ids, "promises_hash": hx(promises), "opened_at": 1790000000,
        "separator": hx(separator(chain, escrow)),
        "evidence": hx(typed(chain, escrow, "Evidence(bytes32 claim,bytes32 session,uint32 n,bytes32 h,bytes32 paramsHash,bytes32 bundleHash)",
                             claim, session, 4000000000, h, ph, bh)),
        "head": hx(typed(chain, escrow, "Head(bytes32 session,uint32 n,bytes32 h)", session, 4000000000, h)),
        "open": hx(typed(chain, escrow, "Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)",
                         owner, user, salt, promises, 1790000000)),
        "verdict_true": hx(typed(chain, escrow, "Verdict(bytes32 claim,bool violated)", claim, True)),
        "verdict_false": hx(typed(chain, escrow, "Verdict(bytes32 claim,bool violated)", claim, False)),
        "empty_promises_hash": hx(keccak(abi(32, 0))),
        "session_id": hx(keccak(abi(keccak(b"varek/session/v1"), chain, escrow, owner, user, salt, promises))),
        "claim_id": hx(keccak(abi(chain, escrow, session, 7, 3))),
    }
    items = [(keccak(b"s1"), 1, keccak(b"h1")), (keccak(b"s2"), 4294967295, keccak(b"h2"))]
    data = b"".join(s + struct.pack(">I", n) + h for s, n, h in items)
    acc1 = keccak(abi(bytes(32), 1, 1700000000, keccak(data)))
    acc2 = keccak(abi(acc1, 2, 1700000012, keccak(data[:68])))
    out["items"] = {"items": [{"session": hx(s), "n": n, "h": hx(h)} for s, n, h in items], "data": hx(data),
                    "accumulators": [{"kind": 1, "block_time": 1700000000, "data": hx(data), "acc": hx(acc1)},
                                     {"kind": 2, "block_time": 1700000012, "data": hx(data[:68]), "acc": hx(acc2)}]}
    print(json.dumps(out, indent=1, ensure_ascii=True))


# ---- proofs ----


class Tree:
    """The tree of RFC 9162 section 2.1, with its recursive proofs by the book."""

    def __init__(self, n):
        self.leaves = [keccak(b"leaf", struct.pack(">I", i)) for i in range(n)]
        self.known = {}

    def mth(self, a, b):
        if (a, b) not in self.known:
            self.known[a, b] = self.leaves[a] if b - a == 1 else keccak(b"\x01", self.mth(a, a + split(b - a)), self.mth(a + split(b - a), b))
        return self.known[a, b]

    def path(self, m, a, b):
        if b - a == 1:
            return []
        k = split(b - a)
        if m < k:
            return self.path(m, a, a + k) + [self.mth(a + k, b)]
        return self.path(m - k, a + k, b) + [self.mth(a, a + k)]

    def subproof(self, m, a, b, known):
        if m == b - a:
            return [] if known else [self.mth(a, b)]
        k = split(b - a)
        if m <= k:
            return self.subproof(m, a, a + k, known) + [self.mth(a + k, b)]
        return self.subproof(m - k, a + k, b, False) + [self.mth(a, a + k)]


def split(n):
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def digest(paths):
    return hx(keccak(b"".join(struct.pack(">I", len(p)) + b"".join(p) for p in paths)))


def proofs(most=70, full=9):
    tree = Tree(most)
    out = {"about": "Proofs of RFC 9162 over the leaves K('leaf' || u32(index)), index from 0; written by generate.py proofs. For every size n: "
                    "K over all inclusion paths (index 0 to n-1) and over all consistency paths (first 1 to n), each as u32(length) and its hashes. "
                    "Small sizes in full.",
           "sizes": [], "full": []}
    for n in range(1, most + 1):
        inclusion = [tree.path(i, 0, n) for i in range(n)]
        consistency = [tree.subproof(m, 0, n, True) for m in range(1, n + 1)]
        out["sizes"].append({"n": n, "root": hx(tree.mth(0, n)), "inclusion": digest(inclusion), "consistency": digest(consistency)})
        if n <= full:
            out["full"].append({"n": n, "inclusion": [[hx(h) for h in p] for p in inclusion], "consistency": [[hx(h) for h in p] for p in consistency]})
    print(json.dumps(out, indent=1))


proofs() if sys.argv[1:] == ["proofs"] else main()
