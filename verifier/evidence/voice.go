package evidence

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// ErrNoVoice says that a signature is no member's verdict on the claim.
var ErrNoVoice = errors.New("this is no member's signature under a verdict on the claim")

// Voice is one member's signed verdict, as members publish it.
type Voice struct {
	Member    trace.Address `json:"member"`
	Violated  bool          `json:"violated"`
	Signature string        `json:"signature"` // 0x and 130 hexadecimal digits, EIP-712 Verdict for the quorum's contract
}

// Quorum is what is known here of the members' verdicts on a claim. Anyone may
// submit Threshold agreeing signatures to the quorum's contract.
type Quorum struct {
	Address   trace.Address   `json:"address"`
	Threshold uint64          `json:"threshold"`
	Members   []trace.Address `json:"members"`
	Self      trace.Address   `json:"self"` // the member whose page this is
	Voices    []Voice         `json:"voices"`
	// Dissent says that signatures contradict each other, or that the chain's
	// verdict is not the one that this member reached.
	Dissent bool `json:"dissent"`
}

const maxVoice = 4 << 10

func (s *Server) postVoice(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	if err := s.receiveVoice(w, r, claim); err != nil {
		answer(w, &claim, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"claim": claim, "accepted": true})
}

// receiveVoice keeps a signature that proves itself; who brings it is nobody's
// business.
func (s *Server) receiveVoice(w http.ResponseWriter, r *http.Request, claim trace.Hash) error {
	text, err := io.ReadAll(&pacedBody{
		r:    http.MaxBytesReader(w, r.Body, maxVoice),
		set:  http.NewResponseController(w).SetReadDeadline,
		idle: s.cfg.Limits.Idle, until: time.Now().Add(s.cfg.Limits.Idle),
	})
	if err != nil {
		return uploadError(err, maxVoice)
	}
	var v Voice
	if err := trace.Unmarshal(text, &v); err != nil {
		return refuse(http.StatusUnprocessableEntity, "no_voice", "a voice is {member, violated, signature}: %v", err)
	}
	h, err := s.house(r, claim)
	if err != nil {
		return err
	}
	if h.AddVoice == nil {
		return refuse(http.StatusConflict, "no_quorum", "one key rules on this claim; it takes no signatures of members")
	}
	if err := h.AddVoice(r.Context(), claim, v); errors.Is(err, ErrNoVoice) {
		return refuse(http.StatusUnprocessableEntity, "no_voice", "%v", err)
	} else if err != nil {
		return err
	}
	return nil
}
