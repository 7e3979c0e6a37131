package evidence

import (
	"errors"
	"net/url"
	"strings"
)

// Cause is an error's text without what an address in it may give away: nodes
// are often reached by addresses that carry a key.
func Cause(err error) string {
	text := err.Error()
	var u *url.Error
	if errors.As(err, &u) {
		host := "the node"
		if parsed, bad := url.Parse(u.URL); bad == nil && parsed.Host != "" {
			host = parsed.Host
		}
		text = strings.ReplaceAll(text, u.URL, host)
	}
	return text
}
