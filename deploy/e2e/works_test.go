package e2e

// work is something that developers do all day. Its script must print the same,
// errors included, and end the same with and without varek. It runs in an empty
// directory; native says how it ends, so that a script which does nothing is a
// fault of the test.
type work struct {
	name, needs, script string
	native              int
}

// works is the developer's list.
var works = []work{
	{"pipelines", "bash", `
		pipe() { for i in $(seq 1 25); do printf '%s\n' "$1 $i" c a b | sort -r | while read x; do printf '<%s>' "$x"; done; done > "out$1"; }
		for j in 1 2 3 4; do pipe $j & done; wait; cat out1 out2 out3 out4
		yes | head -n1; cat <(echo substituted); (exit 3) | cat; echo ${PIPESTATUS[@]}; echo x | tee a b | cat - a b; mkfifo f; (echo through > f &) ; cat f
		umask 077; touch u; mkdir d; stat -c %a u d; echo inner | cat /dev/stdin; cat /proc/self/comm; exit 7`, 7},
	{"dash", "dash", `
		cat > s <<'X'
set -eu
trap 'echo ended' EXIT
for i in 1 2 3 4 5; do (echo $i > f$i; cat < f$i > g$i) & done; wait; cat g*; cat f1 f2 f3 f4 f5 | wc -l
x=$(cat <<Y
here $(echo nested)
Y
); echo "$x"; exec 3> log; echo to three >&3; exec 3>&-; cat log; cd /; pwd; kill -0 $$; false || echo false; set +e; no-such-program; echo $?; exec dash -c 'exit 4'
X
		dash s 2>&1 | sed 's/^s: [0-9]*: //'; dash s > /dev/null 2>&1`, 4},
	{"python", "python3", `python3 -c '
import threading, subprocess, tempfile, os, multiprocessing
def work(i):
    with tempfile.NamedTemporaryFile() as f:
        f.write(b"x" * i); f.flush()
        assert os.path.getsize(f.name) == i
    assert subprocess.run(["cat"], input=b"%d" % i, capture_output=True).stdout == b"%d" % i
ts = [threading.Thread(target=work, args=(i,)) for i in range(1, 40)]
[t.start() for t in ts]; [t.join() for t in ts]
with multiprocessing.Pool(2) as p: print(p.map(len, ["a", "bb"]))
print(subprocess.run(["sh", "-c", "echo hi; exit 5"], capture_output=True)); raise SystemExit(9)'`, 9},
	{"node", "node", `node -e 'const {Worker}=require("worker_threads"), fs=require("fs"), cp=require("child_process");
		Promise.all([...Array(6)].map((_, i) => new Promise(done => {
			const w = new Worker("const {parentPort, workerData} = require(\"worker_threads\"), fs = require(\"fs\"); fs.writeFileSync(\"w\" + workerData, \"x\".repeat(workerData)); parentPort.postMessage(fs.statSync(\"w\" + workerData).size)", {eval: true, workerData: i});
			w.on("message", done);
		}))).then(sizes => { console.log(sizes, fs.readdirSync("."), cp.execSync("echo child").toString()); process.exitCode = 6; })'`, 6},
	{"git", "git", `set -e; export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
		export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c
		git init -q -b main r; cd r
		for i in 1 2 3 4 5; do echo $i > f$i; done; git add .; git commit -qm one; git mv f1 f6; git commit -qam two; git checkout -qb side HEAD~1; echo s > s; git add s; git commit -qm three
		git checkout -q main; git merge -q --no-edit side; git stash list; echo dirty >> f2; git stash -q; git stash pop -q; git checkout -q .; git tag v1; git gc -q; git fsck; git log --format=%H; git status --short
		cd ..; git clone -q r c; cd c; git pull -q; git rev-parse HEAD v1; git worktree add -q ../t side; git -C ../t status --short; git rebase -q side; git diff HEAD~1 --stat`, 0},
	{"gcc", "gcc", `
		printf '#include <stdio.h>\n#include <math.h>\nint main(int c, char **v){printf("%%.0f %%s\\n", sqrt(c * 16.0), __FILE__);return 3;}\n' > m.c
		gcc -O2 -g -Wall -o dynamic m.c -lm && gcc -static -o fixed m.c -lm && gcc -shared -fPIC -o m.so m.c && gcc -E m.c | grep -c 'int main'; gcc -c no.c; echo $?
		strip fixed; ar rcs m.a m.so; ar t m.a; ./fixed; ./dynamic`, 3},
	{"make", "make", `
		for i in 1 2 3 4 5 6 7 8 9; do echo "int f$i(void) { return $i; }" > f$i.c; done; echo 'int f1(void), f9(void); int main(void) { return f1() + f9(); }' > main.c
		printf 'objects := $(patsubst %%.c,%%.o,$(wildcard *.c))\nprog: $(objects)\n\t@gcc -o $@ $^\n%%.o: %%.c\n\t@gcc -c -o $@ $<\nclean:\n\t@rm -f *.o prog\nfail:\n\t@exit 2\n' > Makefile
		make -s -j4 && ls; ./prog; echo $?; make -s; make -q && echo done; make -s clean; ls; make -s fail`, 2},
	{"tar", "tar", `set -e; mkdir -p d/e; echo 1 > d/a; ln -s a d/l; ln d/a d/h; touch -d @7 d/e; chmod 4750 d/a; mkfifo d/p
		tar czf d.tgz d; tar tzf d.tgz | sort; rm -r d; tar xpzf d.tgz; cat d/l; stat -c '%a %h %F' d/a d/p d/l; stat -c %Y d/e; tar cf - d | tar xf - -C "$(mktemp -d ./x.XXX)"; ls x.*/d`, 0},
	{"curl", "curl", `
		curl -sS "$SERVER/page"; curl -sS -o file -w '%{http_code} %{size_download}\n' "$SERVER/page"; cmp -n 4 file file; curl -s --data-binary @file "$SERVER/echo"; echo
		curl -sf "$SERVER/none"; echo $?; curl -s "http://127.0.0.1:$CLOSED/"`, 7},
	{"sqlite3", "sqlite3", `
		sqlite3 db 'pragma journal_mode=wal; create table t(x); insert into t values (0);'
		for i in 1 2 3 4; do (for j in 1 2 3 4 5; do sqlite3 -cmd '.timeout 20000' db 'insert into t select max(x)+1 from t;'; done) & done; wait
		sqlite3 db 'select count(*), max(x) from t; pragma integrity_check; vacuum;'; sqlite3 old 'create table t(x); begin; insert into t values(1); rollback; select count(*) from t;'; ls
		sqlite3 db .dump | sqlite3 copy; sqlite3 copy 'select count(*) from t; select * from none;'`, 1},
	{"ssh-agent", "ssh-agent", `
		ssh-keygen -q -t ed25519 -N '' -C key -f k; eval "$(ssh-agent -s -a "$PWD/s")" > /dev/null; ssh-add -q k; ssh-add -l | cut -d' ' -f3-; stat -c '%a %F' s k
		ssh-add -D 2>&1; ssh-agent -k > /dev/null; while [ -e s ]; do sleep 0.01; done; ls s 2>&1; ssh-add -l 2>&1; ssh-agent sh -c 'ssh-add -l' 2>&1`, 1},
	{"gpg-agent", "gpg", `
		mkdir -m 700 g; export GNUPGHOME=$PWD/g; gpg -q --batch --passphrase '' --quick-gen-key a@b.c ed25519 sign never 2>/dev/null || echo no key
		gpg --batch --list-secret-keys --with-colons 2>/dev/null | cut -d: -f1,4,12 ; echo signed | gpg -q --batch --clearsign 2>/dev/null | gpg -q --verify 2>&1 | grep -c 'Good signature'
		gpg-connect-agent 'getinfo version' /bye | tail -n1; gpgconf --kill gpg-agent; echo $?; gpg -q --verify m.none 2>/dev/null`, 2},
	{"timer", "gcc", `"$TIMER" "$ROUNDS"`, 0},
	{"go-build", "go", `mkdir p q; printf 'module m\ngo 1.21\n' > go.mod; printf 'package p\nconst X = "x"\n' > p/p.go; printf 'package q\nimport "m/p"\nfunc Q() { println(p.X) }\n' > q/q.go
		printf 'package main\nimport "m/q"\nfunc main() { q.Q() }\n' > main.go; go build -o prog . && ./prog; ls; printf 'package main\nfunc main() { none() }\n' > main.go; go build -o prog .`, 1},
}
