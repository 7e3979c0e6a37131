package tracestore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// slotSize divides a disk sector, so that a slot is old or new, never torn:
	// session[32] ‖ u64 seq ‖ 24 bytes of K(session ‖ u64 seq).
	slotSize = 64
	// slotsPerGrowth slots are written and synced at once, so that a mark
	// after a commit can not fail for want of space.
	slotsPerGrowth = 256
)

// highwater is the file of last acknowledged numbers, one slot per session. It
// is written after a commit, hence never ahead of the database.
type highwater struct {
	f    *os.File
	slot map[trace.Hash]int64
	next int64 // first slot never given out
	room int64 // slots in the file
}

// openHighwater reads the file, or makes it if create is set; without, a
// missing file is fs.ErrNotExist.
func openHighwater(path string, create bool) (*highwater, map[trace.Hash]uint64, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if create && errors.Is(err, fs.ErrNotExist) {
		if f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			err = syncDir(filepath.Dir(path))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	h := &highwater{f: f, slot: map[trace.Hash]int64{}}
	marks, err := h.load()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return h, marks, nil
}

func (h *highwater) load() (map[trace.Hash]uint64, error) {
	text, err := io.ReadAll(h.f)
	if err != nil {
		return nil, err
	}
	marks := map[trace.Hash]uint64{}
	for i := 0; i+slotSize <= len(text); i += slotSize {
		s := text[i : i+slotSize]
		if [slotSize]byte(s) == [slotSize]byte{} {
			continue
		}
		session, seq := trace.Hash(s[:32]), binary.BigEndian.Uint64(s[32:40])
		if [slotSize]byte(s) != slotBytes(session, seq) {
			return nil, fmt.Errorf("%w: high-water file is damaged in slot %d", ErrDataLoss, i/slotSize)
		}
		marks[session] = seq
		h.slot[session] = int64(i / slotSize)
		h.next = int64(i/slotSize) + 1
	}
	h.room = int64(len(text) / slotSize)
	return marks, nil
}

func slotBytes(session trace.Hash, seq uint64) (b [slotSize]byte) {
	copy(b[:], session[:])
	binary.BigEndian.PutUint64(b[32:], seq)
	sum := trace.Keccak(b[:40])
	copy(b[40:], sum[:])
	return b
}

// reserve makes room for a session's mark before its first commit.
func (h *highwater) reserve(session trace.Hash) error {
	if _, ok := h.slot[session]; ok {
		return nil
	}
	if h.next >= h.room {
		if _, err := h.f.WriteAt(make([]byte, slotSize*slotsPerGrowth), h.room*slotSize); err != nil {
			return err
		}
		if err := h.f.Sync(); err != nil {
			return err
		}
		h.room += slotsPerGrowth
	}
	h.slot[session] = h.next
	h.next++
	return nil
}

// mark notes the acknowledged number of a session that has its room.
func (h *highwater) mark(session trace.Hash, seq uint64) error {
	slot, ok := h.slot[session]
	if !ok {
		return fmt.Errorf("no high-water slot for session %s", session)
	}
	b := slotBytes(session, seq)
	_, err := h.f.WriteAt(b[:], slot*slotSize)
	return err
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
