package names

import (
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

const (
	plainUDP = 512  // bytes of an answer to a client that says nothing (RFC 1035)
	maxUDP   = 1232 // what passes every path unfragmented
	maxChain = 8    // aliases that are followed
)

// question is what the agent asked, understood.
type question struct {
	header dnsmessage.Header
	asked  dnsmessage.Question // as written, for the answer
	name   string              // canonical
	room   int                 // bytes that the client takes over UDP
	edns   bool
}

// answer answers one query; nil for what is no query.
func (s *Server) answer(msg []byte, from netip.AddrPort, tcp bool) []byte {
	q, code, query := parse(msg)
	if !query {
		return nil
	}
	if code != dnsmessage.RCodeSuccess {
		return q.reply(code, nil, tcp)
	}
	ask := Query{From: from, TCP: tcp, Name: s.cfg.View.Origin(q.name), Type: strings.TrimPrefix(q.asked.Type.String(), "Type")}
	if !s.cfg.Ask(ask) {
		return q.reply(dnsmessage.RCodeNameError, nil, tcp)
	}
	switch q.asked.Type {
	case dnsmessage.TypeA, dnsmessage.TypeAAAA:
		code, found := s.addresses(q.name, ask.Name, q.asked.Type)
		return q.reply(code, found, tcp)
	}
	if !s.cfg.Types {
		return q.reply(dnsmessage.RCodeSuccess, nil, tcp)
	}
	r, err := s.exchange(q.name, q.asked.Type)
	if err != nil {
		return q.reply(dnsmessage.RCodeServerFailure, nil, tcp)
	}
	return q.reply(r.RCode, r.Answers, tcp)
}

// parse reads a query; it is false for what gets no answer at all, and code
// says what is wrong with the others.
func parse(msg []byte) (q question, code dnsmessage.RCode, query bool) {
	var p dnsmessage.Parser
	var err error
	if len(msg) < leastPacket {
		return q, 0, false
	}
	if q.header, err = p.Start(msg); err != nil || q.header.Response {
		return q, 0, false
	}
	if q.header.OpCode != 0 {
		return q, dnsmessage.RCodeNotImplemented, true
	}
	all, err := p.AllQuestions()
	if err != nil || len(all) != 1 || all[0].Class != dnsmessage.ClassINET {
		return q, dnsmessage.RCodeFormatError, true
	}
	q.asked, q.name, q.room = all[0], Canonical(all[0].Name.String()), plainUDP
	if p.SkipAllAnswers() == nil && p.SkipAllAuthorities() == nil {
		for {
			h, err := p.AdditionalHeader()
			if err != nil {
				break
			}
			if h.Type == dnsmessage.TypeOPT {
				q.edns, q.room = true, max(plainUDP, min(int(h.Class), maxUDP))
			}
			if p.SkipAdditional() != nil {
				break
			}
		}
	}
	return q, dnsmessage.RCodeSuccess, true
}

// reply builds the answer. One that does not fit is cut to nothing and marked,
// so that the client asks again over TCP.
func (q *question) reply(code dnsmessage.RCode, answers []dnsmessage.Resource, tcp bool) []byte {
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: q.header.ID, Response: true, OpCode: q.header.OpCode,
		RecursionDesired: q.header.RecursionDesired, RecursionAvailable: true, RCode: code}, Answers: answers}
	if q.asked.Name.Length > 0 {
		m.Questions = []dnsmessage.Question{q.asked}
	}
	if q.edns {
		var h dnsmessage.ResourceHeader
		if h.SetEDNS0(maxUDP, dnsmessage.RCodeSuccess, false) == nil {
			m.Additionals = []dnsmessage.Resource{{Header: h, Body: &dnsmessage.OPTResource{}}}
		}
	}
	b, err := m.Pack()
	if err != nil || !tcp && len(b) > q.room {
		m.Truncated, m.Answers = err == nil, nil
		if err != nil {
			m.RCode = dnsmessage.RCodeServerFailure
		}
		if b, err = m.Pack(); err != nil {
			return nil
		}
	}
	return b
}

// addresses asks for the addresses of a name, follows aliases to their end and
// remembers what it finds under origin, the name that was decided on.
func (s *Server) addresses(name, origin string, kind dnsmessage.Type) (dnsmessage.RCode, []dnsmessage.Resource) {
	var out []dnsmessage.Resource
	for range maxChain {
		r, err := s.exchange(name, kind)
		if err != nil {
			s.cfg.Log.Debug("a name server did not answer", "op", "names.exchange", "err", err)
			return dnsmessage.RCodeServerFailure, nil
		}
		found, end := chain(r.Answers, name, kind)
		out = append(out, found...)
		s.remember(found, origin)
		complete := len(found) > 0 && found[len(found)-1].Header.Type == kind
		if complete || end == name || r.RCode != dnsmessage.RCodeSuccess {
			return r.RCode, out
		}
		name = end
	}
	return dnsmessage.RCodeServerFailure, nil
}

// remember puts addresses and aliases into the view.
func (s *Server) remember(found []dnsmessage.Resource, origin string) {
	for _, r := range found {
		ttl := time.Duration(r.Header.TTL) * time.Second
		switch b := r.Body.(type) {
		case *dnsmessage.AResource:
			s.cfg.View.put(origin, netip.AddrFrom4(b.A), ttl)
		case *dnsmessage.AAAAResource:
			s.cfg.View.put(origin, netip.AddrFrom16(b.AAAA), ttl)
		case *dnsmessage.CNAMEResource:
			s.cfg.View.putAlias(Canonical(b.CNAME.String()), origin, ttl)
		}
	}
}

// chain picks out of an answer what leads from name to addresses, in that
// order, and the name at its end. What belongs to no name on the way is left out.
func chain(answers []dnsmessage.Resource, name string, kind dnsmessage.Type) (found []dnsmessage.Resource, end string) {
	end = name
	for range maxChain {
		var next string
		for _, r := range answers {
			if Canonical(r.Header.Name.String()) != end || r.Header.Class != dnsmessage.ClassINET {
				continue
			}
			switch b := r.Body.(type) {
			case *dnsmessage.CNAMEResource:
				if next == "" {
					next, found = Canonical(b.CNAME.String()), append(found, r)
				}
			case *dnsmessage.AResource, *dnsmessage.AAAAResource:
				if r.Header.Type == kind {
					found = append(found, r)
				}
			}
		}
		if next == "" {
			return found, end
		}
		end = next
	}
	return found, end
}
