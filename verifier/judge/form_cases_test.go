package judge_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// relined lets the operator sign other lines than the records'.
func relined(change func(lines [][]byte) [][]byte) func(testing.TB, *rig) {
	return func(t testing.TB, r *rig) {
		for _, rec := range r.records {
			r.lines = append(r.lines, line(rec))
		}
		r.lines = change(r.lines)
	}
}

// respelled changes text in the line of record 3, the first mail that was sent.
func respelled(old, new string) func(testing.TB, *rig) {
	return relined(func(lines [][]byte) [][]byte {
		lines[2] = bytes.Replace(lines[2], []byte(old), []byte(new), 1)
		return lines
	})
}

// reframed spells the bundle otherwise and signs that.
func reframed(old, new string) func(testing.TB, *rig) {
	return func(t testing.TB, r *rig) {
		r.spell = func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
	}
}

// formCases are spellings that two JSON readers understand differently, signed
// by the operator. A line that is not the one spelling of one value is no
// evidence, whoever signed it.
func formCases() []testCase {
	no := judge.ErrNotEvidence
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	return []testCase{
		{name: "form-key-twice", err: no, harm: respelled(`"subject":"Report 0"`, `"subject":"Report 0","subject":"Report 0"`)},
		{name: "form-keys-not-sorted", err: no, harm: respelled(`"subject":"Report 0","to":["alice@example.com"]`, `"to":["alice@example.com"],"subject":"Report 0"`)},
		{name: "form-keys-sorted-by-utf8", err: no, harm: respelled(`"subject":`, "\"\ue000\":1,\"\U0001f600\":2,\"subject\":")},
		{name: "form-number-beyond-2-to-53", err: no, harm: respelled(`"Report 0"`, `9007199254740993`)},
		{name: "form-number-overflows", err: no, harm: respelled(`"Report 0"`, `1e400`)},
		{name: "form-number-rounds-to-zero", err: no, harm: respelled(`"Report 0"`, `1e-400`)},
		{name: "form-number-with-a-zero-fraction", err: no, harm: respelled(`"Report 0"`, `1.0`)},
		{name: "form-number-negative-zero", err: no, harm: respelled(`"Report 0"`, `-0`)},
		{name: "form-number-with-exponent", err: no, harm: respelled(`"Report 0"`, `1e3`)},
		{name: "form-number-nan", err: no, harm: respelled(`"Report 0"`, `NaN`)},
		{name: "form-number-infinity", err: no, harm: respelled(`"Report 0"`, `-Infinity`)},
		{name: "form-number-hexadecimal", err: no, harm: respelled(`"Report 0"`, `0x10`)},
		{name: "form-utf8-invalid", err: no, harm: respelled(`Report 0`, "Report \xff")},
		{name: "form-utf8-surrogate", err: no, harm: respelled(`Report 0`, "Report \xed\xa0\x80")},
		{name: "form-escape-not-needed", err: no, harm: respelled(`Report 0`, `Report\u0020`)},
		{name: "form-escape-of-a-slash", err: no, harm: respelled(`Report 0`, `Report\/`)},
		{name: "form-escape-in-capitals", err: no, harm: respelled(`Report 0`, `Report\u001F`)},
		{name: "form-escape-lone-surrogate", err: no, harm: respelled(`Report 0`, `Report\ud800`)},
		{name: "form-control-in-text", err: no, harm: respelled(`Report 0`, "Report\t0")},
		{name: "form-blank", err: no, harm: respelled(`"subject":`, `"subject": `)},
		{name: "form-crlf", err: no, harm: relined(func(lines [][]byte) [][]byte { lines[2] = append(lines[2], '\r'); return lines })},
		{name: "form-byte-order-mark", err: no, harm: func(t testing.TB, r *rig) {
			r.spell = func(b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) }
		}},
		{name: "form-empty-line", err: no, harm: relined(func(lines [][]byte) [][]byte { return slices.Insert(lines, 2, nil) })},
		{name: "form-two-values-in-a-line", err: no, harm: relined(func(lines [][]byte) [][]byte { lines[2] = append(lines[2], `{}`...); return lines })},
		{name: "form-line-is-null", err: no, harm: relined(func(lines [][]byte) [][]byte { return slices.Insert(lines, 2, []byte(`null`)) })},
		{name: "form-nested-137-deep", err: no, harm: respelled(`"Report 0"`, nested(137-3))},
		{name: "form-nested-10000-deep", err: no, harm: respelled(`"Report 0"`, nested(10_000))},
		{name: "form-salt-in-capitals", err: no, harm: func(t testing.TB, r *rig) {
			relined(func(lines [][]byte) [][]byte {
				at := bytes.Index(lines[2], []byte(`"salt":"0x`)) + len(`"salt":"0x`)
				copy(lines[2][at:], bytes.ToUpper(lines[2][at:at+64]))
				return lines
			})(t, r)
		}},
		{name: "form-salt-and-body-hash", err: no, harm: respelled(`{"body":`, `{"body_hash":"0x`+hex64+`","body":`)},
		{name: "form-record-with-a-member-more", err: no, harm: respelled(`,"salt":`, `,"note":1,"salt":`)},
		{name: "form-footer-twice", err: no, harm: func(t testing.TB, r *rig) {
			r.forge = func(b []byte) []byte { return append(b, b[bytes.LastIndex(b[:len(b)-1], []byte("\n"))+1:]...) }
		}},
		{name: "form-bytes-after-the-footer", err: no, harm: func(t testing.TB, r *rig) { r.forge = func(b []byte) []byte { return append(b, "garbage"...) } }},
		{name: "form-footer-without-newline", err: no, harm: func(t testing.TB, r *rig) { r.forge = func(b []byte) []byte { return b[:len(b)-1] } }},
		{name: "form-header-version-2", err: no, harm: reframed(`"v":1}`+"\n", `"v":2}`+"\n")},
		{name: "form-header-n-of-33-bits", err: no, harm: reframed(`"n":6`, `"n":4294967302`)},
		{name: "form-header-n-as-text", err: no, harm: reframed(`"n":6`, `"n":"6"`)},
		{name: "form-header-chain-beyond-2-to-53", err: no, harm: reframed(`"chain_id":31337`, `"chain_id":9007199254740993`)},
		{name: "form-header-member-more", err: no, harm: reframed(`"chain_id"`, `"chain":1,"chain_id"`)},
	}
}

// signatureCases are signatures that some libraries accept.
func signatureCases() []testCase {
	no := judge.ErrNotEvidence
	resigned := func(change func(sig []byte)) func(testing.TB, *rig) {
		return func(t testing.TB, r *rig) {
			r.forge = func(b []byte) []byte {
				at := bytes.LastIndex(b, []byte(`{"signature":"`)) + len(`{"signature":"`)
				sig, err := trace.ParseSignature(string(b[at : at+132]))
				if err != nil {
					t.Fatal(err)
				}
				change(sig)
				return slices.Concat(b[:at], []byte(trace.FormatSignature(sig)), b[at+132:])
			}
		}
	}
	return []testCase{
		{name: "signature-with-v-0-or-1", err: no, harm: resigned(func(sig []byte) { sig[64] -= 27 })},
		{name: "signature-with-the-other-v", err: no, harm: resigned(func(sig []byte) { sig[64] ^= 27 ^ 28 })},
		{name: "signature-with-high-s", err: no, harm: resigned(func(sig []byte) { highS(sig) })},
		{name: "signature-of-zeros", err: no, harm: resigned(func(sig []byte) { clear(sig[:64]) })},
		{name: "signature-of-another-header", err: no, harm: reframed(`"promise":7`, `"promise":3`)},
	}
}

// highS gives the other signature that mathematics allows: n - s with the other v.
func highS(sig []byte) {
	order := [32]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
		0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41}
	borrow := 0
	for i := 31; i >= 0; i-- {
		d := int(order[i]) - int(sig[32+i]) - borrow
		borrow = 0
		if d < 0 {
			d, borrow = d+256, 1
		}
		sig[32+i] = byte(d)
	}
	sig[64] ^= 27 ^ 28
}

// headCases are well-formed lines whose heads break the rules of records, all
// of them committed: the provider recorded them so.
func headCases() []testCase {
	committed := func(seq int, old, new string) func(testing.TB, *rig) {
		return func(t testing.TB, r *rig) {
			head := r.records[seq-1].Head
			r.records[seq-1].Head = bytes.Replace(bytes.Clone(head), []byte(old), []byte(new), 1)
			r.commit()
		}
	}
	bad := judge.ReasonInconsistent
	return []testCase{
		{name: "head-of-an-unknown-kind", want: bad, at: []uint64{3}, harm: committed(3, `"kind":"action"`, `"kind":"deed"`)},
		{name: "head-of-an-unknown-status", want: bad, at: []uint64{3}, harm: committed(3, `"status":"ok"`, `"status":"fine"`)},
		{name: "head-with-an-empty-tool", want: bad, at: []uint64{3}, harm: committed(3, `"tool":"send_email"`, `"tool":""`)},
		{name: "head-without-its-status", want: bad, at: []uint64{3}, harm: committed(3, `"status":"ok",`, ``)},
		{name: "head-with-a-member-of-another-kind", want: bad, at: []uint64{2}, harm: committed(2, `"tool":`, `"status":"ok","tool":`)},
		{name: "head-numbered-zero", want: bad, at: []uint64{1}, harm: committed(1, `"seq":1`, `"seq":0`)},
		{name: "head-numbered-as-text", want: bad, at: []uint64{1}, harm: committed(1, `"seq":1`, `"seq":"1"`)},
		{name: "head-that-is-a-number", want: bad, at: []uint64{2}, harm: func(t testing.TB, r *rig) { r.records[1].Head = []byte(`5`); r.commit() }},
		{name: "body-that-is-a-number-and-not-needed", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.records[0].Body = []byte(`5`); r.commit() }},
		{name: "body-that-is-a-number-and-needed", want: bad, at: []uint64{3}, harm: func(t testing.TB, r *rig) { r.records[2].Body = []byte(`5`); r.commit() }},
		{name: "body-with-empty-text", want: bad, at: []uint64{3}, harm: func(t testing.TB, r *rig) {
			r.records[2].Body = append(bytes.TrimSuffix(r.records[2].Body, []byte("}")), `,"time":""}`...)
			r.commit()
		}},
		{name: "args-nested-128-deep", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.rewrite(3, `"Report 0"`, strings.Repeat("[", 127)+strings.Repeat("]", 127))
			r.commit()
		}},
		{name: "line-nested-136-deep", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.rewrite(3, `"Report 0"`, strings.Repeat("[", 133)+strings.Repeat("]", 133))
			r.commit()
		}},
		{name: "action-ids-twice", to: []string{"alice@example.com", "mallory@evil.example"}, want: judge.ReasonViolated, at: []uint64{5}, harm: func(t testing.TB, r *rig) {
			for seq := 4; seq <= 5; seq++ {
				r.records[seq-1].Head = bytes.Replace(r.records[seq-1].Head, []byte(`"call-1"`), []byte(`"call-0"`), 1)
			}
			r.commit()
		}},
		{name: "altered-before-a-checkpoint", want: bad, harm: func(t testing.TB, r *rig) { r.rewrite(2, "Report 0", "Report 9") }},
		{name: "altered-after-the-last-checkpoint", want: bad, harm: func(t testing.TB, r *rig) {
			r.rewrite(len(r.records), `"close"`, `"turn"`)
		}},
		{name: "tail-cut-and-header-agrees", want: bad, harm: func(t testing.TB, r *rig) {
			n := len(r.records) - 2
			r.records = r.records[:n]
			r.header.N, r.header.H = uint64(n), r.at(uint64(n))
		}},
		{name: "last-second-for-evidence", want: judge.ReasonNone, harm: func(t testing.TB, r *rig) { r.none, r.facts.Now = true, filedAt+3*day }},
		{name: "heads-that-contradict-each-other", want: judge.ReasonHeadMismatch, harm: func(t testing.TB, r *rig) {
			r.head(t, "operator", 4, r.at(4))
			r.head(t, "operator", 4, trace.Hash{1})
		}},
		{name: "head-of-more-than-32-bits", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.head(t, "operator", 4, trace.Hash{1})
			r.facts.Heads[0].N = 1<<32 + 4
		}},
	}
}

// authorizationCases are the same session under AAP-1, all of whose mails need
// a permission.
func authorizationCases() []testCase {
	under := func(change func(t testing.TB, r *rig, permit func(id string, args []byte, more string) trace.Record)) func(testing.TB, *rig) {
		return func(t testing.TB, r *rig) {
			pred, _ := registry(t).ByName("AAP-1@1")
			r.header.Predicate, r.header.Params = "AAP-1@1", []byte(`{"calls":[{"kinds":["action"],"tool":"send_email"}],"on_gap":"violated"}`)
			r.facts.Promise.PredicateHash, r.facts.Promise.ParamsHash = pred.Manifest().Hash(), trace.Keccak(r.header.Params)
			change(t, r, func(id string, args []byte, more string) trace.Record {
				rec, err := trace.NewRecord(trace.Head{V: 1, Session: r.facts.Session.ID, Seq: 1, Kind: trace.KindPermission, Tool: trace.PermissionTool, ActionID: id, Decision: "allow"},
					trace.Body{Args: fmt.Appendf(nil, `{"action_id":"%s","args_hash":"%s","authority":"human",%s"scope":"once","tool":"send_email"}`, id, trace.Keccak(args), more)}, trace.Keccak([]byte(id)))
				if err != nil {
					t.Fatal(err)
				}
				return rec
			})
			r.renumber(t)
			r.commit()
		}
	}
	args := func(i int) []byte {
		return fmt.Appendf(nil, `{"subject":"Report %d","to":["%s"]}`, i, []string{"alice@example.com", "bob@example.com"}[i])
	}
	return []testCase{
		{name: "authorization-missing", want: judge.ReasonViolated, at: []uint64{3, 5}, harm: under(func(testing.TB, *rig, func(string, []byte, string) trace.Record) {})},
		{name: "authorization-given", want: judge.ReasonSatisfied, harm: under(func(t testing.TB, r *rig, permit func(string, []byte, string) trace.Record) {
			r.records = slices.Insert(r.records, 4, permit("call-1", args(1), ""))
			r.records = slices.Insert(r.records, 2, permit("call-0", args(0), ""))
		})},
		{name: "authorization-after-the-action", want: judge.ReasonViolated, at: []uint64{3}, harm: under(func(t testing.TB, r *rig, permit func(string, []byte, string) trace.Record) {
			r.records = slices.Insert(r.records, 4, permit("call-1", args(1), ""))
			r.records = slices.Insert(r.records, 3, permit("call-0", args(0), ""))
		})},
		{name: "authorization-for-other-arguments", want: judge.ReasonViolated, at: []uint64{4}, harm: under(func(t testing.TB, r *rig, permit func(string, []byte, string) trace.Record) {
			r.records = slices.Insert(r.records, 4, permit("call-1", args(1), ""))
			r.records = slices.Insert(r.records, 2, permit("call-0", args(1), ""))
		})},
		{name: "authorization-rides-on-once", want: judge.ReasonViolated, at: []uint64{7}, harm: under(func(t testing.TB, r *rig, permit func(string, []byte, string) trace.Record) {
			r.records = slices.Insert(r.records, 4, permit("call-1", args(1), `"inherited_from":3,`))
			r.records = slices.Insert(r.records, 2, permit("call-0", args(0), ""))
		})},
		{name: "authorization-hidden", want: judge.ReasonHidden, at: []uint64{3}, harm: under(func(t testing.TB, r *rig, permit func(string, []byte, string) trace.Record) {
			r.records = slices.Insert(r.records, 2, permit("call-0", args(0), "").Hide())
		})},
	}
}

// renumber gives the records the numbers of their places, where they have heads.
func (r *rig) renumber(t testing.TB) {
	for i, rec := range r.records {
		h, err := trace.DecodeHead(rec.Head)
		if err != nil {
			continue
		}
		h.Seq = uint64(i + 1)
		if r.records[i].Head, err = h.Encode(); err != nil {
			t.Fatal(err)
		}
	}
}
