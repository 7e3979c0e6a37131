// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package bindings

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// IEscrowClaim is an auto generated low-level Go binding around an user-defined struct.
type IEscrowClaim struct {
	User    common.Address
	FiledAt *big.Int
	Round   uint32
	Status  uint8
	Reason  uint8
}

// IEscrowClaimKey is an auto generated low-level Go binding around an user-defined struct.
type IEscrowClaimKey struct {
	Session   [32]byte
	PromiseId uint32
	Round     uint32
}

// IEscrowPromise is an auto generated low-level Go binding around an user-defined struct.
type IEscrowPromise struct {
	Owner        common.Address
	RegisteredAt *big.Int
	RetiredAt    *big.Int
	Hold         bool
	Reserve      *big.Int
	Bond         *big.Int
	OpenClaims   uint32
	Dues         uint32
	Verifier     common.Address
	Payout       *big.Int
	Predicate    [32]byte
	ParamsHash   [32]byte
}

// IEscrowSession is an auto generated low-level Go binding around an user-defined struct.
type IEscrowSession struct {
	Owner    common.Address
	OpenedAt *big.Int
}

// IEscrowSignedOpening is an auto generated low-level Go binding around an user-defined struct.
type IEscrowSignedOpening struct {
	Owner     common.Address
	User      common.Address
	Salt      [32]byte
	Promises  []uint32
	OpenedAt  uint64
	Signature []byte
}

// IRevealCheckpoint is an auto generated low-level Go binding around an user-defined struct.
type IRevealCheckpoint struct {
	PrevAcc [32]byte
	Kind    uint8
	Time    *big.Int
	Data    []byte
	Item    *big.Int
	Later   []IRevealLink
}

// IRevealLink is an auto generated low-level Go binding around an user-defined struct.
type IRevealLink struct {
	Kind     uint8
	Time     *big.Int
	DataHash [32]byte
}

// IRevealPlace is an auto generated low-level Go binding around an user-defined struct.
type IRevealPlace struct {
	Session [32]byte
	N       uint32
	Seq     uint32
	Path    [][32]byte
}

// IRevealRecord is an auto generated low-level Go binding around an user-defined struct.
type IRevealRecord struct {
	Head     []byte
	Salt     [32]byte
	Body     []byte
	BodyHash [32]byte
}

// EscrowMetaData contains all meta data concerning the Escrow contract.
var EscrowMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowAmount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"dues\",\"type\":\"uint256\"}],\"name\":\"EscrowBeyondDues\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"sent\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"bond\",\"type\":\"uint256\"}],\"name\":\"EscrowBond\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowFinalized\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowItem\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"}],\"name\":\"EscrowItemsLength\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowNoFinal\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotInSession\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"oldest\",\"type\":\"bytes32\"}],\"name\":\"EscrowNotOldest\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOperator\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotUser\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotVerifier\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowNothing\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"EscrowOffered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"}],\"name\":\"EscrowOpenClaims\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"openedAt\",\"type\":\"uint256\"}],\"name\":\"EscrowOpenedAt\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"EscrowOperatorUnchanged\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowPairTaken\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"given\",\"type\":\"bytes32\"}],\"name\":\"EscrowParamsHash\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowPromisesOrder\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"EscrowReason\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowReentered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint256\",\"name\":\"registeredAt\",\"type\":\"uint256\"}],\"name\":\"EscrowRegisteredLater\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"available\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"payout\",\"type\":\"uint256\"}],\"name\":\"EscrowReserveShort\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionMismatch\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionOpened\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"signer\",\"type\":\"address\"}],\"name\":\"EscrowSigner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowStatus\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"after_\",\"type\":\"uint256\"}],\"name\":\"EscrowTooEarly\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"last\",\"type\":\"uint256\"}],\"name\":\"EscrowTooLate\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowTransfer\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowUnknownPromise\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowUnknownSession\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowZero\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"SignatureMalformed\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"kind\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"prevAcc\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"Checkpoints\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"}],\"name\":\"ClaimExpired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"accumulator\",\"type\":\"bytes32\"}],\"name\":\"ClaimFiled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"ClaimSettled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Withdrawal\",\"name\":\"why\",\"type\":\"uint8\"}],\"name\":\"ClaimWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"CreditPulled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Credited\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"EvidenceOffered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"OperatorSet\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Paid\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"PayoutCollected\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"PayoutDue\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"PromiseRegistered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"withdrawableAfter\",\"type\":\"uint256\"}],\"name\":\"PromiseRetired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"}],\"name\":\"ReserveFunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"ReserveWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"openedAt\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"}],\"name\":\"SessionOpened\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"CLAIM_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EVIDENCE_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EXPIRY_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ITEM_SIZE\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"PUSH_GAS\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"VERDICT_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"accumulatorOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"availableOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"checkpoint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"claimId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"claimOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"filedAt\",\"type\":\"uint40\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"},{\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"}],\"internalType\":\"structIEscrow.Claim\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"collect\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"creditOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"domainSeparator\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"expire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"}],\"name\":\"file\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"uint64\",\"name\":\"openedAt\",\"type\":\"uint64\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIEscrow.SignedOpening\",\"name\":\"opening\",\"type\":\"tuple\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"}],\"name\":\"fileSigned\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"finalOf\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"time\",\"type\":\"uint40\"},{\"internalType\":\"bytes27\",\"name\":\"h\",\"type\":\"bytes27\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"finalize\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"fund\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"latestClaimOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"},{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"offer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"offerOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"oldestDueOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"open\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"uint64\",\"name\":\"openedAt\",\"type\":\"uint64\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIEscrow.SignedOpening\",\"name\":\"opening\",\"type\":\"tuple\"}],\"name\":\"openSigned\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"operatorOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"promiseCount\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"promiseOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"registeredAt\",\"type\":\"uint40\"},{\"internalType\":\"uint40\",\"name\":\"retiredAt\",\"type\":\"uint40\"},{\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"internalType\":\"uint96\",\"name\":\"reserve\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"dues\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIEscrow.Promise\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"pull\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"register\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"relievedAt\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"retire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"sessionId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"sessionOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"openedAt\",\"type\":\"uint40\"}],\"internalType\":\"structIEscrow.Session\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"setOperator\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"},{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"withdrawClaim\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"withdrawReserve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "2f94a71a81b891298d0576b3849a4b1892",
	Bin: "0x6080604052348015600e575f5ffd5b506153718061001c5f395ff3fe608060405260043610610291575f3560e01c8063689949d111610165578063b3ab15fb116100c6578063dbe919031161007c578063e45f381711610062578063e45f381714610a4c578063f698da2514610a62578063fca1915214610a76575f5ffd5b8063dbe91903146107f1578063e07f6427146109de575f5ffd5b8063c56bc1e2116100ac578063c56bc1e214610794578063c680a243146107b3578063d6775754146107d2575f5ffd5b8063b3ab15fb1461075f578063b63ec74b1461077e575f5ffd5b8063818f484b1161011b57806387c9c4601161010157806387c9c4601461066b5780638b59577d1461072a5780639f34fc8014610749575f5ffd5b8063818f484b14610645578063841b4ddd14610658575f5ffd5b8063710daf4d1161014b578063710daf4d146105c457806375807250146105d8578063812cd1f914610619575f5ffd5b8063689949d11461059e5780636d23460f146105b1575f5ffd5b806332fae22f1161020f5780634e5498aa116101c557806360b863ed116101ab57806360b863ed146104f757806362725aaf14610516578063636f35d314610535575f5ffd5b80634e5498aa146104b957806352d11238146104d8575f5ffd5b8063440ba225116101f5578063440ba2251461045c5780634cd71c6e1461047b5780634dd1dd681461049a575f5ffd5b806332fae22f1461041e57806341ccdd0d1461043d575f5ffd5b80631eaaa9fc11610264578063222614311161024a57806322261431146103a5578063263a8ac5146103d05780632b68f2a514610409575f5ffd5b80631eaaa9fc146103655780631f34788514610386575f5ffd5b80630d23482b1461029557806313f90065146102be57806314297404146102dd578063171966d71461033a575b5f5ffd5b3480156102a0575f5ffd5b506102ab62ed4e0081565b6040519081526020015b60405180910390f35b3480156102c9575f5ffd5b506102ab6102d83660046148ad565b610a95565b3480156102e8575f5ffd5b506102fc6102f7366004614917565b610c17565b6040805164ffffffffff90931683527fffffffffffffffffffffffffffffffffffffffffffffffffffffff00000000009091166020830152016102b5565b348015610345575f5ffd5b506102ab61035436600461493f565b5f908152600b602052604090205490565b348015610370575f5ffd5b5061038461037f366004614994565b610c58565b005b348015610391575f5ffd5b506103846103a03660046149f6565b610d32565b3480156103b0575f5ffd5b5060015463ffffffff165b60405163ffffffff90911681526020016102b5565b3480156103db575f5ffd5b506103ef6103ea366004614a0f565b610e45565b6040805192835263ffffffff9091166020830152016102b5565b348015610414575f5ffd5b506102ab61753081565b348015610429575f5ffd5b506102ab610438366004614a4f565b610ec1565b348015610448575f5ffd5b506102ab6104573660046148ad565b610fca565b348015610467575f5ffd5b506102ab6104763660046149f6565b610fe5565b348015610486575f5ffd5b506102ab6104953660046149f6565b611008565b3480156104a5575f5ffd5b506102ab6104b4366004614a91565b611034565b3480156104c4575f5ffd5b506103846104d3366004614a91565b61103e565b3480156104e3575f5ffd5b506103846104f2366004614aab565b6111f0565b348015610502575f5ffd5b50610384610511366004614a91565b6112dc565b348015610521575f5ffd5b50610384610530366004614a91565b61156b565b348015610540575f5ffd5b5061057961054f366004614aab565b73ffffffffffffffffffffffffffffffffffffffff9081165f908152600560205260409020541690565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016102b5565b6102ab6105ac366004614ac4565b6116e8565b6103bb6105bf366004614b6b565b6117c9565b3480156105cf575f5ffd5b506102ab604481565b3480156105e3575f5ffd5b506102ab6105f2366004614aab565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b348015610624575f5ffd5b50610638610633366004614a91565b611b81565b6040516102b59190614c4f565b6103846106533660046149f6565b611bb9565b6102ab610666366004614cbd565b611c0a565b348015610676575f5ffd5b506106f261068536600461493f565b604080518082019091525f8082526020820152505f9081526009602090815260409182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff169082015290565b60408051825173ffffffffffffffffffffffffffffffffffffffff16815260209283015164ffffffffff1692810192909252016102b5565b348015610735575f5ffd5b50610384610744366004614994565b611cbc565b348015610754575f5ffd5b506102ab62278d0081565b34801561076a575f5ffd5b50610384610779366004614aab565b611d29565b348015610789575f5ffd5b506102ab6203f48081565b34801561079f575f5ffd5b506103846107ae366004614d11565b611edd565b3480156107be575f5ffd5b506102ab6107cd366004614aab565b612077565b3480156107dd575f5ffd5b506103846107ec366004614d3a565b612081565b3480156107fc575f5ffd5b506109d161080b3660046149f6565b60408051610180810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e081018290526101008101829052610120810182905261014081018290526101608101919091525063ffffffff9081165f90815260026020818152604092839020835161018081018552815473ffffffffffffffffffffffffffffffffffffffff808216835264ffffffffff740100000000000000000000000000000000000000008084048216968501969096527901000000000000000000000000000000000000000000000000008304169683019690965260ff7e01000000000000000000000000000000000000000000000000000000000000909104161515606082015260018201546bffffffffffffffffffffffff80821660808401526c010000000000000000000000008204811660a084015278010000000000000000000000000000000000000000000000008204881660c08401527c010000000000000000000000000000000000000000000000000000000090910490961660e082015292810154938416610100840152920490921661012083015260038101546101408301526004015461016082015290565b6040516102b59190614d62565b3480156109e9575f5ffd5b50610a366109f8366004614ea1565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260066020908152604080832093909416825291909152205464ffffffffff1690565b60405164ffffffffff90911681526020016102b5565b348015610a57575f5ffd5b506102ab620d2f0081565b348015610a6d575f5ffd5b506102ab612217565b348015610a81575f5ffd5b50610384610a90366004614ebb565b6122c4565b5f85610aa0816124a7565b610ab5878787610ab0888861254b565b61257d565b5f8181526009602052604090205490925074010000000000000000000000000000000000000000900464ffffffffff1615610b24576040517f42f7afcc000000000000000000000000000000000000000000000000000000008152600481018390526024015b60405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff87165f90815260086020908152604080832085845290915290205460d81c15610b91576040517f36ae9b7800000000000000000000000000000000000000000000000000000000815260048101839052602401610b1b565b610b9f82888842888861260e565b8573ffffffffffffffffffffffffffffffffffffffff168773ffffffffffffffffffffffffffffffffffffffff16837f6b936d392dcd2e6c7f91b6bbf3bbdbf6ae52d92b7d5b684b1d757e6bb1ed0c7d8888884233604051610c05959493929190614f48565b60405180910390a45095945050505050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260086020908152604080832084845290915290205460d881901c9060281b5b9250929050565b5f5f610c638561292c565b91509150610c7184846129f4565b73ffffffffffffffffffffffffffffffffffffffff85165f908152600860205260408120905b84811015610d1957858101803590602401355f819003610ceb576044835b046040517fdd1d5eae000000000000000000000000000000000000000000000000000000008152600401610b1b91815260200190565b5f8281526020859052604081208054909103610d0e574260d81b602883901c1781555b505050604401610c97565b50610d28868360028888612a44565b9092555050505050565b5f610d3c82612ad0565b8054909150790100000000000000000000000000000000000000000000000000900464ffffffffff1615610da4576040517f36b0a50b00000000000000000000000000000000000000000000000000000000815263ffffffff83166004820152602401610b1b565b805464ffffffffff42908116790100000000000000000000000000000000000000000000000000027fffff0000000000ffffffffffffffffffffffffffffffffffffffffffffffffff909216919091178255339063ffffffff8416907fd3e870a84c4f8608c93b9a80e63fa392f75ea0d12d50b94ce862c29d0d5c6e8290610e309062278d0090614fbc565b60405190815260200160405180910390a35050565b5f828152600a6020908152604080832063ffffffff8581168552925282205460c81c90811615610c5157604080514660208083019190915230828401526060820187905263ffffffff8087166080840152841660a0808401919091528351808403909101815260c0909201909252805191012091509250929050565b5f610ecb82612b5a565b5f8181526009602052604090205490915074010000000000000000000000000000000000000000900464ffffffffff1615610f35576040517f42f7afcc00000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b610f7a610f456020840184614aab565b73ffffffffffffffffffffffffffffffffffffffff165f90815260086020908152604080832085845290915290205460d81c90565b64ffffffffff1615610fbb576040517f36ae9b7800000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b610fc58183612b95565b919050565b5f610fdb868686610ab0878761254b565b9695505050505050565b63ffffffff81165f90815260026020526040812061100290612e1d565b92915050565b63ffffffff81165f90815260036020908152604080832060048352818420548452909152812054611002565b5f61100282612efd565b5f5f61104b836001612f74565b90925090505f60028161106460408701602088016149f6565b63ffffffff1663ffffffff1681526020019081526020015f2090505f62ed4e0061108e8460a01c90565b64ffffffffff1661109f9190614fbc565b90508042116110dd576040517fe4b8f60800000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b6110f66110f060408701602088016149f6565b83613064565b6111028360065f613143565b84556001828101805460189061113b9084907801000000000000000000000000000000000000000000000000900463ffffffff16614fcf565b92506101000a81548163ffffffff021916908363ffffffff1602179055506111608390565b73ffffffffffffffffffffffffffffffffffffffff1661118660408701602088016149f6565b63ffffffff1661119587612efd565b6040517ffb87bc6e44797176602239696ce4a14531c53870518fb7ebf586c7317ea09dec905f90a46111e98360018401546c0100000000000000000000000090046bffffffffffffffffffffffff1661319d565b5050505050565b5f5c15611229576040517fe6c140a400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b335f9081526020819052604081205490819003611272576040517ff2c0e29800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b335f8181526020818152604080832092909255905183815273ffffffffffffffffffffffffffffffffffffffff851692917f0c2709d6bf462cbaac5f0368fc9f8e5ea6fc145cf73b90cfa9927db119111b85910160405180910390a36112d882826131fe565b5050565b5f5c15611315576040517fe6c140a400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f611322836001612f74565b9150915061132d8190565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146113b257805b6040517f5ade30e800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152336024820152604401610b1b565b5f6002816113c660408701602088016149f6565b63ffffffff1663ffffffff1681526020019081526020015f20905060018160010160188282829054906101000a900463ffffffff166114059190614fcf565b825463ffffffff9182166101009390930a92830291909202199091161790555060028101546001906bffffffffffffffffffffffff740100000000000000000000000000000000000000009091041661145d83612e1d565b106114c457505f80620d2f006114738560a01c90565b64ffffffffff166114849190614fbc565b90508042116114c2576040517fe4b8f60800000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b505b6114d08360025f613143565b84558273ffffffffffffffffffffffffffffffffffffffff166114f960408701602088016149f6565b63ffffffff1661150887612efd565b7f78173009938e36c18b844d15d336f07fff5c7f20ee2046481e143db794fc5677846040516115379190614feb565b60405180910390a46111e98360018401546c0100000000000000000000000090046bffffffffffffffffffffffff166132f3565b5f5c156115a4576040517fe6c140a400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f6115b1836005612f74565b90925090505f6002816115ca60408701602088016149f6565b63ffffffff1663ffffffff1681526020019081526020015f2090505f6115ef85612efd565b905061160b61160460408701602088016149f6565b8383613357565b611621600461161985613521565b859190613143565b84558273ffffffffffffffffffffffffffffffffffffffff1661164a60408701602088016149f6565b6002840154604051740100000000000000000000000000000000000000009091046bffffffffffffffffffffffff16815263ffffffff919091169083907fac4dd2f9764f1dd49f1fcb901d1a6cb92b37546279434159c6c4a63be7dbbdf59060200160405180910390a46111e98360028401547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff166132f3565b5f5f6116fa853386610ab08b8b61254b565b905088811461173f576040517f39a840fb000000000000000000000000000000000000000000000000000000008152600481018a905260248101829052604401610b1b565b5f8981526009602052604090205474010000000000000000000000000000000000000000900464ffffffffff166117a5576040517f260b2301000000000000000000000000000000000000000000000000000000008152600481018a9052602401610b1b565b6117b18989898961353b565b6117bc8989856135ce565b9998505050505050505050565b5f8815806117d5575087155b806117f4575073ffffffffffffffffffffffffffffffffffffffff8516155b1561182b576040517fac9955c700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6bffffffffffffffffffffffff8716158061185257506bffffffffffffffffffffffff8616155b1561188b576040517fe73969100000000000000000000000000000000000000000000000000000000081525f6004820152602401610b1b565b6bffffffffffffffffffffffff87163410156118e9576040517f6d5b6cd60000000000000000000000000000000000000000000000000000000081523460048201526bffffffffffffffffffffffff88166024820152604401610b1b565b811580159061190f5750878383604051611904929190615005565b604051809103902014155b15611964578282604051611924929190615005565b6040519081900381207ff5fa9f95000000000000000000000000000000000000000000000000000000008252600482015260248101899052604401610b1b565b600180545f906119799063ffffffff16615014565b91906101000a81548163ffffffff021916908363ffffffff160217905590505f60025f8363ffffffff1663ffffffff1681526020019081526020015f20905033815f015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff16021790555042815f0160146101000a81548164ffffffffff021916908364ffffffffff16021790555084815f01601e6101000a81548160ff0219169083151502179055508681600101600c6101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff16021790555085816002015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff160217905550878160020160146101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff1602179055508981600301819055508881600401819055508573ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff168363ffffffff167faee7a7a6549d93de09e6f88fa44c02f0f2962d22a0af19fd1b315f11f764d0b48d8d8d8d8c8c8c604051611b629796959493929190615038565b60405180910390a4611b748282613724565b5098975050505050505050565b611bb06040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b6110028261389a565b5f611bc382613a0d565b9050345f03611c00576040517fe73969100000000000000000000000000000000000000000000000000000000081525f6004820152602401610b1b565b6112d88282613724565b5f33611c1c6040860160208701614aab565b73ffffffffffffffffffffffffffffffffffffffff1614611c47576113616040850160208601614aab565b5f611c5185612b5a565b5f8181526009602052604090205490915074010000000000000000000000000000000000000000900464ffffffffff16611c8f57611c8f8186612b95565b611ca68185611ca160608901896150c5565b61353b565b611cb18185856135ce565b9150505b9392505050565b5f5f611cc78561292c565b91509150611cd584846129f4565b5f5b83811015611d1157808501602081013560e01c9060240135811580611cfa575080155b15611d0757604483610cb5565b5050604401611cd7565b50611d20858260018787612a44565b90915550505050565b335f9081526005602052604090205473ffffffffffffffffffffffffffffffffffffffff908116908216819003611da4576040517f7687affb00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610b1b565b73ffffffffffffffffffffffffffffffffffffffff811615611e1f57335f90815260066020908152604080832073ffffffffffffffffffffffffffffffffffffffff85168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000000164264ffffffffff161790555b5f611e2933613a77565b80545f80835533815260056020526040902080547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff87161790559091508015611e885780611e8b565b60015b611e9433613a77565b5560405173ffffffffffffffffffffffffffffffffffffffff85169033907ffd489696792cc4c5d5b226c46f008e459c8ec9b746c49191d74bb92c19fd1867905f90a350505050565b5f611ee9836001612f74565b9150611f34905060025f611f0360408701602088016149f6565b63ffffffff16815260208101919091526040015f205473ffffffffffffffffffffffffffffffffffffffff166124a7565b5f829003611f6e576040517fac9955c700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f611f7884612efd565b5f818152600b602052604090205490915015611fc3576040517f06bbbd4c00000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b5f6203f480611fd28460a01c90565b64ffffffffff16611fe39190614fbc565b905080421115612022576040517fb234cbdd00000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b5f828152600b60205260409081902085905551339083907f9cfe2d898c58d8795b309714ed72b8a2a6fe046aad8fd555695b1b5f1224cc2d906120689088815260200190565b60405180910390a35050505050565b5f61100282613ae6565b5f5c156120ba576040517fe6c140a400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6120c483612ad0565b90506120d08382613064565b60018101547801000000000000000000000000000000000000000000000000900463ffffffff16156121615760018101546040517f589197fb00000000000000000000000000000000000000000000000000000000815263ffffffff858116600483015278010000000000000000000000000000000000000000000000009092049091166024820152604401610b1b565b5f61216b82612e1d565b9050805f036121a6576040517ff2c0e29800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6121b08282613af9565b8273ffffffffffffffffffffffffffffffffffffffff168463ffffffff167fdb35040b21713a400b9140709d1610c51d5abbeba249df1bb68bf8e0367d0c73836040516121ff91815260200190565b60405180910390a361221183826131fe565b50505050565b5f6122bf604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f285e5856147a3fbf7431b6de224fa4d0185097b1df07772940cf8a517a78e949918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b905090565b5f5c156122fd576040517fe6c140a400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f61230a856001612f74565b90925090505f6002816123236040890160208a016149f6565b63ffffffff16815260208101919091526040015f20600281015490915073ffffffffffffffffffffffffffffffffffffffff163381146123ad576040517f55daeabb00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152336024820152604401610b1b565b6123b78686613b4f565b600182810180546c0100000000000000000000000081046bffffffffffffffffffffffff1692919060189061240f9084907801000000000000000000000000000000000000000000000000900463ffffffff16614fcf565b92506101000a81548163ffffffff021916908363ffffffff16021790555086156124755761244e886124418660a01c90565b64ffffffffff1688613bb8565b61247088868686858b60ff16600b81111561246b5761246b614bfe565b613c66565b61249d565b825461249d9089908790879073ffffffffffffffffffffffffffffffffffffffff1685613d0f565b5050505050505050565b3373ffffffffffffffffffffffffffffffffffffffff8216148015906124f3575073ffffffffffffffffffffffffffffffffffffffff8181165f90815260056020526040902054163314155b15612548576040517f5b55f29000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152336024820152604401610b1b565b50565b5f828260405160200161255f929190615129565b60405160208183030381529060405280519060200120905092915050565b604080517fb39430737d395f53537d391436f2f529418dbd45d371210c3dbe2ec4fb47f2166020820152469181019190915230606082015273ffffffffffffffffffffffffffffffffffffffff8086166080830152841660a082015260c0810183905260e081018290525f90610100016040516020818303038152906040528051906020012090505b949350505050565b73ffffffffffffffffffffffffffffffffffffffff841661265b576040517fac9955c700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f805b82811015612893575f8484838181106126795761267961513c565b905060200201602081019061268e91906149f6565b90508263ffffffff168163ffffffff16116126d8576040517f612978db00000000000000000000000000000000000000000000000000000000815260048101839052602401610b1b565b5f6126e282613a0d565b805490915073ffffffffffffffffffffffffffffffffffffffff8a81169116146127675780546040517f5383a99200000000000000000000000000000000000000000000000000000000815263ffffffff8416600482015273ffffffffffffffffffffffffffffffffffffffff9182166024820152908a166044820152606401610b1b565b805474010000000000000000000000000000000000000000900464ffffffffff168710156127f05780546040517fa50faf7900000000000000000000000000000000000000000000000000000000815263ffffffff841660048201527401000000000000000000000000000000000000000090910464ffffffffff166024820152604401610b1b565b8054790100000000000000000000000000000000000000000000000000900464ffffffffff161580159061284957508054790100000000000000000000000000000000000000000000000000900464ffffffffff168710155b15612888576040517f36b0a50b00000000000000000000000000000000000000000000000000000000815263ffffffff83166004820152602401610b1b565b50915060010161265e565b505060408051808201825273ffffffffffffffffffffffffffffffffffffffff968716815264ffffffffff94851660208083019182525f998a52600990529190972096518754915196167fffffffffffffff000000000000000000000000000000000000000000000000009091161774010000000000000000000000000000000000000000959093169490940291909117909355505050565b73ffffffffffffffffffffffffffffffffffffffff81165f9081526007602090815260408083203384529091528120805490918190036129e4573373ffffffffffffffffffffffffffffffffffffffff8416146129d3576040517f5b55f29000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152336024820152604401610b1b565b6129dc83613a77565b805490925090505b6129ed81613d98565b9050915091565b801580612a0a5750612a07604482615169565b15155b156112d8576040517fdbb6d5d100000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b5f5f7fa56d31b6742171b91bfe2679e711b2776e3e6acb54928d5769979881c140385e905060405183601f19601f820116878352886020840152606060408401528160608401525f816060018401528187608085013789848260800185a25060808281019190912097825260208201969096524260408201526060810196909652505050912092915050565b5f612ada82613a0d565b805490915073ffffffffffffffffffffffffffffffffffffffff163314610fc55780546040517f5383a99200000000000000000000000000000000000000000000000000000000815263ffffffff8416600482015273ffffffffffffffffffffffffffffffffffffffff9091166024820152336044820152606401610b1b565b5f611002612b6b6020840184614aab565b612b7b6040850160208601614aab565b6040850135610ab0612b9060608801886150c5565b61254b565b5f612ba660a08301608084016151a1565b67ffffffffffffffff169050801580612bbe57504281115b15612bf8576040517fb97503eb00000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b5f7f5929ada22ee62f48f705a6cfea0758353761af38db4dbfbdd2a5202d4884b7ef612c276020850185614aab565b612c376040860160208701614aab565b6040860135612c4c612b9060608901896150c5565b60408051602081019690965273ffffffffffffffffffffffffffffffffffffffff94851690860152929091166060840152608083015260a082015260c0810183905260e0016040516020818303038152906040528051906020012090505f612cc8612cb683613dae565b612cc360a08701876151c8565b613eae565b9050612ce5612cda6020860186614aab565b828562278d00614085565b612d33576040517f521e905700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610b1b565b612d6785612d446020870187614aab565b612d546040880160208901614aab565b86612d6260608a018a6150c5565b61260e565b612d7e612d776020860186614aab565b8685614150565b612d8e6040850160208601614aab565b73ffffffffffffffffffffffffffffffffffffffff16612db16020860186614aab565b73ffffffffffffffffffffffffffffffffffffffff16867f6b936d392dcd2e6c7f91b6bbf3bbdbf6ae52d92b7d5b684b1d757e6bb1ed0c7d6040880135612dfb60608a018a6150c5565b8988604051612e0e959493929190614f48565b60405180910390a45050505050565b5f5f612e28836141cc565b83549091507e01000000000000000000000000000000000000000000000000000000000000900460ff1615612ec05760028301546001840154612eb3917401000000000000000000000000000000000000000090046bffffffffffffffffffffffff16907801000000000000000000000000000000000000000000000000900463ffffffff16615229565b612ebd9082614fbc565b90505b60018301546bffffffffffffffffffffffff168110612edf575f611cb5565b6001830154611cb59082906bffffffffffffffffffffffff16615240565b5f6110028235612f1360408501602086016149f6565b612f2360608601604087016149f6565b6040805146602082015230918101919091526060810184905263ffffffff8084166080830152821660a08201525f9060c0016040516020818303038152906040528051906020012090509392505050565b81355f908152600a60209081526040808320839290918391612f9a9188019088016149f6565b63ffffffff168152602081019190915260409081015f2080549093509150612fc890606086019086016149f6565b63ffffffff16612fd88260c81c90565b63ffffffff161415806130155750826006811115612ff857612ff8614bfe565b6130018261422f565b600681111561301257613012614bfe565b14155b15610c515761302384612efd565b61302c8561389a565b606001516040517fa009fdb9000000000000000000000000000000000000000000000000000000008152600401610b1b929190615253565b8054790100000000000000000000000000000000000000000000000000900464ffffffffff165f036130ca576040517fb67657dd00000000000000000000000000000000000000000000000000000000815263ffffffff83166004820152602401610b1b565b80545f906131009062278d0090790100000000000000000000000000000000000000000000000000900464ffffffffff16614fbc565b905080421161313e576040517fe4b8f60800000000000000000000000000000000000000000000000000000000815260048101829052602401610b1b565b505050565b5f7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff841660f083600b81111561317857613178614bfe565b901b60e885600681111561318e5761318e614bfe565b901b8217179150509392505050565b73ffffffffffffffffffffffffffffffffffffffff82165f818152602081815260409182902080548501905590518381527f9c9e0cdb1670e88302408e5b941dc636f63a3293204694bb68910fcf3d9305f391015b60405180910390a25050565b73ffffffffffffffffffffffffffffffffffffffff821661324b576040517fac9955c700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61325682825a614249565b6132ab576040517f9a3c746100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8316600482015260248101829052604401610b1b565b8173ffffffffffffffffffffffffffffffffffffffff167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc489826040516131f291815260200190565b6133008282617530614249565b1561334d578173ffffffffffffffffffffffffffffffffffffffff167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc489826040516131f291815260200190565b6112d8828261319d565b63ffffffff83165f908152600360209081526040808320600483528184205484529091529020548181146133c1576040517f8d698fb90000000000000000000000000000000000000000000000000000000081526004810183905260248101829052604401610b1b565b600283015460018401546bffffffffffffffffffffffff7401000000000000000000000000000000000000000090920482169116101561346957600183015460028401546040517f6d5b6cd60000000000000000000000000000000000000000000000000000000081526bffffffffffffffffffffffff9283166004820152740100000000000000000000000000000000000000009091049091166024820152604401610b1b565b63ffffffff84165f908152600360209081526040808320600490925282208054919291908261349783615267565b9190505581526020019081526020015f205f9055600183600101601c8282829054906101000a900463ffffffff166134cf9190614fcf565b92506101000a81548163ffffffff021916908363ffffffff160217905550612211838460020160149054906101000a90046bffffffffffffffffffffffff166bffffffffffffffffffffffff16613af9565b5f60f082901c60ff16600b81111561100257611002614bfe565b5f5b8181101561358c578363ffffffff1683838381811061355e5761355e61513c565b905060200201602081019061357391906149f6565b63ffffffff16036135845750612211565b60010161353d565b506040517f99ddba210000000000000000000000000000000000000000000000000000000081526004810185905263ffffffff84166024820152604401610b1b565b63ffffffff82165f908152600260205260408120805473ffffffffffffffffffffffffffffffffffffffff81169061362d9087908390790100000000000000000000000000000000000000000000000000900464ffffffffff16614266565b61363682614318565b5f613641878761444a565b60408051466020808301919091523082840152606082018b905263ffffffff8a81166080840152841660a0808401919091528351808403909101815260c09092019092528051910120945090505f61369883613ae6565b6002850154604080518b815263ffffffff8b81166020830152861681830152336060820152608081018a905260a08101849052905192935073ffffffffffffffffffffffffffffffffffffffff8681169392169188917fb100e1b7d57403e32a07d159e0b945b28ccc4de8bf87300e57e6611d692f1eab919081900360c00190a4505050509392505050565b600181015434905f906137469083906bffffffffffffffffffffffff16614fbc565b90506bffffffffffffffffffffffff811115613791576040517fe739691000000000000000000000000000000000000000000000000000000000815260048101839052602401610b1b565b8254790100000000000000000000000000000000000000000000000000900464ffffffffff16158015906137cc57506137c9836141cc565b81115b1561381657806137db846141cc565b6040517ff0d5db4300000000000000000000000000000000000000000000000000000000815260048101929092526024820152604401610b1b565b6001830180547fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166bffffffffffffffffffffffff83161790556040805183815260208101839052339163ffffffff8716917f590c601214a3473f49a8883ad660a5f4551f38a5c8dd039b30161e0a48127af191015b60405180910390a350505050565b6138c96040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b61390f600a5f845f013581526020019081526020015f205f8460200160208101906138f491906149f6565b63ffffffff16815260208101919091526040015f20546145b4565b905061392160608301604084016149f6565b63ffffffff1615806139545750806040015163ffffffff1682604001602081019061394c91906149f6565b63ffffffff16115b15613988576110026040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b806040015163ffffffff168260400160208101906139a691906149f6565b63ffffffff161015610fc5576040805160a081018252825173ffffffffffffffffffffffffffffffffffffffff1681525f602082015290818101906139f190606086019086016149f6565b63ffffffff168152602001600281526020015f5b905292915050565b63ffffffff81165f908152600260205260409020805473ffffffffffffffffffffffffffffffffffffffff16610fc5576040517fd0c1198400000000000000000000000000000000000000000000000000000000815263ffffffff83166004820152602401610b1b565b73ffffffffffffffffffffffffffffffffffffffff8082165f908152600560209081526040808320546007909252822091921690828215613ab85782613aba565b845b73ffffffffffffffffffffffffffffffffffffffff16815260208101919091526040015f209392505050565b5f611002613af383613a77565b54613d98565b6001820180548291905f90613b1d9084906bffffffffffffffffffffffff1661529e565b92506101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff1602179055505050565b60ff81161580613b625750600b60ff8216115b80613b74575081151560ff8216600214145b156112d8576040517f8d3d6a1a000000000000000000000000000000000000000000000000000000008152821515600482015260ff82166024820152604401610b1b565b60ff8116600314801581613bd0575060ff8216600414155b15613bdb5750505050565b5f818015613c035750600b5f613bf087612efd565b815260208101919091526040015f205415155b613c10576203f480613c15565b620d2f005b9050613c218185614fbc565b42116111e957613c318185614fbc565b6040517fe4b8f608000000000000000000000000000000000000000000000000000000008152600401610b1b91815260200190565b60028301547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1680613c9b85612e1d565b10613cd157613cae878787600486614674565b50613cb98482613af9565b613ccc85613cc78584614fbc565b6132f3565b613d06565b5f613ce0888888600587614674565b9050613cfc613cf560408a0160208b016149f6565b8683614714565b61249d86856132f3565b50505050505050565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526008602090815260408083208835845290915281205460d81c9003613d7e576040517f0da5953e00000000000000000000000000000000000000000000000000000000815285356004820152602401610b1b565b613d8d85858560036002614674565b506111e9828261319d565b5f60018214613da75781611002565b5f92915050565b5f613e56604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f285e5856147a3fbf7431b6de224fa4d0185097b1df07772940cf8a517a78e949918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b6040517f19010000000000000000000000000000000000000000000000000000000000006020820152602281019190915260428101839052606201604051602081830303815290604052805190602001209050919050565b5f60418214613ee9576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f613ef760208285876152c2565b613f00916152e9565b90505f613f116040602086886152c2565b613f1a916152e9565b90505f85856040818110613f3057613f3061513c565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0821180613f7c57508060ff16601b14158015613f7c57508060ff16601c14155b15613fb3576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905260019060a0016020604051602081039080840390855afa158015614003573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015194505073ffffffffffffffffffffffffffffffffffffffff841661407b576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050509392505050565b5f8473ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff1614806140e8575073ffffffffffffffffffffffffffffffffffffffff8086165f908152600560205260409020548582169116145b156140f557506001612606565b73ffffffffffffffffffffffffffffffffffffffff8086165f9081526006602090815260408083209388168352929052205464ffffffffff16808411801590610fdb57506141438382614fbc565b4211159695505050505050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260086020908152604080832085845290915290205460d81c801580159061419157508181105b156122115773ffffffffffffffffffffffffffffffffffffffff84165f90815260086020908152604080832086845290915281205550505050565b600281015460018201545f9161100291740100000000000000000000000000000000000000009091046bffffffffffffffffffffffff16907c0100000000000000000000000000000000000000000000000000000000900463ffffffff16615229565b5f60e882901c60ff16600681111561100257611002614bfe565b5f600180825d505f5f5f5f868887f190505f80805d509392505050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260086020908152604080832086845290915290205460d81c81158015906142af57508015806142af57508082105b156142b75750805b80158015906142d157506142ce62278d0082614fbc565b42115b15612211576142e362278d0082614fbc565b6040517fb234cbdd000000000000000000000000000000000000000000000000000000008152600401610b1b91815260200190565b60028101546001820154740100000000000000000000000000000000000000009091046bffffffffffffffffffffffff908116916c0100000000000000000000000090041680341461439f576040517f1f3a613d00000000000000000000000000000000000000000000000000000000815234600482015260248101829052604401610b1b565b5f6143a984612e1d565b9050828110156143ef576040517f6d5b6cd60000000000000000000000000000000000000000000000000000000081526004810182905260248101849052604401610b1b565b600184810180546018906144269084907801000000000000000000000000000000000000000000000000900463ffffffff16615325565b92506101000a81548163ffffffff021916908363ffffffff16021790555050505050565b5f828152600a6020908152604080832063ffffffff8516845290915281208054826144748261422f565b90506144808260c81c90565b93505f81600681111561449557614495614bfe565b141580156144b5575060028160068111156144b2576144b2614bfe565b14155b1561453657604080514660208083019190915230828401526060820189905263ffffffff8881166080840152871660a0808401919091528351808403909101815260c083019384905280519101207fefd881a900000000000000000000000000000000000000000000000000000000909252610b1b9190839060c401615253565b614541600185615325565b3378ffffffffff00000000000000000000000000000000000000004260a01b16177cffffffff0000000000000000000000000000000000000000000000000060c883901b16177d010000000000000000000000000000000000000000000000000000000000179093555090949350505050565b6145e36040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b6040518060a001604052806145f58490565b73ffffffffffffffffffffffffffffffffffffffff16815260200161461a8460a01c90565b64ffffffffff1681526020016146308460c81c90565b63ffffffff1681526020016146448461422f565b600681111561465557614655614bfe565b815260200161466384613521565b600b811115613a0557613a05614bfe565b5f614680848484613143565b855561468b86612efd565b90508373ffffffffffffffffffffffffffffffffffffffff166146b460408801602089016149f6565b63ffffffff16827f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa860038760068111156146f0576146f0614bfe565b1415868860405161470393929190615341565b60405180910390a495945050505050565b600182015463ffffffff8481165f90815260046020526040812054909261475d927c01000000000000000000000000000000000000000000000000000000009091041690614fbc565b63ffffffff8086165f90815260036020908152604080832085845290915290208490556001858101805493945090929091601c916147bd9185917c0100000000000000000000000000000000000000000000000000000000900416615325565b92506101000a81548163ffffffff021916908363ffffffff1602179055508363ffffffff16827f03d1ee59899ff6390f2405583df96c2247006eb456e4ea2ad4a1830faedbc67f8560020160149054906101000a90046bffffffffffffffffffffffff168460405161388c9291906bffffffffffffffffffffffff929092168252602082015260400190565b803573ffffffffffffffffffffffffffffffffffffffff81168114610fc5575f5ffd5b5f5f83601f84011261487c575f5ffd5b50813567ffffffffffffffff811115614893575f5ffd5b6020830191508360208260051b8501011115610c51575f5ffd5b5f5f5f5f5f608086880312156148c1575f5ffd5b6148ca86614849565b94506148d860208701614849565b935060408601359250606086013567ffffffffffffffff8111156148fa575f5ffd5b6149068882890161486c565b969995985093965092949392505050565b5f5f60408385031215614928575f5ffd5b61493183614849565b946020939093013593505050565b5f6020828403121561494f575f5ffd5b5035919050565b5f5f83601f840112614966575f5ffd5b50813567ffffffffffffffff81111561497d575f5ffd5b602083019150836020828501011115610c51575f5ffd5b5f5f5f604084860312156149a6575f5ffd5b6149af84614849565b9250602084013567ffffffffffffffff8111156149ca575f5ffd5b6149d686828701614956565b9497909650939450505050565b803563ffffffff81168114610fc5575f5ffd5b5f60208284031215614a06575f5ffd5b611cb5826149e3565b5f5f60408385031215614a20575f5ffd5b82359150614a30602084016149e3565b90509250929050565b5f60c08284031215614a49575f5ffd5b50919050565b5f60208284031215614a5f575f5ffd5b813567ffffffffffffffff811115614a75575f5ffd5b61260684828501614a39565b5f60608284031215614a49575f5ffd5b5f60608284031215614aa1575f5ffd5b611cb58383614a81565b5f60208284031215614abb575f5ffd5b611cb582614849565b5f5f5f5f5f5f5f60c0888a031215614ada575f5ffd5b87359650614aea602089016149e3565b9550604088013567ffffffffffffffff811115614b05575f5ffd5b614b118a828b0161486c565b9096509450614b24905060608901614849565b969995985093969295946080840135945060a09093013592915050565b80356bffffffffffffffffffffffff81168114610fc5575f5ffd5b80358015158114610fc5575f5ffd5b5f5f5f5f5f5f5f5f60e0898b031215614b82575f5ffd5b8835975060208901359650614b9960408a01614b41565b9550614ba760608a01614b41565b9450614bb560808a01614849565b9350614bc360a08a01614b5c565b925060c089013567ffffffffffffffff811115614bde575f5ffd5b614bea8b828c01614956565b999c989b5096995094979396929594505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b60078110614c3b57614c3b614bfe565b9052565b600c8110614c3b57614c3b614bfe565b5f60a08201905073ffffffffffffffffffffffffffffffffffffffff835116825264ffffffffff602084015116602083015263ffffffff60408401511660408301526060830151614ca36060840182614c2b565b506080830151614cb66080840182614c3f565b5092915050565b5f5f5f60608486031215614ccf575f5ffd5b833567ffffffffffffffff811115614ce5575f5ffd5b614cf186828701614a39565b935050614d00602085016149e3565b929592945050506040919091013590565b5f5f60808385031215614d22575f5ffd5b614d2c8484614a81565b946060939093013593505050565b5f5f60408385031215614d4b575f5ffd5b614d54836149e3565b9150614a3060208401614849565b815173ffffffffffffffffffffffffffffffffffffffff16815261018081016020830151614d99602084018264ffffffffff169052565b506040830151614db2604084018264ffffffffff169052565b506060830151614dc6606084018215159052565b506080830151614de660808401826bffffffffffffffffffffffff169052565b5060a0830151614e0660a08401826bffffffffffffffffffffffff169052565b5060c0830151614e1e60c084018263ffffffff169052565b5060e0830151614e3660e084018263ffffffff169052565b50610100830151614e6061010084018273ffffffffffffffffffffffffffffffffffffffff169052565b50610120830151614e826101208401826bffffffffffffffffffffffff169052565b5061014083015161014083015261016083015161016083015292915050565b5f5f60408385031215614eb2575f5ffd5b614d5483614849565b5f5f5f60a08486031215614ecd575f5ffd5b614ed78585614a81565b9250614ee560608501614b5c565b9150608084013560ff81168114614efa575f5ffd5b809150509250925092565b8183526020830192505f815f5b84811015614f3e5763ffffffff614f28836149e3565b1686526020958601959190910190600101614f12565b5093949350505050565b858152608060208201525f614f61608083018688614f05565b905083604083015273ffffffffffffffffffffffffffffffffffffffff831660608301529695505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561100257611002614f8f565b63ffffffff828116828216039081111561100257611002614f8f565b6020810160028310614fff57614fff614bfe565b91905290565b818382375f9101908152919050565b5f63ffffffff821663ffffffff810361502f5761502f614f8f565b60010192915050565b8781528660208201526bffffffffffffffffffffffff861660408201526bffffffffffffffffffffffff85166060820152831515608082015260c060a08201528160c0820152818360e08301375f81830160e090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01601019695505050505050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126150f8575f5ffd5b83018035915067ffffffffffffffff821115615112575f5ffd5b6020019150600581901b3603821315610c51575f5ffd5b602081525f612606602083018486614f05565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f8261519c577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500690565b5f602082840312156151b1575f5ffd5b813567ffffffffffffffff81168114611cb5575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126151fb575f5ffd5b83018035915067ffffffffffffffff821115615215575f5ffd5b602001915036819003821315610c51575f5ffd5b808202811582820484141761100257611002614f8f565b8181038181111561100257611002614f8f565b82815260408101611cb56020830184614c2b565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff820361529757615297614f8f565b5060010190565b6bffffffffffffffffffffffff828116828216039081111561100257611002614f8f565b5f5f858511156152d0575f5ffd5b838611156152dc575f5ffd5b5050820193919092039150565b80356020831015611002577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b63ffffffff818116838216019081111561100257611002614f8f565b8315158152606081016153576020830185614c3f565b6126066040830184614c2b56fea164736f6c6343000825000a",
}

// Escrow is an auto generated Go binding around an Ethereum contract.
type Escrow struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Escrow) GetABI() abi.ABI {
	return c.abi
}

// NewEscrow creates a new instance of Escrow.
func NewEscrow() *Escrow {
	parsed, err := EscrowMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Escrow{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Escrow) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackCLAIMWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9f34fc80.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function CLAIM_WINDOW() view returns(uint256)
func (escrow *Escrow) PackCLAIMWINDOW() []byte {
	enc, err := escrow.abi.Pack("CLAIM_WINDOW")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCLAIMWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9f34fc80.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function CLAIM_WINDOW() view returns(uint256)
func (escrow *Escrow) TryPackCLAIMWINDOW() ([]byte, error) {
	return escrow.abi.Pack("CLAIM_WINDOW")
}

// UnpackCLAIMWINDOW is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9f34fc80.
//
// Solidity: function CLAIM_WINDOW() view returns(uint256)
func (escrow *Escrow) UnpackCLAIMWINDOW(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("CLAIM_WINDOW", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackEVIDENCEWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb63ec74b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function EVIDENCE_WINDOW() view returns(uint256)
func (escrow *Escrow) PackEVIDENCEWINDOW() []byte {
	enc, err := escrow.abi.Pack("EVIDENCE_WINDOW")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEVIDENCEWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb63ec74b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function EVIDENCE_WINDOW() view returns(uint256)
func (escrow *Escrow) TryPackEVIDENCEWINDOW() ([]byte, error) {
	return escrow.abi.Pack("EVIDENCE_WINDOW")
}

// UnpackEVIDENCEWINDOW is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb63ec74b.
//
// Solidity: function EVIDENCE_WINDOW() view returns(uint256)
func (escrow *Escrow) UnpackEVIDENCEWINDOW(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("EVIDENCE_WINDOW", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackEXPIRYWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d23482b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function EXPIRY_WINDOW() view returns(uint256)
func (escrow *Escrow) PackEXPIRYWINDOW() []byte {
	enc, err := escrow.abi.Pack("EXPIRY_WINDOW")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEXPIRYWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d23482b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function EXPIRY_WINDOW() view returns(uint256)
func (escrow *Escrow) TryPackEXPIRYWINDOW() ([]byte, error) {
	return escrow.abi.Pack("EXPIRY_WINDOW")
}

// UnpackEXPIRYWINDOW is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0d23482b.
//
// Solidity: function EXPIRY_WINDOW() view returns(uint256)
func (escrow *Escrow) UnpackEXPIRYWINDOW(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("EXPIRY_WINDOW", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackITEMSIZE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x710daf4d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ITEM_SIZE() view returns(uint256)
func (escrow *Escrow) PackITEMSIZE() []byte {
	enc, err := escrow.abi.Pack("ITEM_SIZE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackITEMSIZE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x710daf4d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ITEM_SIZE() view returns(uint256)
func (escrow *Escrow) TryPackITEMSIZE() ([]byte, error) {
	return escrow.abi.Pack("ITEM_SIZE")
}

// UnpackITEMSIZE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x710daf4d.
//
// Solidity: function ITEM_SIZE() view returns(uint256)
func (escrow *Escrow) UnpackITEMSIZE(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("ITEM_SIZE", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPUSHGAS is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2b68f2a5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PUSH_GAS() view returns(uint256)
func (escrow *Escrow) PackPUSHGAS() []byte {
	enc, err := escrow.abi.Pack("PUSH_GAS")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPUSHGAS is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2b68f2a5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function PUSH_GAS() view returns(uint256)
func (escrow *Escrow) TryPackPUSHGAS() ([]byte, error) {
	return escrow.abi.Pack("PUSH_GAS")
}

// UnpackPUSHGAS is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2b68f2a5.
//
// Solidity: function PUSH_GAS() view returns(uint256)
func (escrow *Escrow) UnpackPUSHGAS(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("PUSH_GAS", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackVERDICTWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe45f3817.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function VERDICT_WINDOW() view returns(uint256)
func (escrow *Escrow) PackVERDICTWINDOW() []byte {
	enc, err := escrow.abi.Pack("VERDICT_WINDOW")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVERDICTWINDOW is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe45f3817.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function VERDICT_WINDOW() view returns(uint256)
func (escrow *Escrow) TryPackVERDICTWINDOW() ([]byte, error) {
	return escrow.abi.Pack("VERDICT_WINDOW")
}

// UnpackVERDICTWINDOW is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe45f3817.
//
// Solidity: function VERDICT_WINDOW() view returns(uint256)
func (escrow *Escrow) UnpackVERDICTWINDOW(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("VERDICT_WINDOW", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackAccumulatorOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc680a243.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function accumulatorOf(address owner) view returns(bytes32)
func (escrow *Escrow) PackAccumulatorOf(owner common.Address) []byte {
	enc, err := escrow.abi.Pack("accumulatorOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAccumulatorOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc680a243.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function accumulatorOf(address owner) view returns(bytes32)
func (escrow *Escrow) TryPackAccumulatorOf(owner common.Address) ([]byte, error) {
	return escrow.abi.Pack("accumulatorOf", owner)
}

// UnpackAccumulatorOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc680a243.
//
// Solidity: function accumulatorOf(address owner) view returns(bytes32)
func (escrow *Escrow) UnpackAccumulatorOf(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("accumulatorOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAvailableOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x440ba225.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function availableOf(uint32 promiseId) view returns(uint256)
func (escrow *Escrow) PackAvailableOf(promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("availableOf", promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAvailableOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x440ba225.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function availableOf(uint32 promiseId) view returns(uint256)
func (escrow *Escrow) TryPackAvailableOf(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("availableOf", promiseId)
}

// UnpackAvailableOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x440ba225.
//
// Solidity: function availableOf(uint32 promiseId) view returns(uint256)
func (escrow *Escrow) UnpackAvailableOf(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("availableOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackCheckpoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8b59577d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkpoint(address owner, bytes items) returns()
func (escrow *Escrow) PackCheckpoint(owner common.Address, items []byte) []byte {
	enc, err := escrow.abi.Pack("checkpoint", owner, items)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckpoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8b59577d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkpoint(address owner, bytes items) returns()
func (escrow *Escrow) TryPackCheckpoint(owner common.Address, items []byte) ([]byte, error) {
	return escrow.abi.Pack("checkpoint", owner, items)
}

// PackClaimId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4dd1dd68.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claimId((bytes32,uint32,uint32) key) view returns(bytes32)
func (escrow *Escrow) PackClaimId(key IEscrowClaimKey) []byte {
	enc, err := escrow.abi.Pack("claimId", key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaimId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4dd1dd68.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claimId((bytes32,uint32,uint32) key) view returns(bytes32)
func (escrow *Escrow) TryPackClaimId(key IEscrowClaimKey) ([]byte, error) {
	return escrow.abi.Pack("claimId", key)
}

// UnpackClaimId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4dd1dd68.
//
// Solidity: function claimId((bytes32,uint32,uint32) key) view returns(bytes32)
func (escrow *Escrow) UnpackClaimId(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("claimId", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x812cd1f9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claimOf((bytes32,uint32,uint32) key) view returns((address,uint40,uint32,uint8,uint8))
func (escrow *Escrow) PackClaimOf(key IEscrowClaimKey) []byte {
	enc, err := escrow.abi.Pack("claimOf", key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x812cd1f9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claimOf((bytes32,uint32,uint32) key) view returns((address,uint40,uint32,uint8,uint8))
func (escrow *Escrow) TryPackClaimOf(key IEscrowClaimKey) ([]byte, error) {
	return escrow.abi.Pack("claimOf", key)
}

// UnpackClaimOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x812cd1f9.
//
// Solidity: function claimOf((bytes32,uint32,uint32) key) view returns((address,uint40,uint32,uint8,uint8))
func (escrow *Escrow) UnpackClaimOf(data []byte) (IEscrowClaim, error) {
	out, err := escrow.abi.Unpack("claimOf", data)
	if err != nil {
		return *new(IEscrowClaim), err
	}
	out0 := *abi.ConvertType(out[0], new(IEscrowClaim)).(*IEscrowClaim)
	return out0, nil
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x62725aaf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) PackCollect(key IEscrowClaimKey) []byte {
	enc, err := escrow.abi.Pack("collect", key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x62725aaf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function collect((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) TryPackCollect(key IEscrowClaimKey) ([]byte, error) {
	return escrow.abi.Pack("collect", key)
}

// PackCreditOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75807250.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function creditOf(address account) view returns(uint256)
func (escrow *Escrow) PackCreditOf(account common.Address) []byte {
	enc, err := escrow.abi.Pack("creditOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreditOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75807250.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function creditOf(address account) view returns(uint256)
func (escrow *Escrow) TryPackCreditOf(account common.Address) ([]byte, error) {
	return escrow.abi.Pack("creditOf", account)
}

// UnpackCreditOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x75807250.
//
// Solidity: function creditOf(address account) view returns(uint256)
func (escrow *Escrow) UnpackCreditOf(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("creditOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDomainSeparator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf698da25.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function domainSeparator() view returns(bytes32)
func (escrow *Escrow) PackDomainSeparator() []byte {
	enc, err := escrow.abi.Pack("domainSeparator")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDomainSeparator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf698da25.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function domainSeparator() view returns(bytes32)
func (escrow *Escrow) TryPackDomainSeparator() ([]byte, error) {
	return escrow.abi.Pack("domainSeparator")
}

// UnpackDomainSeparator is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf698da25.
//
// Solidity: function domainSeparator() view returns(bytes32)
func (escrow *Escrow) UnpackDomainSeparator(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("domainSeparator", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e5498aa.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function expire((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) PackExpire(key IEscrowClaimKey) []byte {
	enc, err := escrow.abi.Pack("expire", key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e5498aa.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function expire((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) TryPackExpire(key IEscrowClaimKey) ([]byte, error) {
	return escrow.abi.Pack("expire", key)
}

// PackFile is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x689949d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function file(bytes32 session, uint32 promiseId, uint32[] promises, address owner, bytes32 salt, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) PackFile(session [32]byte, promiseId uint32, promises []uint32, owner common.Address, salt [32]byte, headsHash [32]byte) []byte {
	enc, err := escrow.abi.Pack("file", session, promiseId, promises, owner, salt, headsHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFile is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x689949d1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function file(bytes32 session, uint32 promiseId, uint32[] promises, address owner, bytes32 salt, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) TryPackFile(session [32]byte, promiseId uint32, promises []uint32, owner common.Address, salt [32]byte, headsHash [32]byte) ([]byte, error) {
	return escrow.abi.Pack("file", session, promiseId, promises, owner, salt, headsHash)
}

// UnpackFile is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x689949d1.
//
// Solidity: function file(bytes32 session, uint32 promiseId, uint32[] promises, address owner, bytes32 salt, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) UnpackFile(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("file", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackFileSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x841b4ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fileSigned((address,address,bytes32,uint32[],uint64,bytes) opening, uint32 promiseId, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) PackFileSigned(opening IEscrowSignedOpening, promiseId uint32, headsHash [32]byte) []byte {
	enc, err := escrow.abi.Pack("fileSigned", opening, promiseId, headsHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFileSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x841b4ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fileSigned((address,address,bytes32,uint32[],uint64,bytes) opening, uint32 promiseId, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) TryPackFileSigned(opening IEscrowSignedOpening, promiseId uint32, headsHash [32]byte) ([]byte, error) {
	return escrow.abi.Pack("fileSigned", opening, promiseId, headsHash)
}

// UnpackFileSigned is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x841b4ddd.
//
// Solidity: function fileSigned((address,address,bytes32,uint32[],uint64,bytes) opening, uint32 promiseId, bytes32 headsHash) payable returns(bytes32 claim)
func (escrow *Escrow) UnpackFileSigned(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("fileSigned", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackFinalOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x14297404.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function finalOf(address owner, bytes32 session) view returns(uint40 time, bytes27 h)
func (escrow *Escrow) PackFinalOf(owner common.Address, session [32]byte) []byte {
	enc, err := escrow.abi.Pack("finalOf", owner, session)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFinalOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x14297404.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function finalOf(address owner, bytes32 session) view returns(uint40 time, bytes27 h)
func (escrow *Escrow) TryPackFinalOf(owner common.Address, session [32]byte) ([]byte, error) {
	return escrow.abi.Pack("finalOf", owner, session)
}

// FinalOfOutput serves as a container for the return parameters of contract
// method FinalOf.
type FinalOfOutput struct {
	Time *big.Int
	H    [27]byte
}

// UnpackFinalOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x14297404.
//
// Solidity: function finalOf(address owner, bytes32 session) view returns(uint40 time, bytes27 h)
func (escrow *Escrow) UnpackFinalOf(data []byte) (FinalOfOutput, error) {
	out, err := escrow.abi.Unpack("finalOf", data)
	outstruct := new(FinalOfOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Time = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.H = *abi.ConvertType(out[1], new([27]byte)).(*[27]byte)
	return *outstruct, nil
}

// PackFinalize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1eaaa9fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function finalize(address owner, bytes items) returns()
func (escrow *Escrow) PackFinalize(owner common.Address, items []byte) []byte {
	enc, err := escrow.abi.Pack("finalize", owner, items)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFinalize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1eaaa9fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function finalize(address owner, bytes items) returns()
func (escrow *Escrow) TryPackFinalize(owner common.Address, items []byte) ([]byte, error) {
	return escrow.abi.Pack("finalize", owner, items)
}

// PackFund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x818f484b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fund(uint32 promiseId) payable returns()
func (escrow *Escrow) PackFund(promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("fund", promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x818f484b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fund(uint32 promiseId) payable returns()
func (escrow *Escrow) TryPackFund(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("fund", promiseId)
}

// PackLatestClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x263a8ac5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function latestClaimOf(bytes32 session, uint32 promiseId) view returns(bytes32 claim, uint32 round)
func (escrow *Escrow) PackLatestClaimOf(session [32]byte, promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("latestClaimOf", session, promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLatestClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x263a8ac5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function latestClaimOf(bytes32 session, uint32 promiseId) view returns(bytes32 claim, uint32 round)
func (escrow *Escrow) TryPackLatestClaimOf(session [32]byte, promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("latestClaimOf", session, promiseId)
}

// LatestClaimOfOutput serves as a container for the return parameters of contract
// method LatestClaimOf.
type LatestClaimOfOutput struct {
	Claim [32]byte
	Round uint32
}

// UnpackLatestClaimOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x263a8ac5.
//
// Solidity: function latestClaimOf(bytes32 session, uint32 promiseId) view returns(bytes32 claim, uint32 round)
func (escrow *Escrow) UnpackLatestClaimOf(data []byte) (LatestClaimOfOutput, error) {
	out, err := escrow.abi.Unpack("latestClaimOf", data)
	outstruct := new(LatestClaimOfOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Claim = *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	outstruct.Round = *abi.ConvertType(out[1], new(uint32)).(*uint32)
	return *outstruct, nil
}

// PackOffer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc56bc1e2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function offer((bytes32,uint32,uint32) key, bytes32 bundleHash) returns()
func (escrow *Escrow) PackOffer(key IEscrowClaimKey, bundleHash [32]byte) []byte {
	enc, err := escrow.abi.Pack("offer", key, bundleHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOffer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc56bc1e2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function offer((bytes32,uint32,uint32) key, bytes32 bundleHash) returns()
func (escrow *Escrow) TryPackOffer(key IEscrowClaimKey, bundleHash [32]byte) ([]byte, error) {
	return escrow.abi.Pack("offer", key, bundleHash)
}

// PackOfferOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x171966d7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function offerOf(bytes32 claim) view returns(bytes32 bundleHash)
func (escrow *Escrow) PackOfferOf(claim [32]byte) []byte {
	enc, err := escrow.abi.Pack("offerOf", claim)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOfferOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x171966d7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function offerOf(bytes32 claim) view returns(bytes32 bundleHash)
func (escrow *Escrow) TryPackOfferOf(claim [32]byte) ([]byte, error) {
	return escrow.abi.Pack("offerOf", claim)
}

// UnpackOfferOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x171966d7.
//
// Solidity: function offerOf(bytes32 claim) view returns(bytes32 bundleHash)
func (escrow *Escrow) UnpackOfferOf(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("offerOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOldestDueOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4cd71c6e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function oldestDueOf(uint32 promiseId) view returns(bytes32 claim)
func (escrow *Escrow) PackOldestDueOf(promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("oldestDueOf", promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOldestDueOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4cd71c6e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function oldestDueOf(uint32 promiseId) view returns(bytes32 claim)
func (escrow *Escrow) TryPackOldestDueOf(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("oldestDueOf", promiseId)
}

// UnpackOldestDueOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4cd71c6e.
//
// Solidity: function oldestDueOf(uint32 promiseId) view returns(bytes32 claim)
func (escrow *Escrow) UnpackOldestDueOf(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("oldestDueOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13f90065.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function open(address owner, address user, bytes32 salt, uint32[] promises) returns(bytes32 session)
func (escrow *Escrow) PackOpen(owner common.Address, user common.Address, salt [32]byte, promises []uint32) []byte {
	enc, err := escrow.abi.Pack("open", owner, user, salt, promises)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13f90065.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function open(address owner, address user, bytes32 salt, uint32[] promises) returns(bytes32 session)
func (escrow *Escrow) TryPackOpen(owner common.Address, user common.Address, salt [32]byte, promises []uint32) ([]byte, error) {
	return escrow.abi.Pack("open", owner, user, salt, promises)
}

// UnpackOpen is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x13f90065.
//
// Solidity: function open(address owner, address user, bytes32 salt, uint32[] promises) returns(bytes32 session)
func (escrow *Escrow) UnpackOpen(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("open", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOpenSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32fae22f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function openSigned((address,address,bytes32,uint32[],uint64,bytes) opening) returns(bytes32 session)
func (escrow *Escrow) PackOpenSigned(opening IEscrowSignedOpening) []byte {
	enc, err := escrow.abi.Pack("openSigned", opening)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOpenSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32fae22f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function openSigned((address,address,bytes32,uint32[],uint64,bytes) opening) returns(bytes32 session)
func (escrow *Escrow) TryPackOpenSigned(opening IEscrowSignedOpening) ([]byte, error) {
	return escrow.abi.Pack("openSigned", opening)
}

// UnpackOpenSigned is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x32fae22f.
//
// Solidity: function openSigned((address,address,bytes32,uint32[],uint64,bytes) opening) returns(bytes32 session)
func (escrow *Escrow) UnpackOpenSigned(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("openSigned", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOperatorOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x636f35d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function operatorOf(address owner) view returns(address)
func (escrow *Escrow) PackOperatorOf(owner common.Address) []byte {
	enc, err := escrow.abi.Pack("operatorOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOperatorOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x636f35d3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function operatorOf(address owner) view returns(address)
func (escrow *Escrow) TryPackOperatorOf(owner common.Address) ([]byte, error) {
	return escrow.abi.Pack("operatorOf", owner)
}

// UnpackOperatorOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x636f35d3.
//
// Solidity: function operatorOf(address owner) view returns(address)
func (escrow *Escrow) UnpackOperatorOf(data []byte) (common.Address, error) {
	out, err := escrow.abi.Unpack("operatorOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPromiseCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22261431.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function promiseCount() view returns(uint32)
func (escrow *Escrow) PackPromiseCount() []byte {
	enc, err := escrow.abi.Pack("promiseCount")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPromiseCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22261431.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function promiseCount() view returns(uint32)
func (escrow *Escrow) TryPackPromiseCount() ([]byte, error) {
	return escrow.abi.Pack("promiseCount")
}

// UnpackPromiseCount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x22261431.
//
// Solidity: function promiseCount() view returns(uint32)
func (escrow *Escrow) UnpackPromiseCount(data []byte) (uint32, error) {
	out, err := escrow.abi.Unpack("promiseCount", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
	return out0, nil
}

// PackPromiseOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdbe91903.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint40,uint40,bool,uint96,uint96,uint32,uint32,address,uint96,bytes32,bytes32))
func (escrow *Escrow) PackPromiseOf(promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("promiseOf", promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPromiseOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdbe91903.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint40,uint40,bool,uint96,uint96,uint32,uint32,address,uint96,bytes32,bytes32))
func (escrow *Escrow) TryPackPromiseOf(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("promiseOf", promiseId)
}

// UnpackPromiseOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdbe91903.
//
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint40,uint40,bool,uint96,uint96,uint32,uint32,address,uint96,bytes32,bytes32))
func (escrow *Escrow) UnpackPromiseOf(data []byte) (IEscrowPromise, error) {
	out, err := escrow.abi.Unpack("promiseOf", data)
	if err != nil {
		return *new(IEscrowPromise), err
	}
	out0 := *abi.ConvertType(out[0], new(IEscrowPromise)).(*IEscrowPromise)
	return out0, nil
}

// PackPull is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52d11238.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pull(address to) returns()
func (escrow *Escrow) PackPull(to common.Address) []byte {
	enc, err := escrow.abi.Pack("pull", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPull is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52d11238.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pull(address to) returns()
func (escrow *Escrow) TryPackPull(to common.Address) ([]byte, error) {
	return escrow.abi.Pack("pull", to)
}

// PackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6d23460f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bool hold, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) PackRegister(predicate [32]byte, paramsHash [32]byte, payout *big.Int, bond *big.Int, verifier common.Address, hold bool, params []byte) []byte {
	enc, err := escrow.abi.Pack("register", predicate, paramsHash, payout, bond, verifier, hold, params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6d23460f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bool hold, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) TryPackRegister(predicate [32]byte, paramsHash [32]byte, payout *big.Int, bond *big.Int, verifier common.Address, hold bool, params []byte) ([]byte, error) {
	return escrow.abi.Pack("register", predicate, paramsHash, payout, bond, verifier, hold, params)
}

// UnpackRegister is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6d23460f.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bool hold, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) UnpackRegister(data []byte) (uint32, error) {
	out, err := escrow.abi.Unpack("register", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
	return out0, nil
}

// PackRelievedAt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe07f6427.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function relievedAt(address owner, address account) view returns(uint40)
func (escrow *Escrow) PackRelievedAt(owner common.Address, account common.Address) []byte {
	enc, err := escrow.abi.Pack("relievedAt", owner, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRelievedAt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe07f6427.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function relievedAt(address owner, address account) view returns(uint40)
func (escrow *Escrow) TryPackRelievedAt(owner common.Address, account common.Address) ([]byte, error) {
	return escrow.abi.Pack("relievedAt", owner, account)
}

// UnpackRelievedAt is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe07f6427.
//
// Solidity: function relievedAt(address owner, address account) view returns(uint40)
func (escrow *Escrow) UnpackRelievedAt(data []byte) (*big.Int, error) {
	out, err := escrow.abi.Unpack("relievedAt", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRetire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1f347885.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function retire(uint32 promiseId) returns()
func (escrow *Escrow) PackRetire(promiseId uint32) []byte {
	enc, err := escrow.abi.Pack("retire", promiseId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRetire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1f347885.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function retire(uint32 promiseId) returns()
func (escrow *Escrow) TryPackRetire(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("retire", promiseId)
}

// PackSessionId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x41ccdd0d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sessionId(address owner, address user, bytes32 salt, uint32[] promises) view returns(bytes32)
func (escrow *Escrow) PackSessionId(owner common.Address, user common.Address, salt [32]byte, promises []uint32) []byte {
	enc, err := escrow.abi.Pack("sessionId", owner, user, salt, promises)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSessionId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x41ccdd0d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sessionId(address owner, address user, bytes32 salt, uint32[] promises) view returns(bytes32)
func (escrow *Escrow) TryPackSessionId(owner common.Address, user common.Address, salt [32]byte, promises []uint32) ([]byte, error) {
	return escrow.abi.Pack("sessionId", owner, user, salt, promises)
}

// UnpackSessionId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x41ccdd0d.
//
// Solidity: function sessionId(address owner, address user, bytes32 salt, uint32[] promises) view returns(bytes32)
func (escrow *Escrow) UnpackSessionId(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("sessionId", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackSessionOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x87c9c460.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sessionOf(bytes32 session) view returns((address,uint40))
func (escrow *Escrow) PackSessionOf(session [32]byte) []byte {
	enc, err := escrow.abi.Pack("sessionOf", session)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSessionOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x87c9c460.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sessionOf(bytes32 session) view returns((address,uint40))
func (escrow *Escrow) TryPackSessionOf(session [32]byte) ([]byte, error) {
	return escrow.abi.Pack("sessionOf", session)
}

// UnpackSessionOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x87c9c460.
//
// Solidity: function sessionOf(bytes32 session) view returns((address,uint40))
func (escrow *Escrow) UnpackSessionOf(data []byte) (IEscrowSession, error) {
	out, err := escrow.abi.Unpack("sessionOf", data)
	if err != nil {
		return *new(IEscrowSession), err
	}
	out0 := *abi.ConvertType(out[0], new(IEscrowSession)).(*IEscrowSession)
	return out0, nil
}

// PackSetOperator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3ab15fb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setOperator(address operator) returns()
func (escrow *Escrow) PackSetOperator(operator common.Address) []byte {
	enc, err := escrow.abi.Pack("setOperator", operator)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetOperator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3ab15fb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setOperator(address operator) returns()
func (escrow *Escrow) TryPackSetOperator(operator common.Address) ([]byte, error) {
	return escrow.abi.Pack("setOperator", operator)
}

// PackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfca19152.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settle((bytes32,uint32,uint32) key, bool violated, uint8 reason) returns()
func (escrow *Escrow) PackSettle(key IEscrowClaimKey, violated bool, reason uint8) []byte {
	enc, err := escrow.abi.Pack("settle", key, violated, reason)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfca19152.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settle((bytes32,uint32,uint32) key, bool violated, uint8 reason) returns()
func (escrow *Escrow) TryPackSettle(key IEscrowClaimKey, violated bool, reason uint8) ([]byte, error) {
	return escrow.abi.Pack("settle", key, violated, reason)
}

// PackWithdrawClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x60b863ed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawClaim((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) PackWithdrawClaim(key IEscrowClaimKey) []byte {
	enc, err := escrow.abi.Pack("withdrawClaim", key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdrawClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x60b863ed.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdrawClaim((bytes32,uint32,uint32) key) returns()
func (escrow *Escrow) TryPackWithdrawClaim(key IEscrowClaimKey) ([]byte, error) {
	return escrow.abi.Pack("withdrawClaim", key)
}

// PackWithdrawReserve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd6775754.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawReserve(uint32 promiseId, address to) returns()
func (escrow *Escrow) PackWithdrawReserve(promiseId uint32, to common.Address) []byte {
	enc, err := escrow.abi.Pack("withdrawReserve", promiseId, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdrawReserve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd6775754.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdrawReserve(uint32 promiseId, address to) returns()
func (escrow *Escrow) TryPackWithdrawReserve(promiseId uint32, to common.Address) ([]byte, error) {
	return escrow.abi.Pack("withdrawReserve", promiseId, to)
}

// EscrowCheckpoints represents a Checkpoints event raised by the Escrow contract.
type EscrowCheckpoints struct {
	Owner   common.Address
	Kind    uint8
	PrevAcc [32]byte
	Data    []byte
	Raw     *types.Log // Blockchain specific contextual infos
}

const EscrowCheckpointsEventName = "Checkpoints"

// ContractEventName returns the user-defined event name.
func (EscrowCheckpoints) ContractEventName() string {
	return EscrowCheckpointsEventName
}

// UnpackCheckpointsEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Checkpoints(address indexed owner, uint8 kind, bytes32 prevAcc, bytes data)
func (escrow *Escrow) UnpackCheckpointsEvent(log *types.Log) (*EscrowCheckpoints, error) {
	event := "Checkpoints"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowCheckpoints)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowClaimExpired represents a ClaimExpired event raised by the Escrow contract.
type EscrowClaimExpired struct {
	Claim     [32]byte
	PromiseId uint32
	User      common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowClaimExpiredEventName = "ClaimExpired"

// ContractEventName returns the user-defined event name.
func (EscrowClaimExpired) ContractEventName() string {
	return EscrowClaimExpiredEventName
}

// UnpackClaimExpiredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ClaimExpired(bytes32 indexed claim, uint32 indexed promiseId, address indexed user)
func (escrow *Escrow) UnpackClaimExpiredEvent(log *types.Log) (*EscrowClaimExpired, error) {
	event := "ClaimExpired"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowClaimExpired)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowClaimFiled represents a ClaimFiled event raised by the Escrow contract.
type EscrowClaimFiled struct {
	Claim       [32]byte
	Verifier    common.Address
	Owner       common.Address
	Session     [32]byte
	PromiseId   uint32
	Round       uint32
	User        common.Address
	HeadsHash   [32]byte
	Accumulator [32]byte
	Raw         *types.Log // Blockchain specific contextual infos
}

const EscrowClaimFiledEventName = "ClaimFiled"

// ContractEventName returns the user-defined event name.
func (EscrowClaimFiled) ContractEventName() string {
	return EscrowClaimFiledEventName
}

// UnpackClaimFiledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ClaimFiled(bytes32 indexed claim, address indexed verifier, address indexed owner, bytes32 session, uint32 promiseId, uint32 round, address user, bytes32 headsHash, bytes32 accumulator)
func (escrow *Escrow) UnpackClaimFiledEvent(log *types.Log) (*EscrowClaimFiled, error) {
	event := "ClaimFiled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowClaimFiled)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowClaimSettled represents a ClaimSettled event raised by the Escrow contract.
type EscrowClaimSettled struct {
	Claim     [32]byte
	PromiseId uint32
	User      common.Address
	Violated  bool
	Reason    uint8
	Status    uint8
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowClaimSettledEventName = "ClaimSettled"

// ContractEventName returns the user-defined event name.
func (EscrowClaimSettled) ContractEventName() string {
	return EscrowClaimSettledEventName
}

// UnpackClaimSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ClaimSettled(bytes32 indexed claim, uint32 indexed promiseId, address indexed user, bool violated, uint8 reason, uint8 status)
func (escrow *Escrow) UnpackClaimSettledEvent(log *types.Log) (*EscrowClaimSettled, error) {
	event := "ClaimSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowClaimSettled)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowClaimWithdrawn represents a ClaimWithdrawn event raised by the Escrow contract.
type EscrowClaimWithdrawn struct {
	Claim     [32]byte
	PromiseId uint32
	User      common.Address
	Why       uint8
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowClaimWithdrawnEventName = "ClaimWithdrawn"

// ContractEventName returns the user-defined event name.
func (EscrowClaimWithdrawn) ContractEventName() string {
	return EscrowClaimWithdrawnEventName
}

// UnpackClaimWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ClaimWithdrawn(bytes32 indexed claim, uint32 indexed promiseId, address indexed user, uint8 why)
func (escrow *Escrow) UnpackClaimWithdrawnEvent(log *types.Log) (*EscrowClaimWithdrawn, error) {
	event := "ClaimWithdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowClaimWithdrawn)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowCreditPulled represents a CreditPulled event raised by the Escrow contract.
type EscrowCreditPulled struct {
	Account common.Address
	To      common.Address
	Amount  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const EscrowCreditPulledEventName = "CreditPulled"

// ContractEventName returns the user-defined event name.
func (EscrowCreditPulled) ContractEventName() string {
	return EscrowCreditPulledEventName
}

// UnpackCreditPulledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event CreditPulled(address indexed account, address indexed to, uint256 amount)
func (escrow *Escrow) UnpackCreditPulledEvent(log *types.Log) (*EscrowCreditPulled, error) {
	event := "CreditPulled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowCreditPulled)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowCredited represents a Credited event raised by the Escrow contract.
type EscrowCredited struct {
	Account common.Address
	Amount  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const EscrowCreditedEventName = "Credited"

// ContractEventName returns the user-defined event name.
func (EscrowCredited) ContractEventName() string {
	return EscrowCreditedEventName
}

// UnpackCreditedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Credited(address indexed account, uint256 amount)
func (escrow *Escrow) UnpackCreditedEvent(log *types.Log) (*EscrowCredited, error) {
	event := "Credited"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowCredited)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowEvidenceOffered represents a EvidenceOffered event raised by the Escrow contract.
type EscrowEvidenceOffered struct {
	Claim      [32]byte
	By         common.Address
	BundleHash [32]byte
	Raw        *types.Log // Blockchain specific contextual infos
}

const EscrowEvidenceOfferedEventName = "EvidenceOffered"

// ContractEventName returns the user-defined event name.
func (EscrowEvidenceOffered) ContractEventName() string {
	return EscrowEvidenceOfferedEventName
}

// UnpackEvidenceOfferedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EvidenceOffered(bytes32 indexed claim, address indexed by, bytes32 bundleHash)
func (escrow *Escrow) UnpackEvidenceOfferedEvent(log *types.Log) (*EscrowEvidenceOffered, error) {
	event := "EvidenceOffered"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowEvidenceOffered)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowOperatorSet represents a OperatorSet event raised by the Escrow contract.
type EscrowOperatorSet struct {
	Owner    common.Address
	Operator common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const EscrowOperatorSetEventName = "OperatorSet"

// ContractEventName returns the user-defined event name.
func (EscrowOperatorSet) ContractEventName() string {
	return EscrowOperatorSetEventName
}

// UnpackOperatorSetEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OperatorSet(address indexed owner, address indexed operator)
func (escrow *Escrow) UnpackOperatorSetEvent(log *types.Log) (*EscrowOperatorSet, error) {
	event := "OperatorSet"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowOperatorSet)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowPaid represents a Paid event raised by the Escrow contract.
type EscrowPaid struct {
	To     common.Address
	Amount *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const EscrowPaidEventName = "Paid"

// ContractEventName returns the user-defined event name.
func (EscrowPaid) ContractEventName() string {
	return EscrowPaidEventName
}

// UnpackPaidEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Paid(address indexed to, uint256 amount)
func (escrow *Escrow) UnpackPaidEvent(log *types.Log) (*EscrowPaid, error) {
	event := "Paid"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowPaid)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowPayoutCollected represents a PayoutCollected event raised by the Escrow contract.
type EscrowPayoutCollected struct {
	Claim     [32]byte
	PromiseId uint32
	User      common.Address
	Amount    *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowPayoutCollectedEventName = "PayoutCollected"

// ContractEventName returns the user-defined event name.
func (EscrowPayoutCollected) ContractEventName() string {
	return EscrowPayoutCollectedEventName
}

// UnpackPayoutCollectedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PayoutCollected(bytes32 indexed claim, uint32 indexed promiseId, address indexed user, uint256 amount)
func (escrow *Escrow) UnpackPayoutCollectedEvent(log *types.Log) (*EscrowPayoutCollected, error) {
	event := "PayoutCollected"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowPayoutCollected)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowPayoutDue represents a PayoutDue event raised by the Escrow contract.
type EscrowPayoutDue struct {
	Claim     [32]byte
	PromiseId uint32
	Amount    *big.Int
	Position  *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowPayoutDueEventName = "PayoutDue"

// ContractEventName returns the user-defined event name.
func (EscrowPayoutDue) ContractEventName() string {
	return EscrowPayoutDueEventName
}

// UnpackPayoutDueEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PayoutDue(bytes32 indexed claim, uint32 indexed promiseId, uint256 amount, uint256 position)
func (escrow *Escrow) UnpackPayoutDueEvent(log *types.Log) (*EscrowPayoutDue, error) {
	event := "PayoutDue"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowPayoutDue)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowPromiseRegistered represents a PromiseRegistered event raised by the Escrow contract.
type EscrowPromiseRegistered struct {
	PromiseId  uint32
	Owner      common.Address
	Verifier   common.Address
	Predicate  [32]byte
	ParamsHash [32]byte
	Payout     *big.Int
	Bond       *big.Int
	Hold       bool
	Params     []byte
	Raw        *types.Log // Blockchain specific contextual infos
}

const EscrowPromiseRegisteredEventName = "PromiseRegistered"

// ContractEventName returns the user-defined event name.
func (EscrowPromiseRegistered) ContractEventName() string {
	return EscrowPromiseRegisteredEventName
}

// UnpackPromiseRegisteredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PromiseRegistered(uint32 indexed promiseId, address indexed owner, address indexed verifier, bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, bool hold, bytes params)
func (escrow *Escrow) UnpackPromiseRegisteredEvent(log *types.Log) (*EscrowPromiseRegistered, error) {
	event := "PromiseRegistered"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowPromiseRegistered)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowPromiseRetired represents a PromiseRetired event raised by the Escrow contract.
type EscrowPromiseRetired struct {
	PromiseId         uint32
	Owner             common.Address
	WithdrawableAfter *big.Int
	Raw               *types.Log // Blockchain specific contextual infos
}

const EscrowPromiseRetiredEventName = "PromiseRetired"

// ContractEventName returns the user-defined event name.
func (EscrowPromiseRetired) ContractEventName() string {
	return EscrowPromiseRetiredEventName
}

// UnpackPromiseRetiredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PromiseRetired(uint32 indexed promiseId, address indexed owner, uint256 withdrawableAfter)
func (escrow *Escrow) UnpackPromiseRetiredEvent(log *types.Log) (*EscrowPromiseRetired, error) {
	event := "PromiseRetired"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowPromiseRetired)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowReserveFunded represents a ReserveFunded event raised by the Escrow contract.
type EscrowReserveFunded struct {
	PromiseId uint32
	From      common.Address
	Amount    *big.Int
	Reserve   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowReserveFundedEventName = "ReserveFunded"

// ContractEventName returns the user-defined event name.
func (EscrowReserveFunded) ContractEventName() string {
	return EscrowReserveFundedEventName
}

// UnpackReserveFundedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ReserveFunded(uint32 indexed promiseId, address indexed from, uint256 amount, uint256 reserve)
func (escrow *Escrow) UnpackReserveFundedEvent(log *types.Log) (*EscrowReserveFunded, error) {
	event := "ReserveFunded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowReserveFunded)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowReserveWithdrawn represents a ReserveWithdrawn event raised by the Escrow contract.
type EscrowReserveWithdrawn struct {
	PromiseId uint32
	To        common.Address
	Amount    *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const EscrowReserveWithdrawnEventName = "ReserveWithdrawn"

// ContractEventName returns the user-defined event name.
func (EscrowReserveWithdrawn) ContractEventName() string {
	return EscrowReserveWithdrawnEventName
}

// UnpackReserveWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ReserveWithdrawn(uint32 indexed promiseId, address indexed to, uint256 amount)
func (escrow *Escrow) UnpackReserveWithdrawnEvent(log *types.Log) (*EscrowReserveWithdrawn, error) {
	event := "ReserveWithdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowReserveWithdrawn)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// EscrowSessionOpened represents a SessionOpened event raised by the Escrow contract.
type EscrowSessionOpened struct {
	Session  [32]byte
	Owner    common.Address
	User     common.Address
	Salt     [32]byte
	Promises []uint32
	OpenedAt *big.Int
	By       common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const EscrowSessionOpenedEventName = "SessionOpened"

// ContractEventName returns the user-defined event name.
func (EscrowSessionOpened) ContractEventName() string {
	return EscrowSessionOpenedEventName
}

// UnpackSessionOpenedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SessionOpened(bytes32 indexed session, address indexed owner, address indexed user, bytes32 salt, uint32[] promises, uint256 openedAt, address by)
func (escrow *Escrow) UnpackSessionOpenedEvent(log *types.Log) (*EscrowSessionOpened, error) {
	event := "SessionOpened"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != escrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(EscrowSessionOpened)
	if len(log.Data) > 0 {
		if err := escrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range escrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (escrow *Escrow) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowAmount"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowAmountError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowBeyondDues"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowBeyondDuesError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowBond"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowBondError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowFinalized"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowFinalizedError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowItem"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowItemError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowItemsLength"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowItemsLengthError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNoFinal"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNoFinalError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotInSession"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotInSessionError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotOldest"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotOldestError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotOperator"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotOperatorError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotOwner"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotRetired"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotRetiredError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotUser"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotUserError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNotVerifier"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNotVerifierError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowNothing"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowNothingError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowOffered"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowOfferedError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowOpenClaims"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowOpenClaimsError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowOpenedAt"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowOpenedAtError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowOperatorUnchanged"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowOperatorUnchangedError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowPairTaken"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowPairTakenError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowParamsHash"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowParamsHashError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowPromisesOrder"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowPromisesOrderError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowReason"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowReasonError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowReentered"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowReenteredError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowRegisteredLater"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowRegisteredLaterError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowReserveShort"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowReserveShortError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowRetired"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowRetiredError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowSessionMismatch"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowSessionMismatchError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowSessionOpened"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowSessionOpenedError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowSigner"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowSignerError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowStatus"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowStatusError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowTooEarly"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowTooEarlyError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowTooLate"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowTooLateError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowTransfer"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowTransferError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowUnknownPromise"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowUnknownPromiseError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowUnknownSession"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowUnknownSessionError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["EscrowZero"].ID.Bytes()[:4]) {
		return escrow.UnpackEscrowZeroError(raw[4:])
	}
	if bytes.Equal(raw[:4], escrow.abi.Errors["SignatureMalformed"].ID.Bytes()[:4]) {
		return escrow.UnpackSignatureMalformedError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// EscrowEscrowAmount represents a EscrowAmount error raised by the Escrow contract.
type EscrowEscrowAmount struct {
	Amount *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowAmount(uint256 amount)
func EscrowEscrowAmountErrorID() common.Hash {
	return common.HexToHash("0xe7396910878b4c3b1bf283c43710c213390ba938644a5c9dfd6c5ef987a45d58")
}

// UnpackEscrowAmountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowAmount(uint256 amount)
func (escrow *Escrow) UnpackEscrowAmountError(raw []byte) (*EscrowEscrowAmount, error) {
	out := new(EscrowEscrowAmount)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowAmount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowBeyondDues represents a EscrowBeyondDues error raised by the Escrow contract.
type EscrowEscrowBeyondDues struct {
	Reserve *big.Int
	Dues    *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowBeyondDues(uint256 reserve, uint256 dues)
func EscrowEscrowBeyondDuesErrorID() common.Hash {
	return common.HexToHash("0xf0d5db43ec647d8c94abbd23ea6e7d05026c3cb571ec871ec8cd9b1002ebb937")
}

// UnpackEscrowBeyondDuesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowBeyondDues(uint256 reserve, uint256 dues)
func (escrow *Escrow) UnpackEscrowBeyondDuesError(raw []byte) (*EscrowEscrowBeyondDues, error) {
	out := new(EscrowEscrowBeyondDues)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowBeyondDues", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowBond represents a EscrowBond error raised by the Escrow contract.
type EscrowEscrowBond struct {
	Sent *big.Int
	Bond *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowBond(uint256 sent, uint256 bond)
func EscrowEscrowBondErrorID() common.Hash {
	return common.HexToHash("0x1f3a613d9bcad1f7a96497a7b71d71f43769264a063a92b48eecfa313119d805")
}

// UnpackEscrowBondError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowBond(uint256 sent, uint256 bond)
func (escrow *Escrow) UnpackEscrowBondError(raw []byte) (*EscrowEscrowBond, error) {
	out := new(EscrowEscrowBond)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowBond", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowFinalized represents a EscrowFinalized error raised by the Escrow contract.
type EscrowEscrowFinalized struct {
	Session [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowFinalized(bytes32 session)
func EscrowEscrowFinalizedErrorID() common.Hash {
	return common.HexToHash("0x36ae9b78fcb53a7c7fb0baf873d051e157897faec4658905d99ff584bd6b8f44")
}

// UnpackEscrowFinalizedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowFinalized(bytes32 session)
func (escrow *Escrow) UnpackEscrowFinalizedError(raw []byte) (*EscrowEscrowFinalized, error) {
	out := new(EscrowEscrowFinalized)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowFinalized", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowItem represents a EscrowItem error raised by the Escrow contract.
type EscrowEscrowItem struct {
	Index *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowItem(uint256 index)
func EscrowEscrowItemErrorID() common.Hash {
	return common.HexToHash("0xdd1d5eaebe1a9a58964dc1b7783cbec88ad0f8daf147c2f0142935a5c6571aa6")
}

// UnpackEscrowItemError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowItem(uint256 index)
func (escrow *Escrow) UnpackEscrowItemError(raw []byte) (*EscrowEscrowItem, error) {
	out := new(EscrowEscrowItem)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowItem", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowItemsLength represents a EscrowItemsLength error raised by the Escrow contract.
type EscrowEscrowItemsLength struct {
	Length *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowItemsLength(uint256 length)
func EscrowEscrowItemsLengthErrorID() common.Hash {
	return common.HexToHash("0xdbb6d5d14e397685bf4aaf5662d195719709ae2c57d6392a99290830a1c61f9c")
}

// UnpackEscrowItemsLengthError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowItemsLength(uint256 length)
func (escrow *Escrow) UnpackEscrowItemsLengthError(raw []byte) (*EscrowEscrowItemsLength, error) {
	out := new(EscrowEscrowItemsLength)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowItemsLength", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNoFinal represents a EscrowNoFinal error raised by the Escrow contract.
type EscrowEscrowNoFinal struct {
	Session [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNoFinal(bytes32 session)
func EscrowEscrowNoFinalErrorID() common.Hash {
	return common.HexToHash("0x0da5953e57852e60a94782faad61ddc95b4e723edd3cff36b8c74f01bd908d99")
}

// UnpackEscrowNoFinalError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNoFinal(bytes32 session)
func (escrow *Escrow) UnpackEscrowNoFinalError(raw []byte) (*EscrowEscrowNoFinal, error) {
	out := new(EscrowEscrowNoFinal)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNoFinal", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotInSession represents a EscrowNotInSession error raised by the Escrow contract.
type EscrowEscrowNotInSession struct {
	Session   [32]byte
	PromiseId uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotInSession(bytes32 session, uint32 promiseId)
func EscrowEscrowNotInSessionErrorID() common.Hash {
	return common.HexToHash("0x99ddba2197fce0e334837f6d563f38905dd572f8b09758113b5c01856880f5ea")
}

// UnpackEscrowNotInSessionError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotInSession(bytes32 session, uint32 promiseId)
func (escrow *Escrow) UnpackEscrowNotInSessionError(raw []byte) (*EscrowEscrowNotInSession, error) {
	out := new(EscrowEscrowNotInSession)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotInSession", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotOldest represents a EscrowNotOldest error raised by the Escrow contract.
type EscrowEscrowNotOldest struct {
	Claim  [32]byte
	Oldest [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotOldest(bytes32 claim, bytes32 oldest)
func EscrowEscrowNotOldestErrorID() common.Hash {
	return common.HexToHash("0x8d698fb9d30c0f48c6c3f4ec672116ce35c511b0ed405159c66493d2111c901d")
}

// UnpackEscrowNotOldestError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotOldest(bytes32 claim, bytes32 oldest)
func (escrow *Escrow) UnpackEscrowNotOldestError(raw []byte) (*EscrowEscrowNotOldest, error) {
	out := new(EscrowEscrowNotOldest)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotOldest", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotOperator represents a EscrowNotOperator error raised by the Escrow contract.
type EscrowEscrowNotOperator struct {
	Owner  common.Address
	Caller common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotOperator(address owner, address caller)
func EscrowEscrowNotOperatorErrorID() common.Hash {
	return common.HexToHash("0x5b55f2905790b492e0ef423e3fb10a929a486154975fce1dbb44fa3decee0c31")
}

// UnpackEscrowNotOperatorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotOperator(address owner, address caller)
func (escrow *Escrow) UnpackEscrowNotOperatorError(raw []byte) (*EscrowEscrowNotOperator, error) {
	out := new(EscrowEscrowNotOperator)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotOperator", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotOwner represents a EscrowNotOwner error raised by the Escrow contract.
type EscrowEscrowNotOwner struct {
	PromiseId uint32
	Owner     common.Address
	Caller    common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotOwner(uint32 promiseId, address owner, address caller)
func EscrowEscrowNotOwnerErrorID() common.Hash {
	return common.HexToHash("0x5383a992a539bdb95dae28c76a43e7e97e1c0436755eee47974af248bd353244")
}

// UnpackEscrowNotOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotOwner(uint32 promiseId, address owner, address caller)
func (escrow *Escrow) UnpackEscrowNotOwnerError(raw []byte) (*EscrowEscrowNotOwner, error) {
	out := new(EscrowEscrowNotOwner)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotRetired represents a EscrowNotRetired error raised by the Escrow contract.
type EscrowEscrowNotRetired struct {
	PromiseId uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotRetired(uint32 promiseId)
func EscrowEscrowNotRetiredErrorID() common.Hash {
	return common.HexToHash("0xb67657dda1650872201a01168073a38868bfc1b6674b2d1e4af14ab787856430")
}

// UnpackEscrowNotRetiredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotRetired(uint32 promiseId)
func (escrow *Escrow) UnpackEscrowNotRetiredError(raw []byte) (*EscrowEscrowNotRetired, error) {
	out := new(EscrowEscrowNotRetired)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotRetired", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotUser represents a EscrowNotUser error raised by the Escrow contract.
type EscrowEscrowNotUser struct {
	User   common.Address
	Caller common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotUser(address user, address caller)
func EscrowEscrowNotUserErrorID() common.Hash {
	return common.HexToHash("0x5ade30e893647c66aa6f2193a7f53196de8360cdc7e77a1373fe29520beb1bc4")
}

// UnpackEscrowNotUserError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotUser(address user, address caller)
func (escrow *Escrow) UnpackEscrowNotUserError(raw []byte) (*EscrowEscrowNotUser, error) {
	out := new(EscrowEscrowNotUser)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotUser", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNotVerifier represents a EscrowNotVerifier error raised by the Escrow contract.
type EscrowEscrowNotVerifier struct {
	Verifier common.Address
	Caller   common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotVerifier(address verifier, address caller)
func EscrowEscrowNotVerifierErrorID() common.Hash {
	return common.HexToHash("0x55daeabb04250336dcd4bc036f2db0bcfb120ada777262c651348385672b96eb")
}

// UnpackEscrowNotVerifierError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotVerifier(address verifier, address caller)
func (escrow *Escrow) UnpackEscrowNotVerifierError(raw []byte) (*EscrowEscrowNotVerifier, error) {
	out := new(EscrowEscrowNotVerifier)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNotVerifier", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowNothing represents a EscrowNothing error raised by the Escrow contract.
type EscrowEscrowNothing struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNothing()
func EscrowEscrowNothingErrorID() common.Hash {
	return common.HexToHash("0xf2c0e298988e125a0b8674d659f68448e8fbe8693c00a6e441996cb4d15eaec9")
}

// UnpackEscrowNothingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNothing()
func (escrow *Escrow) UnpackEscrowNothingError(raw []byte) (*EscrowEscrowNothing, error) {
	out := new(EscrowEscrowNothing)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowNothing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowOffered represents a EscrowOffered error raised by the Escrow contract.
type EscrowEscrowOffered struct {
	Claim [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowOffered(bytes32 claim)
func EscrowEscrowOfferedErrorID() common.Hash {
	return common.HexToHash("0x06bbbd4cfad0bf87b6cf2175c2c44bdc6a0408845c6b0ed6ea781f09a579a20c")
}

// UnpackEscrowOfferedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowOffered(bytes32 claim)
func (escrow *Escrow) UnpackEscrowOfferedError(raw []byte) (*EscrowEscrowOffered, error) {
	out := new(EscrowEscrowOffered)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowOffered", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowOpenClaims represents a EscrowOpenClaims error raised by the Escrow contract.
type EscrowEscrowOpenClaims struct {
	PromiseId  uint32
	OpenClaims uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowOpenClaims(uint32 promiseId, uint32 openClaims)
func EscrowEscrowOpenClaimsErrorID() common.Hash {
	return common.HexToHash("0x589197fbca7369ded788bfac08a99bafb7ea7baf5347191b5d04aa5a0da7e614")
}

// UnpackEscrowOpenClaimsError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowOpenClaims(uint32 promiseId, uint32 openClaims)
func (escrow *Escrow) UnpackEscrowOpenClaimsError(raw []byte) (*EscrowEscrowOpenClaims, error) {
	out := new(EscrowEscrowOpenClaims)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowOpenClaims", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowOpenedAt represents a EscrowOpenedAt error raised by the Escrow contract.
type EscrowEscrowOpenedAt struct {
	OpenedAt *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowOpenedAt(uint256 openedAt)
func EscrowEscrowOpenedAtErrorID() common.Hash {
	return common.HexToHash("0xb97503eb704539e57dc20ef37afd05bdd68f364543583bd945c4bc1100843ee4")
}

// UnpackEscrowOpenedAtError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowOpenedAt(uint256 openedAt)
func (escrow *Escrow) UnpackEscrowOpenedAtError(raw []byte) (*EscrowEscrowOpenedAt, error) {
	out := new(EscrowEscrowOpenedAt)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowOpenedAt", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowOperatorUnchanged represents a EscrowOperatorUnchanged error raised by the Escrow contract.
type EscrowEscrowOperatorUnchanged struct {
	Operator common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowOperatorUnchanged(address operator)
func EscrowEscrowOperatorUnchangedErrorID() common.Hash {
	return common.HexToHash("0x7687affb35247f80dba8d67229acba9152d849b5a63ef9d5689173ecede0621e")
}

// UnpackEscrowOperatorUnchangedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowOperatorUnchanged(address operator)
func (escrow *Escrow) UnpackEscrowOperatorUnchangedError(raw []byte) (*EscrowEscrowOperatorUnchanged, error) {
	out := new(EscrowEscrowOperatorUnchanged)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowOperatorUnchanged", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowPairTaken represents a EscrowPairTaken error raised by the Escrow contract.
type EscrowEscrowPairTaken struct {
	Claim  [32]byte
	Status uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowPairTaken(bytes32 claim, uint8 status)
func EscrowEscrowPairTakenErrorID() common.Hash {
	return common.HexToHash("0xefd881a9333462eb04e8c2b1d48c55df696c435613c1ea598e34f29e3e6d3f8a")
}

// UnpackEscrowPairTakenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowPairTaken(bytes32 claim, uint8 status)
func (escrow *Escrow) UnpackEscrowPairTakenError(raw []byte) (*EscrowEscrowPairTaken, error) {
	out := new(EscrowEscrowPairTaken)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowPairTaken", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowParamsHash represents a EscrowParamsHash error raised by the Escrow contract.
type EscrowEscrowParamsHash struct {
	Computed [32]byte
	Given    [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowParamsHash(bytes32 computed, bytes32 given)
func EscrowEscrowParamsHashErrorID() common.Hash {
	return common.HexToHash("0xf5fa9f9502cdf54a8c52b17070d47540312dbb5c1dff710e6b75e0ec495a9400")
}

// UnpackEscrowParamsHashError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowParamsHash(bytes32 computed, bytes32 given)
func (escrow *Escrow) UnpackEscrowParamsHashError(raw []byte) (*EscrowEscrowParamsHash, error) {
	out := new(EscrowEscrowParamsHash)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowParamsHash", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowPromisesOrder represents a EscrowPromisesOrder error raised by the Escrow contract.
type EscrowEscrowPromisesOrder struct {
	Index *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowPromisesOrder(uint256 index)
func EscrowEscrowPromisesOrderErrorID() common.Hash {
	return common.HexToHash("0x612978dbc2255f6af14b74a153abbb9107f6ad0d02986cc901ae1cdddf93d794")
}

// UnpackEscrowPromisesOrderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowPromisesOrder(uint256 index)
func (escrow *Escrow) UnpackEscrowPromisesOrderError(raw []byte) (*EscrowEscrowPromisesOrder, error) {
	out := new(EscrowEscrowPromisesOrder)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowPromisesOrder", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowReason represents a EscrowReason error raised by the Escrow contract.
type EscrowEscrowReason struct {
	Violated bool
	Reason   uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowReason(bool violated, uint8 reason)
func EscrowEscrowReasonErrorID() common.Hash {
	return common.HexToHash("0x8d3d6a1a0325a028ee0700f2ed260e22df8462e0d8d8633a8845a997a729d4b7")
}

// UnpackEscrowReasonError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowReason(bool violated, uint8 reason)
func (escrow *Escrow) UnpackEscrowReasonError(raw []byte) (*EscrowEscrowReason, error) {
	out := new(EscrowEscrowReason)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowReason", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowReentered represents a EscrowReentered error raised by the Escrow contract.
type EscrowEscrowReentered struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowReentered()
func EscrowEscrowReenteredErrorID() common.Hash {
	return common.HexToHash("0xe6c140a4968e34c554c192265be2b36b5491c7566d673c2a3e107a72529fb8b2")
}

// UnpackEscrowReenteredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowReentered()
func (escrow *Escrow) UnpackEscrowReenteredError(raw []byte) (*EscrowEscrowReentered, error) {
	out := new(EscrowEscrowReentered)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowReentered", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowRegisteredLater represents a EscrowRegisteredLater error raised by the Escrow contract.
type EscrowEscrowRegisteredLater struct {
	PromiseId    uint32
	RegisteredAt *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowRegisteredLater(uint32 promiseId, uint256 registeredAt)
func EscrowEscrowRegisteredLaterErrorID() common.Hash {
	return common.HexToHash("0xa50faf794896f700507e2a6242dfd72b9a097583407049dcc9549b2ef27e523c")
}

// UnpackEscrowRegisteredLaterError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowRegisteredLater(uint32 promiseId, uint256 registeredAt)
func (escrow *Escrow) UnpackEscrowRegisteredLaterError(raw []byte) (*EscrowEscrowRegisteredLater, error) {
	out := new(EscrowEscrowRegisteredLater)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowRegisteredLater", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowReserveShort represents a EscrowReserveShort error raised by the Escrow contract.
type EscrowEscrowReserveShort struct {
	Available *big.Int
	Payout    *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowReserveShort(uint256 available, uint256 payout)
func EscrowEscrowReserveShortErrorID() common.Hash {
	return common.HexToHash("0x6d5b6cd6be0dba5114e696b2ad44b258cc70219725d8a702d486e8ea35a20a6b")
}

// UnpackEscrowReserveShortError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowReserveShort(uint256 available, uint256 payout)
func (escrow *Escrow) UnpackEscrowReserveShortError(raw []byte) (*EscrowEscrowReserveShort, error) {
	out := new(EscrowEscrowReserveShort)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowReserveShort", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowRetired represents a EscrowRetired error raised by the Escrow contract.
type EscrowEscrowRetired struct {
	PromiseId uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowRetired(uint32 promiseId)
func EscrowEscrowRetiredErrorID() common.Hash {
	return common.HexToHash("0x36b0a50b9b8d2d337cb3261b452920a247f3e418057de355e6c0c5eb44742167")
}

// UnpackEscrowRetiredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowRetired(uint32 promiseId)
func (escrow *Escrow) UnpackEscrowRetiredError(raw []byte) (*EscrowEscrowRetired, error) {
	out := new(EscrowEscrowRetired)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowRetired", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowSessionMismatch represents a EscrowSessionMismatch error raised by the Escrow contract.
type EscrowEscrowSessionMismatch struct {
	Session  [32]byte
	Computed [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowSessionMismatch(bytes32 session, bytes32 computed)
func EscrowEscrowSessionMismatchErrorID() common.Hash {
	return common.HexToHash("0x39a840fb623812374a1e8e20df9752c0c2fd5949e5aa17bcc2a732e1a00da814")
}

// UnpackEscrowSessionMismatchError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowSessionMismatch(bytes32 session, bytes32 computed)
func (escrow *Escrow) UnpackEscrowSessionMismatchError(raw []byte) (*EscrowEscrowSessionMismatch, error) {
	out := new(EscrowEscrowSessionMismatch)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowSessionMismatch", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowSessionOpened represents a EscrowSessionOpened error raised by the Escrow contract.
type EscrowEscrowSessionOpened struct {
	Session [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowSessionOpened(bytes32 session)
func EscrowEscrowSessionOpenedErrorID() common.Hash {
	return common.HexToHash("0x42f7afcc0e5874e692bd4f37e92722fc6c945a9c2ad1462f3057423577ac3855")
}

// UnpackEscrowSessionOpenedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowSessionOpened(bytes32 session)
func (escrow *Escrow) UnpackEscrowSessionOpenedError(raw []byte) (*EscrowEscrowSessionOpened, error) {
	out := new(EscrowEscrowSessionOpened)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowSessionOpened", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowSigner represents a EscrowSigner error raised by the Escrow contract.
type EscrowEscrowSigner struct {
	Signer common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowSigner(address signer)
func EscrowEscrowSignerErrorID() common.Hash {
	return common.HexToHash("0x521e9057af9742cbacbcc5e6f7019c217c43ec2438e2e7d9e755a40a9559900e")
}

// UnpackEscrowSignerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowSigner(address signer)
func (escrow *Escrow) UnpackEscrowSignerError(raw []byte) (*EscrowEscrowSigner, error) {
	out := new(EscrowEscrowSigner)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowSigner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowStatus represents a EscrowStatus error raised by the Escrow contract.
type EscrowEscrowStatus struct {
	Claim  [32]byte
	Status uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowStatus(bytes32 claim, uint8 status)
func EscrowEscrowStatusErrorID() common.Hash {
	return common.HexToHash("0xa009fdb9c8c7d6488714526d31f91068e9530bb91dc668f2204109c184bfd845")
}

// UnpackEscrowStatusError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowStatus(bytes32 claim, uint8 status)
func (escrow *Escrow) UnpackEscrowStatusError(raw []byte) (*EscrowEscrowStatus, error) {
	out := new(EscrowEscrowStatus)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowStatus", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowTooEarly represents a EscrowTooEarly error raised by the Escrow contract.
type EscrowEscrowTooEarly struct {
	After *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowTooEarly(uint256 after_)
func EscrowEscrowTooEarlyErrorID() common.Hash {
	return common.HexToHash("0xe4b8f608707b9337d82951b102eb05590d0f325279449eb6478a53d753770ba7")
}

// UnpackEscrowTooEarlyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowTooEarly(uint256 after_)
func (escrow *Escrow) UnpackEscrowTooEarlyError(raw []byte) (*EscrowEscrowTooEarly, error) {
	out := new(EscrowEscrowTooEarly)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowTooEarly", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowTooLate represents a EscrowTooLate error raised by the Escrow contract.
type EscrowEscrowTooLate struct {
	Last *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowTooLate(uint256 last)
func EscrowEscrowTooLateErrorID() common.Hash {
	return common.HexToHash("0xb234cbdd36a87b3c778414998c02ed07fcf1154a1d4f038fda0c1f90f3b0973f")
}

// UnpackEscrowTooLateError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowTooLate(uint256 last)
func (escrow *Escrow) UnpackEscrowTooLateError(raw []byte) (*EscrowEscrowTooLate, error) {
	out := new(EscrowEscrowTooLate)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowTooLate", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowTransfer represents a EscrowTransfer error raised by the Escrow contract.
type EscrowEscrowTransfer struct {
	To     common.Address
	Amount *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowTransfer(address to, uint256 amount)
func EscrowEscrowTransferErrorID() common.Hash {
	return common.HexToHash("0x9a3c74611e19c9774259a243b6c5bc5e84ee00381b8e9d14924c1c5182fea688")
}

// UnpackEscrowTransferError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowTransfer(address to, uint256 amount)
func (escrow *Escrow) UnpackEscrowTransferError(raw []byte) (*EscrowEscrowTransfer, error) {
	out := new(EscrowEscrowTransfer)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowTransfer", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowUnknownPromise represents a EscrowUnknownPromise error raised by the Escrow contract.
type EscrowEscrowUnknownPromise struct {
	PromiseId uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowUnknownPromise(uint32 promiseId)
func EscrowEscrowUnknownPromiseErrorID() common.Hash {
	return common.HexToHash("0xd0c11984f09462901f19f87caf064d7682e9a7830cb2607280d47202465b214f")
}

// UnpackEscrowUnknownPromiseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowUnknownPromise(uint32 promiseId)
func (escrow *Escrow) UnpackEscrowUnknownPromiseError(raw []byte) (*EscrowEscrowUnknownPromise, error) {
	out := new(EscrowEscrowUnknownPromise)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowUnknownPromise", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowUnknownSession represents a EscrowUnknownSession error raised by the Escrow contract.
type EscrowEscrowUnknownSession struct {
	Session [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowUnknownSession(bytes32 session)
func EscrowEscrowUnknownSessionErrorID() common.Hash {
	return common.HexToHash("0x260b230107495fdef4b994eb81048ff82983fe9cda0759b72415944981253799")
}

// UnpackEscrowUnknownSessionError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowUnknownSession(bytes32 session)
func (escrow *Escrow) UnpackEscrowUnknownSessionError(raw []byte) (*EscrowEscrowUnknownSession, error) {
	out := new(EscrowEscrowUnknownSession)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowUnknownSession", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowEscrowZero represents a EscrowZero error raised by the Escrow contract.
type EscrowEscrowZero struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowZero()
func EscrowEscrowZeroErrorID() common.Hash {
	return common.HexToHash("0xac9955c7a6d4c97f1e64421722e8f139d9d77fd021bab47bc9283d58e5850dea")
}

// UnpackEscrowZeroError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowZero()
func (escrow *Escrow) UnpackEscrowZeroError(raw []byte) (*EscrowEscrowZero, error) {
	out := new(EscrowEscrowZero)
	if err := escrow.abi.UnpackIntoInterface(out, "EscrowZero", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// EscrowSignatureMalformed represents a SignatureMalformed error raised by the Escrow contract.
type EscrowSignatureMalformed struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SignatureMalformed()
func EscrowSignatureMalformedErrorID() common.Hash {
	return common.HexToHash("0xd179c81767a3f5fb43f80bc3e1ff708dae4b979026fd3653bc185ee9bca1bcbf")
}

// UnpackSignatureMalformedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SignatureMalformed()
func (escrow *Escrow) UnpackSignatureMalformedError(raw []byte) (*EscrowSignatureMalformed, error) {
	out := new(EscrowSignatureMalformed)
	if err := escrow.abi.UnpackIntoInterface(out, "SignatureMalformed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumMetaData contains all meta data concerning the Quorum contract.
var QuorumMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIEscrow\",\"name\":\"escrow_\",\"type\":\"address\"},{\"internalType\":\"address[]\",\"name\":\"members_\",\"type\":\"address[]\"},{\"internalType\":\"uint256\",\"name\":\"threshold_\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"escrow\",\"type\":\"address\"}],\"name\":\"QuorumEscrow\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"signer\",\"type\":\"address\"}],\"name\":\"QuorumNotMember\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"QuorumOrder\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"threshold\",\"type\":\"uint256\"}],\"name\":\"QuorumSignatures\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"threshold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"members\",\"type\":\"uint256\"}],\"name\":\"QuorumThreshold\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"SignatureMalformed\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"address[]\",\"name\":\"signers\",\"type\":\"address[]\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"}],\"name\":\"VerdictSubmitted\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"}],\"name\":\"digestOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"escrow\",\"outputs\":[{\"internalType\":\"contractIEscrow\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"isMember\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"members\",\"outputs\":[{\"internalType\":\"address[]\",\"name\":\"\",\"type\":\"address[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"},{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"signatures\",\"type\":\"bytes\"}],\"name\":\"submit\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"threshold\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "5a2700e0a0cd763cd13891546e2e40d148",
	Bin: "0x608060405234801561000f575f5ffd5b5060405161107938038061107983398101604081905261002e916101ee565b826001600160a01b03163b5f0361006857604051633798524f60e01b81526001600160a01b03841660048201526024015b60405180910390fd5b8015806100755750815181115b156100a057815160405163cae4c39f60e01b815261005f918391600401918252602082015260400190565b5f805b835181101561014757816001600160a01b03168482815181106100c8576100c86102d7565b60200260200101516001600160a01b0316116100fa576040516339f84bbf60e11b81526004810182905260240161005f565b83818151811061010c5761010c6102d7565b6020908102919091018101516001600160a01b0381165f90815260029092526040909120805460ff19166001908117909155909250016100a3565b508382845f80806014600161015c86826102eb565b508591906101000a8154816001600160601b0302191690836001600160601b031602179055508491906101000a8154816001600160a01b0302191690836001600160a01b0316021790555050505050505050610394565b6001600160a01b03811681146101c7575f5ffd5b50565b634e487b7160e01b5f52604160045260245ffd5b80516101e9816101b3565b919050565b5f5f5f60608486031215610200575f5ffd5b835161020b816101b3565b60208501519093506001600160401b03811115610226575f5ffd5b8401601f81018613610236575f5ffd5b80516001600160401b0381111561024f5761024f6101ca565b604051600582901b90603f8201601f191681016001600160401b038111828210171561027d5761027d6101ca565b60405291825260208184018101929081018984111561029a575f5ffd5b6020850194505b838510156102c0576102b2856101de565b8152602094850194016102a1565b506040979097015195989697509495945050505050565b634e487b7160e01b5f52603260045260245ffd5b81516001600160401b03811115610304576103046101ca565b6801000000000000000081111561031d5761031d6101ca565b81548183558082101561035157825f528160205f20018282035f5b8181101561034d575f83820155600101610338565b5050505b5060208301610365835f9081526020902090565b5f5b8381101561038c5782516001600160a01b031681830155602090920191600101610367565b505050505050565b610cd8806103a15f395ff3fe608060405234801561000f575f5ffd5b506004361061006f575f3560e01c8063bdd4d18d1161004d578063bdd4d18d1461010e578063e22f2e5e14610123578063e2fdcc1714610138575f5ffd5b806319e3c6fa1461007357806342cde4e814610099578063a230c524146100c6575b5f5ffd5b61008661008136600461090b565b61015f565b6040519081526020015b60405180910390f35b5f547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff16610086565b6100fe6100d4366004610935565b73ffffffffffffffffffffffffffffffffffffffff165f9081526002602052604090205460ff1690565b6040519015158152602001610090565b610116610173565b60405161009091906109bf565b6101366101313660046109d1565b6101e0565b005b5f5460405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610090565b5f61016a8383610362565b90505b92915050565b606060018054806020026020016040519081016040528092919081815260200182805480156101d657602002820191905f5260205f20905b815473ffffffffffffffffffffffffffffffffffffffff1681526001909101906020018083116101ab575b5050505050905090565b5f80546040517f4dd1dd6800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90911690634dd1dd6890610236908890600401610aab565b602060405180830381865afa158015610251573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906102759190610ab9565b90505f61028c6102858387610362565b85856103be565b9050817f80d5975081145eb5453bf89c2e68ee0597fea315dd54163ffe58b323b52d49ea8683336040516102c293929190610ad0565b60405180910390a25f856102d75760026102da565b600b5b5f5490915073ffffffffffffffffffffffffffffffffffffffff1663fca19152888884600b81111561030e5761030e610b10565b6040518463ffffffff1660e01b815260040161032c93929190610b3d565b5f604051808303815f87803b158015610343575f5ffd5b505af1158015610355573d5f5f3e3d5ffd5b5050505050505050505050565b604080517f2442912b78eac1f2fa045cf0868ed5cd26e9bf88065bf6fc2f530191b160742c602082015290810183905281151560608201525f9061016a906080016040516020818303038152906040528051906020012061062a565b60605f6103cc604184610bbe565b90506103d9604184610bd1565b15158061040c57505f547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1681105b15610479575f546040517fedbc13b000000000000000000000000000000000000000000000000000000000815260048101859052740100000000000000000000000000000000000000009091046bffffffffffffffffffffffff1660248201526044015b60405180910390fd5b8067ffffffffffffffff81111561049257610492610be4565b6040519080825280602002602001820160405280156104bb578160200160208202803683370190505b5091505f805b82811015610620575f6104d5604183610c11565b90505f6104fc8989848a6104ea604183610c28565b926104f793929190610c3b565b61072a565b73ffffffffffffffffffffffffffffffffffffffff81165f9081526002602052604090205490915060ff16610575576040517f25c2d0c700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610470565b8373ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff16116105dd576040517f73f0977e00000000000000000000000000000000000000000000000000000000815260048101849052602401610470565b808684815181106105f0576105f0610c62565b73ffffffffffffffffffffffffffffffffffffffff909216602092830291909101909101529250506001016104c1565b5050509392505050565b5f6106d2604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f285e5856147a3fbf7431b6de224fa4d0185097b1df07772940cf8a517a78e949918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b6040517f19010000000000000000000000000000000000000000000000000000000000006020820152602281019190915260428101839052606201604051602081830303815290604052805190602001209050919050565b5f60418214610765576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6107736020828587610c3b565b61077c91610c8f565b90505f61078d604060208688610c3b565b61079691610c8f565b90505f858560408181106107ac576107ac610c62565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08211806107f857508060ff16601b141580156107f857508060ff16601c14155b1561082f576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905260019060a0016020604051602081039080840390855afa15801561087f573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015194505073ffffffffffffffffffffffffffffffffffffffff8416610620576040517fd179c81700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80358015158114610906575f5ffd5b919050565b5f5f6040838503121561091c575f5ffd5b8235915061092c602084016108f7565b90509250929050565b5f60208284031215610945575f5ffd5b813573ffffffffffffffffffffffffffffffffffffffff81168114610968575f5ffd5b9392505050565b5f8151808452602084019350602083015f5b828110156109b557815173ffffffffffffffffffffffffffffffffffffffff16865260209586019590910190600101610981565b5093949350505050565b602081525f61016a602083018461096f565b5f5f5f5f84860360a08112156109e5575f5ffd5b60608112156109f2575f5ffd5b50849350610a02606086016108f7565b9250608085013567ffffffffffffffff811115610a1d575f5ffd5b8501601f81018713610a2d575f5ffd5b803567ffffffffffffffff811115610a43575f5ffd5b876020828401011115610a54575f5ffd5b949793965060200194505050565b803563ffffffff81168114610906575f5ffd5b8035825263ffffffff610a8a60208301610a62565b16602083015263ffffffff610aa160408301610a62565b1660408301525050565b6060810161016d8284610a75565b5f60208284031215610ac9575f5ffd5b5051919050565b8315158152606060208201525f610aea606083018561096f565b905073ffffffffffffffffffffffffffffffffffffffff83166040830152949350505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b60a08101610b4b8286610a75565b831515606083015260ff83166080830152949350505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f82610bcc57610bcc610b64565b500490565b5f82610bdf57610bdf610b64565b500690565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b808202811582820484141761016d5761016d610b91565b8082018082111561016d5761016d610b91565b5f5f85851115610c49575f5ffd5b83861115610c55575f5ffd5b5050820193919092039150565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b8035602083101561016d577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b169291505056fea164736f6c6343000825000a",
}

// Quorum is an auto generated Go binding around an Ethereum contract.
type Quorum struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Quorum) GetABI() abi.ABI {
	return c.abi
}

// NewQuorum creates a new instance of Quorum.
func NewQuorum() *Quorum {
	parsed, err := QuorumMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Quorum{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Quorum) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address escrow_, address[] members_, uint256 threshold_) returns()
func (quorum *Quorum) PackConstructor(escrow_ common.Address, members_ []common.Address, threshold_ *big.Int) []byte {
	enc, err := quorum.abi.Pack("", escrow_, members_, threshold_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDigestOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x19e3c6fa.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function digestOf(bytes32 claim, bool violated) view returns(bytes32)
func (quorum *Quorum) PackDigestOf(claim [32]byte, violated bool) []byte {
	enc, err := quorum.abi.Pack("digestOf", claim, violated)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDigestOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x19e3c6fa.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function digestOf(bytes32 claim, bool violated) view returns(bytes32)
func (quorum *Quorum) TryPackDigestOf(claim [32]byte, violated bool) ([]byte, error) {
	return quorum.abi.Pack("digestOf", claim, violated)
}

// UnpackDigestOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x19e3c6fa.
//
// Solidity: function digestOf(bytes32 claim, bool violated) view returns(bytes32)
func (quorum *Quorum) UnpackDigestOf(data []byte) ([32]byte, error) {
	out, err := quorum.abi.Unpack("digestOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackEscrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe2fdcc17.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function escrow() view returns(address)
func (quorum *Quorum) PackEscrow() []byte {
	enc, err := quorum.abi.Pack("escrow")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEscrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe2fdcc17.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function escrow() view returns(address)
func (quorum *Quorum) TryPackEscrow() ([]byte, error) {
	return quorum.abi.Pack("escrow")
}

// UnpackEscrow is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (quorum *Quorum) UnpackEscrow(data []byte) (common.Address, error) {
	out, err := quorum.abi.Unpack("escrow", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackIsMember is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa230c524.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isMember(address account) view returns(bool)
func (quorum *Quorum) PackIsMember(account common.Address) []byte {
	enc, err := quorum.abi.Pack("isMember", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsMember is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa230c524.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isMember(address account) view returns(bool)
func (quorum *Quorum) TryPackIsMember(account common.Address) ([]byte, error) {
	return quorum.abi.Pack("isMember", account)
}

// UnpackIsMember is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa230c524.
//
// Solidity: function isMember(address account) view returns(bool)
func (quorum *Quorum) UnpackIsMember(data []byte) (bool, error) {
	out, err := quorum.abi.Unpack("isMember", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackMembers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbdd4d18d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function members() view returns(address[])
func (quorum *Quorum) PackMembers() []byte {
	enc, err := quorum.abi.Pack("members")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMembers is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbdd4d18d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function members() view returns(address[])
func (quorum *Quorum) TryPackMembers() ([]byte, error) {
	return quorum.abi.Pack("members")
}

// UnpackMembers is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbdd4d18d.
//
// Solidity: function members() view returns(address[])
func (quorum *Quorum) UnpackMembers(data []byte) ([]common.Address, error) {
	out, err := quorum.abi.Unpack("members", data)
	if err != nil {
		return *new([]common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	return out0, nil
}

// PackSubmit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe22f2e5e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function submit((bytes32,uint32,uint32) key, bool violated, bytes signatures) returns()
func (quorum *Quorum) PackSubmit(key IEscrowClaimKey, violated bool, signatures []byte) []byte {
	enc, err := quorum.abi.Pack("submit", key, violated, signatures)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSubmit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe22f2e5e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function submit((bytes32,uint32,uint32) key, bool violated, bytes signatures) returns()
func (quorum *Quorum) TryPackSubmit(key IEscrowClaimKey, violated bool, signatures []byte) ([]byte, error) {
	return quorum.abi.Pack("submit", key, violated, signatures)
}

// PackThreshold is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cde4e8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function threshold() view returns(uint256)
func (quorum *Quorum) PackThreshold() []byte {
	enc, err := quorum.abi.Pack("threshold")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackThreshold is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cde4e8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function threshold() view returns(uint256)
func (quorum *Quorum) TryPackThreshold() ([]byte, error) {
	return quorum.abi.Pack("threshold")
}

// UnpackThreshold is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x42cde4e8.
//
// Solidity: function threshold() view returns(uint256)
func (quorum *Quorum) UnpackThreshold(data []byte) (*big.Int, error) {
	out, err := quorum.abi.Unpack("threshold", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// QuorumVerdictSubmitted represents a VerdictSubmitted event raised by the Quorum contract.
type QuorumVerdictSubmitted struct {
	Claim    [32]byte
	Violated bool
	Signers  []common.Address
	By       common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const QuorumVerdictSubmittedEventName = "VerdictSubmitted"

// ContractEventName returns the user-defined event name.
func (QuorumVerdictSubmitted) ContractEventName() string {
	return QuorumVerdictSubmittedEventName
}

// UnpackVerdictSubmittedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event VerdictSubmitted(bytes32 indexed claim, bool violated, address[] signers, address by)
func (quorum *Quorum) UnpackVerdictSubmittedEvent(log *types.Log) (*QuorumVerdictSubmitted, error) {
	event := "VerdictSubmitted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != quorum.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(QuorumVerdictSubmitted)
	if len(log.Data) > 0 {
		if err := quorum.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range quorum.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (quorum *Quorum) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], quorum.abi.Errors["QuorumEscrow"].ID.Bytes()[:4]) {
		return quorum.UnpackQuorumEscrowError(raw[4:])
	}
	if bytes.Equal(raw[:4], quorum.abi.Errors["QuorumNotMember"].ID.Bytes()[:4]) {
		return quorum.UnpackQuorumNotMemberError(raw[4:])
	}
	if bytes.Equal(raw[:4], quorum.abi.Errors["QuorumOrder"].ID.Bytes()[:4]) {
		return quorum.UnpackQuorumOrderError(raw[4:])
	}
	if bytes.Equal(raw[:4], quorum.abi.Errors["QuorumSignatures"].ID.Bytes()[:4]) {
		return quorum.UnpackQuorumSignaturesError(raw[4:])
	}
	if bytes.Equal(raw[:4], quorum.abi.Errors["QuorumThreshold"].ID.Bytes()[:4]) {
		return quorum.UnpackQuorumThresholdError(raw[4:])
	}
	if bytes.Equal(raw[:4], quorum.abi.Errors["SignatureMalformed"].ID.Bytes()[:4]) {
		return quorum.UnpackSignatureMalformedError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// QuorumQuorumEscrow represents a QuorumEscrow error raised by the Quorum contract.
type QuorumQuorumEscrow struct {
	Escrow common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuorumEscrow(address escrow)
func QuorumQuorumEscrowErrorID() common.Hash {
	return common.HexToHash("0x3798524ffb049db95206cf585407fc32b966102c14c5812b290d9e847b200d2b")
}

// UnpackQuorumEscrowError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuorumEscrow(address escrow)
func (quorum *Quorum) UnpackQuorumEscrowError(raw []byte) (*QuorumQuorumEscrow, error) {
	out := new(QuorumQuorumEscrow)
	if err := quorum.abi.UnpackIntoInterface(out, "QuorumEscrow", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumQuorumNotMember represents a QuorumNotMember error raised by the Quorum contract.
type QuorumQuorumNotMember struct {
	Signer common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuorumNotMember(address signer)
func QuorumQuorumNotMemberErrorID() common.Hash {
	return common.HexToHash("0x25c2d0c77bb2c153003173993b037d62756f2f60884806d51a4a548d65d69f85")
}

// UnpackQuorumNotMemberError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuorumNotMember(address signer)
func (quorum *Quorum) UnpackQuorumNotMemberError(raw []byte) (*QuorumQuorumNotMember, error) {
	out := new(QuorumQuorumNotMember)
	if err := quorum.abi.UnpackIntoInterface(out, "QuorumNotMember", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumQuorumOrder represents a QuorumOrder error raised by the Quorum contract.
type QuorumQuorumOrder struct {
	Index *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuorumOrder(uint256 index)
func QuorumQuorumOrderErrorID() common.Hash {
	return common.HexToHash("0x73f0977eec13639309dfd1ae9f3d2ba7bf04de75566efeae18c3c6b938437ad4")
}

// UnpackQuorumOrderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuorumOrder(uint256 index)
func (quorum *Quorum) UnpackQuorumOrderError(raw []byte) (*QuorumQuorumOrder, error) {
	out := new(QuorumQuorumOrder)
	if err := quorum.abi.UnpackIntoInterface(out, "QuorumOrder", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumQuorumSignatures represents a QuorumSignatures error raised by the Quorum contract.
type QuorumQuorumSignatures struct {
	Length    *big.Int
	Threshold *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuorumSignatures(uint256 length, uint256 threshold)
func QuorumQuorumSignaturesErrorID() common.Hash {
	return common.HexToHash("0xedbc13b0d34c4d26b020715971d0f30cff8a1c45af5733bd995bb2c8267a968c")
}

// UnpackQuorumSignaturesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuorumSignatures(uint256 length, uint256 threshold)
func (quorum *Quorum) UnpackQuorumSignaturesError(raw []byte) (*QuorumQuorumSignatures, error) {
	out := new(QuorumQuorumSignatures)
	if err := quorum.abi.UnpackIntoInterface(out, "QuorumSignatures", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumQuorumThreshold represents a QuorumThreshold error raised by the Quorum contract.
type QuorumQuorumThreshold struct {
	Threshold *big.Int
	Members   *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuorumThreshold(uint256 threshold, uint256 members)
func QuorumQuorumThresholdErrorID() common.Hash {
	return common.HexToHash("0xcae4c39f405b8219abc7913851d22d84c267b4f2dfb1aad6f0b350ca1cff9bd2")
}

// UnpackQuorumThresholdError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuorumThreshold(uint256 threshold, uint256 members)
func (quorum *Quorum) UnpackQuorumThresholdError(raw []byte) (*QuorumQuorumThreshold, error) {
	out := new(QuorumQuorumThreshold)
	if err := quorum.abi.UnpackIntoInterface(out, "QuorumThreshold", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// QuorumSignatureMalformed represents a SignatureMalformed error raised by the Quorum contract.
type QuorumSignatureMalformed struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SignatureMalformed()
func QuorumSignatureMalformedErrorID() common.Hash {
	return common.HexToHash("0xd179c81767a3f5fb43f80bc3e1ff708dae4b979026fd3653bc185ee9bca1bcbf")
}

// UnpackSignatureMalformedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SignatureMalformed()
func (quorum *Quorum) UnpackSignatureMalformedError(raw []byte) (*QuorumSignatureMalformed, error) {
	out := new(QuorumSignatureMalformed)
	if err := quorum.abi.UnpackIntoInterface(out, "SignatureMalformed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// RevealMetaData contains all meta data concerning the Reveal contract.
var RevealMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"item\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"}],\"name\":\"RevealItem\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"RevealRecord\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"size\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"}],\"name\":\"TraceProofPath\",\"type\":\"error\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"n\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"seq\",\"type\":\"uint32\"},{\"internalType\":\"bytes32[]\",\"name\":\"path\",\"type\":\"bytes32[]\"}],\"internalType\":\"structIReveal.Place\",\"name\":\"place\",\"type\":\"tuple\"},{\"components\":[{\"internalType\":\"bytes\",\"name\":\"head\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"body\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"bodyHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIReveal.Record\",\"name\":\"record\",\"type\":\"tuple\"}],\"name\":\"commitmentOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"h\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"contractIEscrow\",\"name\":\"escrow\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"n\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"seq\",\"type\":\"uint32\"},{\"internalType\":\"bytes32[]\",\"name\":\"path\",\"type\":\"bytes32[]\"}],\"internalType\":\"structIReveal.Place\",\"name\":\"place\",\"type\":\"tuple\"},{\"components\":[{\"internalType\":\"bytes\",\"name\":\"head\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"body\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"bodyHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIReveal.Record\",\"name\":\"record\",\"type\":\"tuple\"},{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"prevAcc\",\"type\":\"bytes32\"},{\"internalType\":\"uint8\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"uint256\",\"name\":\"time\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"item\",\"type\":\"uint256\"},{\"components\":[{\"internalType\":\"uint8\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"uint256\",\"name\":\"time\",\"type\":\"uint256\"},{\"internalType\":\"bytes32\",\"name\":\"dataHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIReveal.Link[]\",\"name\":\"later\",\"type\":\"tuple[]\"}],\"internalType\":\"structIReveal.Checkpoint\",\"name\":\"checkpoint\",\"type\":\"tuple\"}],\"name\":\"isInCheckpoint\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"contractIEscrow\",\"name\":\"escrow\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"n\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"seq\",\"type\":\"uint32\"},{\"internalType\":\"bytes32[]\",\"name\":\"path\",\"type\":\"bytes32[]\"}],\"internalType\":\"structIReveal.Place\",\"name\":\"place\",\"type\":\"tuple\"},{\"components\":[{\"internalType\":\"bytes\",\"name\":\"head\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"body\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"bodyHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIReveal.Record\",\"name\":\"record\",\"type\":\"tuple\"}],\"name\":\"isInFinal\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "521d8e048e375853481f4b97783dd04f21",
	Bin: "0x6080604052348015600e575f5ffd5b50610f8b8061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061003f575f3560e01c806325048d40146100435780639758641c1461006b578063e1086d0e1461007e575b5f5ffd5b610056610051366004610a1c565b61009f565b60405190151581526020015b60405180910390f35b610056610079366004610ad5565b61029d565b61009161008c366004610b5e565b61038f565b604051908152602001610062565b5f6100a9826103a3565b6040517fc680a24300000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff878116600483015288169063c680a24390602401602060405180830381865afa158015610113573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906101379190610bc3565b1461014357505f610294565b5f61015360446080850135610c07565b90506101626060840184610c1e565b905061016f604483610c86565b11156101c85760808301356101876060850185610c1e565b6040517f51ed191b00000000000000000000000000000000000000000000000000000000815260048101939093526024830152506044015b60405180910390fd5b365f6101d76060860186610c1e565b84906101e4604483610c86565b926101f193929190610c99565b90925090505f873561020960408a0160208b01610cc0565b6102138a8a61054e565b60405160200161025b9392919092835260e09190911b7fffffffff00000000000000000000000000000000000000000000000000000000166020830152602482015260440190565b604051602081830303815290604052905080805190602001208383604051610284929190610cea565b6040518091039020149450505050505b95945050505050565b6040517f1429740400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8481166004830152833560248301525f9182918291908816906314297404906044016040805180830381865afa158015610314573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906103389190610cf9565b915091508064ffffffffff191661034f868661054e565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffff000000000016148015610384575064ffffffffff821615155b979650505050505050565b5f61039a838361054e565b90505b92915050565b5f81356103b66040840160208501610d5e565b60408401356103c86060860186610c1e565b6040516103d6929190610cea565b6040519081900381206104079493929160200193845260ff9290921660208401526040830152606082015260800190565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052805160209091012090505f5b61044e60a0840184610d7e565b9050811015610548578161046560a0850185610d7e565b8381811061047557610475610de1565b61048b9260206060909202019081019150610d5e565b61049860a0860186610d7e565b848181106104a8576104a8610de1565b90506060020160200135858060a001906104c29190610d7e565b858181106104d2576104d2610de1565b90506060020160400135604051602001610508949392919093845260ff9290921660208401526040830152606082015260800190565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815291905280516020909101209150600101610441565b50919050565b5f61055f6060840160408501610cc0565b63ffffffff16158061059a575061057c6040840160208501610cc0565b63ffffffff166105926060850160408601610cc0565b63ffffffff16115b156105d1576040517fa68ebe3a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608201355f8190036105ff576105f860208401356105f36040860186610c1e565b6106d9565b9050610655565b602083013515158061061e57506106196040840184610c1e565b151590505b15610655576040517fa68ebe3a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6106b661066c6106668680610c1e565b85610714565b600161067e6060890160408a01610cc0565b6106889190610e0e565b63ffffffff1661069e6040890160208a01610cc0565b63ffffffff166106b160608a018a610e2a565b61072f565b905061029485356106cd6040880160208901610cc0565b63ffffffff168361097b565b6040515f906106f5906002908690859087908290602001610e8e565b6040516020818303038152906040528051906020012090509392505050565b6040515f906106f59082908590879082908790602001610eff565b5f83851061077a576040517faacc2fb70000000000000000000000000000000000000000000000000000000081526004810186905260248101859052604481018390526064016101bf565b5f8086610788600188610f6b565b90925090505f5b8481101561092557815f036107e1576040517faacc2fb70000000000000000000000000000000000000000000000000000000081526004810189905260248101889052604481018690526064016101bf565b82600116600114806107f257508183145b1561089b5761086e86868381811061080c5761080c610de1565b905060200201358a6040517f0100000000000000000000000000000000000000000000000000000000000000602082015260218101839052604181018290525f9060610160405160208183030381529060405280519060200120905092915050565b98505b6001831615801561088157508215155b1561089657600192831c929190911c90610871565b610915565b610912898787848181106108b1576108b1610de1565b905060200201356040517f0100000000000000000000000000000000000000000000000000000000000000602082015260218101839052604181018290525f9060610160405160208183030381529060405280519060200120905092915050565b98505b600192831c9291821c910161078f565b50801561096f576040517faacc2fb70000000000000000000000000000000000000000000000000000000081526004810188905260248101879052604481018590526064016101bf565b50959695505050505050565b604080517f766172656b2f74726163652f763100000000000000000000000000000000000060208201529081018490527fffffffffffffffff00000000000000000000000000000000000000000000000060c084901b166060820152606881018290525f906088016106f5565b73ffffffffffffffffffffffffffffffffffffffff81168114610a09575f5ffd5b50565b5f60808284031215610548575f5ffd5b5f5f5f5f5f60a08688031215610a30575f5ffd5b8535610a3b816109e8565b94506020860135610a4b816109e8565b9350604086013567ffffffffffffffff811115610a66575f5ffd5b610a7288828901610a0c565b935050606086013567ffffffffffffffff811115610a8e575f5ffd5b610a9a88828901610a0c565b925050608086013567ffffffffffffffff811115610ab6575f5ffd5b860160c08189031215610ac7575f5ffd5b809150509295509295909350565b5f5f5f5f60808587031215610ae8575f5ffd5b8435610af3816109e8565b93506020850135610b03816109e8565b9250604085013567ffffffffffffffff811115610b1e575f5ffd5b610b2a87828801610a0c565b925050606085013567ffffffffffffffff811115610b46575f5ffd5b610b5287828801610a0c565b91505092959194509250565b5f5f60408385031215610b6f575f5ffd5b823567ffffffffffffffff811115610b85575f5ffd5b610b9185828601610a0c565b925050602083013567ffffffffffffffff811115610bad575f5ffd5b610bb985828601610a0c565b9150509250929050565b5f60208284031215610bd3575f5ffd5b5051919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808202811582820484141761039d5761039d610bda565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112610c51575f5ffd5b83018035915067ffffffffffffffff821115610c6b575f5ffd5b602001915036819003821315610c7f575f5ffd5b9250929050565b8082018082111561039d5761039d610bda565b5f5f85851115610ca7575f5ffd5b83861115610cb3575f5ffd5b5050820193919092039150565b5f60208284031215610cd0575f5ffd5b813563ffffffff81168114610ce3575f5ffd5b9392505050565b818382375f9101908152919050565b5f5f60408385031215610d0a575f5ffd5b825164ffffffffff81168114610d1e575f5ffd5b60208401519092507fffffffffffffffffffffffffffffffffffffffffffffffffffffff000000000081168114610d53575f5ffd5b809150509250929050565b5f60208284031215610d6e575f5ffd5b813560ff81168114610ce3575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112610db1575f5ffd5b83018035915067ffffffffffffffff821115610dcb575f5ffd5b6020019150606081023603821315610c7f575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b63ffffffff828116828216039081111561039d5761039d610bda565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112610e5d575f5ffd5b83018035915067ffffffffffffffff821115610e77575f5ffd5b6020019150600581901b3603821315610c7f575f5ffd5b7fff000000000000000000000000000000000000000000000000000000000000008660f81b1681528460018201527fffffffffffffffff0000000000000000000000000000000000000000000000008460c01b166021820152818360298301375f9101602901908152949350505050565b7fff000000000000000000000000000000000000000000000000000000000000008660f81b1681527fffffffffffffffff0000000000000000000000000000000000000000000000008560c01b1660018201528284600983013760099201918201526029019392505050565b8181038181111561039d5761039d610bda56fea164736f6c6343000825000a",
}

// Reveal is an auto generated Go binding around an Ethereum contract.
type Reveal struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Reveal) GetABI() abi.ABI {
	return c.abi
}

// NewReveal creates a new instance of Reveal.
func NewReveal() *Reveal {
	parsed, err := RevealMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Reveal{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Reveal) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackCommitmentOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe1086d0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function commitmentOf((bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) pure returns(bytes32 h)
func (reveal *Reveal) PackCommitmentOf(place IRevealPlace, record IRevealRecord) []byte {
	enc, err := reveal.abi.Pack("commitmentOf", place, record)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCommitmentOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe1086d0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function commitmentOf((bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) pure returns(bytes32 h)
func (reveal *Reveal) TryPackCommitmentOf(place IRevealPlace, record IRevealRecord) ([]byte, error) {
	return reveal.abi.Pack("commitmentOf", place, record)
}

// UnpackCommitmentOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe1086d0e.
//
// Solidity: function commitmentOf((bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) pure returns(bytes32 h)
func (reveal *Reveal) UnpackCommitmentOf(data []byte) ([32]byte, error) {
	out, err := reveal.abi.Unpack("commitmentOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackIsInCheckpoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x25048d40.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isInCheckpoint(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record, (bytes32,uint8,uint256,bytes,uint256,(uint8,uint256,bytes32)[]) checkpoint) view returns(bool)
func (reveal *Reveal) PackIsInCheckpoint(escrow common.Address, owner common.Address, place IRevealPlace, record IRevealRecord, checkpoint IRevealCheckpoint) []byte {
	enc, err := reveal.abi.Pack("isInCheckpoint", escrow, owner, place, record, checkpoint)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsInCheckpoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x25048d40.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isInCheckpoint(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record, (bytes32,uint8,uint256,bytes,uint256,(uint8,uint256,bytes32)[]) checkpoint) view returns(bool)
func (reveal *Reveal) TryPackIsInCheckpoint(escrow common.Address, owner common.Address, place IRevealPlace, record IRevealRecord, checkpoint IRevealCheckpoint) ([]byte, error) {
	return reveal.abi.Pack("isInCheckpoint", escrow, owner, place, record, checkpoint)
}

// UnpackIsInCheckpoint is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x25048d40.
//
// Solidity: function isInCheckpoint(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record, (bytes32,uint8,uint256,bytes,uint256,(uint8,uint256,bytes32)[]) checkpoint) view returns(bool)
func (reveal *Reveal) UnpackIsInCheckpoint(data []byte) (bool, error) {
	out, err := reveal.abi.Unpack("isInCheckpoint", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsInFinal is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9758641c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isInFinal(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) view returns(bool)
func (reveal *Reveal) PackIsInFinal(escrow common.Address, owner common.Address, place IRevealPlace, record IRevealRecord) []byte {
	enc, err := reveal.abi.Pack("isInFinal", escrow, owner, place, record)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsInFinal is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9758641c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isInFinal(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) view returns(bool)
func (reveal *Reveal) TryPackIsInFinal(escrow common.Address, owner common.Address, place IRevealPlace, record IRevealRecord) ([]byte, error) {
	return reveal.abi.Pack("isInFinal", escrow, owner, place, record)
}

// UnpackIsInFinal is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9758641c.
//
// Solidity: function isInFinal(address escrow, address owner, (bytes32,uint32,uint32,bytes32[]) place, (bytes,bytes32,bytes,bytes32) record) view returns(bool)
func (reveal *Reveal) UnpackIsInFinal(data []byte) (bool, error) {
	out, err := reveal.abi.Unpack("isInFinal", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (reveal *Reveal) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], reveal.abi.Errors["RevealItem"].ID.Bytes()[:4]) {
		return reveal.UnpackRevealItemError(raw[4:])
	}
	if bytes.Equal(raw[:4], reveal.abi.Errors["RevealRecord"].ID.Bytes()[:4]) {
		return reveal.UnpackRevealRecordError(raw[4:])
	}
	if bytes.Equal(raw[:4], reveal.abi.Errors["TraceProofPath"].ID.Bytes()[:4]) {
		return reveal.UnpackTraceProofPathError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// RevealRevealItem represents a RevealItem error raised by the Reveal contract.
type RevealRevealItem struct {
	Item   *big.Int
	Length *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RevealItem(uint256 item, uint256 length)
func RevealRevealItemErrorID() common.Hash {
	return common.HexToHash("0x51ed191b9418dc90f760a79387f2b25e7ba915cd9d74242ae23e9701c33b11c8")
}

// UnpackRevealItemError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RevealItem(uint256 item, uint256 length)
func (reveal *Reveal) UnpackRevealItemError(raw []byte) (*RevealRevealItem, error) {
	out := new(RevealRevealItem)
	if err := reveal.abi.UnpackIntoInterface(out, "RevealItem", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// RevealRevealRecord represents a RevealRecord error raised by the Reveal contract.
type RevealRevealRecord struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RevealRecord()
func RevealRevealRecordErrorID() common.Hash {
	return common.HexToHash("0xa68ebe3a8f07c61a75a026699e8be560803ca55d1c67b84fdd97c2d04b8c4dc9")
}

// UnpackRevealRecordError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RevealRecord()
func (reveal *Reveal) UnpackRevealRecordError(raw []byte) (*RevealRevealRecord, error) {
	out := new(RevealRevealRecord)
	if err := reveal.abi.UnpackIntoInterface(out, "RevealRecord", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// RevealTraceProofPath represents a TraceProofPath error raised by the Reveal contract.
type RevealTraceProofPath struct {
	Index  *big.Int
	Size   *big.Int
	Length *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error TraceProofPath(uint256 index, uint256 size, uint256 length)
func RevealTraceProofPathErrorID() common.Hash {
	return common.HexToHash("0xaacc2fb74e6e6444d05cea89a8b382ab1fdef944ba780ae195e5a98d5bbcb745")
}

// UnpackTraceProofPathError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error TraceProofPath(uint256 index, uint256 size, uint256 length)
func (reveal *Reveal) UnpackTraceProofPathError(raw []byte) (*RevealTraceProofPath, error) {
	out := new(RevealTraceProofPath)
	if err := reveal.abi.UnpackIntoInterface(out, "TraceProofPath", raw); err != nil {
		return nil, err
	}
	return out, nil
}
