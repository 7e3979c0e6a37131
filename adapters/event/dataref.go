package event

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// MaxData bounds the canonical data of one event, however it travels.
const MaxData = 256 << 20

// refScheme begins a DataRef (the dataref attribute of CloudEvents): what
// follows is the DataHash, so that a repetition is recognised without the data.
const refScheme = "varek-blob:"

// EncodeReferring gives the canonical JSON of the event without its data, and
// the data's canonical JSON, whose chunks must be sent first.
func (e Event) EncodeReferring() (text, data []byte, id canon.Hash, err error) {
	if err := e.Check(); err != nil {
		return nil, nil, id, err
	}
	if data, err = canon.Marshal(e.Data); err != nil {
		return nil, nil, id, fmt.Errorf("%w: %w", ErrEvent, err)
	}
	if len(data) > MaxData {
		return nil, nil, id, fmt.Errorf("%w: its data has %d bytes, at most %d are taken", ErrEvent, len(data), MaxData)
	}
	id = canon.Keccak(data)
	text, err = canon.Marshal(struct {
		SpecVersion     string `json:"specversion"`
		ID              string `json:"id"`
		Source          string `json:"source"`
		Type            string `json:"type"`
		DataContentType string `json:"datacontenttype,omitzero"`
		DataRef         string `json:"dataref"`
	}{e.SpecVersion, e.ID, e.Source, e.Type, e.DataContentType, refScheme + id.String()})
	if err != nil {
		return nil, nil, id, fmt.Errorf("%w: %w", ErrEvent, err)
	}
	return text, data, id, nil
}

// decodeReferring finishes Decode for an event whose data went ahead.
func decodeReferring(e Event, ref string, data jsontext.Value) (Event, error) {
	if data != nil {
		return Event{}, fmt.Errorf("%w: data and dataref exclude each other", ErrEvent)
	}
	e.DataRef = ref
	if _, err := e.Ref(); err != nil {
		return Event{}, err
	}
	e.Data = Data{Kind: strings.TrimSuffix(strings.TrimPrefix(e.Type, "varek."), ".v1")}
	if err := e.checkEnvelope(); err != nil {
		return Event{}, err
	}
	if _, ok := shapeOf(canon.Kind(e.Data.Kind)); !ok {
		return Event{}, fmt.Errorf("%w: kind %q is not one of %v", ErrEvent, e.Data.Kind, Kinds())
	}
	return e, nil
}

// Ref is the hash that DataRef names; zero where the event has its data.
func (e Event) Ref() (canon.Hash, error) {
	if e.DataRef == "" {
		return canon.Hash{}, nil
	}
	digits, ok := strings.CutPrefix(e.DataRef, refScheme)
	h, err := canon.ParseHash(digits)
	if !ok || err != nil || h.IsZero() {
		return canon.Hash{}, fmt.Errorf("%w: dataref is not %s0x and 64 hex digits", ErrEvent, refScheme)
	}
	return h, nil
}

// Complete gives an event that refers to its data the data; it must be what
// the reference names, and what Decode would have taken.
func (e Event) Complete(data []byte) (Event, error) {
	ref, err := e.Ref()
	if err != nil {
		return Event{}, err
	}
	if ref.IsZero() || canon.Keccak(data) != ref {
		return Event{}, fmt.Errorf("%w: the data is not what dataref names", ErrEvent)
	}
	kind := e.Data.Kind
	if e.Data, err = decodeData(data); err != nil {
		return Event{}, err
	}
	if e.Data.Kind != kind {
		return Event{}, fmt.Errorf("%w: type %q does not agree with kind %q", ErrEvent, e.Type, e.Data.Kind)
	}
	e.DataRef, e.hash = "", ref
	return e, e.Check()
}
