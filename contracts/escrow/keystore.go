package escrow

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/accounts/keystore"
)

// ErrPassword says that a keystore's password is missing or wrong.
var ErrPassword = errors.New("the keystore was not opened")

// Password asks for the password of a keystore; account is the address that the
// file states, which nothing vouches for before it is open.
type Password func(account string) (string, error)

// OpenKey reads a key file of either kind: a secret key in hexadecimal, see
// LoadKey, or a keystore (version 3, scrypt or PBKDF2) that password opens.
// password may be nil; a keystore then fails with ErrPassword.
func OpenKey(path string, password Password) (*KeySigner, error) {
	text, err := readKeyFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return parseKey(path, text)
	}
	var head struct {
		Version int             `json:"version"`
		Address string          `json:"address"`
		Crypto  json.RawMessage `json:"crypto"`
	}
	if err := json.Unmarshal(text, &head); err != nil || head.Version != 3 || len(head.Crypto) == 0 {
		return nil, fmt.Errorf("%w: %s is JSON and no keystore of version 3", ErrKeyText, path)
	}
	if password == nil {
		return nil, fmt.Errorf("%w: %s needs a password", ErrPassword, path)
	}
	word, err := password(head.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPassword, err)
	}
	key, err := keystore.DecryptKey(text, word)
	if errors.Is(err, keystore.ErrDecrypt) {
		return nil, fmt.Errorf("%w: the password of %s is wrong, or the file is damaged", ErrPassword, path)
	} else if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrPassword, path, err)
	}
	return newKeySigner(key.PrivateKey), nil
}

// PasswordFile takes the password from a file that its owner alone can read: all
// of it but the line's end.
func PasswordFile(path string) Password {
	return func(string) (string, error) {
		text, err := readKeyFile(path)
		if err != nil {
			return "", fmt.Errorf("cannot read the password: %w", err)
		}
		return string(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))), nil
	}
}
