package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// configFile is read when it exists and --config names no other. It stands
// outside every workspace, so that an agent cannot configure its next run.
func configFile() string {
	base := os.Getenv("XDG_CONFIG_HOME")
	if base == "" {
		base = filepath.Join(os.Getenv("HOME"), ".config")
	}
	return filepath.Join(base, "varek", "varek.yaml")
}

// stateDir is the default of --state.
func stateDir() string {
	base := os.Getenv("XDG_STATE_HOME")
	if base == "" {
		base = filepath.Join(os.Getenv("HOME"), ".local", "state")
	}
	return filepath.Join(base, "varek")
}

// settings are the flags that every command shares.
type settings struct {
	state   string
	network string
	config  string
	json    bool
}

func (s *settings) register(fs *pflag.FlagSet) {
	fs.StringVar(&s.state, "state", stateDir(), "state directory (VAREK_STATE)")
	fs.StringVar(&s.network, "network", "dev", "dev, base-sepolia, base or a network file (VAREK_NETWORK)")
	fs.StringVar(&s.config, "config", "", "configuration file (VAREK_CONFIG; default "+configFile()+")")
	fs.BoolVar(&s.json, "json", false, "print JSON")
}

// resolve fills every flag the user did not set from VAREK_<FLAG>, then from
// the configuration file: flag > environment > file > default.
func resolve(cmd *cobra.Command, s *settings) error {
	path, must := s.config, s.config != ""
	if path == "" {
		path, must = os.Getenv("VAREK_CONFIG"), os.Getenv("VAREK_CONFIG") != ""
	}
	if path == "" {
		path = configFile()
	}
	file, err := readConfig(path, must)
	if err != nil {
		return usage("read the configuration "+path, err, "correct the file, or name another with --config")
	}
	if err := checkKeys(cmd, file); err != nil {
		return usage("read the configuration "+path, err, "varek-sidecar run --help lists the keys (each flag is one)")
	}
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if failed != nil || f.Changed || f.Name == "config" || f.Name == "help" {
			return
		}
		if v, ok := os.LookupEnv("VAREK_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))); ok {
			failed = setFlag(cmd, f.Name, v, "the environment variable VAREK_"+strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_")))
		} else if v, ok := file[strings.ReplaceAll(f.Name, "-", "_")]; ok {
			failed = setFlag(cmd, f.Name, v, path)
		}
	})
	if failed != nil {
		return failed
	}
	s.state, err = filepath.Abs(s.state)
	return err
}

func setFlag(cmd *cobra.Command, name, value, from string) error {
	if err := cmd.Flags().Set(name, value); err != nil {
		return usage("set --"+name+" from "+from, err, "varek-sidecar "+cmd.Name()+" --help")
	}
	return nil
}

// readConfig reads a flat YAML mapping; a missing file is empty unless the user
// named it. `version: 1` is required so that a later layout is not misread.
func readConfig(path string, must bool) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && !must {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var raw map[string]any
	if err := yaml.UnmarshalWithOptions(text, &raw, yaml.Strict()); err != nil {
		return nil, err
	}
	if v, ok := raw["version"]; !ok || fmt.Sprint(v) != "1" {
		return nil, fmt.Errorf("version is %v, this program reads version 1", raw["version"])
	}
	delete(raw, "version")
	values := make(map[string]string, len(raw))
	for k, v := range raw {
		switch v.(type) {
		case string, bool, int, uint64, int64, float64:
			values[k] = fmt.Sprint(v)
		default:
			return nil, fmt.Errorf("key %q: want a single value", k)
		}
	}
	return values, nil
}

// checkKeys refuses a key that is no flag of any command: a typing error in a
// configuration must not silently change what is enforced.
func checkKeys(cmd *cobra.Command, file map[string]string) error {
	known := map[string]bool{}
	for _, c := range append([]*cobra.Command{cmd.Root()}, cmd.Root().Commands()...) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known[strings.ReplaceAll(f.Name, "-", "_")] = true })
	}
	var unknown []string
	for k := range file {
		if !known[k] {
			unknown = append(unknown, k)
		}
	}
	slices.Sort(unknown)
	if len(unknown) > 0 {
		return fmt.Errorf("unknown key %q", unknown[0])
	}
	return nil
}
