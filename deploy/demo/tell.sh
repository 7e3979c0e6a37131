# The demo's narrator: how it prints, and the small questions it asks between commands.
# Sourced by demo; uses its variables: here, root, story, bin, background.

title() { printf '\n== %s ==\n\n' "$*"; }
say() { printf '%s\n' "$*" | fold -s -w 110; }

# run COMMAND…: prints the command as a user would type it, runs it, prints what it says.
run() {
	local shown='' word
	for word in "$@"; do
		case $word in
		*[!A-Za-z0-9_./:,=@%+-]* | '') shown+=" $(printf %q "$word")" ;;
		*) shown+=" $word" ;;
		esac
	done
	printf '\n$%s\n' "$shown"
	"$@"
}

# ask FIELD COMMAND…: one field of a command's JSON answer.
ask() {
	local field=$1
	shift
	"$@" --json | python3 -c '
import json, sys
value = json.load(sys.stdin)
for key in sys.argv[1].split("."):
    value = value[int(key)] if isinstance(value, list) else value[key]
print(value)' "$field"
}

last_session() { ask 0.session varek-sidecar trace ls; }
last_claim() { ask 0.id varek-escrow claim ls --session "$1" --promise "$2"; }
balance() { ask wei varek-escrow balance --as "$1"; }

# expect CLAIM REASON: the story goes on only if the verdict is the right one.
expect() {
	local reason
	reason=$(ask reason varek-escrow claim show "$1")
	if [ "$reason" != "$2" ]; then
		echo "demo: claim $1 was settled as $reason, not $2" >&2
		return 1
	fi
}

# gained BEFORE AFTER WHO: wei before and after, told in ether.
gained() {
	python3 -c '
import sys
from decimal import Decimal
before, after = (Decimal(x) / 10**18 for x in sys.argv[1:3])
print(f"{sys.argv[3]} had {before} ether before filing and has {after} now: {after - before:+} (the payout, less transaction fees; the bond came back)")
sys.exit(0 if after > before else 1)' "$1" "$2" "$3"
}

# claim_and_settle SESSION PROMISE REASON
claim_and_settle() {
	local claim
	run varek-escrow claim file "$1" --promise "$2"
	claim=$(last_claim "$1" "$2")
	run varek-sidecar claims deliver "$claim"
	run varek-escrow claim watch "$claim"
	expect "$claim" "$3"
}

# enter DIR: makes a directory and goes there, as a user would.
enter() {
	printf '\n$ mkdir -p %s && cd %s\n' "$1" "$1"
	mkdir -p "$1" && cd "$1"
}

serve_page() {
	mkdir -p "$story/page"
	echo "<p>a page of the loopback server</p>" >"$story/page/index.html"
	python3 -u -m http.server --bind 127.0.0.1 --directory "$story/page" 0 >"$story/served" 2>/dev/null &
	background+=($!)
	await grep -q 'port [0-9]' "$story/served"
	port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$story/served" | head -n 1)
	printf '\n$ python3 -m http.server --bind 127.0.0.1 --directory %s %s &\n' "$story/page" "$port"
	page=http://127.0.0.1:$port/
}

start_verifier() {
	printf '\n$ varek-verifier serve &\n'
	varek-verifier serve >"$story/verifier.log" 2>&1 &
	background+=($!)
	await test -s "$VAREK_STATE/verifier/endpoint.json"
}

# await COMMAND…: polls until the command succeeds, at most 20 s.
await() {
	local i
	for i in $(seq 200); do
		"$@" && return
		sleep 0.1
	done
	echo "demo: gave up waiting for: $*" >&2
	return 1
}

recorded_sessions() {
	local traces=${VAREK_DATA:-$root/../shared/data}/agentdojo/traces.jsonl.gz
	if [ ! -r "$traces" ]; then
		traces=$root/predicates/aap/testdata/agentdojo/sample.jsonl
		say "(The corpus is not on this machine; the committed sample serves.)"
	fi
	run varek-escrow promise register "$here/aap4-banking.yaml"
	enter "$story/recorded"
	run varek-sidecar run --promise 3 -- varek-replay --traces "$traces" --run "$(cat "$here/attacked.run")"
	claim_and_settle "$(last_session)" 3 violated
	run varek-sidecar run --promise 3 -- varek-replay --traces "$traces" --run "$(cat "$here/benign.run")"
	claim_and_settle "$(last_session)" 3 satisfied
}

# tampered_store SESSION PROMISE: a pair of that session that nobody has challenged yet.
tampered_store() {
	local claim
	say "The provider alters a record of the control session in its own store, long after its checkpoint:"
	run python3 "$here/tamper.py" "$VAREK_STATE/sessions/${1#0x}/trace.db"
	run varek-escrow claim file "$1" --promise "$2"
	claim=$(last_claim "$1" "$2")
	say "An honest provider's tool refuses to sign what contradicts its own commitments:"
	refuse varek-sidecar claims deliver "$claim"
	say "Delivered as it stands, it is settled against the provider:"
	run varek-sidecar claims deliver "$claim" --as-stored
	run varek-escrow claim watch "$claim"
	expect "$claim" inconsistent
}

# refuse COMMAND…: the story wants this command to say no.
refuse() {
	if run "$@"; then
		echo "demo: this command should have refused" >&2
		return 1
	fi
}
