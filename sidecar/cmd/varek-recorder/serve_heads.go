package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// servedHeads are the keepers: one of every session that has a commitment, made when
// this process first hears of it.
type servedHeads struct {
	mu   sync.Mutex
	kept map[trace.Hash]*headKeeper
}

// announce is the checkpointer's Announce, for all sessions.
func (v *serving) announce(ctx context.Context, it trace.Item) error {
	k, err := v.keeper(it.Session)
	if err != nil {
		return err
	}
	return k.announce(ctx, it)
}

func (v *serving) keeper(id trace.Hash) (*headKeeper, error) {
	v.heads.mu.Lock()
	defer v.heads.mu.Unlock()
	if k := v.heads.kept[id]; k != nil {
		return k, nil
	}
	n := v.chain.client.Network()
	dir := sessionDir(v.settings.state, id)
	k, err := openKeeper(id, trace.Domain{ChainID: n.ChainID, Contract: n.Escrow}, v.chain.signer, []userFile{{filepath.Join(dir, headsName), 0o600}})
	if err != nil {
		return nil, err
	}
	k.publish = v.publish
	if err := v.offerHeads(id, dir); err != nil {
		return nil, err
	}
	v.heads.kept[id] = k
	return k, nil
}

// offerHeads writes what reads the session's heads from this serve's bus.
func (v *serving) offerHeads(id trace.Hash, dir string) error {
	reader, err := v.bus.Follow(id)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(followFile{V: 1, Session: id, Reader: reader}, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, followName), append(text, '\n'), 0o600)
}

// publish sends a head to the readers here and to the cluster. The cluster is
// never waited for.
func (v *serving) publish(id trace.Hash, text []byte) error {
	if v.cluster != nil {
		v.cluster.Head(id, text)
	}
	return v.bus.PublishHead(id, text)
}

// repeatHeads publishes the newest heads again, for readers that came after them.
func (v *serving) repeatHeads() {
	v.heads.mu.Lock()
	list := make([]*headKeeper, 0, len(v.heads.kept))
	for _, k := range v.heads.kept {
		list = append(list, k)
	}
	v.heads.mu.Unlock()
	for _, k := range list {
		if err := k.repeat(); err != nil {
			v.log.Warn("the newest head was not repeated", "session", k.session, "op", "heads", "err", err)
		}
	}
}

// forget lets go of a session that is final.
func (v *serving) forget(id trace.Hash) {
	v.heads.mu.Lock()
	delete(v.heads.kept, id)
	v.heads.mu.Unlock()
	if v.cluster != nil {
		v.cluster.Forget(id)
	}
}
