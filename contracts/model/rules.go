package model

// The windows of the escrow in seconds.
const (
	day = 24 * 3600
	// Month is the claim window after a final or a retirement, the time until a
	// reserve can be withdrawn, and that in which a former operator's openings count.
	Month = 30 * day
)

// Rules are the agreed rules as values, so that a test can break one and see
// that the comparison finds it.
type Rules struct {
	ClaimWindow    uint64 // filing after the final or the retirement
	ReserveWindow  uint64 // withdrawal of the reserve after the retirement
	EvidenceWindow uint64 // offer, and the wait of NoEvidence and NoFinal
	VerdictWindow  uint64 // withdrawal of a claim, and NoEvidence after an offer
	ExpiryWindow   uint64
	OperatorWindow uint64 // a former operator's signed openings
	PushGasBounded bool   // a push has 30,000 gas
	HoldsReserve   bool   // an open claim on a promise with hold takes its payout from what is available
	DuesReserve    bool   // a payout owed takes its amount from what is available
	OldestFirst    bool   // dues are collected in their order
	FirstFinal     bool   // the first final of a session stands
	EarlyFinalVoid bool   // a final from before the opening that is shown is forgotten
	BondToOwner    bool   // the bond of a kept promise goes to the owner
	RoundsGoOn     bool   // a withdrawn pair can be filed again
}

// Agreed are the rules of the escrow.
func Agreed() Rules {
	return Rules{
		ClaimWindow: Month, ReserveWindow: Month, EvidenceWindow: 3 * day, VerdictWindow: 10 * day,
		ExpiryWindow: 180 * day, OperatorWindow: Month, PushGasBounded: true, HoldsReserve: true,
		DuesReserve: true, OldestFirst: true, FirstFinal: true, EarlyFinalVoid: true, BondToOwner: true, RoundsGoOn: true,
	}
}
