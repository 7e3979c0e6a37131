package command

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/check"
)

func newVerify() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "verify CERTIFICATE",
		Short: "Walk a certificate's world again and compare",
		Long: `Walks the world of a certificate again, as deep as it says, and compares everything: digests, levels, verdicts, counterexamples. Fingerprints are made
under a key drawn anew, so that states which one run took for one are told apart by the next.

The exit code is 0 if all is the same, 1 if something differs, 2 for wrong input.`,
		Example: `  varek-check run --depth 5 --certificate certificate.json
  varek-check verify certificate.json
  varek-check verify --exact certificate.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return verify(cmd, f, args[0]) },
	}
	fl := c.Flags()
	fl.StringVar(&f.world, "world", "", "where the world is now, if not where the certificate says")
	fl.StringVar(&f.warden, "warden", "", "where the warden's policy is now, if not where the certificate says")
	fl.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many search side by side")
	fl.BoolVar(&f.exact, "exact", false, "keep whole states instead of fingerprints")
	fl.IntVar(&f.cross, "cross-check", 2000, "read every n-th expanded state a second way (0: never)")
	return c
}

func verify(cmd *cobra.Command, f runFlags, path string) error {
	text, err := readFile(path)
	if err != nil {
		return err
	}
	cert, err := check.ParseCertificate(text)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", path, err), "give a certificate that varek-check run --certificate wrote")
	}
	if f.world == "" {
		f.world = cert.Invocation.World
	}
	w, err := openWorld(f.world, cert.Surface)
	if err != nil {
		return err
	}
	set := check.Setting{Version: cmd.Root().Version, Invocation: cert.Invocation}
	o := check.Options{Workers: max(1, f.workers), Exact: f.exact, CrossCheck: f.cross}
	if f.warden == "" {
		f.warden = cert.Invocation.Warden
	}
	if f.warden != "" {
		g, err := loadWarden(f.warden, w)
		if err != nil {
			return err
		}
		w, o.Hindered, set.Warden = g.world, g.hindered, g.digest
	}
	env, err := check.Env(w)
	if err != nil {
		return err
	}
	policies, err := statedPolicies(cert.Policies, env)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", path, err), "")
	}
	differs, err := check.Confirm(cmd.Context(), w, policies, cert, o, set)
	if err != nil {
		if cmd.Context().Err() != nil {
			return err
		}
		return &fault{err, "the certificate could not be confirmed", exitNo}
	}
	if len(differs) > 0 {
		for _, d := range differs {
			fmt.Fprintf(cmd.OutOrStdout(), "differs at %s\n", harmless(d))
		}
		return &fault{errors.New("the certificate is not confirmed"), "run varek-check run with the same world and policies to see what holds", exitNo}
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "confirmed: %d levels, %d states. %s\n", len(cert.Levels), cert.States, harmless(cert.Statement))
	return err
}
