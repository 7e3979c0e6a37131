package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/crypto/sha3"

	"github.com/varek/varek/tracestore/trace"
)

// maxWindow is the largest zstd window that a sender may ask us to hold.
const maxWindow = 64 << 20

// upload writes the uncompressed body to the file and syncs it.
func (s *Server) upload(w http.ResponseWriter, r *http.Request, to *os.File) error {
	lim := s.cfg.Limits
	if r.ContentLength > lim.Wire {
		return tooLarge(lim.Wire)
	}
	wire := &counted{r: &pacedBody{
		r:    http.MaxBytesReader(w, r.Body, lim.Wire),
		set:  http.NewResponseController(w).SetReadDeadline,
		idle: lim.Idle, until: time.Now().Add(lim.Upload),
	}}
	var body io.Reader = wire
	switch enc := r.Header.Get("Content-Encoding"); enc {
	case "", "identity":
	case "zstd":
		z, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return fmt.Errorf("opening the decompressor: %w", err)
		}
		defer z.Close()
		body = z
	default:
		return refuse(http.StatusUnsupportedMediaType, "encoding", "content encoding %q is not taken; send zstd or identity", enc)
	}
	n, err := io.Copy(to, io.LimitReader(body, lim.Bundle+1))
	s.counts.read(wire.n, n)
	if err != nil {
		return uploadError(err, lim.Wire)
	}
	if n > lim.Bundle {
		return tooLarge(lim.Bundle)
	}
	if err := to.Sync(); err != nil {
		return fmt.Errorf("syncing the upload: %w", err)
	}
	return nil
}

func tooLarge(limit int64) error {
	return refuse(http.StatusRequestEntityTooLarge, "too_large", "the bundle is larger than the %d bytes that this verifier takes", limit)
}

// uploadError says whose fault a broken upload is.
func uploadError(err error, wire int64) error {
	var big *http.MaxBytesError
	var path *os.PathError
	switch {
	case errors.As(err, &big):
		return tooLarge(wire)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refuse(http.StatusRequestTimeout, "too_slow", "the upload paused or took too long; send it again")
	case errors.As(err, &path):
		return fmt.Errorf("writing the upload: %w", err)
	}
	return refuse(http.StatusBadRequest, "broken_upload", "the body cannot be read: %v", err)
}

// pacedBody moves the connection's read deadline along, so that a pause or an
// upload that never ends frees its slot. Wall time: this is transport, not law.
type pacedBody struct {
	r     io.Reader
	set   func(time.Time) error
	idle  time.Duration
	until time.Time
}

func (p *pacedBody) Read(b []byte) (int, error) {
	next := time.Now().Add(p.idle)
	if next.After(p.until) {
		next = p.until
	}
	if err := p.set(next); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("setting the upload's time limit: %w", err)
	}
	return p.r.Read(b)
}

// bundleHash is the hash of everything before the last line, which is
// what the signature in that line covers.
func bundleHash(f *os.File) (trace.Hash, error) {
	info, err := f.Stat()
	if err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	end, err := lastLine(f, info.Size())
	if err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	k := sha3.NewLegacyKeccak256()
	if _, err := io.Copy(k, io.NewSectionReader(f, 0, end)); err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	return trace.Hash(k.Sum(nil)), nil
}

// lastLine is the offset at which the last line begins.
func lastLine(f io.ReaderAt, size int64) (int64, error) {
	const step = 64 << 10
	for end := size - 1; end > 0; { // the newline that ends the last line does not begin one
		n := min(step, end)
		buf := make([]byte, n)
		if _, err := f.ReadAt(buf, end-n); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(buf, '\n'); i >= 0 {
			return end - n + int64(i) + 1, nil
		}
		end -= n
	}
	return 0, nil
}
