package event

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

const (
	// SpecVersion is the version of CloudEvents in structured JSON mode.
	SpecVersion = "1.0"
	// ContentType is the only datacontenttype accepted; absent means it.
	ContentType = "application/json"
	// MaxID bounds event ids and action ids, in bytes.
	MaxID = 256
)

// ErrEvent is the family of every refusal of an event's form.
var ErrEvent = errors.New("event is not valid")

// Event is one CloudEvents 1.0 message in structured JSON mode. Members stand
// in the order of their names, so that what is encoded is canonical at once.
type Event struct {
	Data            Data   `json:"data"`
	DataContentType string `json:"datacontenttype,omitzero"`
	ID              string `json:"id"`     // made by the adapter, stable over retries
	Source          string `json:"source"` // /adapter/<name>
	SpecVersion     string `json:"specversion"`
	Type            string `json:"type"` // varek.<kind>.v1

	// DataRef stands for data that went ahead in chunks: varek-blob:0x… with
	// its DataHash. Data then holds the kind alone, until Complete.
	DataRef string `json:"-"`

	hash canon.Hash // of Data, where it is known already
}

// Data is the payload; empty members are absent ones and are not sent.
type Data struct {
	ActionID   string         `json:"action_id,omitzero"` // from the reply to the intent
	ArgsJSON   string         `json:"args_json,omitzero"` // JSON text, not yet admitted
	Decision   string         `json:"decision,omitzero"`  // permission: allow deny timeout cancelled withdraw
	Error      string         `json:"error,omitzero"`
	Kind       string         `json:"kind"`
	Metadata   jsontext.Value `json:"metadata,omitzero"` // an object; native ids, assurance
	Permission *Permission    `json:"permission,omitzero"`
	ResultJSON string         `json:"result_json,omitzero"` // JSON text, not yet admitted
	Status     string         `json:"status,omitzero"`      // action: ok error denied cancelled unknown
	Tool       string         `json:"tool,omitzero"`
}

// Permission says who decided, and for how much.
type Permission struct {
	Actor         string `json:"actor,omitzero"`
	Authority     string `json:"authority"`               // human rule classifier unknown
	InheritedFrom uint64 `json:"inherited_from,omitzero"` // seq of the grant that this one rides on
	Pattern       string `json:"pattern,omitzero"`        // opaque; * is any arguments of the tool
	Ref           string `json:"ref,omitzero"`            // what a withdrawal takes back
	Rule          string `json:"rule,omitzero"`           // which rule decided
	Scope         string `json:"scope,omitzero"`          // once turn session always
}

// Authorities lists the values of Permission.Authority.
func Authorities() []string { return []string{"human", "rule", "classifier", "unknown"} }

// Scopes lists the values of Permission.Scope.
func Scopes() []string { return []string{"once", "turn", "session", "always"} }

// Kinds lists the kinds that an adapter may send; syscall records come from
// the warden alone.
func Kinds() []canon.Kind {
	return []canon.Kind{canon.KindIntent, canon.KindPermission, canon.KindStart, canon.KindAction,
		canon.KindSession, canon.KindGap, canon.KindNotice}
}

// TypeOf is the CloudEvents type of a kind: varek.<kind>.v1.
func TypeOf(kind string) string { return "varek." + kind + ".v1" }

// New wraps d into an event with the given id and source.
func New(id, source string, d Data) Event {
	return Event{SpecVersion: SpecVersion, ID: id, Source: source, Type: TypeOf(d.Kind), Data: d}
}

// Encode gives the canonical JSON of the event; errors are ErrEvent.
func (e Event) Encode() ([]byte, error) {
	if e.DataRef != "" {
		return nil, fmt.Errorf("%w: its data is elsewhere", ErrEvent)
	}
	if err := e.Check(); err != nil {
		return nil, err
	}
	text, err := canon.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEvent, err)
	}
	return text, nil
}

// DataHash is the hash of the event's data.
func (e Event) DataHash() (canon.Hash, error) {
	if !e.hash.IsZero() {
		return e.hash, nil
	}
	return DataHash(e.Data)
}

// Decode reads one event. Unknown members, duplicate members, members that are
// present but empty, and values that Check refuses are ErrEvent.
func Decode(text []byte) (Event, error) {
	var wire struct {
		Event
		Data    jsontext.Value `json:"data"`
		DataRef string         `json:"dataref,omitzero"`
	}
	if err := canon.Unmarshal(text, &wire); err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrEvent, err)
	}
	if wire.DataRef != "" {
		return decodeReferring(wire.Event, wire.DataRef, wire.Data)
	}
	said, err := canon.Canonicalize(wire.Data)
	if err != nil {
		return Event{}, fmt.Errorf("%w: data: %w", ErrEvent, err)
	}
	e := wire.Event
	if e.Data, err = decodeData(said); err != nil {
		return Event{}, err
	}
	if err := e.Check(); err != nil {
		return Event{}, err
	}
	e.hash = canon.Keccak(said) // said is JCS(data): nothing in it is lost in Data
	return e, nil
}

// decodeData reads canonical data; nothing in it may be lost in the reading.
func decodeData(said []byte) (d Data, err error) {
	if err := canon.Unmarshal(said, &d); err != nil {
		return Data{}, fmt.Errorf("%w: data: %w", ErrEvent, err)
	}
	meant, err := canon.Marshal(d)
	if err != nil {
		return Data{}, fmt.Errorf("%w: data: %w", ErrEvent, err)
	}
	if string(meant) != string(said) {
		return Data{}, fmt.Errorf("%w: data has members that are empty or null, or is not canonical; leave them out", ErrEvent)
	}
	return d, nil
}

// DataHash is K(JCS(data)): with the event id it tells a repetition from a
// conflict.
func DataHash(d Data) (canon.Hash, error) {
	text, err := canon.Marshal(d)
	if err != nil {
		return canon.Hash{}, fmt.Errorf("%w: %w", ErrEvent, err)
	}
	return canon.Keccak(text), nil
}
