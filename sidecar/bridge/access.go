package bridge

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
)

// ErrAccess marks a way to the cluster that cannot be right.
var ErrAccess = errors.New("the way to the cluster")

// Access says where the cluster is and who we are there. All but URL are
// paths; the files are read at every connection, so they can be renewed.
type Access struct {
	URL   string // nats:// or tls://, several separated by commas
	CA    string // PEM; empty trusts the system's authorities
	Cert  string // PEM of our certificate, with Key
	Key   string
	Creds string // credentials file (JWT and seed)
	NKey  string // seed file
}

// Secrets are the files that nobody else may read.
func (a Access) Secrets() []string {
	var list []string
	for _, path := range []string{a.Key, a.Creds, a.NKey} {
		if path != "" {
			list = append(list, path)
		}
	}
	return list
}

// Check refuses what cannot be right, before anything depends on it.
func (a Access) Check() error {
	_, err := a.options()
	return err
}

// options checks the access and makes it the client's. Its errors name files
// and never what stands in them.
func (a Access) options() ([]nats.Option, error) {
	encrypted, err := a.servers()
	if err != nil {
		return nil, err
	}
	if (a.Cert == "") != (a.Key == "") {
		return nil, fmt.Errorf("%w: a certificate and its key go together", ErrAccess)
	}
	if a.Creds != "" && a.NKey != "" {
		return nil, fmt.Errorf("%w: a credentials file or a seed file, not both", ErrAccess)
	}
	for _, path := range a.Secrets() {
		if err := private(path); err != nil {
			return nil, err
		}
	}
	var opts []nats.Option
	if encrypted {
		opts = append(opts, nats.Secure())
	}
	if a.CA != "" {
		opts = append(opts, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		opts = append(opts, nats.ClientCert(a.Cert, a.Key))
	}
	if a.Creds != "" {
		opts = append(opts, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		opt, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("%w: %s holds no user's seed", ErrAccess, a.NKey)
		}
		opts = append(opts, opt)
	}
	return opts, nil
}

// servers checks the addresses. Without TLS only this machine is near enough.
func (a Access) servers() (encrypted bool, err error) {
	// One tls:// makes every connection of the client encrypted.
	encrypted = a.CA != "" || a.Cert != "" || strings.Contains(a.URL, "tls://")
	for _, text := range strings.Split(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		switch {
		case err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls":
			// The text may hold a password, so it is not repeated.
			return false, fmt.Errorf("%w: an address is nats://host:port or tls://host:port", ErrAccess)
		case u.User != nil:
			return false, fmt.Errorf("%w: an address with a user or password would show it; name a credentials or seed file", ErrAccess)
		}
		ip, err := netip.ParseAddr(u.Hostname())
		local := err == nil && ip.IsLoopback()
		if !encrypted && !local {
			return false, fmt.Errorf("%w: %s is reached without TLS; say tls:// or name its authority", ErrAccess, u.Host)
		}
	}
	return encrypted, nil
}

// private refuses a secret that others can read.
func private(path string) error {
	fi, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrAccess, err)
	case !fi.Mode().IsRegular():
		return fmt.Errorf("%w: %s is no file", ErrAccess, path)
	case fi.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%w: %s can be read or written by others (mode %04o); chmod 600 it", ErrAccess, path, fi.Mode().Perm())
	}
	return nil
}
