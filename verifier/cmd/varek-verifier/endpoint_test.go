package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

// start is serve of the real program, with its address.
func (s *scene) start(args ...string) (*process, endpoint) {
	s.Helper()
	p := s.run("varek-verifier", append([]string{"--state", s.state}, args...)...)
	e, listens := <-p.hello
	if !listens {
		for line := range p.lines {
			s.Log(line)
		}
		s.Fatalf("it does not listen: %v", <-p.exit)
	}
	go func() {
		for range p.lines {
		}
	}()
	return p, e
}

func claimURL(e endpoint, claim trace.Hash) string {
	return e.URL + "/v1/claims/" + claim.String() + "/evidence"
}

// TestReplayIsNoEvidence sends what is good evidence elsewhere: for another claim,
// chain or contract, or by another key. None is kept, and none stands in the way
// of the right one.
func TestReplayIsNoEvidence(t *testing.T) {
	s := newScene(t, "5 ether")
	b := s.verifier()
	mine, other := s.closed(evil), s.closed(good)
	claim, otherClaim := s.file(mine), s.file(other)
	b.drain()
	for name, bundle := range map[string][]byte{
		"another claim's bundle":              b.bundle(otherClaim, other, nil),
		"another session under this claim":    b.bundle(claim, other, nil),
		"another chain":                       b.bundle(claim, mine, func(d *draft) { d.header.ChainID++ }),
		"another contract":                    b.bundle(claim, mine, func(d *draft) { d.header.Escrow[0] ^= 1 }),
		"another promise":                     b.bundle(claim, mine, func(d *draft) { d.header.Promise++ }),
		"a key that is nobody's operator":     b.bundle(claim, mine, func(d *draft) { d.signer = s.net.Keys[devnet.User] }),
		"a line after the footer":             append(b.bundle(claim, mine, nil), '\n'),
		"a bundle without its footer":         bytes.TrimRight(b.bundle(claim, mine, nil)[:900], "\n"),
		"a bundle that was changed in flight": bytes.Replace(b.bundle(claim, mine, nil), []byte("ready"), []byte("steady"), 1),
	} {
		if status, code := b.post(claim, bundle); status != http.StatusUnprocessableEntity || code != "not_evidence" {
			t.Errorf("%s: %d %s", name, status, code)
		}
		if r := b.report(claim); r.Evidence != nil {
			t.Fatalf("%s was kept", name)
		}
	}
	b.mustPost(claim, b.bundle(claim, mine, nil))
	if status, code := b.post(claim, b.bundle(claim, mine, func(d *draft) { d.records[0] = d.records[0].Hide() })); status != http.StatusConflict || code != "kept" {
		t.Errorf("a second, different copy: %d %s", status, code)
	}
	b.drain()
	b.settled(claim, escrow.StatusPaid, "violated", 4)
}

// TestLargeBundleInConstantMemory sends bundles of 8, 32 and (at scale 10) 128 MiB,
// plain and compressed, to the real program, and measures what it had resident when
// they were kept, judged and settled: sixteen times the bundle takes no more than
// 16 MiB more.
func TestLargeBundleInConstantMemory(t *testing.T) {
	s := newScene(t, "5 ether")
	peak := func(records int, compressed bool) float64 {
		c := s.long(records, 64)
		claim := s.file(c)
		bundle := s.bundle(claim, c, nil)
		p, e := s.start()
		body, encoding := io.Reader(bytes.NewReader(bundle)), ""
		if compressed {
			var small bytes.Buffer
			z, err := zstd.NewWriter(&small)
			s.must(err)
			_, err = z.Write(bundle)
			s.must(err)
			s.must(z.Close())
			body, encoding = &small, "zstd"
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, claimURL(e, claim), body)
		s.must(err)
		req.Header.Set("Content-Encoding", encoding)
		resp, err := http.DefaultClient.Do(req)
		s.must(err)
		text, err := io.ReadAll(resp.Body)
		s.must(err)
		s.must(resp.Body.Close())
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("the bundle was answered with %d %s", resp.StatusCode, text)
		}
		for s.open(claim) {
			time.Sleep(10 * time.Millisecond) // asks the chain again
		}
		mib := highWater(t, p.cmd.Process.Pid)
		t.Logf("%d records, %d MiB, compressed %v: %.1f MiB resident at most", records, len(bundle)>>20, compressed, mib)
		s.must(p.cmd.Process.Kill())
		<-p.exit
		got, err := s.client.Claim(t.Context(), claim)
		s.must(err)
		if got.Status != escrow.StatusSatisfied {
			t.Errorf("%d records: %s, %s", records, got.Status, got.Reason)
		}
		return mib
	}
	const mib = 16 // records of 64 KiB
	sizes := []int{32}
	if scale(t) >= 10 {
		sizes = append(sizes, 128)
	}
	for _, compressed := range []bool{false, true} { // a decoder has a window of its own
		small := peak(8*mib, compressed)
		for _, size := range sizes {
			if got := peak(size*mib, compressed); got > small+16 {
				t.Errorf("%d MiB (compressed: %v) took %.1f MiB beside %.1f MiB for 8 MiB; want 16 MiB more at most", size, compressed, got, small)
			}
		}
	}
}

// TestLimitsOfTheProgram: what is larger than the operator allows is refused, and
// a bomb is not unpacked further than that.
func TestLimitsOfTheProgram(t *testing.T) {
	s := newScene(t, "1 ether")
	c := s.closed(good)
	claim := s.file(c)
	_, e := s.start("--max-bundle", "1")
	var bomb bytes.Buffer
	z, err := zstd.NewWriter(&bomb)
	s.must(err)
	line := bytes.Repeat([]byte("a"), 1<<20)
	for range 512 {
		_, err := z.Write(line)
		s.must(err)
	}
	s.must(z.Close())
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, claimURL(e, claim), &bomb)
	s.must(err)
	req.Header.Set("Content-Encoding", "zstd")
	resp, err := http.DefaultClient.Do(req)
	s.must(err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("512 MiB of nothing: %d", resp.StatusCode)
	}
	if status, code := postTo(t, claimURL(e, claim), s.bundle(claim, c, nil)); status != http.StatusOK {
		t.Errorf("a good bundle after it: %d %s", status, code)
	}
	metrics := s.metrics(e)
	for _, want := range []string{
		`varek_verifier_evidence_answers_total{answer="kept"} 1`, `varek_verifier_evidence_answers_total{answer="too_large"} 1`,
		`varek_verifier_funds_wei{`, `varek_verifier_chain_lag_seconds{`, `varek_verifier_judge_seconds_bucket{`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s:\n%s", want, metrics)
		}
	}
	out, err := exec.Command("varek-verifier", "status", "--state", s.state).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "running and ready at "+e.URL) {
		t.Errorf("status: %v\n%s", err, out)
	}
}

func (s *scene) metrics(e endpoint) string {
	s.Helper()
	resp, err := http.Get(e.URL + "/metrics")
	s.must(err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	s.must(err)
	return string(text)
}

// TestTLSByFiles: evidence and pages over TLS, and a renewed certificate without a
// restart.
func TestTLSByFiles(t *testing.T) {
	s := newScene(t, "1 ether")
	cert, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	roots := x509.NewCertPool()
	writeCertificate(t, cert, key, 1, roots)
	_, e := s.start("--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(e.URL, "https://") {
		t.Fatalf("it listens at %s", e.URL)
	}
	ask := func() *big.Int {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
		resp, err := client.Get(e.URL + "/healthz")
		s.must(err)
		defer resp.Body.Close()
		return resp.TLS.PeerCertificates[0].SerialNumber
	}
	if n := ask(); n.Int64() != 1 {
		t.Errorf("serial number %s", n)
	}
	writeCertificate(t, cert, key, 2, roots)
	later := time.Now().Add(time.Minute)
	s.must(os.Chtimes(cert, later, later))
	if n := ask(); n.Int64() != 2 {
		t.Errorf("after the renewal: serial number %s", n)
	}
	out, err := exec.Command("varek-verifier", "status", "--state", s.state).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "running and ready at https://") {
		t.Errorf("status: %v\n%s", err, out)
	}
}

func writeCertificate(t *testing.T, certFile, keyFile string, serial int64, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "verifier"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// TestTwoChainsInOneProcess: claims on two chains are judged by one process at one
// address, and its folder remembers which is which.
func TestTwoChainsInOneProcess(t *testing.T) {
	a := newScene(t, "1 ether")
	state := t.TempDir()
	key, err := os.ReadFile(devnet.KeyFile(a.state, devnet.Verifier))
	a.must(err)
	a.must(os.Mkdir(devnet.KeyDir(state), 0o700))
	a.must(os.WriteFile(devnet.KeyFile(state, devnet.Verifier), key, 0o600)) // one verifier, two chains
	b := newSceneIn(t, state, "1 ether")
	ca := a.closed(evil)
	claimA := a.file(ca)
	cb := b.play(b.promise, good)
	b.finalize(cb)
	claimB := b.file(cb)
	networks := "dev," + escrow.DevNetworkFile(b.state)
	for _, order := range []string{networks, escrow.DevNetworkFile(b.state) + ",dev"} {
		p, e := a.start("--network", order, "--key", devnet.KeyFile(a.state, devnet.Verifier))
		for claim, bundle := range map[trace.Hash][]byte{claimA: a.bundle(claimA, ca, nil), claimB: b.bundle(claimB, cb, nil)} {
			if status, code := postTo(t, claimURL(e, claim), bundle); status != http.StatusOK {
				t.Errorf("with %s: %d %s", order, status, code)
			}
		}
		for a.open(claimA) || b.open(claimB) {
			time.Sleep(10 * time.Millisecond) // asks the chains again
		}
		var list struct {
			Claims []evidence.Report `json:"claims"`
		}
		resp, err := http.Get(e.URL + "/v1/claims")
		a.must(err)
		a.must(json.NewDecoder(resp.Body).Decode(&list))
		a.must(resp.Body.Close())
		if len(list.Claims) != 2 || list.Claims[0].Network == list.Claims[1].Network {
			t.Errorf("the list: %+v", list.Claims)
		}
		a.must(p.cmd.Process.Kill())
		<-p.exit
	}
	for _, claim := range []trace.Hash{claimA, claimB} {
		out, err := exec.Command("varek-verifier", "claims", "show", claim.String(), "--state", a.state).CombinedOutput()
		if err != nil || !strings.Contains(string(out), claim.String()) {
			t.Errorf("claims show: %v\n%s", err, out)
		}
	}
	if out, err := exec.Command("varek-verifier", "status", "--state", a.state, "--json").Output(); err == nil || strings.Count(string(out), `"chain_id"`) != 2 {
		t.Errorf("status of a verifier that was killed: %v\n%s", err, out)
	}
	a.verdicts(claimA, 1)
	b.verdicts(claimB, 1)
}
