package evidence

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"time"
)

//go:embed page.html
var pageText string

// pages parses the page's templates; they are part of the binary.
func pages() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"time": blockTime}).Parse(pageText))
}

// blockTime shows a block's timestamp as the chain's calendar has it.
func blockTime(seconds uint64) string {
	return time.Unix(int64(seconds), 0).UTC().Format("2006-01-02 15:04:05 UTC")
}

type listPage struct {
	Banner string
	Claims []Report
}

type claimPage struct {
	Banner string
	Report
}

func (s *Server) pageClaims(w http.ResponseWriter, r *http.Request) {
	reports, err := s.reports(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	s.page(w, "list", listPage{Banner: s.cfg.Banner, Claims: reports})
}

func (s *Server) pageClaim(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	report, err := s.report(r, claim)
	if err != nil {
		answer(w, &claim, err)
		return
	}
	s.page(w, "claim", claimPage{Banner: s.cfg.Banner, Report: report})
}

func (s *Server) page(w http.ResponseWriter, name string, data any) {
	var buf bytes.Buffer
	if err := s.pages.ExecuteTemplate(&buf, name, data); err != nil {
		answer(w, nil, errors.Join(errors.New("the page cannot be written"), err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(buf.Bytes()) // a client that went away has no answer to miss
}
