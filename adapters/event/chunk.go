package event

import (
	"encoding/binary"
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/tracestore/trace/canon"
)

// Chunk is a piece of data on its way ahead of its event, sent as a request on
// Subject(session, BlobKind). Pieces go in order; one without payload asks how
// far the transfer is, so that it can go on where it stopped, also after either
// side's restart.
//
// Frame: "vrkb" ‖ 0x01 ‖ id[32] ‖ u64 total ‖ u64 offset ‖ payload, integers
// big-endian.
type Chunk struct {
	ID      canon.Hash // DataHash of the whole
	Total   uint64     // bytes of the whole, 1 to MaxData
	Offset  uint64     // of the first byte of Payload
	Payload []byte     // at most MaxChunk bytes
}

const (
	// BlobKind is the last part of the subject of chunks.
	BlobKind = "blob"
	// MaxChunk bounds the payload of one chunk.
	MaxChunk = 1 << 20

	chunkMagic  = "vrkb\x01"
	chunkHeader = len(chunkMagic) + len(canon.Hash{}) + 16
)

// ErrChunk is the family of every refusal of a chunk's form.
var ErrChunk = errors.New("chunk is not valid")

// Encode gives the frame.
func (c Chunk) Encode() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	out := append(make([]byte, 0, chunkHeader+len(c.Payload)), chunkMagic...)
	out = append(out, c.ID[:]...)
	out = binary.BigEndian.AppendUint64(out, c.Total)
	out = binary.BigEndian.AppendUint64(out, c.Offset)
	return append(out, c.Payload...), nil
}

// DecodeChunk reads a frame; the payload shares memory with it.
func DecodeChunk(frame []byte) (Chunk, error) {
	if len(frame) < chunkHeader || string(frame[:len(chunkMagic)]) != chunkMagic {
		return Chunk{}, fmt.Errorf("%w: it does not begin as one", ErrChunk)
	}
	rest := frame[len(chunkMagic):]
	c := Chunk{ID: canon.Hash(rest[:32]), Total: binary.BigEndian.Uint64(rest[32:40]),
		Offset: binary.BigEndian.Uint64(rest[40:48]), Payload: rest[48:]}
	return c, c.check()
}

func (c Chunk) check() error {
	switch {
	case c.ID.IsZero():
		return fmt.Errorf("%w: no id", ErrChunk)
	case c.Total == 0 || c.Total > MaxData:
		return fmt.Errorf("%w: %d bytes in all, 1 to %d are taken", ErrChunk, c.Total, MaxData)
	case len(c.Payload) > MaxChunk:
		return fmt.Errorf("%w: %d bytes at once, at most %d are taken", ErrChunk, len(c.Payload), MaxChunk)
	case c.Offset > c.Total || uint64(len(c.Payload)) > c.Total-c.Offset:
		return fmt.Errorf("%w: bytes %d to %d of %d", ErrChunk, c.Offset, c.Offset+uint64(len(c.Payload)), c.Total)
	}
	return nil
}

// ChunkReply says how far a transfer is: Have bytes from the start are here.
type ChunkReply struct {
	OK           bool   `json:"ok"`
	Have         uint64 `json:"have,omitzero"`
	Code         string `json:"code,omitzero"` // busy, malformed, refused, store
	Message      string `json:"message,omitzero"`
	RetryAfterMS int64  `json:"retry_after_ms,omitzero"`
}

// DecodeChunkReply reads an answer; members of a newer sidecar are ignored.
func DecodeChunkReply(text []byte) (ChunkReply, error) {
	var r ChunkReply
	if err := json.Unmarshal(text, &r); err != nil {
		return ChunkReply{}, fmt.Errorf("%w: %w", ErrReply, err)
	}
	if r.OK == (r.Code != "") || r.RetryAfterMS < 0 {
		return ChunkReply{}, fmt.Errorf("%w: ok %v with code %q", ErrReply, r.OK, r.Code)
	}
	return r, nil
}
