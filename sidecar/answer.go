package sidecar

import (
	"encoding/binary"
	"errors"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// An ok answer repeats its record: seq, action id and leaf follow from it. What
// is kept is the rest, packedOK ‖ u64 n ‖ h; a refusal is kept as its JSON.
const (
	packedOK   = 0x01
	packedSize = 1 + 8 + len(trace.Hash{})
)

// packReply makes what the store keeps of an answer.
func packReply(r event.Reply) ([]byte, error) {
	if !r.OK || r.Head == nil {
		return r.Encode()
	}
	out := binary.BigEndian.AppendUint64(append(make([]byte, 0, packedSize), packedOK), r.Head.N)
	return append(out, r.Head.H[:]...), nil
}

// unpackReply gives the first answer again. Files of the first version hold
// the whole JSON.
func unpackReply(stored Stored) (r event.Reply, err error) {
	p := stored.Reply
	if len(p) == 0 || p[0] != packedOK {
		err = trace.Unmarshal(p, &r)
		return r, err
	}
	if len(p) != packedSize {
		return r, errors.New("it is cut off")
	}
	head, err := trace.DecodeHead(stored.Record.Head)
	if err != nil {
		return r, err
	}
	if head.Kind == trace.KindNotice { // of a joined intent: the call's id is in its body
		if body, err := trace.DecodeBody(stored.Record.Body); err == nil && text(body.Args, "about") == aboutJoined {
			head.ActionID = text(body.Args, "action_id")
		}
	}
	return event.Reply{OK: true, Seq: stored.Seq, ActionID: head.ActionID, Leaf: stored.Record.Leaf(),
		Head: &event.HeadRef{N: binary.BigEndian.Uint64(p[1:9]), H: trace.Hash(p[9:])}}, nil
}
