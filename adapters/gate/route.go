package gate

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Dialects lists the APIs that the gate can read.
func Dialects() []string {
	var out []string
	for _, d := range dialects() {
		out = append(out, d.name())
	}
	return out
}

func dialects() []dialect { return []dialect{anthropic{}, chat{}, responses{}, gemini{}} }

func byName(name string) dialect {
	for _, d := range dialects() {
		if d.name() == name {
			return d
		}
	}
	return nil
}

// carries are parts of paths that answer with tool calls in forms that the gate does
// not read: what cannot be held back does not pass.
var carries = [...]string{"/responses/", "/realtime", "/threads", "/batches", "/assistants", "/interactions", ":bidigeneratecontent",
	":batchgeneratecontent", ":asyncbatch", "/invoke", "/converse", "/api/chat", "/api/generate", ":rawpredict", ":streamrawpredict", "/v1/complete"}

// route finds the API by the path. plain means that a request passes unread.
func (g *Gate) route(r *http.Request) (d dialect, plain bool, err error) {
	p := strings.ToLower(strings.TrimRight(r.URL.Path, "/"))
	switch {
	case r.Header.Get("Upgrade") != "":
		return nil, true, errors.New("the gate reads HTTP and no WebSocket; switch the harness to HTTP")
	case r.URL.RawPath != "" && strings.Contains(strings.ToLower(r.URL.RawPath), "%2f"):
		return nil, true, errors.New("the path has an encoded slash")
	case strings.HasSuffix(p, "/messages"):
		d = anthropic{}
	case strings.HasSuffix(p, "/chat/completions"):
		d = chat{}
	case strings.HasSuffix(p, "/responses"):
		d = responses{}
	case strings.HasSuffix(p, ":generatecontent"), strings.HasSuffix(p, ":streamgeneratecontent"):
		d = gemini{}
	}
	if d != nil && r.Method == http.MethodPost {
		return d, false, nil
	}
	for _, part := range carries {
		if strings.Contains(p+"/", part) && !strings.HasSuffix(p, "/input_tokens") {
			return d, true, fmt.Errorf("%s can carry tool calls in a form that the gate does not read", r.URL.Path)
		}
	}
	if own := byName(g.cfg.Dialect); own != nil && r.Method == http.MethodPost && !counts(p) {
		return own, false, nil
	}
	return d, true, nil
}

// counts reports whether a path only counts tokens.
func counts(p string) bool {
	return strings.HasSuffix(p, "/count_tokens") || strings.HasSuffix(p, ":counttokens") || strings.HasSuffix(p, "/input_tokens")
}

// Upstreams are the APIs behind the gate; a nil one is its vendor's.
type Upstreams struct{ Anthropic, OpenAI, Gemini *url.URL }

// Vendors' addresses.
const (
	anthropicURL = "https://api.anthropic.com"
	openAIURL    = "https://api.openai.com/v1"
	geminiURL    = "https://generativelanguage.googleapis.com"
)

// ParseUpstream reads the address of an API.
func ParseUpstream(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("it is no URL") // the error would repeat a key in it
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, errors.New("it is no http or https URL with a host")
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return nil, errors.New("a user, a query or a fragment does not belong into it")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	return u, nil
}

func (u *Upstreams) check() error {
	for _, p := range []struct {
		to   **url.URL
		text string
	}{{&u.Anthropic, anthropicURL}, {&u.OpenAI, openAIURL}, {&u.Gemini, geminiURL}} {
		if *p.to == nil {
			v, err := ParseUpstream(p.text)
			if err != nil {
				return err
			}
			*p.to = v
		}
	}
	return nil
}

// of finds the API that a request is for, by its path and by the vendors' own
// headers.
func (u Upstreams) of(r *http.Request) *url.URL {
	p := r.URL.Path
	switch {
	case strings.HasSuffix(p, "/messages"), strings.Contains(p, "/messages/"), r.Header.Get("Anthropic-Version") != "":
		return u.Anthropic
	case strings.Contains(p, "/v1beta"), strings.Contains(p, "/v1alpha"), strings.Contains(p, "enerateContent"),
		strings.Contains(p, ":countTokens"), r.Header.Get("X-Goog-Api-Key") != "":
		return u.Gemini
	}
	return u.OpenAI
}

// Env is what a harness must find in its environment so that it speaks to the gate
// at origin (http://127.0.0.1:PORT).
func (u Upstreams) Env(origin string) []string {
	if err := u.check(); err != nil {
		return nil
	}
	openai := u.OpenAI.Path
	if openai == "" {
		openai = "/v1"
	}
	return []string{
		"ANTHROPIC_BASE_URL=" + origin + u.Anthropic.Path,
		"OPENAI_BASE_URL=" + origin + openai,
		"OPENAI_API_BASE=" + origin + openai,
		"GOOGLE_GEMINI_BASE_URL=" + origin + u.Gemini.Path,
	}
}
