package event

import (
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/tracestore/trace/canon"
)

// The codes of a reply that is not ok.
const (
	CodeBusy      = "busy"      // queue full: the same event again after retry_after_ms
	CodeMalformed = "malformed" // the event does not decode or does not fit its subject
	CodeConflict  = "conflict"  // the id was used before with other data
	CodeRefused   = "refused"   // this peer may not say this
	CodeUnknown   = "unknown"   // no open call has this action_id
	CodeState     = "state"     // the call's state does not allow this step
	CodeClosed    = "closed"    // the session has ended
	CodeStore     = "store"     // the store cannot commit; nothing was recorded
	CodeBlob      = "blob"      // the data that dataref names is not here: send its chunks, then the event again
)

// ErrReply is returned for a reply that is not one of ours.
var ErrReply = errors.New("reply is not valid")

// Reply is the sidecar's answer after the commit, or the refusal.
type Reply struct {
	ActionID     string     `json:"action_id,omitzero"`
	Code         string     `json:"code,omitzero"`
	Dup          bool       `json:"dup,omitzero"` // the first answer again
	Head         *HeadRef   `json:"head,omitzero"`
	Leaf         canon.Hash `json:"leaf,omitzero"`
	Message      string     `json:"message,omitzero"`
	OK           bool       `json:"ok"`
	RetryAfterMS int64      `json:"retry_after_ms,omitzero"`
	Seq          uint64     `json:"seq,omitzero"`
}

// HeadRef is the session's commitment after the record.
type HeadRef struct {
	H canon.Hash `json:"h"`
	N uint64     `json:"n"`
}

// Encode gives the canonical JSON of the reply; dup is spelled out when ok.
func (r Reply) Encode() ([]byte, error) {
	if !r.OK {
		return canon.Marshal(r)
	}
	return canon.Marshal(struct {
		ActionID     string     `json:"action_id,omitzero"`
		Code         string     `json:"code,omitzero"`
		Dup          bool       `json:"dup"`
		Head         *HeadRef   `json:"head,omitzero"`
		Leaf         canon.Hash `json:"leaf,omitzero"`
		Message      string     `json:"message,omitzero"`
		OK           bool       `json:"ok"`
		RetryAfterMS int64      `json:"retry_after_ms,omitzero"`
		Seq          uint64     `json:"seq,omitzero"`
	}(r))
}

// DecodeReply reads a reply. Members that a newer sidecar may add are ignored;
// an ok without seq, leaf and head, or a refusal without code, is ErrReply, so
// that nothing but a whole answer counts as one.
func DecodeReply(text []byte) (Reply, error) {
	var r Reply
	if err := json.Unmarshal(text, &r); err != nil {
		return Reply{}, fmt.Errorf("%w: %w", ErrReply, err)
	}
	switch {
	case r.OK && (r.Seq == 0 || r.Leaf.IsZero() || r.Head == nil || r.Head.N < r.Seq):
		return Reply{}, fmt.Errorf("%w: ok without seq, leaf and head", ErrReply)
	case r.OK && r.Code != "":
		return Reply{}, fmt.Errorf("%w: ok with code %q", ErrReply, r.Code)
	case !r.OK && r.Code == "":
		return Reply{}, fmt.Errorf("%w: a refusal without code", ErrReply)
	case r.RetryAfterMS < 0:
		return Reply{}, fmt.Errorf("%w: retry_after_ms is negative", ErrReply)
	}
	return r, nil
}

// RefusedError is an answer of the sidecar that is not ok and not busy.
type RefusedError struct{ Code, Message string }

// Error gives the sidecar's sentence with its code.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("the sidecar refused the event (%s): %s", e.Code, e.Message)
}
