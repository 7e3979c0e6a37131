package ingest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

const (
	// maxSpool bounds what lies in the spool for one session, in bytes.
	maxSpool = 1 << 30
	// spoolIdle is after what time an unfinished transfer may be removed.
	spoolIdle = 10 * time.Minute
	// spoolRetryMS is what a full spool asks an adapter to wait.
	spoolRetryMS = 1000
)

// spool keeps data that arrives in chunks until its event takes it. Nothing
// in it is promised to anybody: it is not synced, and what is damaged is asked
// for again. A file's length says how far its transfer came.
type spool struct {
	dir       string
	temporary bool

	mu   sync.Mutex
	busy map[string]*sync.Mutex // by path: one writer or reader of a file
}

func newSpool(dir string) (*spool, error) {
	s := &spool{dir: dir, busy: map[string]*sync.Mutex{}}
	var err error
	if dir == "" {
		s.temporary = true
		s.dir, err = os.MkdirTemp("", "varek-spool-")
	} else {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("make the spool: %w", err)
	}
	return s, nil
}

func (s *spool) sessionDir(session trace.Hash) string {
	return filepath.Join(s.dir, hex.EncodeToString(session[:]))
}

// lock takes the file of a transfer; the result gives it back.
func (s *spool) lock(session, id trace.Hash) (path string, unlock func()) {
	path = filepath.Join(s.sessionDir(session), hex.EncodeToString(id[:]))
	s.mu.Lock()
	l := s.busy[path]
	if l == nil {
		l = &sync.Mutex{}
		s.busy[path] = l
	}
	s.mu.Unlock()
	l.Lock()
	return path, l.Unlock
}

// take adds one chunk and says how far the transfer is. A chunk that does not
// begin where the file ends changes nothing: the answer tells where to go on.
func (s *spool) take(session trace.Hash, frame []byte) event.ChunkReply {
	c, err := event.DecodeChunk(frame)
	if err != nil {
		return event.ChunkReply{Code: event.CodeMalformed, Message: err.Error()}
	}
	path, unlock := s.lock(session, c.ID)
	defer unlock()
	have, err := size(path)
	if err == nil && have == c.Offset && len(c.Payload) > 0 && have < c.Total {
		var room bool
		if room, err = s.room(session, path, int64(c.Total)); err == nil && !room {
			return event.ChunkReply{Code: event.CodeBusy, RetryAfterMS: spoolRetryMS,
				Message: "too much data of this session waits for its events"}
		}
		if err == nil {
			err = appendTo(path, c.Payload)
			have += uint64(len(c.Payload))
		}
	}
	if err == nil && have >= c.Total {
		err = s.verify(path, c, have)
	}
	if errors.Is(err, event.ErrChunk) && len(c.Payload) == 0 {
		// Damaged in an earlier life: nothing of it is here any more.
		return event.ChunkReply{OK: true}
	}
	switch {
	case errors.Is(err, event.ErrChunk):
		return event.ChunkReply{Code: event.CodeMalformed, Message: err.Error()}
	case err != nil:
		return event.ChunkReply{Code: event.CodeStore, Message: fmt.Sprintf("the data cannot be kept: %v", err)}
	}
	return event.ChunkReply{OK: true, Have: have}
}

// verify refuses a whole that is not what its id names, and forgets it.
func (s *spool) verify(path string, c event.Chunk, have uint64) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if have != c.Total || trace.Keccak(data) != c.ID {
		return errors.Join(fmt.Errorf("%w: the whole of %d bytes is not what its id names; begin again", event.ErrChunk, have), os.Remove(path))
	}
	return nil
}

func size(path string) (uint64, error) {
	fi, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return uint64(fi.Size()), nil
}

// appendTo leaves the file at its old length where the chunk does not fit.
func appendTo(path string, payload []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
		}
	}
	if err != nil {
		return err
	}
	before, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		if _, err = f.Write(payload); err != nil {
			err = errors.Join(err, f.Truncate(before))
		}
	}
	return errors.Join(err, f.Close())
}

// room says whether a transfer of total bytes may go on beside the session's
// others; those that stand still for long make room.
func (s *spool) room(session trace.Hash, path string, total int64) (bool, error) {
	files, err := os.ReadDir(s.sessionDir(session))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	sum := total
	for _, f := range files {
		other := filepath.Join(s.sessionDir(session), f.Name())
		fi, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) || other == path {
			continue
		}
		if err != nil {
			return false, err
		}
		if time.Since(fi.ModTime()) > spoolIdle {
			if err := os.Remove(other); err == nil {
				continue
			}
		}
		sum += fi.Size()
	}
	return sum <= maxSpool, nil
}

// read gives the data of a transfer, if all of it is here.
func (s *spool) read(session, id trace.Hash) (data []byte, ok bool, err error) {
	path, unlock := s.lock(session, id)
	defer unlock()
	data, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	// Half a transfer is none; the adapter goes on with it.
	return data, err == nil && trace.Keccak(data) == id, err
}

// drop forgets a transfer whose event is answered; what cannot be removed is
// removed with the session.
func (s *spool) drop(session, id trace.Hash) {
	path, unlock := s.lock(session, id)
	defer unlock()
	os.Remove(path)
	s.mu.Lock()
	delete(s.busy, path)
	s.mu.Unlock()
}

// forget removes all that lies here for a session.
func (s *spool) forget(session trace.Hash) error {
	if err := os.RemoveAll(s.sessionDir(session)); err != nil {
		return fmt.Errorf("remove the data that session %s sent ahead: %w", session, err)
	}
	return nil
}

func (s *spool) close() error {
	if !s.temporary {
		return nil
	}
	return os.RemoveAll(s.dir)
}
