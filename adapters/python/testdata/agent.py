"""An agent for the tests in deploy/e2e: its tools leave files."""

import asyncio
import json
import os
import sys
import threading

import varek

recorder = varek.Recorder("python", client=varek.Client("/adapter/python", timeout=float(os.environ.get("TEST_TIMEOUT", 30))))


@recorder.tool
def write(path, content):
    with open(path, "w", encoding="utf-8") as f:
        f.write(content)
    return {"written": len(content)}


@recorder.tool(name="fail")
def broken(path):
    write.__wrapped__(path, "x")
    raise OSError("the tool broke")


@recorder.tool
async def later(path):
    await asyncio.sleep(0)
    return write.__wrapped__(path, "later")


def attempt(f, *args):
    try:
        print(json.dumps(f(*args)), flush=True)
    except Exception as err:
        print(f"{type(err).__name__}: {err}", flush=True)


attempt(write, "a", "é" * (10 if len(sys.argv) > 1 else 200_000))  # 1.2 MB as JSON text
attempt(broken, "f")
attempt(lambda: asyncio.run(later("l")))
threads = [threading.Thread(target=attempt, args=(write, f"p{n}", "x")) for n in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
recorder.approve = lambda tool, args: {"decision": "deny", "authority": "human"}
attempt(write, "denied", "x")
recorder.approve = None
if len(sys.argv) > 1:  # the test kills the sidecar now
    print("waiting", flush=True)
    sys.stdin.read()
    attempt(write, "after", "x")
