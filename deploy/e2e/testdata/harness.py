# A harness as far as hooks go: it reads its settings, calls its hooks through a
# shell as the real ones do, and runs what the model wants in a shell.
import json, subprocess, sys

settings = json.load(open(sys.argv[-1]))
tries = json.load(open("tries.json"))
said = {}


def do(argv, text=""):
    r = subprocess.run(argv, input=text, capture_output=True, text=True)
    return r.returncode, r.stdout.strip(), r.stderr.strip()


def command(event):
    return ["/bin/sh", "-c", settings["hooks"][event][0]["hooks"][0]["command"]]


def payload(event, call, **more):
    return json.dumps({"hook_event_name": event, "session_id": "s", "tool_name": "Bash", "tool_use_id": call,
                       "tool_input": {"command": call}, **more})


code, _, err = do(command("PreToolUse"), payload("PreToolUse", "real"))
said["hook"] = f"{code} {err}"
_, call, err = do(["varek-sidecar", "emit", "intent", "--tool", "Bash", "--args", '{"command":"x"}'])
# A hook that waits for its input, for whoever looks at its processes.
waits = subprocess.Popen(command("PreToolUse"), stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
for name, script in tries.items():
    code, out, err = do(["/bin/bash", "-c", script.replace("CALL", call).replace("SETTINGS", sys.argv[-1])])
    said[name] = f"{code} {out}"
_, _ = waits.communicate(payload("PreToolUse", "waited"))
said["waited"] = str(waits.returncode)
code, _, err = do(["varek-sidecar", "emit", "permission", "--action", call, "--tool", "Bash", "--decision", "allow", "--authority", "human", "--scope", "once"])
said["control"] = f"{code} {err}"
code, _, err = do(command("PostToolUse"), payload("PostToolUse", "real", tool_response={"stdout": "x"}))
said["post"] = f"{code} {err}"
json.dump(said, open("said.json", "w"))
