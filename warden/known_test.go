package warden

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestKnownNames: whatever takes the place of a file that was opened before by
// the same name is what the next open gets, and it is decided on.
func TestKnownNames(t *testing.T) {
	s := newSession(t, "version: 1\nmode: enforce\nfiles: {read: {allow: [\"/**\"], deny: [\"$WORKSPACE/secret\"]}, write: {allow: [\"$WORKSPACE/**\"]}, exec: {allow: [\"/**\"]}}\nrecord: {reads: all}\n",
		"python3", "-c", `
import os, threading
base = os.getcwd()
def put(name, text):
    with open(base + '/' + name, 'w') as f: f.write(text)
def get(name, times=3):
    for _ in range(times):
        with open(base + '/' + name) as f: text = f.read()
    return text
def why(name):
    try: return get(name, 1)
    except OSError as e: return type(e).__name__
put('a', 'one'); put('b', 'two'); put('secret', 'no')
print(get('a'))
os.rename('b', 'a'); print(get('a'))
os.mkdir('d'); os.mkdir('e'); put('d/f', 'in d'); put('e/f', 'in e')
print(get('d/f'))
os.rename('d', 'x'); os.rename('e', 'd'); print(get('d/f'))
os.unlink('a'); print(why('a'))
os.symlink('secret', 'a'); print(why('a'))
os.unlink('a'); put('a', 'back'); print(get('a'))
os.unlink('a'); os.mkdir('a'); print(why('a')); os.rmdir('a')
os.chmod('d/f', 0); print(why('d/f') if os.geteuid() else 'PermissionError')
put('a', 'last'); print(get('a'))
os.mkfifo('p'); os.rename('p', 'a')
w = threading.Thread(target=put, args=('a', 'through the FIFO')); w.start()
print(get('a', 1)); w.join()
`)
	s.run(t)
	want := "one\ntwo\nin d\nin e\nFileNotFoundError\nPermissionError\nback\nIsADirectoryError\nPermissionError\nlast\nthrough the FIFO\n"
	if s.out.String() != want {
		t.Errorf("output %q, want %q; %s", s.out.String(), want, s.errOut.String())
	}
	if got := s.event("open", filepath.Join(s.cfg.Dir, "secret")); len(got) != 1 || got[0].Decision != Deny {
		t.Errorf("records of the denied file: %+v", got)
	}
}

// TestCountsAreWhole: every open of a file is counted, whether its record was
// built or only counted, by however many threads and processes.
func TestCountsAreWhole(t *testing.T) {
	s := newSession(t, "version: 1\nrecord: {reads: all}\n", "python3", "-c", `
import os, threading
def work():
    for _ in range(250): os.close(os.open('/etc/hostname', os.O_RDONLY))
kids = [os.fork() for _ in range(1)]
ts = [threading.Thread(target=work) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]
if kids[0] == 0: os._exit(0)
os.waitpid(kids[0], 0)
`)
	s.run(t)
	opens, count := s.event("open", "/etc/hostname"), 0
	firsts := map[uint64]bool{}
	for _, r := range opens {
		if r.Of == 0 {
			firsts[r.Serial] = true
			count++
			continue
		}
		if !firsts[r.Of] || strings.Join(r.Flags, " ") == "" {
			t.Errorf("total without its first occurrence: %+v", r)
		}
		count += r.Count - 1 // the first occurrence is in it
	}
	if count != 2000 {
		t.Errorf("%d opens on record, want 2000: %+v", count, opens)
	}
}
