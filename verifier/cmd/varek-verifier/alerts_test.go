package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var metricName = regexp.MustCompile(`varek_verifier_[a-z_]+`)

// The published rules speak of figures that the program has, and the page beside
// them explains every alert and every figure.
func TestAlertsSpeakOfWhatThereIs(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "deploy", "monitoring")
	text, err := os.ReadFile(filepath.Join(dir, "verifier.rules.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "verifier.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert       string
				Expr        string
				For         string `yaml:",omitempty"`
				Labels      map[string]string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.UnmarshalWithOptions(text, &rules, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	s := newScene(t, "1 ether")
	_, e := s.start()
	metrics := s.metrics(e)
	families := map[string]bool{}
	for line := range strings.Lines(metrics) {
		if name, is := strings.CutPrefix(line, "# TYPE "); is {
			families[strings.Fields(name)[0]] = true
		}
	}
	if len(rules.Groups) != 1 || len(rules.Groups[0].Rules) < 10 || len(families) < 15 {
		t.Fatalf("%d groups of rules, %d figures", len(rules.Groups), len(families))
	}
	for _, r := range rules.Groups[0].Rules {
		if !strings.Contains(string(page), "| "+r.Alert+" |") {
			t.Errorf("the page does not explain %s", r.Alert)
		}
		if r.Annotations["summary"] == "" || r.Labels["severity"] == "" {
			t.Errorf("%s lacks its summary or severity", r.Alert)
		}
		for _, name := range metricName.FindAllString(r.Expr, -1) {
			if !families[name] {
				t.Errorf("%s speaks of %s, which the program does not have", r.Alert, name)
			}
		}
	}
	for name := range families {
		if short := strings.TrimPrefix(name, "varek_verifier_"); !strings.Contains(string(page), "`"+short) {
			t.Errorf("the page does not name %s", short)
		}
	}
}
