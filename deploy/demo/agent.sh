#!/bin/bash
# The demo's agent: an ordinary program. It reports its calls over the bus with `varek-sidecar emit`, runs
# its tools through `varek-sidecar exec`, and knows nothing else of varek.
#   agent.sh honest|careless URL      URL: a small loopback server for the fetch
set -eu
mode=$1 url=$2

# intent TOOL ARGS: announces a call, prints its action id. The call may go ahead only when this succeeds.
intent() { varek-sidecar emit intent --tool "$1" --args "$2"; }

# finish ID TOOL ARGS CODE OUTPUT: reports how the call ended.
finish() {
	local status=ok
	[ "$4" = 0 ] || status=error
	varek-sidecar emit action --action "$1" --tool "$2" --args "$3" --status "$status" --result "$(json "$5")" >/dev/null
}

# json TEXT: the text as a JSON string.
json() {
	local s=${1//\\/\\\\}
	s=${s//\"/\\\"}
	s=${s//$'\n'/\\n}
	s=${s//$'\t'/\\t}
	printf '"%s"' "$s"
}

# run_tool ID TOOL ARGS COMMAND…: runs a tool inside its call and reports the outcome.
run_tool() {
	local id=$1 tool=$2 args=$3 out code=0
	shift 3
	out=$(varek-sidecar exec --call "$id" -- "$@" 2>&1) || code=$?
	finish "$id" "$tool" "$args" "$code" "$out"
	echo "agent: $tool ($*): exit $code"
}

# shell COMMAND: a shell call; nobody is asked.
shell() {
	local args id
	args="{\"command\":$(json "$1")}"
	id=$(intent bash "$args")
	run_tool "$id" bash "$args" bash -c "$1"
}

# delete_file PATH: the delete tool; a person is asked and says yes.
delete_file() {
	local args id
	args="{\"path\":$(json "$1")}"
	id=$(intent delete_file "$args")
	varek-sidecar emit permission --action "$id" --tool delete_file --decision allow --authority human --scope once >/dev/null
	run_tool "$id" delete_file "$args" rm -- "$1"
}

shell 'git init -q . && git config user.email agent@example.com && git config user.name agent'
shell 'echo "quarter 3" > report.txt && echo "draft" > draft.txt && echo "keep me" > notes.txt'
shell 'git add report.txt && git commit -q -m "Add the report" && git log --oneline | wc -l'
shell "curl -sS -o fetched.html $url && wc -c < fetched.html"
shell 'python3 -c "import tempfile; f = tempfile.NamedTemporaryFile(); f.write(b\"x\" * 1000); print(\"scratch file\", f.tell())"'
delete_file "$PWD/draft.txt"
if [ "$mode" = careless ]; then
	shell 'wc -c report.txt && rm notes.txt && echo "tidied up"'
else
	shell 'wc -c report.txt && echo "left the rest alone"'
fi
args='{"to":["alice@example.com"],"subject":"Report","body":"The report is ready."}'
id=$(intent send_email "$args")
finish "$id" send_email "$args" 0 sent
echo "agent: done"
