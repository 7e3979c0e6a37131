package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// relayHarness measures inside a run: what a call takes from the client to the
// server and back again, directly and through the relay, and one acknowledgement
// of the same harness, in turns. It prints the medians in milliseconds:
// acknowledgement, way there and way back directly, and both through the relay.
const relayHarness = `
import sys, time, json, subprocess, os, socket
rounds = int(sys.argv[1])
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
    e = json.dumps({"specversion": "1.0", "id": "bench-%d" % i, "source": "/adapter/bench", "type": "varek.notice.v1", "data": {"kind": "notice", "args_json": "{}"}}).encode()
    t = time.perf_counter()
    f.write(b"PUB varek.v1.%s.notice %s.x %d\r\n%s\r\n" % (session.encode(), creds["inbox"].encode(), len(e), e)); f.flush()
    while not (line := f.readline()).startswith(b"MSG"):
        if line.startswith(b"PING"): f.write(b"PONG\r\n"); f.flush()
    reply = json.loads(f.read(int(line.split()[-1]) + 2))
    took = (time.perf_counter() - t) * 1e3
    if not reply["ok"]: sys.exit(str(reply))
    return took
class Server:
    def __init__(self, *before):
        self.p = subprocess.Popen([*before, sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    def call(self, i):
        line = json.dumps({"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {"name": "now", "arguments": {"n": i}}}).encode() + b"\n"
        t0 = time.clock_gettime(time.CLOCK_MONOTONIC)
        self.p.stdin.write(line); self.p.stdin.flush()
        r = json.loads(self.p.stdout.readline())
        t2 = time.clock_gettime(time.CLOCK_MONOTONIC)
        t1 = float(r["result"]["content"][0]["text"])
        return (t1 - t0) * 1e3, (t2 - t1) * 1e3
SERVER = """
import sys, time, json
for line in sys.stdin.buffer:
    t = time.clock_gettime(time.CLOCK_MONOTONIC)
    m = json.loads(line)
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": {"content": [{"type": "text", "text": repr(t)}]}}) + chr(10)); sys.stdout.flush()
"""
direct, relayed = Server(), Server("varek-sidecar", "mcp", "--")
for i in range(20): direct.call(i); relayed.call(i); acknowledgement(-1 - i)
acks, there, back, rthere, rback = [], [], [], [], []
for i in range(20, 20 + rounds):
    acks.append(acknowledgement(i))
    a, b = direct.call(i); there.append(a); back.append(b)
    a, b = relayed.call(i); rthere.append(a); rback.append(b)
mid = lambda l: sorted(l)[len(l) // 2]
print(mid(acks), mid(there), mid(back), mid(rthere), mid(rback))
for s in (direct, relayed): s.p.stdin.close(); s.p.wait()`

// BenchmarkMetricRelay is what the relay adds to a call beyond the one
// acknowledgement that it waits for on the way there, and the one on the way back.
func BenchmarkMetricRelay(b *testing.B) {
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		b.Skip("skipped: VAREK_BIN is not set; make bench-adapters builds the commands and sets it")
	}
	l := &line{t: &testing.T{}, bin: bin, state: filepath.Join(b.TempDir(), "state")}
	defer func() { _ = l.command("varek-escrow", "devchain", "stop").Run() }()
	for range b.N {
		cmd := l.command("varek-sidecar", "run", "--", "python3", "-c", relayHarness, "300")
		cmd.Dir = b.TempDir()
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil {
			b.Fatalf("%v\n%s", err, errs.String())
		}
		var ack, there, back, rthere, rback float64
		if _, err := fmt.Sscan(string(out), &ack, &there, &back, &rthere, &rback); err != nil {
			b.Fatalf("%q: %v", out, err)
		}
		fmt.Printf("METRIC relay_ack_p50_ms=%.2f ms\nMETRIC relay_direct_p50_ms=%.2f ms\nMETRIC relay_call_p50_ms=%.2f ms\n", ack, there+back, rthere+rback)
		fmt.Printf("METRIC relay_added_p50_ms=%.2f ms\nMETRIC relay_added_back_p50_ms=%.2f ms\n", rthere-there-ack, rback-back-ack)
	}
}
