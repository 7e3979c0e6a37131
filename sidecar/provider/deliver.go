package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// DefaultAttempts is how often a delivery is tried.
	DefaultAttempts = 6
	// DefaultPause is the wait after the first failed attempt; it doubles up
	// to maxPause.
	DefaultPause = time.Second

	// DefaultIdle is how long the verifier may take nothing of the bundle.
	DefaultIdle = time.Minute
	// DefaultAnswer is how long it may think after the bundle's end.
	DefaultAnswer = 6 * time.Minute
	// DefaultMost is how long one attempt may last in all.
	DefaultMost = 20 * time.Minute

	maxPause   = 30 * time.Second
	maxAnswer  = 1 << 20
	userAgent  = "varek-provider"
	bundleType = "application/x-ndjson"
)

var (
	// ErrUndelivered says that no attempt got an answer that settles the
	// matter; the same bundle can be delivered again.
	ErrUndelivered = errors.New("the verifier did not take the evidence")
	// ErrRefused says that the verifier looked at the evidence and refuses it;
	// the same bundle will be refused again.
	ErrRefused = errors.New("the verifier refused the evidence")

	errStalled = errors.New("the verifier takes or says nothing")
)

// Delivery says where a bundle goes.
type Delivery struct {
	URL   string // of the verifier, without path
	Claim trace.Hash
	// Open gives the uncompressed bundle from its beginning, for each attempt.
	Open func() (io.ReadCloser, error)

	// Bundle is the bundle's hash: a receipt for another one is none. Zero is
	// not compared.
	Bundle trace.Hash

	Client   *http.Client // nil is http.DefaultClient; redirections are never followed
	Attempts int          // 0 is DefaultAttempts
	Pause    time.Duration
	// Idle, Answer and Most bound what a verifier that reads slowly or never
	// answers can take of this process; 0 is their default.
	Idle, Answer, Most time.Duration
}

// Receipt is the verifier's word that it keeps this bundle.
type Receipt struct {
	Claim      trace.Hash `json:"claim"`
	Accepted   bool       `json:"accepted"`
	BundleHash trace.Hash `json:"bundle_hash"`
	BlockTime  uint64     `json:"received_at_block_time"`
}

// Refusal is an answer that is no receipt. It is ErrRefused, or ErrUndelivered
// where another attempt may succeed.
type Refusal struct {
	Status     int
	Code       string     `json:"code"`
	Message    string     `json:"message"`
	BundleHash trace.Hash `json:"bundle_hash,omitzero"` // of another copy that is kept
	after      time.Duration
}

// Error gives the verifier's sentence.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%v: %s (%s, HTTP %d)", r.Unwrap(), r.Message, r.Code, r.Status)
}

// Unwrap tells final answers from passing ones.
func (r *Refusal) Unwrap() error {
	switch {
	case r.Status >= 500, r.Status == http.StatusTooManyRequests, r.Status == http.StatusRequestTimeout,
		// A fresh filing is known to the verifier after the confirmations.
		r.Status == http.StatusNotFound && r.Code == "unknown_claim":
		return ErrUndelivered
	}
	return ErrRefused
}

// Deliver posts the bundle, compressed, and returns the verifier's receipt.
// Attempts that may succeed later are repeated, at most Attempts times and
// until ctx ends. Errors are *Refusal, ErrRefused or ErrUndelivered.
func Deliver(ctx context.Context, d Delivery) (Receipt, error) {
	d = d.withDefaults()
	target, err := url.JoinPath(d.URL, "v1", "claims", d.Claim.String(), "evidence")
	if err != nil {
		return Receipt{}, fmt.Errorf("verifier URL %q: %w", d.URL, err)
	}
	pause := d.Pause
	for attempt := 1; ; attempt++ {
		receipt, err := d.attempt(ctx, target)
		if err == nil || !errors.Is(err, ErrUndelivered) {
			return receipt, err
		}
		if attempt == d.Attempts {
			return Receipt{}, fmt.Errorf("after %d attempts: %w", attempt, err)
		}
		wait := pause
		var r *Refusal
		if errors.As(err, &r) && r.after > 0 {
			wait = min(r.after, maxPause)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return Receipt{}, fmt.Errorf("%w (last attempt: %w)", ctx.Err(), err)
		}
		pause = min(2*pause, maxPause)
	}
}

func (d Delivery) withDefaults() Delivery {
	if d.Client == nil {
		d.Client = http.DefaultClient
	}
	// Whoever answers for the verifier may not send private records elsewhere,
	// nor turn the delivery into a harmless question.
	own := *d.Client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	d.Client = &own
	if d.Attempts <= 0 {
		d.Attempts = DefaultAttempts
	}
	for _, v := range []struct {
		to  *time.Duration
		def time.Duration
	}{{&d.Pause, DefaultPause}, {&d.Idle, DefaultIdle}, {&d.Answer, DefaultAnswer}, {&d.Most, DefaultMost}} {
		if *v.to <= 0 {
			*v.to = v.def
		}
	}
	return d
}

// watched ends a request that makes no progress.
type watched struct {
	io.ReadCloser
	timer        *time.Timer
	idle, answer time.Duration
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if err != nil {
		w.timer.Reset(w.answer)
	} else {
		w.timer.Reset(w.idle)
	}
	return n, err
}

// attempt sends the bundle once.
func (d Delivery) attempt(ctx context.Context, target string) (Receipt, error) {
	bundle, err := d.Open()
	if err != nil {
		return Receipt{}, fmt.Errorf("open the bundle: %w", err)
	}
	defer bundle.Close()
	body, faults := compressed(bundle)
	defer body.Close()
	ctx, done := context.WithTimeout(ctx, d.Most)
	defer done()
	ctx, stall := context.WithCancelCause(ctx)
	defer stall(nil)
	timer := time.AfterFunc(d.Idle, func() { stall(errStalled) })
	defer timer.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, &watched{body, timer, d.Idle, d.Answer})
	if err != nil {
		return Receipt{}, fmt.Errorf("verifier URL: %w", err)
	}
	req.Header.Set("Content-Type", bundleType)
	req.Header.Set("Content-Encoding", "zstd")
	req.Header.Set("User-Agent", userAgent)
	res, err := d.Client.Do(req)
	if err != nil {
		body.Close()
		if fault := <-faults; fault != nil {
			return Receipt{}, fmt.Errorf("read the bundle: %w", fault)
		}
		if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
			err = fmt.Errorf("%w: %w", cause, err)
		}
		return Receipt{}, fmt.Errorf("%w: %w", ErrUndelivered, err)
	}
	defer res.Body.Close()
	return d.read(res)
}

// compressed streams r as zstd. faults gets one value: what went wrong while
// reading r, nil when all was read or nobody wanted more.
func compressed(r io.Reader) (body *io.PipeReader, faults <-chan error) {
	body, w := io.Pipe()
	out := make(chan error, 1)
	go func() {
		z, err := zstd.NewWriter(w)
		if err == nil {
			src := &source{r: r}
			_, err = io.Copy(z, src)
			err = errors.Join(err, z.Close())
			out <- src.err
		} else {
			out <- err
		}
		w.CloseWithError(err)
	}()
	return body, out
}

// source tells errors of the bundle from errors of the connection.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// read turns the answer into a receipt or a *Refusal.
func (d Delivery) read(res *http.Response) (Receipt, error) {
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return Receipt{}, fmt.Errorf("%w: read the answer: %w", ErrUndelivered, err)
	}
	if res.StatusCode == http.StatusOK {
		var receipt Receipt
		if err := json.Unmarshal(text, &receipt); err != nil {
			return Receipt{}, fmt.Errorf("%w: the answer is no receipt: %w", ErrUndelivered, err)
		}
		if !receipt.Accepted || receipt.Claim != d.Claim || receipt.BundleHash.IsZero() {
			return Receipt{}, fmt.Errorf("%w: the receipt is not for this claim: %s", ErrUndelivered, bytes.TrimSpace(text))
		}
		if !d.Bundle.IsZero() && receipt.BundleHash != d.Bundle {
			return Receipt{}, fmt.Errorf("%w: the receipt is for the bundle %s, %s was sent", ErrUndelivered, receipt.BundleHash, d.Bundle)
		}
		return receipt, nil
	}
	r := &Refusal{}
	if err := json.Unmarshal(text, r); err != nil || r.Code == "" {
		r.Code, r.Message = "http", http.StatusText(res.StatusCode)
		if to := res.Header.Get("Location"); to != "" {
			r.Message += fmt.Sprintf(" to %q, where evidence is not sent; correct the verifier's address", to)
		}
	}
	r.Status = res.StatusCode
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && s > 0 {
		r.after = time.Duration(s) * time.Second
	}
	return Receipt{}, r
}
