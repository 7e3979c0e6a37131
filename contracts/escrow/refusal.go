package escrow

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
)

// The contract's refusals, one for each of its errors.
var (
	ErrZero            = errors.New("an address or hash that must be set is zero")
	ErrAmount          = errors.New("the amount is zero or too large")
	ErrBond            = errors.New("the value sent is not the exact bond")
	ErrParamsHash      = errors.New("the published parameters do not have the registered hash")
	ErrUnknownPromise  = errors.New("there is no such promise")
	ErrNotOwner        = errors.New("the promise belongs to another owner")
	ErrNotOperator     = errors.New("the key is neither the owner nor its operator")
	ErrSameOperator    = errors.New("this is the operator already")
	ErrNotVerifier     = errors.New("the key is not the promise's verifier")
	ErrNotUser         = errors.New("the key is not the user of the claim")
	ErrRetired         = errors.New("the promise is retired")
	ErrRegisteredLater = errors.New("the promise was registered after the opening that is shown")
	ErrNotRetired      = errors.New("the promise is not retired")
	ErrBeyondDues      = errors.New("a retired promise takes money only for payouts it owes")
	ErrOpenClaims      = errors.New("the promise still has open claims")
	ErrNothing         = errors.New("there is nothing to withdraw or to pull")
	ErrPromisesOrder   = errors.New("the list of promises does not ascend")
	ErrSessionOpened   = errors.New("the session was opened before")
	ErrFinalized       = errors.New("the session has a final commitment and is not opened any more")
	ErrUnknownSession  = errors.New("the session was never opened")
	ErrOpenedAt        = errors.New("the signed time of opening is zero or has not come yet")
	ErrOpeningSigner   = errors.New("the opening was signed by neither the owner nor an operator that counts")
	ErrMalformed       = errors.New("a signature is not r, s and v in their one accepted form")
	ErrSessionMismatch = errors.New("the session does not belong to this owner, user, salt and promises")
	ErrNotInSession    = errors.New("the session does not carry the promise")
	ErrItemsLength     = errors.New("the commitments are empty or cut short")
	ErrItem            = errors.New("a commitment has a zero hash or no records")
	ErrPairTaken       = errors.New("session and promise already have an open or resolved claim")
	ErrReserveShort    = errors.New("the available reserve does not cover the payout")
	ErrTooLate         = errors.New("the last second in which this was allowed has passed")
	ErrTooEarly        = errors.New("this is not allowed yet")
	ErrStatus          = errors.New("the claim is not in the status that this needs")
	ErrReason          = errors.New("the reason does not exist or contradicts the verdict")
	ErrNoFinal         = errors.New("the session has no final commitment")
	ErrOffered         = errors.New("a bundle was offered before")
	ErrNotOldest       = errors.New("another payout has been owed for longer")
	ErrTransfer        = errors.New("the receiver refused the money")
	ErrReentered       = errors.New("the call came from inside a payment")
)

// ErrReverted says that a transaction failed without a reason of the contract.
var ErrReverted = errors.New("the chain refused the transaction")

// Refusal is an answer of the contract: it changed nothing. It wraps one of the
// sentinels above.
type Refusal struct {
	Name     string // the contract's error, for instance EscrowTooEarly
	Sentence string // what was wrong, with its figures
	Sentinel error
}

// Error is the sentence.
func (r *Refusal) Error() string { return r.Sentence }

// Unwrap is the sentinel.
func (r *Refusal) Unwrap() error { return r.Sentinel }

// refusals maps the contract's errors to sentinels and to what their arguments
// add; %s stands for the arguments in order.
func refusals() map[string]struct {
	sentinel error
	detail   string
} {
	return map[string]struct {
		sentinel error
		detail   string
	}{
		"EscrowZero":              {ErrZero, ""},
		"EscrowAmount":            {ErrAmount, ": %s wei"},
		"EscrowBond":              {ErrBond, ": %s wei were sent, the bond is %s wei"},
		"EscrowParamsHash":        {ErrParamsHash, ": they hash to %s, not to %s"},
		"EscrowUnknownPromise":    {ErrUnknownPromise, " as number %s"},
		"EscrowNotOwner":          {ErrNotOwner, ": promise %s is of %s, the key is %s"},
		"EscrowNotOperator":       {ErrNotOperator, ": the owner is %s, the key is %s"},
		"EscrowOperatorUnchanged": {ErrSameOperator, ": %s"},
		"EscrowNotVerifier":       {ErrNotVerifier, ": that is %s, the key is %s"},
		"EscrowNotUser":           {ErrNotUser, ": that is %s, the key is %s"},
		"EscrowRetired":           {ErrRetired, ": number %s"},
		"EscrowRegisteredLater":   {ErrRegisteredLater, ": promise %s, registered %s"},
		"EscrowNotRetired":        {ErrNotRetired, ": number %s"},
		"EscrowBeyondDues":        {ErrBeyondDues, ": the reserve would be %s wei, it owes %s wei"},
		"EscrowOpenClaims":        {ErrOpenClaims, ": promise %s has %s"},
		"EscrowNothing":           {ErrNothing, ""},
		"EscrowPromisesOrder":     {ErrPromisesOrder, " at place %s"},
		"EscrowSessionOpened":     {ErrSessionOpened, ": %s"},
		"EscrowFinalized":         {ErrFinalized, ": %s"},
		"EscrowUnknownSession":    {ErrUnknownSession, ": %s"},
		"EscrowOpenedAt":          {ErrOpenedAt, ": it is %s"},
		"EscrowSigner":            {ErrOpeningSigner, ": that was %s"},
		"SignatureMalformed":      {ErrMalformed, ""},
		"EscrowSessionMismatch":   {ErrSessionMismatch, ": named %s, computed %s"},
		"EscrowNotInSession":      {ErrNotInSession, ": session %s, promise %s"},
		"EscrowItemsLength":       {ErrItemsLength, ": %s bytes"},
		"EscrowItem":              {ErrItem, ": item %s"},
		"EscrowPairTaken":         {ErrPairTaken, ": claim %s is %s"},
		"EscrowReserveShort":      {ErrReserveShort, ": %s wei are available, the payout is %s wei"},
		"EscrowTooLate":           {ErrTooLate, ": it was %s"},
		"EscrowTooEarly":          {ErrTooEarly, ": it is allowed after %s"},
		"EscrowStatus":            {ErrStatus, ": claim %s is %s"},
		"EscrowReason":            {ErrReason, ": violated %s, reason %s"},
		"EscrowNoFinal":           {ErrNoFinal, ": %s"},
		"EscrowOffered":           {ErrOffered, " for claim %s"},
		"EscrowNotOldest":         {ErrNotOldest, ": claim %s has to wait for claim %s"},
		"EscrowTransfer":          {ErrTransfer, ": %s was to get %s wei"},
		"EscrowReentered":         {ErrReentered, ""},
	}
}

// decodeRefusal turns the bytes of a revert into a Refusal. Bytes that are no
// error of the contract give ErrReverted.
func decodeRefusal(contract abi.ABI, raw []byte) error {
	if len(raw) < 4 {
		return ErrReverted
	}
	for _, e := range contract.Errors {
		if [4]byte(raw[:4]) != [4]byte(e.ID[:4]) {
			continue
		}
		known, ok := refusals()[e.Name]
		if !ok {
			return fmt.Errorf("%w with %s", ErrReverted, e.Name)
		}
		values, err := e.Inputs.Unpack(raw[4:])
		if err != nil {
			return fmt.Errorf("%w with a damaged %s", ErrReverted, e.Name)
		}
		sentence := known.sentinel.Error()
		if known.detail != "" {
			sentence += fmt.Sprintf(known.detail, argumentTexts(e.Inputs, values)...)
		}
		return &Refusal{e.Name, sentence, known.sentinel}
	}
	if reason, err := abi.UnpackRevert(raw); err == nil {
		return fmt.Errorf("%w: %s", ErrReverted, reason)
	}
	return ErrReverted
}

func argumentTexts(inputs abi.Arguments, values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = argumentText(inputs[i].Name, v)
	}
	return out
}

func argumentText(name string, v any) string {
	switch v := v.(type) {
	case *big.Int:
		if (name == "last" || name == "after_" || name == "openedAt" || name == "registeredAt") && v.IsInt64() {
			return BlockTime(v.Uint64()).Format(time.RFC3339)
		}
		return v.String()
	case common.Address:
		return strings.ToLower(v.Hex())
	case [32]byte:
		return common.Hash(v).Hex()
	case uint8:
		if name == "reason" {
			return Reason(v).String()
		}
		return Status(v).String()
	default:
		return fmt.Sprint(v)
	}
}

// BlockTime is a block's time as a time in UTC.
func BlockTime(seconds uint64) time.Time { return time.Unix(int64(seconds), 0).UTC() }

// revertBytes finds the bytes of a revert in a node's answer.
func revertBytes(err error) ([]byte, bool) {
	var data rpc.DataError
	if !errors.As(err, &data) {
		return nil, false
	}
	text, ok := data.ErrorData().(string)
	if !ok {
		return nil, false
	}
	return common.FromHex(text), true
}
