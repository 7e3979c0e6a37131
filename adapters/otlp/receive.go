package otlp

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

// Bounds of one request.
const (
	MaxBody   = 16 << 20
	MaxEvents = 10_000
)

// Source is how the receiver's events name their adapter.
const Source = "/adapter/otlp"

// Record delivers one event to the sidecar; without an error it is stored.
type Record func(context.Context, event.Event) (event.Reply, error)

// Receiver is the handler of an OTLP endpoint.
type Receiver struct {
	Record Record
	// Known reports whether the session has an intent with this native call id; nil:
	// nobody knows, and nothing becomes a gap.
	Known func(call string) bool
}

// ServeHTTP takes one batch.
func (r Receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	read := map[string]func([]byte) ([]Fact, error){"/v1/logs": Logs, "/v1/traces": Spans, "/v1/metrics": nothing}[q.URL.Path]
	kind, _, _ := mime.ParseMediaType(q.Header.Get("Content-Type"))
	switch {
	case read == nil:
		answer(w, http.StatusNotFound, "the paths are /v1/logs, /v1/traces and /v1/metrics")
		return
	case q.Method != http.MethodPost:
		answer(w, http.StatusMethodNotAllowed, "POST a batch")
		return
	case kind != "application/json":
		answer(w, http.StatusUnsupportedMediaType, "JSON is taken, protobuf is not: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json")
		return
	}
	body, err := bodyOf(w, q)
	if err != nil {
		answer(w, http.StatusBadRequest, err.Error())
		return
	}
	facts, err := read(body)
	if err != nil {
		answer(w, http.StatusBadRequest, err.Error())
		return
	}
	for i, f := range facts {
		if err := r.tell(q.Context(), canon.Keccak(body), i, f); err != nil {
			w.Header().Set("Retry-After", "1")
			answer(w, http.StatusServiceUnavailable, "not recorded: "+err.Error())
			return
		}
	}
	answer(w, http.StatusOK, "")
}

func nothing([]byte) ([]Fact, error) { return nil, nil }

// tell records one fact. Its id follows from the batch, so that a batch that is
// sent again is recorded once.
func (r Receiver) tell(ctx context.Context, batch canon.Hash, n int, f Fact) error {
	d := event.Data{Kind: "notice"}
	about := "telemetry"
	if f.Finished && f.Call != "" && r.Known != nil && !r.Known(f.Call) {
		d.Kind, d.Tool, about = "gap", f.Tool, "result"
	}
	args, err := canon.Marshal(struct {
		About string            `json:"about"`
		Call  string            `json:"call,omitzero"`
		Event string            `json:"event"`
		Facts map[string]string `json:"facts,omitzero"`
		Tool  string            `json:"tool,omitzero"`
	}{about, f.Call, f.Event, f.Said, f.Tool})
	if err != nil {
		return err
	}
	d.ArgsJSON = string(args)
	d.Metadata, err = json.Marshal(struct {
		Assurance string `json:"assurance"`
		Channel   string `json:"channel"`
	}{"observed", "otlp"})
	if err != nil {
		return err
	}
	_, err = r.Record(ctx, event.New(fmt.Sprintf("otlp-%x-%d", batch[:16], n), Source, d))
	return err
}

func bodyOf(w http.ResponseWriter, q *http.Request) ([]byte, error) {
	var in io.Reader = http.MaxBytesReader(w, q.Body, MaxBody)
	switch how := q.Header.Get("Content-Encoding"); how {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBatch, err)
		}
		in = z
	default:
		return nil, fmt.Errorf("%w: it is packed as %q; gzip is taken", ErrBatch, how)
	}
	body, err := io.ReadAll(io.LimitReader(in, MaxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrBatch, err)
	case len(body) > MaxBody:
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrBatch, MaxBody)
	}
	return body, nil
}

// ErrBatch is the family of batches that cannot be read.
var ErrBatch = errors.New("the batch is not valid")

func answer(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if status == http.StatusOK {
		_, _ = io.WriteString(w, "{}") // the client may have gone
		return
	}
	text, _ := json.Marshal(map[string]string{"message": message})
	_, _ = w.Write(text)
}
