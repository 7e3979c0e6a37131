package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// exportFlags say what goes out, and how.
type exportFlags struct {
	parties
	pick
	claim, output string
	zstd          bool
}

const exportLong = `The bundle is NDJSON: a header, one line per record, and a footer with the operator's signature over all of it. It holds the records
under the final commitment or, while there is none, under the newest one on chain; what the store holds is compared with the store's own list of
commitments before it is signed. Without --claim the header names no claim and no promise, so that nobody can take the bundle for evidence in one.`

func newTraceExport(s *settings, con console) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export SESSION",
		Short: "Write a session as a signed evidence bundle",
		Long:  exportLong + "\n\nThe options of trace redact hide bodies here, too.",
		Example: `  varek-sidecar trace export 5e3f --output session.ndjson
  varek-sidecar trace export 5e3f --zstd --output session.ndjson.zst
  varek-sidecar trace export 5e3f --claim 0x91ab… --needs AAP-1@1 --params aap1.json --output evidence.ndjson`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return export(cmd.Context(), s, con, args[0], f, "trace export")
		},
	}
	f.flags(cmd)
	return cmd
}

func newTraceRedact(s *settings, con console) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "redact SESSION",
		Short: "Write a session's bundle with chosen bodies hidden",
		Long: `redact is trace export with bodies hidden: by tool, by call, by number, by place, or all that a predicate does not need. A record is
hidden as a whole: its head stays, its body is replaced by its hash, so that every commitment still holds and what was hidden is seen to be hidden.
A --pointer therefore hides every body that has the place, with all else in it. The store keeps everything; trace erase takes bodies out of it.

` + exportLong,
		Example: `  varek-sidecar trace redact 5e3f --pointer /args/password --output redacted.ndjson
  varek-sidecar trace redact 5e3f --tool 'send_*' --tool read_file --output redacted.ndjson
  varek-sidecar trace redact 5e3f --needs AAP-1@1 --params aap1.json --output redacted.ndjson`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.empty() {
				return usage("trace redact", errors.New("nothing is chosen to be hidden"), "give --tool, --action, --seq, --pointer or --needs; trace export shows everything")
			}
			return export(cmd.Context(), s, con, args[0], f, "trace redact")
		},
	}
	f.flags(cmd)
	return cmd
}

func (f *exportFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	f.parties.register(fl)
	f.pick.register(fl, "hide")
	f.registerNeeds(fl)
	fl.StringVar(&f.claim, "claim", "", "make the evidence for this claim, with its promise from the chain")
	fl.StringVar(&f.output, "output", "", "write to this file instead of standard output")
	fl.BoolVar(&f.zstd, "zstd", false, "compress")
}

func export(ctx context.Context, s *settings, con console, name string, f exportFlags, command string) error {
	r, err := findRun(s.state, name)
	if err != nil {
		return err
	}
	if err := f.prepare(); err != nil {
		return err
	}
	store, err := openStore(ctx, s, r.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	e, signer, err := f.evidence(ctx, s, store, r)
	if err != nil {
		return err
	}
	e.Erased = true
	hidden := 0
	e.Hide = func(rec trace.Record, h trace.Head) bool {
		if f.empty() || !f.takes(rec, h) {
			return false
		}
		hidden++
		return true
	}
	if err := noteAccess(s.state, r.Session, access{Command: command, From: 1, To: e.Header.N, Detail: f.output}); err != nil {
		return err
	}
	sum, err := f.write(ctx, con.out, store, e, signer)
	if errors.Is(err, provider.ErrMismatch) {
		return &fault{op: command, err: err, hint: "varek-sidecar trace verify " + r.Session.String(), code: exitNo}
	}
	if err != nil {
		return environment(command, err, "")
	}
	fmt.Fprintf(con.err, "varek: %d records, %d bodies shown, %d hidden now, %d erased before; bundle hash %s, signed by %s\n",
		sum.Records, sum.Shown, hidden, sum.Records-sum.Shown-uint64(hidden), sum.BundleHash, sum.Signer)
	return nil
}

// write streams the bundle to its place; a file appears whole or not at all.
func (f *exportFlags) write(ctx context.Context, out io.Writer, store *tracestore.Store, e provider.Evidence, signer provider.Signer) (sum provider.Summary, err error) {
	if f.output == "" {
		return f.encode(ctx, out, store, e, signer)
	}
	file, err := newUnnamed(f.output)
	if err != nil {
		return sum, err
	}
	defer func() { err = errors.Join(err, file.close()) }()
	if sum, err = f.encode(ctx, file, store, e, signer); err != nil {
		return sum, err
	}
	return sum, file.place()
}

func (f *exportFlags) encode(ctx context.Context, out io.Writer, store *tracestore.Store, e provider.Evidence, signer provider.Signer) (provider.Summary, error) {
	if !f.zstd {
		return provider.Assemble(ctx, store, e, signer, out)
	}
	z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return provider.Summary{}, err
	}
	sum, err := provider.Assemble(ctx, store, e, signer, z)
	return sum, errors.Join(err, z.Close())
}

// evidence says which bundle to make and whose key signs it.
func (f *exportFlags) evidence(ctx context.Context, s *settings, store *tracestore.Store, r *runFile) (e provider.Evidence, signer provider.Signer, err error) {
	if f.claim != "" {
		return f.claimed(ctx, s, r)
	}
	list, err := store.Checkpoints(ctx, r.Session)
	if err != nil {
		return e, nil, environment("read the checkpoints", err, "")
	}
	e.Header = trace.BundleHeader{V: 1, ChainID: r.ChainID, Escrow: r.Escrow, Session: r.Session, Predicate: "none", Params: jsontext.Value(`{}`)}
	final := false
	for _, c := range list {
		if c.Status != tracestore.StatusConfirmed {
			continue
		}
		e.Commitments = append(e.Commitments, trace.Item{Session: r.Session, N: uint32(c.N), H: c.H})
		if !final {
			e.Header.N, e.Header.H, final = c.N, c.H, c.Kind == tracestore.KindFinal
		}
	}
	if len(e.Commitments) == 0 {
		return e, nil, &fault{op: "trace export", err: errors.New("nothing of the session is committed yet"), hint: "wait for its first checkpoint", code: exitNo}
	}
	key := f.operatorKey
	if key == "" {
		key = filepath.Join(s.state, "keys", "operator.key")
	}
	k, err := escrow.LoadKey(key)
	if err != nil {
		return e, nil, environment("load the operator's key "+key, err, "name the key file with --operator-key")
	}
	return e, k, nil
}

// claimed is the evidence for a claim, its terms and commitments from the chain.
func (f *exportFlags) claimed(ctx context.Context, s *settings, r *runFile) (e provider.Evidence, signer provider.Signer, err error) {
	id, err := trace.ParseHash(f.claim)
	if err != nil {
		return e, nil, usage("read --claim", err, "varek-sidecar claims lists the claims")
	}
	s.network = r.Network
	f.owner, f.user = r.Owner.String(), r.User.String()
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return e, nil, err
	}
	defer c.close()
	claim, err := c.client.Claim(ctx, id)
	if err != nil {
		return e, nil, usage("read the claim", err, "varek-sidecar claims lists the claims")
	}
	if claim.Session != r.Session {
		return e, nil, usage("read --claim", fmt.Errorf("claim %s is about session %s", id, claim.Session), "")
	}
	if e, err = evidenceOf(ctx, c, claim, nil); err != nil {
		return e, nil, environment("read the claim's terms", err, "")
	}
	e.Needs = nil // what is hidden here is the caller's choice: --needs
	return e, c.signer, nil
}
