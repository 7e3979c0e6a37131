package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// signer is the key that the command acts with: an external signer's, that of
// --key, or on dev that of --as or else of role. With --dry-run and --from no
// key is needed.
func (s *session) signer(ctx context.Context, role string) (escrow.Signer, error) {
	switch {
	case s.keyFile != "" && s.role != "":
		return nil, usage("--key and --as both name a key; give one of them")
	case s.signerURL != "":
		return s.externalSigner(ctx)
	case s.from != "" && s.dryRun && s.keyFile == "" && s.role == "":
		a, err := parseAddress(s.from)
		return escrow.Spectator(a), err
	case s.from != "":
		return nil, usage("--from says which account of an external signer to use: give --signer URL with it, or --dry-run to look without a key")
	case s.keyFile == "" && !s.dev():
		return nil, usage("on %s the key must be named: --key FILE, or --signer URL --from ADDRESS", s.networkName)
	}
	file, err := s.keyPath(role)
	if err != nil {
		return nil, err
	}
	key, err := escrow.OpenKey(file, s.password())
	if err != nil {
		return nil, environment(err)
	}
	return key, nil
}

func (s *session) externalSigner(ctx context.Context) (escrow.Signer, error) {
	if s.keyFile != "" || s.role != "" {
		return nil, usage("--signer takes the place of --key and --as; give one of them")
	}
	if s.from == "" {
		return nil, usage("say which account of the external signer to use: --from ADDRESS")
	}
	a, err := parseAddress(s.from)
	if err != nil {
		return nil, err
	}
	remote, err := escrow.DialSigner(ctx, s.signerURL, a)
	if err != nil {
		return nil, environment(err)
	}
	return remote, nil
}

// keyPath is the key file that the flags name.
func (s *session) keyPath(role string) (string, error) {
	if s.keyFile != "" {
		return s.keyFile, nil
	}
	if s.role != "" {
		role = s.role
	}
	for _, r := range devnet.Roles() {
		if r != role {
			continue
		}
		dir, err := s.stateDir()
		if err != nil {
			return "", err
		}
		return devnet.KeyFile(dir, role), nil
	}
	return "", usage("there is no role %q; the roles are deployer, owner, operator, user and verifier", role)
}

// password finds the password of a keystore: --password-file, then
// VAREK_PASSWORD_FILE, then a question on the terminal.
func (s *session) password() escrow.Password {
	if s.passwordFile != "" {
		return escrow.PasswordFile(s.passwordFile)
	}
	return askPassword
}

// askPassword asks on the terminal and shows nothing of the answer.
func askPassword(account string) (string, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return "", errors.New("there is no terminal to ask for the password; name a file that holds it with --password-file or VAREK_PASSWORD_FILE")
	}
	defer tty.Close()
	fd := int(tty.Fd())
	old, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return "", fmt.Errorf("cannot ask for the password: %w", err)
	}
	silent := *old
	silent.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, &silent); err != nil {
		return "", fmt.Errorf("cannot ask for the password: %w", err)
	}
	fmt.Fprintf(tty, "Password of the keystore of 0x%s: ", strings.TrimPrefix(strings.ToLower(account), "0x"))
	word, err := bufio.NewReader(tty).ReadString('\n')
	fmt.Fprintln(tty)
	if err := errors.Join(err, unix.IoctlSetTermios(fd, unix.TCSETS, old)); err != nil {
		return "", fmt.Errorf("cannot read the password: %w", err)
	}
	return strings.TrimRight(word, "\r\n"), nil
}

// account dials the network and makes the role's account on it. What it sends
// is remembered until the command has printed its result.
func (s *session) account(ctx context.Context, role string) (*escrow.Client, *escrow.Account, error) {
	dir, err := s.stateDir()
	if err != nil {
		return nil, nil, err
	}
	// The network first: without a running chain there are no keys to miss.
	c, err := s.dial(ctx)
	if err != nil {
		return nil, nil, err
	}
	signer, err := s.signer(ctx, role)
	if err == nil {
		var a *escrow.Account
		if a, err = c.Account(signer, devnet.KeyDir(dir)); err == nil {
			a.Hold()
			a.Review(s.review)
			s.acting = a
			return c, a, nil
		}
	}
	c.Close()
	return nil, nil, err
}

// addressOr reads an address argument, or takes the role's on dev.
func (s *session) addressOr(text, flag, role string) (trace.Address, error) {
	if text != "" {
		return parseAddress(text)
	}
	if !s.dev() {
		return trace.Address{}, usage("the address must be named: %s", flag)
	}
	dir, err := s.stateDir()
	if err != nil {
		return trace.Address{}, err
	}
	key, err := escrow.LoadKey(devnet.KeyFile(dir, role))
	if errors.Is(err, escrow.ErrNoKey) {
		_, err = s.network() // says that no chain runs, where that is the reason
	}
	if err != nil {
		return trace.Address{}, environment(err)
	}
	return key.Address(), nil
}
