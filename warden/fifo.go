package warden

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
)

// fifos are the opens of FIFOs in which a thread of ours waits for the other
// end. A caller that is killed while it waits is gone from the FIFO before its
// parent hears of it; our thread in its place is not. Whoever opens the FIFO
// next would meet a partner that is nobody: a writer would go on alone, and the
// reader that comes after it wait for ever. So each open of a FIFO first sees
// off those whose caller is gone.
type fifos struct {
	mu      sync.Mutex
	waiting map[inode][]*fifoOpen
}

// inode is an object's identity.
type inode struct{ dev, ino uint64 }

func inodeOf(o *object.Object) inode { return inode{uint64(o.Stat.Dev), o.Stat.Ino} }

// fifoOpen is one waiting open.
type fifoOpen struct {
	id    uint64        // of the notification, valid as long as the caller waits
	other int           // flags that open the other end
	over  chan struct{} // closed when nothing of the open is left in the FIFO
}

func (f *fifos) add(at inode, w *fifoOpen) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting == nil {
		f.waiting = map[inode][]*fifoOpen{}
	}
	f.waiting[at] = append(f.waiting[at], w)
}

func (f *fifos) remove(at inode, w *fifoOpen) {
	f.mu.Lock()
	defer f.mu.Unlock()
	left := f.waiting[at][:0:0]
	for _, other := range f.waiting[at] {
		if other != w {
			left = append(left, other)
		}
	}
	if f.waiting[at] = left; len(left) == 0 {
		delete(f.waiting, at)
	}
	close(w.over)
}

// gone lists the opens of an object whose caller no longer waits.
func (f *fifos) gone(o *object.Object, valid func(uint64) bool) (out []*fifoOpen) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.waiting[inodeOf(o)] {
		if !valid(w.id) {
			out = append(out, w)
		}
	}
	return out
}

func (f *fifos) abandoned(o *object.Object, valid func(uint64) bool) bool {
	return len(f.gone(o, valid)) > 0
}

// farewell bounds how long an open waits for threads of ours to leave the FIFO.
// They need a scheduler's turn each; one that takes longer is a fault, and the
// caller rather meets it than hangs.
const farewell = 5 * time.Second

// clearFIFO returns when no open of a caller that was gone before is left.
func (c *call) clearFIFO(o *object.Object) {
	end := time.After(farewell)
	for _, w := range c.s.fifos.gone(o, c.s.listener.Valid) {
		for over := false; !over; {
			c.s.wakeFIFO(o.FD, w.other)
			select {
			case <-w.over:
				over = true
			case <-time.After(time.Millisecond): // the thread was not in its open yet
			case <-end:
				return
			}
		}
	}
}

// wakeFIFO wakes those who wait in the open of a FIFO by opening the other end
// for a moment. The kernel has no way to wake one of several: another that
// waits at the same end goes on too and meets an end of file.
func (s *Supervisor) wakeFIFO(fd, other int) {
	if peer, e := s.view.Reopen(fd, other|unix.O_NONBLOCK); e == 0 {
		unix.Close(peer)
	}
}

// openFIFO opens a FIFO and waits for the other end, or for the caller's death.
func (c *call) openFIFO(o opening, obj *object.Object, flags uint64) answer {
	w := &fifoOpen{id: c.n.ID, other: unix.O_RDONLY, over: make(chan struct{})}
	if flags&unix.O_ACCMODE == unix.O_RDONLY {
		w.other = unix.O_WRONLY
	}
	at := inodeOf(obj)
	c.s.fifos.add(at, w)
	defer c.s.fifos.remove(at, w)
	// Who was gone before we were on the list is seen here, who goes later is
	// seen by clearFIFO.
	if !c.s.listener.Valid(c.n.ID) {
		return failed(unix.EINTR)
	}
	defer c.releaseWhenGone(obj.FD, w.other)()
	a := c.openNow(o, obj.FD, flags)
	if a.fd >= 0 && !c.s.listener.Valid(c.n.ID) {
		a.drop()
		return failed(unix.EINTR)
	}
	return a
}

// releaseWhenGone wakes this thread from its open when its caller dies, though
// nobody else may ever open the FIFO. The returned function ends the watch.
func (c *call) releaseWhenGone(fd, other int) (stop func()) {
	caller, err := unix.FcntlInt(uintptr(c.th.PIDFD), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return func() {}
	}
	wake, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		unix.Close(caller)
		return func() {}
	}
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		for timeout := -1; !awake(wake, caller, timeout); timeout = 10 {
			c.s.wakeFIFO(fd, other)
			if timeout > 0 {
				continue
			}
			unix.Close(caller)
			caller = -1
		}
	}()
	return func() {
		_, _ = unix.Write(wake, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // an eventfd takes it always
		done.Wait()
		closeFD(caller)
		unix.Close(wake)
	}
}

// awake waits for the end of the watch (true) or of the caller (false).
func awake(wake, caller, timeout int) bool {
	p := []unix.PollFd{{Fd: int32(wake), Events: unix.POLLIN}, {Fd: int32(caller), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(p, timeout); err != unix.EINTR {
			return p[0].Revents != 0
		}
	}
}
