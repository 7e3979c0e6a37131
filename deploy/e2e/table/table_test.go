package table

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

const (
	kept   = "alice@example.com"
	broken = "mallory@evil.example"
)

// TestTable is every row of the settlement table. Its subtests share one chain
// and one verifier and come in the order of the chain's clock.
func TestTable(t *testing.T) {
	r := newRig(t)
	t.Run("flawed evidence", func(t *testing.T) { r.in(t, (*rig).flawed) })
	t.Run("ruled at once", func(t *testing.T) { r.in(t, (*rig).atOnce) })
	t.Run("reserve too small", func(t *testing.T) { r.in(t, (*rig).short) })
	t.Run("signed heads", func(t *testing.T) { r.in(t, (*rig).heads) })
	t.Run("length", func(t *testing.T) { r.in(t, (*rig).length) })
	t.Run("windows", func(t *testing.T) { r.in(t, (*rig).windows) })
}

// in gives a subtest the rig, with its failures as the subtest's own.
func (r *rig) in(t *testing.T, f func(*rig)) {
	inner := *r
	inner.TB = t
	f(&inner)
	r.salts = inner.salts
}

// harm is one way in which evidence for a kept promise is flawed.
type harm struct {
	name string
	do   func(r *rig, b *bundle, other *bundle)
	want escrow.Reason
}

func harms() []harm {
	bad := escrow.ReasonInconsistent
	return []harm{
		{"missing record", func(r *rig, b, _ *bundle) { b.lines = slices.Delete(b.lines, 2, 3) }, bad},
		{"reordered records", func(r *rig, b, _ *bundle) { b.lines[2], b.lines[3] = b.lines[3], b.lines[2] }, bad},
		{"altered before a checkpoint", func(r *rig, b, _ *bundle) { b.replace(r, b.at(r, `"kind":"action"`), "Report", "Rumour") }, bad},
		{"altered after the last checkpoint", func(r *rig, b, _ *bundle) { b.replace(r, len(b.lines)-1, `"close"`, `"turn"`) }, bad},
		{"tail cut off", func(r *rig, b, _ *bundle) { b.lines = b.lines[:len(b.lines)-2] }, bad},
		{"tail cut off, and the header agrees", func(r *rig, b, _ *bundle) { b.lines = b.lines[:len(b.lines)-2]; b.header.N -= 2 }, bad},
		{"wrong salt", func(r *rig, b, _ *bundle) { b.resalt(r, 1) }, bad},
		{"another session's trace", func(r *rig, b, other *bundle) { b.lines = other.lines }, bad},
		{"other parameters", func(r *rig, b, _ *bundle) {
			b.header.Params = []byte(`{"allow":["*"],"as":"email","calls":[{"kinds":["action"],"tool":"send_email"}],"include_failed":false,"on_gap":"ignore","recipients":["/args/to/*"]}`)
		}, escrow.ReasonParamsMismatch},
		{"needed body hidden", func(r *rig, b, _ *bundle) { b.hide(r, b.at(r, `"kind":"action"`)) }, escrow.ReasonHidden},
	}
}

// resalt changes the first digit of a record's salt.
func (b *bundle) resalt(r *rig, i int) {
	digit := bytes.Index(b.lines[i], []byte(`"salt":"0x`)) + len(`"salt":"0x`)
	other := byte('0')
	if b.lines[i][digit] == other {
		other = '1'
	}
	b.lines[i] = bytes.Clone(b.lines[i])
	b.lines[i][digit] = other
}

// flawed: rows 4 and 5. One session under many promises with the same terms, one
// claim for each way; every one of them is ruled for the user at once.
func (r *rig) flawed() {
	list := harms()
	var promises []uint32
	for range list {
		promises = append(promises, r.register("1 ether"))
	}
	unknown := r.registerRaw(func(reg *escrow.Registration) { reg.Predicate = trace.Hash{0xee} })
	failing := r.registerRaw(func(*escrow.Registration) {})
	session := r.run(append(slices.Clone(promises), unknown, failing), kept, "bob@example.com", "carol@example.com")
	elsewhere := r.run([]uint32{promises[0]}, kept, "bob@example.com", "carol@example.com")
	innocent := r.file(elsewhere, promises[0])
	other := r.honest(elsewhere, innocent)
	claims := make([]trace.Hash, len(list))
	for i := range list {
		claims[i] = r.file(session, promises[i])
	}
	unknownClaim, failingClaim := r.file(session, unknown), r.file(session, failing)
	bundles := make([][]byte, len(list))
	for i, h := range list {
		b := r.honest(session, claims[i])
		h.do(r, b, other)
		bundles[i] = b.encode(r)
	}
	before := r.money()
	for i, h := range list {
		r.taken(h.name, claims[i], bundles[i])
	}
	r.ok("varek-sidecar", "claims", "deliver", unknownClaim.String())
	r.ok("varek-sidecar", "claims", "deliver", failingClaim.String())
	for i, h := range list {
		r.ends(h.name, claims[i], escrow.StatusPaid, h.want)
		if got := r.reserve(promises[i]); got.Cmp(ether(950)) != 0 {
			r.Errorf("%s: the reserve is %s, want one payout less", h.name, got)
		}
	}
	r.ends("unknown predicate", unknownClaim, escrow.StatusPaid, escrow.ReasonPredicateUnknown)
	r.ends("predicate that fails", failingClaim, escrow.StatusPaid, escrow.ReasonPredicateFailed)
	// The claim whose records were lent is answered with them, and is well.
	r.ok("varek-sidecar", "claims", "deliver", innocent.String())
	r.ends("the same records where they belong", innocent, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.moved(before, times(len(list)+2, ether(60)), bond)
	r.refused(1, "", "varek-escrow", "claim", "file", session.String(), "--promise", fmt.Sprint(promises[0]))
}

// atOnce: rows 1 and 2, and copies that are no evidence or come second.
func (r *rig) atOnce() {
	p := []uint32{r.register("1 ether"), r.register("1 ether"), r.register("1 ether")}
	good, bad := r.run(p, kept, "bob@example.com"), r.run(p[:1], kept, broken)
	violated, satisfied := r.file(bad, p[0]), r.file(good, p[0])
	signature, second := r.file(good, p[1]), r.file(good, p[2])
	before := r.money()
	r.ok("varek-sidecar", "claims", "deliver", violated.String())
	r.ok("varek-sidecar", "claims", "deliver", satisfied.String())
	r.ends("violated", violated, escrow.StatusPaid, escrow.ReasonViolated)
	r.ends("satisfied", satisfied, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.moved(before, ether(60), bond)

	// A copy with a wrong signature is neither kept nor in the way of a right one.
	b := r.honest(good, signature)
	own := b.signer
	stranger, err := escrow.LoadKey(filepath.Join(r.state, "keys", "user.key"))
	r.must(err)
	b.signer = stranger
	r.turned("signed by the user", signature, b.encode(r), 422, "not_evidence")
	b.signer = own
	text := b.encode(r)
	r.turned("a byte changed after signing", signature, append(text[:len(text)-200:len(text)-200], append([]byte(" "), text[len(text)-199:]...)...), 422, "not_evidence")
	replay := r.honest(good, second).encode(r)
	r.turned("evidence of another claim", signature, replay, 422, "not_evidence")
	r.taken("right signature", signature, text)
	r.ends("wrong signature first", signature, escrow.StatusSatisfied, escrow.ReasonSatisfied)

	// The first valid copy counts, and a second one changes nothing.
	b = r.honest(good, second)
	first := b.encode(r)
	b.hide(r, b.at(r, `"kind":"session"`)) // which the promise does not need
	r.taken("first copy", second, b.encode(r))
	if status, code := r.post(second, first); status != 409 && status != 410 {
		r.Errorf("second copy: answered %d %s", status, code)
	}
	r.ends("second copy", second, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.moved(before, ether(60), times(3, bond))
	if got := r.reserve(p[0]); got.Cmp(ether(950)) != 0 {
		r.Errorf("the reserve is %s, want one payout less", got)
	}
}

// short: rows 7 and 8. The reserve has one payout; three claims are filed on it.
func (r *rig) short() {
	p := r.register("0.05 ether")
	var sessions, claims []trace.Hash
	for range 3 {
		sessions = append(sessions, r.run([]uint32{p}, broken))
	}
	for _, s := range sessions {
		claims = append(claims, r.file(s, p))
	}
	before := r.money()
	r.ok("varek-sidecar", "claims", "deliver", claims[0].String())
	r.ends("first of three", claims[0], escrow.StatusPaid, escrow.ReasonViolated)
	r.ok("varek-sidecar", "claims", "deliver", claims[1].String())
	r.ends("second of three", claims[1], escrow.StatusDue, escrow.ReasonViolated)
	r.moved(before, ether(70), ether(0)) // payout and bond, then a bond

	// Row 8: with the reserve short the user need not wait for a verdict.
	r.ok("varek-escrow", "claim", "withdraw", claims[2].String())
	r.ends("third of three", claims[2], escrow.StatusWithdrawn, escrow.ReasonNone)
	r.refused(1, "", "varek-escrow", "claim", "file", sessions[2].String(), "--promise", fmt.Sprint(p)) // nothing is behind it
	r.refused(1, "", "varek-escrow", "claim", "collect", claims[1].String())

	r.ok("varek-escrow", "promise", "fund", fmt.Sprint(p), "0.05 ether")
	r.ok("varek-escrow", "claim", "collect", claims[1].String())
	r.ends("collected", claims[1], escrow.StatusPaid, escrow.ReasonViolated)
	if got := r.reserve(p); got.Sign() != 0 {
		r.Errorf("the reserve is %s, want nothing", got)
	}
	// The pair of the claim that was taken back is open: it can be filed again.
	r.ok("varek-escrow", "promise", "fund", fmt.Sprint(p), "0.05 ether")
	again := r.file(sessions[2], p)
	if c := r.claim(again); c.Round != 2 {
		r.Errorf("the second claim on the pair has round %d", c.Round)
	}
	r.ok("varek-sidecar", "claims", "deliver", again.String())
	r.ends("filed again", again, escrow.StatusPaid, escrow.ReasonViolated)
}

// heads: what the operator signed is held against it. The real heads of a real
// session do no harm; a final commitment before a signed head rules for the user.
func (r *rig) heads() {
	p := r.register("1 ether")
	session := r.run([]uint32{p}, kept, "bob@example.com")
	own := filepath.Join(r.state, "sessions", session.String()[2:], "heads.json")
	honest := r.file(session, p, "--heads", own)

	hidden := r.made(p, 6, broken)
	file := filepath.Join(r.TempDir(), "heads.json")
	head := hidden.item(6)
	sig, err := r.signer.SignHash(r.client.Domain().HeadDigest(hidden.id, head.N, head.H))
	r.must(err)
	r.must(os.WriteFile(file, fmt.Appendf(nil, `[{"h":"%s","n":%d,"signature":"%s"}]`+"\n", head.H, head.N, trace.FormatSignature(sig)), 0o600))
	r.finalize(hidden.item(0)) // before anything happened, says the provider
	early := r.file(hidden.id, p, "--heads", file)

	before := r.money()
	r.ok("varek-sidecar", "claims", "deliver", honest.String())
	r.taken("an early final", early, hidden.evidence(r, early, 0))
	r.ok("varek-escrow", "heads", "deliver", honest.String())
	r.ok("varek-escrow", "heads", "deliver", early.String())
	r.ends("heads that are extended", honest, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.ends("a head that is not extended", early, escrow.StatusPaid, escrow.ReasonHeadMismatch)
	r.moved(before, ether(60), bond)
}

// length: nothing, and very much. And a final that contradicts a checkpoint.
func (r *rig) length() {
	p := r.register("1 ether")
	n := 2_000
	if scale() >= 10 {
		n = 1_000_000
	}
	empty, long, torn := r.made(p, 0, ""), r.made(p, n, kept), r.made(p, 6, kept)
	r.finalize(empty.item(0))
	r.finalize(long.item(n))
	wrong := torn.item(3)
	wrong.H[0] ^= 1
	_, err := r.operator.Commit(r.Context(), r.owner.Address(), []trace.Item{wrong})
	r.must(err)
	r.finalize(torn.item(6))
	a, b, c := r.file(empty.id, p), r.file(long.id, p), r.file(torn.id, p)
	before := r.money()
	r.taken("empty trace", a, empty.evidence(r, a, 0))
	r.taken(fmt.Sprintf("%d records", n), b, long.evidence(r, b, n))
	r.taken("contradicts a checkpoint", c, torn.evidence(r, c, 6))
	r.ends("empty trace", a, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.ends("long trace", b, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.ends("contradicts a checkpoint", c, escrow.StatusPaid, escrow.ReasonInconsistent)
	r.moved(before, ether(60), times(2, bond))
}

// windows: rows 3 and 6, by the chain's clock alone.
func (r *rig) windows() {
	p := r.register("1 ether")
	nobody := r.register("1 ether", "--verifier", r.owner.Address().String(), "--any-verifier")
	silent := r.run([]uint32{p, nobody}, kept)
	late, offered, forgot := r.run([]uint32{p}, kept), r.run([]uint32{p}, kept), r.run([]uint32{p}, kept)
	open := r.made(p, 3, kept) // never finalised

	noEvidence, lateClaim := r.file(silent, p), r.file(late, p)
	offeredClaim, forgotClaim := r.file(offered, p), r.file(forgot, p)
	noFinal, withdrawn := r.file(open.id, p), r.file(silent, nobody)
	filed := r.claim(noEvidence).FiledAt
	last := r.claim(withdrawn).FiledAt
	before := r.money()

	r.taken("evidence without a final commitment", noFinal, open.evidence(r, noFinal, 3))
	lateBundle, inTime := r.honest(late, lateClaim).encode(r), r.honest(offered, offeredClaim).encode(r)
	for claim, text := range map[trace.Hash][]byte{offeredClaim: inTime, forgotClaim: r.honest(forgot, forgotClaim).encode(r)} {
		_, err := r.operator.Offer(r.Context(), claim, bundleHash(text))
		r.must(err)
	}
	// To the last second in which evidence is in time: nothing is ruled.
	r.advance(filed + 3*day - 30)
	for _, id := range []trace.Hash{noEvidence, noFinal, lateClaim} {
		if c := r.claim(id); c.Status != escrow.StatusOpen {
			r.Errorf("a claim is %s, %s before its time", c.Status, c.Reason)
		}
	}
	r.advance(r.claim(lateClaim).EvidenceUntil() + 1)
	r.turned("late by a second", lateClaim, lateBundle, 410, "late")
	r.ends("late by a second", lateClaim, escrow.StatusPaid, escrow.ReasonNoEvidence)
	r.advance(last + 3*day + 1)
	r.ends("no evidence", noEvidence, escrow.StatusPaid, escrow.ReasonNoEvidence)
	r.ends("no final commitment", noFinal, escrow.StatusPaid, escrow.ReasonNoFinal)
	r.moved(before, times(3, ether(60)), ether(0))

	// What was offered in time may come later.
	r.advance(last + 4*day)
	if c := r.claim(offeredClaim); c.Status != escrow.StatusOpen {
		r.Errorf("offered evidence was not waited for: %s, %s", c.Status, c.Reason)
	}
	r.taken("offered in time", offeredClaim, inTime)
	r.ends("offered in time", offeredClaim, escrow.StatusSatisfied, escrow.ReasonSatisfied)
	r.refused(1, "", "varek-escrow", "claim", "withdraw", withdrawn.String())
	r.advance(last + 10*day + 1)
	r.ends("offered and never delivered", forgotClaim, escrow.StatusPaid, escrow.ReasonNoEvidence)
	r.moved(before, times(4, ether(60)), bond)

	// Row 6: nobody ruled for ten days.
	r.ok("varek-escrow", "claim", "withdraw", withdrawn.String())
	r.ends("no verdict", withdrawn, escrow.StatusWithdrawn, escrow.ReasonNone)
	if c := r.claim(r.file(silent, nobody)); c.Round != 2 || c.Status != escrow.StatusOpen {
		r.Errorf("the pair is not open after a withdrawal: round %d, %s", c.Round, c.Status)
	}
}
