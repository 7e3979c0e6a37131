package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// tlsFiles are the flags about TLS.
type tlsFiles struct{ cert, key, peers string }

// listen opens the address of evidence and pages, with TLS where there are files
// for it.
func (t tlsFiles) listen(address string) (net.Listener, string, error) {
	if (t.cert == "") != (t.key == "") {
		return nil, "", badInput("--tls-cert and --tls-key go together")
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, "", fmt.Errorf("listening on %s: %w", address, err)
	}
	if t.cert == "" {
		return l, "http://" + dialable(l.Addr()), nil
	}
	c := &certificate{files: t}
	if _, err := c.current(nil); err != nil {
		_ = l.Close()
		return nil, "", badInput("%w", err)
	}
	return tls.NewListener(l, &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.current, NextProtos: []string{"http/1.1"}}),
		"https://" + dialable(l.Addr()), nil
}

// client is the HTTP client for peers.
func (t tlsFiles) client() (*http.Client, error) {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return &http.Client{}, nil
	}
	transport = transport.Clone()
	if t.peers != "" {
		pem, err := os.ReadFile(t.peers)
		if err != nil {
			return nil, badInput("reading --peer-ca: %w", err)
		}
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM(pem) {
			return nil, badInput("--peer-ca %s holds no certificate in PEM", t.peers)
		}
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}
	}
	return &http.Client{Transport: transport}, nil
}

// certificate reads its files again when they change, so that a renewal needs no
// restart. A renewal that cannot be read leaves the old one in use.
type certificate struct {
	files tlsFiles

	mu     sync.Mutex
	read   [2]time.Time
	parsed *tls.Certificate
}

func (c *certificate) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var now [2]time.Time
	for i, path := range []string{c.files.cert, c.files.key} {
		if info, err := os.Stat(path); err == nil {
			now[i] = info.ModTime()
		}
	}
	if c.parsed != nil && now == c.read {
		return c.parsed, nil
	}
	parsed, err := tls.LoadX509KeyPair(c.files.cert, c.files.key)
	if err != nil && c.parsed == nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	if err == nil {
		c.parsed, c.read = &parsed, now
	}
	return c.parsed, nil
}

// anyCertificate is for asking this machine's own process whether it answers.
func anyCertificate() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true} //nolint:gosec // said above
}
