"""Tests of varek.py: the vectors of every language, and Hermes' hooks called by a
dispatcher of our own (no real Hermes was run). The real sidecar is in deploy/e2e."""

import base64
import json
import pathlib
import unittest

import varek

DATA = pathlib.Path(__file__).parent.parent / "event" / "testdata"


def load(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


class Vectors(unittest.TestCase):
    def test_events(self):
        vectors = load("vectors.json")["vectors"]
        self.assertGreaterEqual(len(vectors), 20)
        for v in vectors:
            with self.subTest(v["name"]):
                if "refused" in v:
                    with self.assertRaises(varek.EventError):
                        varek.decode(v["event"])
                    continue
                e = varek.decode(v["event"])
                self.assertEqual(varek.encode(e), v.get("canonical", v["event"]))
                self.assertEqual(varek.data_hash(e["data"]), v["data_hash"])

    def test_args_hash(self):
        vectors = load("args_hash.json")["vectors"]
        self.assertGreaterEqual(len(vectors), 80)
        for v in vectors:
            with self.subTest(v["name"][:60]):
                if "text" not in v:
                    self.assertEqual(varek.keccak_hex(base64.b64decode(v["base64"])), v["args_hash"])
                    continue
                raw = False
                try:
                    varek.parse(v["text"])
                except (ValueError, RecursionError):
                    raw = True
                self.assertEqual(raw, v["raw"])
                self.assertEqual(varek.args_hash(v["text"]), v["args_hash"])

    def test_ids(self):
        v = load("ids.json")
        for kind, want in v["subjects"].items():
            self.assertEqual(varek.subject(v["session"], kind), want)
        for b in v["bounds"]:
            e = varek.new_event("/adapter/test", {"kind": "action", "action_id": b["action_id"], "status": "ok"}, b["id"])
            if b["ok"]:
                varek.encode(e)
            else:
                with self.assertRaises(varek.EventError):
                    varek.encode(e)
        for c in v["chunks"]:
            self.assertEqual(varek.chunk(c["id"], c["total"], c["offset"], base64.b64decode(c["payload_base64"])).hex(), c["frame_hex"])
        for r in v["references"]:
            text, data, id = varek.encode_referring(varek.decode(r["inline"]))
            self.assertEqual((text, data.decode(), "varek-blob:" + id), (r["referring"], r["data"], r["dataref"]))


class Book:
    """Stands for the client: gives action ids, or fails like one without a sidecar."""

    def __init__(self, fails=()):
        self.said, self.fails = [], fails

    def send(self, data, id=None):
        varek.encode(varek.new_event("/adapter/test", data, id))
        if data["kind"] in self.fails:
            raise varek.Unrecorded("no acknowledgement")
        self.said.append({k: v for k, v in data.items() if v is not None})
        return {"ok": True, "seq": len(self.said), "action_id": data.get("action_id") or f"a{len(self.said)}"}

    def kinds(self):
        return [" ".join(d[k] for k in ("kind", "decision", "status") if k in d) for d in self.said]


class Tools(unittest.TestCase):
    def test_order_and_refusals(self):
        for fails, ran, kinds in (((), True, ["intent", "action ok"]), (("intent",), False, []), (("action",), True, ["intent"])):
            book, did = Book(fails), []
            recorder = varek.Recorder(client=book)

            @recorder.tool
            def touch(path, *more, mode="w", **rest):
                did.append((path, more, mode, rest))
                return "done"

            if fails:
                with self.assertRaises(varek.Unrecorded):
                    touch("a", 1, mode="x", k=2)
            else:
                self.assertEqual(touch("a", 1, mode="x", k=2), "done")
                self.assertEqual(json.loads(book.said[0]["args_json"]), {"path": "a", "more": [1], "mode": "x", "rest": {"k": 2}})
            self.assertEqual(did, [("a", (1,), "x", {"k": 2})] if ran else [])
            self.assertEqual(book.kinds(), kinds)

    def test_failing(self):
        book = Book()
        with self.assertRaises(KeyError):
            varek.Recorder(client=book).call("t", {}, lambda args: {}["x"])
        self.assertEqual(book.kinds(), ["intent", "action error"])

    def test_arguments_that_json_would_change(self):
        book = Book()
        for args in ({"a": object()}, {1: 2}, {"a": float("nan")}):
            with self.assertRaises(varek.Unrecorded):
                varek.Recorder(client=book).call("t", args, self.fail)
        self.assertEqual(book.kinds(), [])

    def test_approvals(self):
        def approve(tool, args):
            if args["n"] == 1:
                return {"decision": "deny", "authority": "human", "actor": "alice"}
            return {"authority": "human", "actor": "alice", "args": {"n": args["n"] * 10}}
        book = Book()
        recorder = varek.Recorder(client=book, approve=approve)
        with self.assertRaises(varek.Denied):
            recorder.call("t", {"n": 1}, self.fail)
        self.assertEqual(recorder.call("t", {"n": 2}, lambda args: args["n"]), 20)
        self.assertEqual(book.kinds(), ["intent", "permission deny", "action denied", "intent", "permission allow", "start", "action ok"])
        self.assertEqual([d.get("args_json") for d in book.said[4:]], ['{"n": 20}'] * 3)


class Dispatcher:
    """Calls a plugin's hooks as Hermes' source does: by keyword, a block stops the tool."""

    def __init__(self):
        self.hooks = {}

    def register_hook(self, name, hook):
        self.hooks[name] = hook

    def call(self, tool, args, run, id="c1", choice=None):
        said = self.hooks["pre_tool_call"](tool_name=tool, args=args, task_id="t", session_id="s", tool_call_id=id, turn_id="u", api_request_id="r")
        if said and said.get("action") == "block":
            return said["message"]
        if choice:
            self.hooks["post_approval_response"](command=args["command"], description="", pattern_key="rm", session_key="k", surface="cli", choice=choice, decided_by="alice")
            if choice == "deny":
                self.hooks["post_tool_call"](tool_name=tool, args=args, tool_call_id=id, result=None, status="blocked", duration_ms=1)
                return "denied"
        try:
            result, status, error = run(), "ok", None
        except Exception as err:
            result, status, error = None, "error", str(err)
        self.hooks["post_tool_call"](tool_name=tool, args=args, tool_call_id=id, result=result, status=status, error_type=None, error_message=error, duration_ms=1)
        return result


class Hermes(unittest.TestCase):
    def setUp(self):
        self.book, self.hermes = Book(), Dispatcher()
        varek.register(self.hermes, varek.Recorder(client=self.book))

    def test_calls(self):
        self.assertEqual(self.hermes.call("terminal", {"command": "ls"}, lambda: "out"), "out")
        self.hermes.call("terminal", {"command": "false"}, lambda: 1 / 0, id=None)
        self.assertEqual(self.book.kinds(), ["intent", "action ok", "intent", "action error"])

    def test_approvals(self):
        self.hermes.call("terminal", {"command": "rm 'x y'"}, lambda: "", choice="always")
        self.assertEqual(self.hermes.call("terminal", {"command": "rm -rf /"}, self.fail, id="c2", choice="deny"), "denied")
        self.assertEqual(self.book.kinds(), ["intent", "permission allow", "action ok", "intent", "permission deny", "action denied"])
        self.assertEqual(self.book.said[1]["permission"], {"authority": "human", "scope": "always", "actor": "alice", "pattern": "rm"})

    def test_no_acknowledgement_blocks(self):
        hermes = Dispatcher()
        varek.register(hermes, varek.Recorder(client=Book(("intent",))))
        self.assertIn("not recorded", hermes.call("terminal", {"command": "ls"}, self.fail))
        self.assertIn("not recorded", self.hermes.call(None, {}, self.fail))

    def test_two_calls_of_one_command_get_no_permission(self):
        for id in ("c1", "c2"):
            self.hermes.hooks["pre_tool_call"](tool_name="terminal", args={"command": "ls"}, tool_call_id=id)
        self.hermes.hooks["post_approval_response"](command="ls", choice="once", surface="cli")
        self.assertEqual(self.book.kinds(), ["intent", "intent", "notice"])


if __name__ == "__main__":
    unittest.main()
