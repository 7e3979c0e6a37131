package aap

import (
	"fmt"
	"net/netip"
	"strings"
)

// form says how values are compared.
type form string

// The forms of formats section 5.
const (
	asText    form = "text"
	asEmail   form = "email"
	asHost    form = "host"
	asURL     form = "url"
	asPath    form = "path"
	asIBAN    form = "iban"
	asAccount form = "account"
)

var forms = []string{string(asText), string(asEmail), string(asHost), string(asURL), string(asPath), string(asIBAN), string(asAccount)}

// recipient is one value in the shape that allow rules are compared with.
type recipient struct {
	text string     // normalised
	host string     // email: domain; url and host: host name or address text
	addr netip.Addr // host: valid if it is an address
	url  address
}

// normalise reads a value in a form. A value that does not have the form is an
// error in words: it names no recipient that a rule could permit.
func (f form) normalise(v any, at places) (recipient, error) {
	s, ok := v.(string)
	if n, isNumber := v.(number); isNumber && f == asAccount && plainDigits(string(n)) {
		s, ok = string(n), true
	}
	if !ok {
		return recipient{}, fmt.Errorf("%s, not %s", typeName(v), f.article())
	}
	switch f {
	case asEmail:
		return parseEmail(s)
	case asHost:
		return parseHost(s)
	case asURL:
		u, err := parseAddress(s)
		return recipient{text: u.String(), host: u.host, url: u}, err
	case asPath:
		p, ok := at.absolute(s)
		if !ok {
			return recipient{}, fmt.Errorf("%s, which is no path", quote(s))
		}
		return recipient{text: p}, nil
	case asIBAN:
		return parseIBAN(s)
	case asAccount:
		return recipient{text: strings.Map(dropSeparators, s)}, nil
	}
	return recipient{text: s}, nil
}

func (f form) article() string {
	switch f {
	case asText:
		return "text"
	case asEmail, asIBAN, asAccount:
		return "an " + string(f)
	}
	return "a " + string(f)
}

func dropSeparators(r rune) rune {
	if r == ' ' || r == '-' {
		return -1
	}
	return r
}

func plainDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// lowerASCII lowers A to Z and nothing else: Unicode case folding would make
// different names equal.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// parseEmail reads a bare address, local@domain, compared without regard to
// ASCII case. Display names, comments, quoted locals and lists have other
// readings in other programs and are refused.
func parseEmail(s string) (recipient, error) {
	local, domain, ok := strings.Cut(s, "@")
	bad := !ok || local == "" || len(s) > 320 || strings.ContainsAny(s, " \t\r\n\v\f,;:<>()[]\\\"") || strings.ContainsFunc(s, isControl)
	if bad || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
		return recipient{}, fmt.Errorf("%s, which is no plain e-mail address", quote(s))
	}
	host, err := parseHost(domain)
	if err != nil || host.addr.IsValid() || strings.HasSuffix(domain, ".") {
		return recipient{}, fmt.Errorf("%s, whose domain is no host name", quote(s))
	}
	return recipient{text: lowerASCII(local) + "@" + host.text, host: host.text}, nil
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0) || r == 0xfffd }

// parseHost reads a host name or an IP address without port, or unix:path.
func parseHost(s string) (recipient, error) {
	if strings.HasPrefix(s, "unix:") {
		return recipient{text: s}, nil
	}
	literal := s
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		literal = s[1 : len(s)-1]
	}
	if addr, err := netip.ParseAddr(literal); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return recipient{text: addr.String(), host: addr.String(), addr: addr}, nil
	}
	h := lowerASCII(strings.TrimSuffix(s, "."))
	if !hostName(h) {
		return recipient{}, fmt.Errorf("%s, which is neither host name nor address", quote(s))
	}
	return recipient{text: h, host: h}, nil
}

// hostName accepts letters, digits, hyphens and underscores in labels, and
// anything above ASCII. A name whose last label is a number is an address in
// disguise (127.1, 0x7f000001) and is refused.
func hostName(h string) bool {
	if h == "" || len(h) > 253 {
		return false
	}
	labels := strings.Split(h, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || strings.HasPrefix(l, "-") || strings.HasSuffix(l, "-") {
			return false
		}
		for _, r := range l {
			ascii := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_'
			if !ascii && (r < 0x80 || isControl(r) || fullStop(r)) {
				return false
			}
		}
	}
	last := labels[len(labels)-1]
	return !plainDigits(last) && !strings.HasPrefix(last, "0x")
}

// fullStop reports the characters that IDNA reads as a dot.
func fullStop(r rune) bool { return r == 0x3002 || r == 0xff0e || r == 0xff61 }

// parseIBAN drops spaces and hyphens and lifts letters to capitals. The check
// digits are not checked: an allow list decides, and made-up numbers are rare
// in it.
func parseIBAN(s string) (recipient, error) {
	t := strings.ToUpper(strings.Map(dropSeparators, s))
	ok := len(t) >= 15 && len(t) <= 34 && isAll(t[:2], 'A', 'Z') && plainDigits(t[2:4])
	for i := 4; ok && i < len(t); i++ {
		ok = t[i] >= '0' && t[i] <= '9' || t[i] >= 'A' && t[i] <= 'Z'
	}
	if !ok {
		return recipient{}, fmt.Errorf("%s, which is no IBAN", quote(s))
	}
	return recipient{text: t}, nil
}

func isAll(s string, lo, hi byte) bool {
	for i := range len(s) {
		if s[i] < lo || s[i] > hi {
			return false
		}
	}
	return true
}
