package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

const (
	filePause = 500 * time.Millisecond // between looks at a followed file
	busPause  = 2 * time.Second        // between attempts at a bus that is away
	busQueue  = 4096
)

// followFlags say where heads come from and where they are kept.
type followFlags struct {
	from, output string
	signers      []string
	until        uint32
	once         bool
}

func headsFollow(s *session) *cobra.Command {
	var f followFlags
	cmd := &cobra.Command{
		Use:   "follow SESSION",
		Short: "Receive a session's signed heads and keep them in a file",
		Long: "Receive a session's signed heads and keep them in a file, from the bus with the credentials that the provider\n" +
			"gives (follow.json, which may be read and nothing else), or from a file of heads that the provider renews.\n" +
			"Each head must carry the signature of somebody who may sign it. Two hashes for one number are both kept and\n" +
			"reported: they prove that there are two traces. A head without its records cannot show that it extends the\n" +
			"one before it; the verifier sees that. Interrupted, it goes on from the file when it is started again.\n\n" +
			"Exit status 1: the operator has contradicted itself.",
		Example: "  varek-escrow heads follow 0x3f… --source follow.json --output heads.json\n" +
			"  varek-escrow heads follow 0x3f… --source /srv/provider/heads.json --output heads.json --once",
		Args: exactly(1, "a session id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("session id", args[0])
			if err != nil {
				return err
			}
			if f.from == "" || f.output == "" {
				return usage("say where the heads come from and where they are kept: --source FILE --output FILE")
			}
			who, err := s.headSigners(cmd.Context(), id, f.signers)
			if err != nil {
				return err
			}
			b := &headBook{session: id, who: who, path: f.output, log: cmd.ErrOrStderr()}
			if err := b.open(); err != nil {
				return err
			}
			return f.follow(cmd.Context(), b)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.from, "source", "", "follow.json with the bus's credentials, or a file of signed heads")
	fl.StringVar(&f.output, "output", "", "file in which the heads are kept")
	fl.StringArrayVar(&f.signers, "signed-by", nil, signerUsage)
	fl.Uint32Var(&f.until, "until", 0, "end once a head of at least this many records is kept")
	fl.BoolVar(&f.once, "once", false, "end after the first head, or after one look at a file")
	return cmd
}

func (f followFlags) follow(ctx context.Context, b *headBook) error {
	text, err := os.ReadFile(f.from)
	if err != nil {
		return usage("cannot read --source: %w", err)
	}
	var creds busCreds
	if json.Unmarshal(text, &creds) == nil && creds.URL != "" {
		if creds.V != 1 || creds.Session != b.session {
			return usage("%s is for session %s (version %d), not for %s", f.from, creds.Session, creds.V, b.session)
		}
		err = f.followBus(ctx, b, creds)
	} else {
		err = f.followFile(ctx, b)
	}
	if err != nil {
		return err
	}
	if b.conflicts > 0 {
		return fault{fmt.Errorf("the operator signed two hashes for one number of records; both are in %s", b.path), exitNo}
	}
	return nil
}

// enough says that the user wants no more.
func (f followFlags) enough(b *headBook) bool {
	last := len(b.list) - 1
	return last >= 0 && (f.once || f.until > 0 && b.most >= f.until)
}

// busCreds is what the provider writes for this command.
type busCreds struct {
	V        int        `json:"v"`
	Session  trace.Hash `json:"session"`
	URL      string     `json:"url"`
	User     string     `json:"user"`
	Password string     `json:"password"`
	Subject  string     `json:"subject"`
}

// followBus receives until the user has enough. A bus that is away is waited
// for: a session may be resumed.
func (f followFlags) followBus(ctx context.Context, b *headBook, c busCreds) error {
	conn, err := nats.Connect(c.URL, nats.UserInfo(c.User, c.Password), nats.Name("varek heads follow"),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(busPause))
	if err != nil {
		return environment(fmt.Errorf("the bus at %s does not let us read: %w", c.URL, err))
	}
	defer conn.Close()
	messages := make(chan *nats.Msg, busQueue)
	if _, err := conn.ChanSubscribe(c.Subject, messages); err != nil {
		return environment(err)
	}
	for !f.enough(b) {
		select {
		case <-ctx.Done():
			return nil
		case m := <-messages:
			var h escrow.FactsHead
			if err := trace.Unmarshal(m.Data, &h); err != nil {
				fmt.Fprintf(b.log, "varek-escrow: a message on the bus is no head: %v\n", err)
				continue
			}
			if err := b.take(ctx, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// followFile looks at a file that the provider replaces.
func (f followFlags) followFile(ctx context.Context, b *headBook) error {
	for {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return environment(err)
		}
		list, err := decodeHeads(text)
		if err != nil {
			return usage("%s is neither credentials for a bus nor a file of signed heads: %w", f.from, err)
		}
		for _, h := range list {
			if err := b.take(ctx, h); err != nil {
				return err
			}
		}
		if f.once || f.enough(b) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(filePause):
		}
	}
}

// headBook is the file of kept heads.
type headBook struct {
	session   trace.Hash
	who       *signers
	path      string
	log       io.Writer
	list      []escrow.FactsHead
	most      uint32
	conflicts int
}

// open reads what an earlier run kept.
func (b *headBook) open() error {
	text, err := os.ReadFile(b.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return environment(err)
	}
	if b.list, err = decodeHeads(text); err != nil {
		return usage("%s exists and is no file of signed heads: %w", b.path, err)
	}
	for i, h := range b.list {
		if sig, err := trace.ParseSignature(h.Signature); err == nil {
			_, err = trace.Recover(b.who.domain.HeadDigest(b.session, h.N, h.H), sig)
			if err != nil {
				return usage("head %d of %s is not signed: %w", i+1, b.path, err)
			}
		}
		b.most = max(b.most, h.N)
		if contradiction(b.list[:i], h) != nil {
			b.conflicts++
		}
	}
	return nil
}

// take keeps a head that is new and signed by somebody who may.
func (b *headBook) take(ctx context.Context, h escrow.FactsHead) error {
	for _, have := range b.list {
		if have.N == h.N && have.H == h.H {
			return nil
		}
	}
	signer, err := b.who.by(ctx, b.session, h)
	if err != nil {
		fmt.Fprintf(b.log, "varek-escrow: a head of %d records is not kept: %v\n", h.N, err)
		return nil
	}
	if other := contradiction(b.list, h); other != nil {
		b.conflicts++
		fmt.Fprintf(b.log, "varek-escrow: CONTRADICTION: %s signed %s and %s for %d records; keep %s safe\n", signer, other.H, h.H, h.N, b.path)
	}
	b.list, b.most = append(b.list, h), max(b.most, h.N)
	text, err := trace.Marshal(b.list)
	if err == nil {
		err = replaceFile(b.path, append(text, '\n'))
	}
	if err != nil {
		return environment(fmt.Errorf("keep the head of %d records: %w", h.N, err))
	}
	fmt.Fprintf(b.log, "%d records, %s, signed by %s\n", h.N, h.H, signer)
	return nil
}

// replaceFile writes the file as a whole: a reader sees the old one or the new.
func replaceFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
