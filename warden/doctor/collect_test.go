package doctor

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"
)

// TestFanotifyWhileCollecting: the trial that holds an execution back ends
// although the world is stopped all the time. A held execution of a child of
// our own would keep its forking thread in the kernel, where no stop of the
// world ends before the execution does, and the answer comes after it.
func TestFanotifyWhileCollecting(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for range 20 {
		ended := make(chan error, 1)
		go func() { ended <- tryFanotify(context.Background(), self) }()
		select {
		case err := <-ended:
			if os.Getuid() == 0 && err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("the trial does not end")
		}
	}
	close(stop)
	<-done
}
