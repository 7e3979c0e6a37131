package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// startupAgent measures inside a run: rounds of /bin/true, of one
// acknowledgement over an open connection (varek-replay's library adapter does
// the same), of emit, exec and hook, interleaved, and prints the best of each in
// milliseconds, and the median of hook. The best round counts, because others use
// the machine too.
const startupAgent = `
import os, sys, time, json, subprocess, socket
rounds, ack = int(sys.argv[1]), []
null = os.open("/dev/null", os.O_RDWR)
payload = os.open("payload", os.O_RDWR | os.O_CREAT, 0o600)
os.write(payload, b'{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"t","tool_use_id":"c","tool_input":{}}')
def hook():
    os.lseek(payload, 0, os.SEEK_SET)
    return spawn("varek-sidecar", "hook", "claude-code", stdin=payload)
def spawn(*argv, stdin=null):
    t = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, null, 1)])
    _, status = os.waitpid(pid, 0)
    took = (time.perf_counter() - t) * 1e3
    if status: sys.exit("%s: status %d" % (argv, status))
    return took
creds = json.load(open(os.environ["VAREK_NATS_CREDS"]))
host, port = os.environ["VAREK_NATS_URL"][len("nats://"):].split(":")
bus = socket.create_connection((host, int(port)))
f = bus.makefile("rwb")
f.readline()
f.write(b"CONNECT " + json.dumps({"verbose": False, "user": creds["user"], "pass": creds["password"], "headers": True, "no_responders": True}).encode() + b"\r\n")
f.write(b"SUB %s.x 1\r\nPING\r\n" % creds["inbox"].encode()); f.flush()
if f.readline().strip() != b"PONG": sys.exit("the bus does not greet")
session = os.environ["VAREK_SESSION"][2:]
def acknowledgement(i):
    e = json.dumps({"specversion": "1.0", "id": "bench-%d" % i, "source": "/adapter/bench", "type": "varek.intent.v1", "data": {"kind": "intent", "tool": "t", "args_json": "{}"}}).encode()
    t = time.perf_counter()
    f.write(b"PUB varek.v1.%s.intent %s.x %d\r\n%s\r\n" % (session.encode(), creds["inbox"].encode(), len(e), e)); f.flush()
    while not (line := f.readline()).startswith(b"MSG"):
        if line.startswith(b"PING"): f.write(b"PONG\r\n"); f.flush()
    reply = json.loads(f.read(int(line.split()[-1]) + 2))
    took = (time.perf_counter() - t) * 1e3
    if not reply["ok"]: sys.exit(str(reply))
    return took, reply["action_id"]
best = {"true": 1e9, "ack": 1e9, "emit": 1e9, "exec": 1e9}
hooks = []
for i in range(rounds):
    took, action = acknowledgement(i)
    best["ack"] = min(best["ack"], took)
    best["true"] = min(best["true"], spawn("/bin/true"))
    best["emit"] = min(best["emit"], spawn("varek-sidecar", "emit", "intent", "--tool", "t", "--args", "{}"))
    best["exec"] = min(best["exec"], spawn("varek-sidecar", "exec", "--call", action, "--", "/bin/true"))
    hooks.append(hook())
print(best["true"], best["ack"], best["emit"], best["exec"], min(hooks), sorted(hooks)[len(hooks) // 2])`

// BenchmarkMetricStartup is what emit, exec and hook take from spawn to exit, over
// /bin/true and one acknowledgement, inside a run.
func BenchmarkMetricStartup(b *testing.B) {
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		b.Skip("skipped: VAREK_BIN is not set; make bench builds the commands and sets it")
	}
	t := &testing.T{}
	l := &line{t: t, bin: bin, state: filepath.Join(b.TempDir(), "state")}
	defer func() { _ = l.command("varek-escrow", "devchain", "stop").Run() }()
	for range b.N {
		cmd := l.command("varek-sidecar", "run", "--", "python3", "-c", startupAgent, "60")
		cmd.Dir = b.TempDir()
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil {
			b.Fatalf("%v\n%s", err, errs.String())
		}
		var native, ack, emit, exec, hook, hookP50 float64
		if _, err := fmt.Sscan(string(out), &native, &ack, &emit, &exec, &hook, &hookP50); err != nil {
			b.Fatalf("%q: %v", out, err)
		}
		fmt.Printf("METRIC true_ms=%.2f ms\nMETRIC ack_best_ms=%.2f ms\n", native, ack)
		fmt.Printf("METRIC startup_over_true_ms=%.2f ms\n", max(emit, exec)-native-ack)
		fmt.Printf("METRIC startup_emit_over_true_ms=%.2f ms\nMETRIC startup_exec_over_true_ms=%.2f ms\n", emit-native-ack, exec-native-ack)
		fmt.Printf("METRIC startup_hook_over_true_ms=%.2f ms\nMETRIC hook_spawn_p50_ms=%.2f ms\n", hook-native-ack, hookP50)
	}
}
