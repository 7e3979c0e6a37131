package aap

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// address is a URL split without forgiveness: what two programs could read
// differently is refused.
type address struct {
	scheme string // lower case; "" if it was left out
	host   string // normalised name, or address text
	port   string // "" for the scheme's own
	path   string // begins with /
	query  string // with its ?, or ""
}

// String spells the address as it is compared; the fragment is left out.
func (u address) String() string {
	s := u.host
	if strings.Contains(s, ":") {
		s = "[" + s + "]"
	}
	if u.port != "" {
		s += ":" + u.port
	}
	if u.scheme != "" {
		s = u.scheme + "://" + s
	}
	return s + u.path + u.query
}

// parseAddress reads scheme://host:port/path?query or host/path without
// scheme. User information, backslashes, blanks and controls are refused.
func parseAddress(s string) (address, error) {
	refuse := func(why string) (address, error) {
		return address{}, fmt.Errorf("%s, which %s", quote(s), why)
	}
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || isControl(r) || r == '\\' || r == 0xa0 }) {
		return refuse("is no URL")
	}
	var u address
	rest := s
	if scheme, after, ok := strings.Cut(s, "://"); ok && !strings.ContainsAny(scheme, "/?#") {
		if !schemeName(scheme) {
			return refuse("has no valid scheme")
		}
		u.scheme, rest = lowerASCII(scheme), after
	}
	rest, _, _ = strings.Cut(rest, "#")
	authority := rest
	if end := strings.IndexAny(rest, "/?"); end >= 0 {
		authority = rest[:end]
	}
	rest = rest[len(authority):]
	if strings.Contains(authority, "@") {
		return refuse("carries user information")
	}
	host, port, ok := splitPort(authority)
	if !ok {
		return refuse("has no valid port")
	}
	h, err := parseHost(host)
	if err != nil || strings.HasPrefix(host, "unix:") {
		return refuse("has no valid host")
	}
	u.host, u.port = h.host, port
	if u.scheme == "http" && port == "80" || u.scheme == "https" && port == "443" {
		u.port = ""
	}
	u.path = rest
	if q := strings.IndexByte(rest, '?'); q >= 0 {
		u.path, u.query = rest[:q], rest[q:]
	}
	if u.path == "" {
		u.path = "/"
	}
	return u, nil
}

func schemeName(s string) bool {
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// splitPort takes host:port apart; a bare IPv6 address needs its brackets.
func splitPort(authority string) (host, port string, ok bool) {
	host = authority
	at := strings.LastIndexByte(authority, ':')
	if at >= 0 && !strings.HasSuffix(authority, "]") {
		host, port = authority[:at], authority[at+1:]
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 || strconv.FormatUint(n, 10) != port {
			return "", "", false
		}
	}
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		return "", "", false
	}
	return host, port, host != ""
}

// crooked reports a path that a server could resolve to somewhere else than
// its letters say.
func (u address) crooked() bool {
	p := lowerASCII(u.path)
	if strings.Contains(p, "%2e") || strings.Contains(p, "%2f") || strings.Contains(p, "%5c") {
		return true
	}
	for _, seg := range strings.Split(p, "/") {
		if seg == "." || seg == ".." {
			return true
		}
	}
	return false
}

// permit is one rule of an allow list.
type permit struct {
	form   form
	exact  string       // "" if another field decides
	at     string       // email: the whole domain
	below  string       // .domain: any name below it, with the dot
	net    netip.Prefix // host: any address in it
	url    *address     // url: exact, or a prefix if tree
	tree   bool
	places pathGlob
}

// parsePermit reads one entry of allow for a form.
func parsePermit(f form, s string) (permit, error) {
	p := permit{form: f}
	hosts := f == asEmail || f == asHost || f == asURL
	if rest, ok := strings.CutPrefix(s, "."); ok && hosts {
		h, err := parseHost(rest)
		if err != nil || h.addr.IsValid() || h.host == "" {
			return permit{}, fmt.Errorf("%s is no domain; write .example.com for every name below it", quote(s))
		}
		p.below = "." + h.host
		return p, nil
	}
	switch f {
	case asEmail:
		if domain, ok := strings.CutPrefix(s, "*@"); ok {
			h, err := parseHost(domain)
			if err != nil || h.addr.IsValid() || h.host == "" {
				return permit{}, fmt.Errorf("%s: what follows *@ is no domain", quote(s))
			}
			p.at = h.host
			return p, nil
		}
	case asHost:
		if strings.Contains(s, "/") && !strings.HasPrefix(s, "unix:") {
			n, err := netip.ParsePrefix(s)
			if err != nil || n != n.Masked() || n.Addr().Is4In6() {
				return permit{}, fmt.Errorf("%s is no network such as 10.0.0.0/8", quote(s))
			}
			p.net = n
			return p, nil
		}
	case asURL:
		return parseURLPermit(s)
	case asPath:
		g, err := parsePathGlob(s)
		p.places = g
		return p, err
	}
	if hosts && strings.Contains(s, "*") {
		return permit{}, fmt.Errorf("%s: a star stands in *@domain and at the end of a URL only", quote(s))
	}
	r, err := f.normalise(s, places{})
	if err != nil {
		return permit{}, fmt.Errorf("is %w", err)
	}
	if r.text == "" {
		return permit{}, fmt.Errorf("%s permits nothing", quote(s))
	}
	p.exact = r.text
	return p, nil
}

func parseURLPermit(s string) (permit, error) {
	p := permit{form: asURL}
	body, tree := strings.CutSuffix(s, "/*")
	if tree {
		body += "/"
	}
	u, err := parseAddress(body)
	switch {
	case err != nil:
		return permit{}, fmt.Errorf("is %w", err)
	case strings.Contains(body, "*"):
		return permit{}, fmt.Errorf("%s: a star stands at the end, after a slash, only", quote(s))
	case tree && (u.query != "" || u.crooked()):
		return permit{}, fmt.Errorf("%s: a prefix is a plain path", quote(s))
	}
	p.url, p.tree = &u, tree
	return p, nil
}

// match reports whether the rule permits the recipient.
func (p permit) match(r recipient, at places) bool {
	switch {
	case p.exact != "":
		return p.exact == r.text
	case p.below != "":
		return !r.addr.IsValid() && strings.HasSuffix(r.host, p.below)
	case p.at != "":
		return r.host == p.at
	case p.net.IsValid():
		return r.addr.IsValid() && p.net.Contains(r.addr)
	case p.url != nil:
		return p.matchURL(r.url)
	case p.form == asPath:
		return p.places.match(r.text, at)
	}
	return false
}

func (p permit) matchURL(u address) bool {
	scheme := p.url.scheme == u.scheme || p.url.scheme == "" && (u.scheme == "http" || u.scheme == "https")
	if !scheme || p.url.host != u.host || p.url.port != u.port {
		return false
	}
	if p.tree {
		return !u.crooked() && strings.HasPrefix(u.path, p.url.path)
	}
	return u.path == p.url.path && u.query == p.url.query
}
