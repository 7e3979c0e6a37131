package event

import (
	"errors"
	"fmt"
	"os"

	"github.com/varek/varek/tracestore/trace/canon"
)

// ErrConfig is the family of faults in environment, credentials and Config.
var ErrConfig = errors.New("bus access is not configured")

// Creds is the per-session NATS user; the file holds it as strict JSON.
type Creds struct {
	User     string `json:"user"`
	Password string `json:"password"`
	Inbox    string `json:"inbox"` // prefix of reply subjects, the only one the user may subscribe
}

// LoadCreds reads a credentials file; errors are ErrConfig. The content is
// never part of an error.
func LoadCreds(path string) (Creds, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Creds{}, fmt.Errorf("%w: read credentials: %w", ErrConfig, err)
	}
	var c Creds
	if canon.Unmarshal(text, &c) != nil || c.User == "" || c.Password == "" || c.Inbox == "" {
		return Creds{}, fmt.Errorf("%w: %s is not a credentials file {user, password, inbox}", ErrConfig, path)
	}
	return c, nil
}

// The variables that the sidecar puts into the agent's environment.
const (
	EnvSession = "VAREK_SESSION"    // 0x and 64 hex digits
	EnvURL     = "VAREK_NATS_URL"   // nats://127.0.0.1:port
	EnvCreds   = "VAREK_NATS_CREDS" // path of the credentials file
)

// FromEnv reads session, server and credentials of the surrounding session.
// Key, Source and Timeout are left to the caller.
func FromEnv() (Config, error) {
	var c Config
	for _, name := range []string{EnvSession, EnvURL, EnvCreds} {
		if os.Getenv(name) == "" {
			return Config{}, fmt.Errorf("%w: %s is not set; start the program with varek-sidecar run", ErrConfig, name)
		}
	}
	var err error
	if c.Session, err = canon.ParseHash(os.Getenv(EnvSession)); err != nil {
		return Config{}, fmt.Errorf("%w: %s: %w", ErrConfig, EnvSession, err)
	}
	c.URL = os.Getenv(EnvURL)
	if c.Creds, err = LoadCreds(os.Getenv(EnvCreds)); err != nil {
		return Config{}, err
	}
	return c, nil
}
