package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// Files for the user's side, in the session's directory and, their names behind
// the session's id, in --heads-dir: all signed heads so far, and what reads them
// from the bus.
const (
	headsName  = "heads.json"
	followName = "follow.json"
)

// signedHead is one element of the heads file (formats, section 4;
// heads.schema.json).
type signedHead struct {
	H         trace.Hash `json:"h"`
	N         uint32     `json:"n"`
	Signature string     `json:"signature"`
}

// headKeeper signs a head for every commitment that stands on chain, keeps it in
// the heads file and publishes it on the bus.
type headKeeper struct {
	session trace.Hash
	domain  trace.Domain
	signer  provider.Signer
	copies  []userFile
	publish func(trace.Hash, []byte) error

	mu   sync.Mutex
	list []signedHead
}

// userFile is one place of a file for the user's side.
type userFile struct {
	path string
	mode os.FileMode
}

// userFiles are the places of the file with this name.
func (r *liveRun) userFiles(name string) []userFile {
	list := []userFile{{filepath.Join(r.dir, name), 0o600}}
	if r.flags.headsDir != "" {
		id := strings.TrimPrefix(r.file.Session.String(), "0x")
		list = append(list, userFile{filepath.Join(r.flags.headsDir, id+"."+name), 0o644})
	}
	return list
}

// heads opens the keeper; heads of an earlier process are kept. Without a bus
// nothing is published.
func (r *liveRun) heads() (*headKeeper, error) {
	k, err := openKeeper(r.file.Session, trace.Domain{ChainID: r.file.ChainID, Contract: r.file.Escrow}, r.chain.signer, r.userFiles(headsName))
	if err == nil {
		k.publish = r.publishHead
	}
	return k, err
}

// publishHead sends a head to the readers here and to the cluster, which is
// never waited for.
func (r *liveRun) publishHead(id trace.Hash, text []byte) error {
	if r.cluster != nil {
		r.cluster.Head(id, text)
	}
	if r.bus == nil {
		return nil // resumed: nobody reads here
	}
	return r.bus.PublishHead(id, text)
}

// openKeeper goes on with the heads of the first of copies.
func openKeeper(session trace.Hash, domain trace.Domain, signer provider.Signer, copies []userFile) (*headKeeper, error) {
	k := &headKeeper{session: session, domain: domain, signer: signer, copies: copies}
	text, err := os.ReadFile(k.copies[0].path)
	if errors.Is(err, os.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = trace.Unmarshal(text, &k.list)
	}
	if err != nil {
		return nil, fmt.Errorf("read the signed heads %s: %w", k.copies[0].path, err)
	}
	return k, nil
}

// announce is the checkpointer's Announce.
func (k *headKeeper) announce(_ context.Context, it trace.Item) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := len(k.list); n == 0 || k.list[n-1].N != it.N || k.list[n-1].H != it.H {
		sig, err := k.signer.SignHash(k.domain.HeadDigest(it.Session, it.N, it.H))
		if err != nil {
			return fmt.Errorf("sign the head: %w", err)
		}
		k.list = append(k.list, signedHead{H: it.H, N: it.N, Signature: trace.FormatSignature(sig)})
		if err := k.write(); err != nil {
			return err
		}
	}
	return k.send()
}

// repeat publishes the newest head again, for readers that came after it.
func (k *headKeeper) repeat() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.send()
}

func (k *headKeeper) send() error {
	if k.publish == nil || len(k.list) == 0 {
		return nil
	}
	text, err := trace.Marshal(k.list[len(k.list)-1])
	if err != nil {
		return err
	}
	return k.publish(k.session, text)
}

func (k *headKeeper) write() error {
	text, err := trace.Marshal(k.list)
	for _, c := range k.copies {
		if err == nil {
			err = replaceFile(c.path, append(text, '\n'), c.mode)
		}
	}
	if err != nil {
		return fmt.Errorf("keep the signed heads: %w", err)
	}
	return nil
}

// replaceFile writes the file as a whole: a reader sees the old one or the new.
func replaceFile(path string, text []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// followFile is what varek-escrow heads follow reads.
type followFile struct {
	V       int        `json:"v"` // 1
	Session trace.Hash `json:"session"`
	ingest.Reader
}

// offerHeads writes the credentials that may read this session's heads.
func (r *liveRun) offerHeads() error {
	reader, err := r.bus.Follow(r.file.Session)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(followFile{V: 1, Session: r.file.Session, Reader: reader}, "", "  ")
	if err != nil {
		return err
	}
	for _, c := range r.userFiles(followName) {
		if err := replaceFile(c.path, append(text, '\n'), c.mode); err != nil {
			return fmt.Errorf("offer the signed heads to the user: %w", err)
		}
	}
	return nil
}
