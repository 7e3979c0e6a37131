package emulator

import (
	"reflect"
	"testing"

	"golang.org/x/sys/unix"
)

func FuzzRequest(f *testing.F) {
	r := Request{Op: Rename, Flags: 1, Mode: 2, Umask: 3, Dev: 4, Size: 5, UID: 6, GID: 7, Times: Times{Now: true, At: [2]unix.Timespec{{Sec: 8, Nsec: 9}, {Sec: 10, Nsec: 11}}},
		Names: [2]string{"from", "to"}, Data: []byte("data"), FDs: [2]int{-1, -1}}
	f.Add(r.encode(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decode(b, nil)
		if err != nil {
			return
		}
		again, err := decode(r.encode(nil), nil)
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Fatalf("%+v comes back as %+v, %v", r, again, err)
		}
	})
}

// TestServed performs calls through a real channel, descriptors included.
func TestServed(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- Serve(pair[1]) }()
	client := NewClient(pair[0])
	ch, err := client.NewChannel(0)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := unix.Open(t.TempDir(), unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dir)
	reply, err := ch.Do(&Request{Op: Open, Flags: unix.O_CREAT | unix.O_EXCL | unix.O_RDWR, Mode: 0o666, Umask: 0o027, Names: [2]string{"f"}, FDs: [2]int{dir, -1}})
	if err != nil || reply.Errno != 0 || reply.FD < 0 {
		t.Fatalf("create: %+v %v", reply, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(reply.FD, &st); err != nil || st.Mode != unix.S_IFREG|0o640 {
		t.Errorf("mode %o %v, want 100640", st.Mode, err)
	}
	unix.Close(reply.FD)
	for _, k := range []struct {
		r    Request
		want unix.Errno
	}{
		{Request{Op: Unlink, Names: [2]string{"none"}, FDs: [2]int{dir, -1}}, unix.ENOENT},
		{Request{Op: Rename, Names: [2]string{"f", "g"}, FDs: [2]int{dir, dir}}, 0},
		{Request{Op: Unlink, Names: [2]string{"g"}, FDs: [2]int{dir, -1}}, 0},
		{Request{Op: 99, FDs: [2]int{dir, -1}}, unix.ENOSYS},
	} {
		if reply, err := ch.Do(&k.r); err != nil || reply.Errno != k.want || reply.FD >= 0 {
			t.Errorf("%+v: %+v %v, want %v", k.r, reply, err, k.want)
		}
	}
	ch.Close()
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Errorf("serving ended with %v", err)
	}
	unix.Close(pair[1])
}
