package modelserver

import (
	"compress/gzip"
	"io"
	"net/http"
)

// frame is one piece of a stream.
type frame struct {
	event string // name of the event, "" where the dialect gives none
	data  any
	raw   string // instead of both
	hold  bool   // not a frame: the place where a turn with Hold waits
}

func (f frame) text(sse bool) []byte {
	switch {
	case f.raw != "":
		return []byte(f.raw)
	case !sse:
		return encode(f.data)
	}
	var b []byte
	if f.event != "" {
		b = append(b, "event: "+f.event+"\n"...)
	}
	return append(append(append(b, "data: "...), encode(f.data)...), "\n\n"...)
}

// between is what a turn puts between its text and its calls.
func (t Turn) between() []frame {
	out := []frame{{hold: true}}
	if t.ExtraFrame != "" {
		out = append(out, frame{raw: t.ExtraFrame})
	}
	return out
}

// stream writes one turn frame by frame.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, d dialect, turn Turn, a answer) {
	list := d.frames(turn, a)
	if f := turn.FailMiddle; f != nil {
		list = append(list[:max(0, len(list)-2)], d.broken(*f))
	} else if !turn.NoStop {
		list = append(list, d.last()...)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if !a.sse {
		w.Header().Set("Content-Type", "application/json")
	}
	w.Header().Set("Cache-Control", "no-cache")
	out, end := packed(w, turn)
	write := func(text []byte) {
		_, _ = out.Write(text) // the client may have gone
		if z, ok := out.(*gzip.Writer); ok {
			_ = z.Flush()
		}
		_ = http.NewResponseController(w).Flush()
	}
	sent := 0
	for _, f := range list {
		if f.hold {
			if turn.Hold != "" && !s.wait(r, turn.Hold) {
				return
			}
			continue
		}
		if turn.CutAfter > 0 && sent == turn.CutAfter {
			panic(http.ErrAbortHandler) // the server's own way to break a connection
		}
		if !a.sse {
			write([]byte(map[bool]string{true: "[", false: ",\n"}[sent == 0]))
		}
		write(f.text(a.sse))
		sent++
	}
	if !a.sse {
		write([]byte("]"))
	}
	end()
}

// wait reports whether the turn was released before the client went.
func (s *Server) wait(r *http.Request, name string) bool {
	select {
	case <-s.gate(name):
		return true
	case <-r.Context().Done():
		return false
	}
}

// packed gives the writer for a turn's body, and what ends it.
func packed(w http.ResponseWriter, t Turn) (io.Writer, func()) {
	if !t.Gzip {
		return w, func() {}
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Del("Content-Length")
	z := gzip.NewWriter(w)
	return z, func() { _ = z.Close() }
}
