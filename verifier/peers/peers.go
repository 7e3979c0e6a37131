// Package peers reaches the other members of a quorum over their public doors:
// the interface that everybody uses, and nothing beside it.
//
// It promises that what a peer answers is bounded in size and time, and that a
// refusal that will not change is told from trouble that may pass. It trusts no
// peer: signatures that it reports are verified by who asks.
package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
)

const (
	maxAnswer  = 4 << 20
	askTimeout = 10 * time.Second
	// sendTimeout is longer than the longest upload that a door allows.
	sendTimeout = 15 * time.Minute
)

// Peer is one member's door.
type Peer struct {
	base   string
	client *http.Client
}

var _ verifier.Peer = (*Peer)(nil)

// New returns the peer at an http or https address. client may be nil.
func New(address string, client *http.Client) (*Peer, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("%q is no address of a verifier; it looks like https://verifier.example.org", address)
	}
	if client == nil {
		client = &http.Client{}
	}
	return &Peer{base: strings.TrimSuffix(address, "/"), client: client}, nil
}

// Name is the peer's address.
func (p *Peer) Name() string { return p.base }

// Report implements verifier.Peer.
func (p *Peer) Report(ctx context.Context, claim trace.Hash) (evidence.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	var r evidence.Report
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/v1/claims/"+claim.String(), nil)
	if err != nil {
		return r, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		return r, fmt.Errorf("reading the answer of %s: %w", p.base, err)
	case resp.StatusCode == http.StatusNotFound:
		return r, evidence.ErrUnknownClaim
	case resp.StatusCode != http.StatusOK:
		return r, fmt.Errorf("%s answered %s", p.base, resp.Status)
	}
	if err := json.Unmarshal(text, &r); err != nil || r.Claim != claim {
		return r, errors.Join(fmt.Errorf("%s did not answer with the claim", p.base), err)
	}
	return r, nil
}

// SendEvidence implements verifier.Peer. The bundle is compressed on its way.
func (p *Peer) SendEvidence(ctx context.Context, claim trace.Hash, bundle io.Reader) error {
	pr, pw := io.Pipe()
	z, err := zstd.NewWriter(pw, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(8<<20))
	if err != nil {
		return fmt.Errorf("opening the compressor: %w", err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, err := io.Copy(z, bundle)
		pw.CloseWithError(errors.Join(err, z.Close()))
	}()
	err = p.post(ctx, claim, "evidence", "zstd", pr)
	pr.CloseWithError(errors.New("the peer has answered"))
	<-done // the bundle is not read any more when this returns
	return err
}

// SendHeads implements verifier.Peer.
func (p *Peer) SendHeads(ctx context.Context, claim trace.Hash, heads []byte) error {
	return p.post(ctx, claim, "heads", "", bytes.NewReader(heads))
}

func (p *Peer) post(ctx context.Context, claim trace.Hash, what, encoding string, body io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base+"/v1/claims/"+claim.String()+"/"+what, body)
	if err != nil {
		return err
	}
	if encoding != "" {
		req.Header.Set("Content-Encoding", encoding)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("reading the answer of %s: %w", p.base, err)
	}
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusConflict, http.StatusGone, http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		return fmt.Errorf("%w: %s: %s", verifier.ErrPeerRefused, resp.Status, message(text))
	}
	return fmt.Errorf("%s answered %s: %s", p.base, resp.Status, message(text))
}

// message is the sentence of a refusal.
func message(text []byte) string {
	var r struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(text, &r) != nil || r.Message == "" {
		return "without a reason"
	}
	return r.Message[:min(len(r.Message), 300)]
}
