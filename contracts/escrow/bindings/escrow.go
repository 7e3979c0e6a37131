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
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowAmount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"dues\",\"type\":\"uint256\"}],\"name\":\"EscrowBeyondDues\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"sent\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"bond\",\"type\":\"uint256\"}],\"name\":\"EscrowBond\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowItem\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"}],\"name\":\"EscrowItemsLength\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowNoFinal\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotInSession\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"oldest\",\"type\":\"bytes32\"}],\"name\":\"EscrowNotOldest\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOperator\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotUser\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotVerifier\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowNothing\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"EscrowOffered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"}],\"name\":\"EscrowOpenClaims\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"openedAt\",\"type\":\"uint256\"}],\"name\":\"EscrowOpenedAt\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowPairTaken\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"given\",\"type\":\"bytes32\"}],\"name\":\"EscrowParamsHash\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowPromisesOrder\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"EscrowReason\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowReentered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint256\",\"name\":\"registeredAt\",\"type\":\"uint256\"}],\"name\":\"EscrowRegisteredLater\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"available\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"payout\",\"type\":\"uint256\"}],\"name\":\"EscrowReserveShort\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionMismatch\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionOpened\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"signer\",\"type\":\"address\"}],\"name\":\"EscrowSigner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowStatus\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"after_\",\"type\":\"uint256\"}],\"name\":\"EscrowTooEarly\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"last\",\"type\":\"uint256\"}],\"name\":\"EscrowTooLate\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowTransfer\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowUnknownPromise\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowUnknownSession\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowZero\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"SignatureMalformed\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"kind\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"prevAcc\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"Checkpoints\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"}],\"name\":\"ClaimExpired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"accumulator\",\"type\":\"bytes32\"}],\"name\":\"ClaimFiled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"ClaimSettled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Withdrawal\",\"name\":\"why\",\"type\":\"uint8\"}],\"name\":\"ClaimWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"CreditPulled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Credited\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"EvidenceOffered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"OperatorSet\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Paid\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"PayoutCollected\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"PayoutDue\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"PromiseRegistered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"withdrawableAfter\",\"type\":\"uint256\"}],\"name\":\"PromiseRetired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"}],\"name\":\"ReserveFunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"ReserveWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"openedAt\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"}],\"name\":\"SessionOpened\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"CLAIM_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EVIDENCE_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EXPIRY_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ITEM_SIZE\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"PUSH_GAS\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"VERDICT_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"accumulatorOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"availableOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"checkpoint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"claimId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"claimOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"filedAt\",\"type\":\"uint40\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"},{\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"}],\"internalType\":\"structIEscrow.Claim\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"collect\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"creditOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"domainSeparator\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"expire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"}],\"name\":\"file\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"uint64\",\"name\":\"openedAt\",\"type\":\"uint64\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIEscrow.SignedOpening\",\"name\":\"opening\",\"type\":\"tuple\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"}],\"name\":\"fileSigned\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"finalOf\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"time\",\"type\":\"uint40\"},{\"internalType\":\"bytes27\",\"name\":\"h\",\"type\":\"bytes27\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"finalize\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"fund\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"latestClaimOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"},{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"offer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"offerOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"oldestDueOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"open\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"uint64\",\"name\":\"openedAt\",\"type\":\"uint64\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIEscrow.SignedOpening\",\"name\":\"opening\",\"type\":\"tuple\"}],\"name\":\"openSigned\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"operatorOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"promiseCount\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"promiseOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"registeredAt\",\"type\":\"uint40\"},{\"internalType\":\"uint40\",\"name\":\"retiredAt\",\"type\":\"uint40\"},{\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"internalType\":\"uint96\",\"name\":\"reserve\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"dues\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIEscrow.Promise\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"pull\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"hold\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"register\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"relievedAt\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"retire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"sessionId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"sessionOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"openedAt\",\"type\":\"uint40\"}],\"internalType\":\"structIEscrow.Session\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"setOperator\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"},{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"internalType\":\"structIEscrow.ClaimKey\",\"name\":\"key\",\"type\":\"tuple\"}],\"name\":\"withdrawClaim\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"withdrawReserve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "2f94a71a81b891298d0576b3849a4b1892",
	Bin: "0x6080604052348015600e575f5ffd5b506142778061001c5f395ff3fe608060405260043610610228575f3560e01c8063689949d111610129578063b3ab15fb116100a8578063dbe919031161006d578063dbe919031461071c578063e07f64271461087e578063e45f3817146108df578063f698da25146108f5578063fca1915214610909575f5ffd5b8063b3ab15fb1461068a578063b63ec74b146106a9578063c56bc1e2146106bf578063c680a243146106de578063d6775754146106fd575f5ffd5b8063818f484b116100ee578063818f484b1461059b578063841b4ddd146105ae57806387c9c460146105c15780638b59577d146106555780639f34fc8014610674575f5ffd5b8063689949d1146105015780636d23460f14610514578063710daf4d14610527578063758072501461053b578063812cd1f91461056f575f5ffd5b806332fae22f116101b55780634e5498aa1161017a5780634e5498aa1461043657806352d112381461045557806360b863ed1461047457806362725aaf14610493578063636f35d3146104b2575f5ffd5b806332fae22f1461039b57806341ccdd0d146103ba578063440ba225146103d95780634cd71c6e146103f85780634dd1dd6814610417575f5ffd5b80631eaaa9fc116101fb5780631eaaa9fc146102e25780631f347885146103035780632226143114610322578063263a8ac51461034d5780632b68f2a514610386575f5ffd5b80630d23482b1461022c57806313f90065146102555780631429740414610274578063171966d7146102b7575b5f5ffd5b348015610237575f5ffd5b5061024262ed4e0081565b6040519081526020015b60405180910390f35b348015610260575f5ffd5b5061024261026f3660046138c2565b610928565b34801561027f575f5ffd5b5061029361028e36600461392c565b6109e5565b6040805164ffffffffff909316835264ffffffffff1990911660208301520161024c565b3480156102c2575f5ffd5b506102426102d1366004613954565b5f908152600b602052604090205490565b3480156102ed575f5ffd5b506103016102fc3660046139a9565b610a24565b005b34801561030e575f5ffd5b5061030161031d366004613a0b565b610adb565b34801561032d575f5ffd5b5060015463ffffffff165b60405163ffffffff909116815260200161024c565b348015610358575f5ffd5b5061036c610367366004613a24565b610b92565b6040805192835263ffffffff90911660208301520161024c565b348015610391575f5ffd5b5061024261753081565b3480156103a6575f5ffd5b506102426103b5366004613a64565b610bd3565b3480156103c5575f5ffd5b506102426103d43660046138c2565b610c18565b3480156103e4575f5ffd5b506102426103f3366004613a0b565b610c33565b348015610403575f5ffd5b50610242610412366004613a0b565b610c56565b348015610422575f5ffd5b50610242610431366004613aa6565b610c82565b348015610441575f5ffd5b50610301610450366004613aa6565b610c8c565b348015610460575f5ffd5b5061030161046f366004613ac0565b610df9565b34801561047f575f5ffd5b5061030161048e366004613aa6565b610ec1565b34801561049e575f5ffd5b506103016104ad366004613aa6565b6110c4565b3480156104bd575f5ffd5b506104e96104cc366004613ac0565b6001600160a01b039081165f908152600560205260409020541690565b6040516001600160a01b03909116815260200161024c565b61024261050f366004613ad9565b611212565b610338610522366004613b7b565b61129d565b348015610532575f5ffd5b50610242604481565b348015610546575f5ffd5b50610242610555366004613ac0565b6001600160a01b03165f9081526020819052604090205490565b34801561057a575f5ffd5b5061058e610589366004613aa6565b611539565b60405161024c9190613c46565b6103016105a9366004613a0b565b611571565b6102426105bc366004613ca5565b6115ad565b3480156105cc575f5ffd5b5061062a6105db366004613954565b604080518082019091525f8082526020820152505f908152600960209081526040918290208251808401909352546001600160a01b0381168352600160a01b900464ffffffffff169082015290565b6040805182516001600160a01b0316815260209283015164ffffffffff16928101929092520161024c565b348015610660575f5ffd5b5061030161066f3660046139a9565b611658565b34801561067f575f5ffd5b5061024262278d0081565b348015610695575f5ffd5b506103016106a4366004613ac0565b6116d7565b3480156106b4575f5ffd5b506102426203f48081565b3480156106ca575f5ffd5b506103016106d9366004613cf9565b611784565b3480156106e9575f5ffd5b506102426106f8366004613ac0565b6118c4565b348015610708575f5ffd5b50610301610717366004613d22565b6118e1565b348015610727575f5ffd5b50610871610736366004613a0b565b60408051610180810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e081018290526101008101829052610120810182905261014081018290526101608101919091525063ffffffff9081165f9081526002602081815260409283902083516101808101855281546001600160a01b03808216835264ffffffffff600160a01b808404821696850196909652600160c81b8304169683019690965260ff600160f01b909104161515606082015260018201546001600160601b038082166080840152600160601b8204811660a0840152600160c01b8204881660c0840152600160e01b90910490961660e082015292810154938416610100840152920490921661012083015260038101546101408301526004015461016082015290565b60405161024c9190613d4a565b348015610889575f5ffd5b506108c9610898366004613e60565b6001600160a01b039182165f90815260066020908152604080832093909416825291909152205464ffffffffff1690565b60405164ffffffffff909116815260200161024c565b3480156108ea575f5ffd5b50610242620d2f0081565b348015610900575f5ffd5b50610242611a11565b348015610914575f5ffd5b50610301610923366004613e7a565b611a1f565b5f8561093381611bc2565b6109488787876109438888611c26565b611c58565b915061095382611cdc565b15610979576040516310bdebf360e21b8152600481018390526024015b60405180910390fd5b610987828888428888611cfd565b856001600160a01b0316876001600160a01b0316837f6b936d392dcd2e6c7f91b6bbf3bbdbf6ae52d92b7d5b684b1d757e6bb1ed0c7d88888842336040516109d3959493929190613f07565b60405180910390a45095945050505050565b5f5f6109f18484611ef3565b6001600160a01b0385165f90815260086020908152604080832087845290915290205490925060281b90505b9250929050565b82610a2e81611bc2565b5f610a398484611f1d565b6001600160a01b0386165f9081526008602052604081209192505b82811015610ac557604481028601803590602401355f819003610a8d57604051636e8eaf5760e11b815260048101849052602401610970565b5f828152602085905260408120549003610abb575f8281526020859052604090204260d81b602883901c1790555b5050600101610a54565b50610ad38660028787611f60565b505050505050565b5f610ae582612033565b8054909150600160c81b900464ffffffffff1615610b1e576040516336b0a50b60e01b815263ffffffff83166004820152602401610970565b805464ffffffffff42908116600160c81b0264ffffffffff60c81b19909216919091178255339063ffffffff8416907fd3e870a84c4f8608c93b9a80e63fa392f75ea0d12d50b94ce862c29d0d5c6e8290610b7d9062278d0090613f56565b60405190815260200160405180910390a35050565b5f828152600a6020908152604080832063ffffffff80861685529252822054600160c81b9004168015610a1d57610bca84848361208a565b91509250929050565b5f610bdd826120db565b9050610be881611cdc565b15610c09576040516310bdebf360e21b815260048101829052602401610970565b610c138183612116565b919050565b5f610c298686866109438787611c26565b9695505050505050565b63ffffffff81165f908152600260205260408120610c5090612321565b92915050565b63ffffffff81165f90815260036020908152604080832060048352818420548452909152812054610c50565b5f610c50826123b1565b5f610c988260016123dc565b90505f600281610cae6040860160208701613a0b565b63ffffffff16815260208101919091526040015f9081208354909250610ce69062ed4e0090600160a01b900464ffffffffff16613f56565b9050804211610d0b57604051631c971ec160e31b815260048101829052602401610970565b610d24610d1e6040860160208701613a0b565b836124b1565b825460ff60e81b1916600360e91b17835560018281018054601890610d57908490600160c01b900463ffffffff16613f69565b825463ffffffff9182166101009390930a92830291909202199091161790555082546001600160a01b0316610d926040860160208701613a0b565b63ffffffff16610da1866123b1565b6040517ffb87bc6e44797176602239696ce4a14531c53870518fb7ebf586c7317ea09dec905f90a482546001830154610df3916001600160a01b031690600160601b90046001600160601b0316612532565b50505050565b60ff5f5c1615610e1c576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d50335f9081526020819052604081205490819003610e5a57604051631e581c5360e31b815260040160405180910390fd5b335f818152602081815260408083209290925590518381526001600160a01b03851692917f0c2709d6bf462cbaac5f0368fc9f8e5ea6fc145cf73b90cfa9927db119111b85910160405180910390a3610eb382826125a1565b505f60ff19815c16815d5050565b60ff5f5c1615610ee4576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f610efe8260016123dc565b80549091506001600160a01b0316338114610f3d57604051630b5bc61d60e31b81526001600160a01b0382166004820152336024820152604401610970565b5f600281610f516040870160208801613a0b565b63ffffffff1663ffffffff1681526020019081526020015f20905060018160010160188282829054906101000a900463ffffffff16610f909190613f69565b825463ffffffff9182166101009390930a92830291909202199091161790555060028101546001906001600160601b03600160a01b90910416610fd283612321565b10611021575082545f908190610ffa90620d2f0090600160a01b900464ffffffffff16613f56565b905080421161101f57604051631c971ec160e31b815260048101829052602401610970565b505b835460ff60e81b1916600160e91b1784556001600160a01b03831661104c6040870160208801613a0b565b63ffffffff1661105b876123b1565b7f78173009938e36c18b844d15d336f07fff5c7f20ee2046481e143db794fc56778460405161108a9190613f85565b60405180910390a460018201546110b2908490600160601b90046001600160601b031661263d565b505f92505050805c60ff1916815d5050565b60ff5f5c16156110e7576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f6111018260056123dc565b90505f6002816111176040860160208701613a0b565b63ffffffff1663ffffffff1681526020019081526020015f2090505f61113c846123b1565b90506111586111516040860160208701613a0b565b8383612694565b8254600160ea1b60ff60e81b1982161784556001600160a01b03166111836040860160208701613a0b565b6002840154604051600160a01b9091046001600160601b0316815263ffffffff919091169083907fac4dd2f9764f1dd49f1fcb901d1a6cb92b37546279434159c6c4a63be7dbbdf59060200160405180910390a482546002830154611201916001600160a01b031690600160a01b90046001600160601b031661263d565b505f91505060ff19815c16815d5050565b5f5f6112248533866109438b8b611c26565b9050888114611250576040516339a840fb60e01b8152600481018a905260248101829052604401610970565b61125989611cdc565b6112795760405163260b230160e01b8152600481018a9052602401610970565b611285898989896127f6565b611290898985612870565b9998505050505050505050565b5f8815806112a9575087155b806112bb57506001600160a01b038516155b156112d95760405163ac9955c760e01b815260040160405180910390fd5b6001600160601b03871615806112f657506001600160601b038616155b1561131657604051630e73969160e41b81525f6004820152602401610970565b811580159061133c5750878383604051611331929190613f9f565b604051809103902014155b15611378578282604051611351929190613f9f565b60405190819003812063f5fa9f9560e01b8252600482015260248101899052604401610970565b600180545f9061138d9063ffffffff16613fae565b91906101000a81548163ffffffff021916908363ffffffff160217905590505f60025f8363ffffffff1663ffffffff1681526020019081526020015f20905033815f015f6101000a8154816001600160a01b0302191690836001600160a01b0316021790555042815f0160146101000a81548164ffffffffff021916908364ffffffffff16021790555084815f01601e6101000a81548160ff0219169083151502179055508681600101600c6101000a8154816001600160601b0302191690836001600160601b0316021790555085816002015f6101000a8154816001600160a01b0302191690836001600160a01b03160217905550878160020160146101000a8154816001600160601b0302191690836001600160601b03160217905550898160030181905550888160040181905550856001600160a01b0316336001600160a01b03168363ffffffff167faee7a7a6549d93de09e6f88fa44c02f0f2962d22a0af19fd1b315f11f764d0b48d8d8d8d8c8c8c6040516115149796959493929190613ffa565b60405180910390a4341561152c5761152c8282612c14565b5098975050505050505050565b6115686040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b610c5082612d20565b5f61157b82612f0f565b9050345f0361159f57604051630e73969160e41b81525f6004820152602401610970565b6115a98282612c14565b5050565b5f336115bf6040860160208701613ac0565b6001600160a01b031614611608576115dd6040850160208601613ac0565b604051630b5bc61d60e31b81526001600160a01b039091166004820152336024820152604401610970565b5f611612856120db565b905061161d81611cdc565b61162b5761162b8186612116565b611642818561163d606089018961403f565b6127f6565b61164d818585612870565b9150505b9392505050565b8261166281611bc2565b5f61166d8484611f1d565b90505f5b818110156116c257604481028501602081013560e01c9060240135811580611697575080155b156116b857604051636e8eaf5760e11b815260048101849052602401610970565b5050600101611671565b506116d08560018686611f60565b5050505050565b335f908152600560205260409020546001600160a01b0316801561172d57335f9081526006602090815260408083206001600160a01b03851684529091529020805464ffffffffff19164264ffffffffff161790555b335f8181526005602052604080822080546001600160a01b0319166001600160a01b03871690811790915590519092917ffd489696792cc4c5d5b226c46f008e459c8ec9b746c49191d74bb92c19fd186791a35050565b5f6117908360016123dc565b90506117cc60025f6117a86040870160208801613a0b565b63ffffffff16815260208101919091526040015f20546001600160a01b0316611bc2565b5f8290036117ed5760405163ac9955c760e01b815260040160405180910390fd5b5f6117f7846123b1565b5f818152600b602052604090205490915015611829576040516301aeef5360e21b815260048101829052602401610970565b81545f90611849906203f48090600160a01b900464ffffffffff16613f56565b90508042111561186f5760405163b234cbdd60e01b815260048101829052602401610970565b5f828152600b60205260409081902085905551339083907f9cfe2d898c58d8795b309714ed72b8a2a6fe046aad8fd555695b1b5f1224cc2d906118b59088815260200190565b60405180910390a35050505050565b6001600160a01b0381165f90815260076020526040812054610c50565b60ff5f5c1615611904576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f61191c83612033565b905061192883826124b1565b6001810154600160c01b900463ffffffff161561197657600181015460405163589197fb60e01b815263ffffffff8581166004830152600160c01b9092049091166024820152604401610970565b5f61198082612321565b9050805f036119a257604051631e581c5360e31b815260040160405180910390fd5b6119ac8282612f53565b826001600160a01b03168463ffffffff167fdb35040b21713a400b9140709d1610c51d5abbeba249df1bb68bf8e0367d0c73836040516119ee91815260200190565b60405180910390a3611a0083826125a1565b505f905060ff19815c16815d505050565b5f611a1a612f9a565b905090565b60ff5f5c1615611a42576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f611a5c8460016123dc565b90505f600281611a726040880160208901613a0b565b63ffffffff16815260208101919091526040015f2060028101549091506001600160a01b03163314611ace5760028101546040516355daeabb60e01b81526001600160a01b039091166004820152336024820152604401610970565b81548154611af8918791600160a01b90910464ffffffffff16906001600160a01b0316878761303e565b60018181018054601890611b1a908490600160c01b900463ffffffff16613f69565b92506101000a81548163ffffffff021916908363ffffffff16021790555083611b4d57611b4885838361316a565b611bb0565b6002810154600160a01b90046001600160601b0316611b6b82612321565b10611b9057611b488583838660ff16600b811115611b8b57611b8b613c0e565b61320d565b611bb08583838660ff16600b811115611bab57611bab613c0e565b613334565b505f905060ff19815c16815d50505050565b336001600160a01b03821614801590611bf457506001600160a01b038181165f90815260056020526040902054163314155b15611c23576040516305b55f2960e41b81526001600160a01b0382166004820152336024820152604401610970565b50565b5f8282604051602001611c3a929190614085565b60405160208183030381529060405280519060200120905092915050565b604080517fb39430737d395f53537d391436f2f529418dbd45d371210c3dbe2ec4fb47f216602082015246918101919091523060608201526001600160a01b038086166080830152841660a082015260c0810183905260e081018290525f90610100016040516020818303038152906040528051906020012090505b949350505050565b5f90815260096020526040902054600160a01b900464ffffffffff16151590565b6001600160a01b038416611d245760405163ac9955c760e01b815260040160405180910390fd5b5f805b82811015611e90575f848483818110611d4257611d42614098565b9050602002016020810190611d579190613a0b565b90508263ffffffff168163ffffffff1611611d885760405163612978db60e01b815260048101839052602401610970565b5f611d9282612f0f565b80549091506001600160a01b038a8116911614611de45780546040516329c1d4c960e11b815263ffffffff841660048201526001600160a01b039182166024820152908a166044820152606401610970565b8054600160a01b900464ffffffffff16871015611e3257805460405163a50faf7960e01b815263ffffffff84166004820152600160a01b90910464ffffffffff166024820152604401610970565b8054600160c81b900464ffffffffff1615801590611e5f57508054600160c81b900464ffffffffff168710155b15611e85576040516336b0a50b60e01b815263ffffffff83166004820152602401610970565b509150600101611d27565b50506040805180820182526001600160a01b03968716815264ffffffffff94851660208083019182525f998a52600990529190972096518754915196166001600160c81b031990911617600160a01b959093169490940291909117909355505050565b6001600160a01b03919091165f908152600860209081526040808320938352929052205460d81c90565b5f811580611f345750611f316044836140c0565b15155b15611f555760405163dbb6d5d160e01b815260048101839052602401610970565b6116516044836140d3565b6001600160a01b0384165f9081526007602052604090819020549051819085904290611f8f9087908790613f9f565b604051908190038120611fc09493929160200193845260ff9290921660208401526040830152606082015260800190565b60408051601f1981840301815282825280516020918201206001600160a01b0389165f81815260079093529290912055907fa56d31b6742171b91bfe2679e711b2776e3e6acb54928d5769979881c140385e906120249087908590889088906140e6565b60405180910390a25050505050565b5f61203d82612f0f565b80549091506001600160a01b03163314610c135780546040516329c1d4c960e11b815263ffffffff841660048201526001600160a01b039091166024820152336044820152606401610970565b6040805146602082015230918101919091526060810184905263ffffffff8084166080830152821660a08201525f9060c0016040516020818303038152906040528051906020012090509392505050565b5f610c506120ec6020840184613ac0565b6120fc6040850160208601613ac0565b6040850135610943612111606088018861403f565b611c26565b5f61212760a0830160808401614108565b67ffffffffffffffff16905080158061213f57504281115b156121605760405163b97503eb60e01b815260048101829052602401610970565b5f7f5929ada22ee62f48f705a6cfea0758353761af38db4dbfbdd2a5202d4884b7ef61218f6020850185613ac0565b61219f6040860160208701613ac0565b60408601356121b4612111606089018961403f565b6040805160208101969096526001600160a01b0394851690860152929091166060840152608083015260a082015260c0810183905260e0016040516020818303038152906040528051906020012090505f61222361221183613440565b61221e60a087018761412f565b613486565b90506122406122356020860186613ac0565b828562278d006135e7565b6122685760405163521e905760e01b81526001600160a01b0382166004820152602401610970565b61229c856122796020870187613ac0565b6122896040880160208901613ac0565b8661229760608a018a61403f565b611cfd565b6122ac6040850160208601613ac0565b6001600160a01b03166122c26020860186613ac0565b6001600160a01b0316867f6b936d392dcd2e6c7f91b6bbf3bbdbf6ae52d92b7d5b684b1d757e6bb1ed0c7d60408801356122ff60608a018a61403f565b8988604051612312959493929190613f07565b60405180910390a45050505050565b5f5f61232c8361367e565b8354909150600160f01b900460ff161561237e576002830154600184015461237191600160a01b90046001600160601b031690600160c01b900463ffffffff16614172565b61237b9082613f56565b90505b60018301546001600160601b03168110612398575f611651565b60018301546116519082906001600160601b0316614189565b5f610c5082356123c76040850160208601613a0b565b6123d76060860160408701613a0b565b61208a565b81355f908152600a6020908152604080832091839161240091908701908701613a0b565b63ffffffff1663ffffffff1681526020019081526020015f20905082604001602081019061242e9190613a0b565b8154600160c81b900463ffffffff908116911614158061247b575081600681111561245b5761245b613c0e565b8154600160e81b900460ff16600681111561247857612478613c0e565b14155b15610c5057612489836123b1565b61249284612d20565b6060015160405163a009fdb960e01b815260040161097092919061419c565b8054600160c81b900464ffffffffff165f036124e85760405163b67657dd60e01b815263ffffffff83166004820152602401610970565b80545f906125089062278d0090600160c81b900464ffffffffff16613f56565b905080421161252d57604051631c971ec160e31b815260048101829052602401610970565b505050565b6001600160a01b0382165f9081526020819052604081208054839290612559908490613f56565b90915550506040518181526001600160a01b038316907f9c9e0cdb1670e88302408e5b941dc636f63a3293204694bb68910fcf3d9305f3906020015b60405180910390a25050565b6001600160a01b0382166125c85760405163ac9955c760e01b815260040160405180910390fd5b6125d382825a6136b2565b61260257604051639a3c746160e01b81526001600160a01b038316600482015260248101829052604401610970565b816001600160a01b03167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc4898260405161259591815260200190565b61264a82826175306136b2565b1561268a57816001600160a01b03167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc4898260405161259591815260200190565b6115a98282612532565b63ffffffff83165f908152600360209081526040808320600483528184205484529091529020548181146126e557604051638d698fb960e01b81526004810183905260248101829052604401610970565b600283015460018401546001600160601b03600160a01b90920482169116101561274857600183015460028401546040516336adb66b60e11b81526001600160601b039283166004820152600160a01b9091049091166024820152604401610970565b63ffffffff84165f9081526003602090815260408083206004909252822080549192919082612776836141b0565b9190505581526020019081526020015f205f9055600183600101601c8282829054906101000a900463ffffffff166127ae9190613f69565b92506101000a81548163ffffffff021916908363ffffffff160217905550610df3838460020160149054906101000a90046001600160601b03166001600160601b0316612f53565b5f5b81811015612847578363ffffffff1683838381811061281957612819614098565b905060200201602081019061282e9190613a0b565b63ffffffff160361283f5750610df3565b6001016127f8565b506040516399ddba2160e01b81526004810185905263ffffffff84166024820152604401610970565b63ffffffff82165f90815260026020526040812061288e85826136c3565b6001810154600160601b90046001600160601b031634146128e157346001820154604051631f3a613d60e01b81526004810192909252600160601b90046001600160601b03166024820152604401610970565b5f6128eb82612321565b6002830154909150600160a01b90046001600160601b03168110156129415760028201546040516336adb66b60e11b815260048101839052600160a01b9091046001600160601b03166024820152604401610970565b5f868152600a6020908152604080832063ffffffff89811685529252822080549092600160c81b82049092169190600160e81b900460ff16600681111561298a5761298a613c0e565b141580156129b5575060028254600160e81b900460ff1660068111156129b2576129b2613c0e565b14155b156129ec576129c588888361208a565b825460405163efd881a960e01b81526109709291600160e81b900460ff169060040161419c565b6129f76001826141c8565b9050612a0488888361208a565b945060018460010160188282829054906101000a900463ffffffff16612a2a91906141c8565b92506101000a81548163ffffffff021916908363ffffffff1602179055506040518060a00160405280336001600160a01b031681526020014264ffffffffff1681526020018263ffffffff16815260200160016006811115612a8e57612a8e613c0e565b81526020015f90525f898152600a6020908152604080832063ffffffff808d16855290835292819020845181549386015192860151909416600160c81b0263ffffffff60c81b1964ffffffffff909316600160a01b026001600160c81b03199094166001600160a01b0390951694909417929092179081168317825560608401519192839160ff60e81b1990911664ffffffffff60c81b1990911617600160e81b836006811115612b4157612b41613c0e565b021790555060808201518154829060ff60f01b1916600160f01b83600b811115612b6d57612b6d613c0e565b02179055505084546001600160a01b03165f9081526007602052604081205490915085546002870154604080518d815263ffffffff808e166020830152871691810191909152336060820152608081018b905260a081018490529293506001600160a01b039182169291169088907fb100e1b7d57403e32a07d159e0b945b28ccc4de8bf87300e57e6611d692f1eab9060c00160405180910390a450505050509392505050565b600181015434905f90612c319083906001600160601b0316613f56565b90506001600160601b03811115612c5e57604051630e73969160e41b815260048101839052602401610970565b8254600160c81b900464ffffffffff1615801590612c835750612c808361367e565b81115b15612cb45780612c928461367e565b60405163f0d5db4360e01b815260048101929092526024820152604401610970565b6001830180546bffffffffffffffffffffffff19166001600160601b0383161790556040805183815260208101839052339163ffffffff8716917f590c601214a3473f49a8883ad660a5f4551f38a5c8dd039b30161e0a48127af191015b60405180910390a350505050565b612d4f6040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b81355f908152600a602090815260408083209291612d71918601908601613a0b565b63ffffffff908116825260208083019390935260409182015f20825160a08101845281546001600160a01b0381168252600160a01b810464ffffffffff1695820195909552600160c81b850490921692820192909252916060830190600160e81b900460ff166006811115612de857612de8613c0e565b6006811115612df957612df9613c0e565b81528154602090910190600160f01b900460ff16600b811115612e1e57612e1e613c0e565b600b811115612e2f57612e2f613c0e565b9052509050612e446060830160408401613a0b565b63ffffffff161580612e775750806040015163ffffffff16826040016020810190612e6f9190613a0b565b63ffffffff16115b15612eab57610c506040805160a0810182525f8082526020820181905291810182905290606082019081526020015f905290565b806040015163ffffffff16826040016020810190612ec99190613a0b565b63ffffffff161015610c13575f612ee66060840160408501613a0b565b5f60808401526002606084015263ffffffff16604083015264ffffffffff166020820152919050565b63ffffffff81165f90815260026020526040902080546001600160a01b0316610c1357604051633430466160e21b815263ffffffff83166004820152602401610970565b6001820180548291905f90612f729084906001600160601b03166141e4565b92506101000a8154816001600160601b0302191690836001600160601b031602179055505050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f285e5856147a3fbf7431b6de224fa4d0185097b1df07772940cf8a517a78e949918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60ff811615806130515750600b60ff8216115b80613063575081151560ff8216600214145b1561308e5760405163469eb50d60e11b8152821515600482015260ff82166024820152604401610970565b811580156130ab57506130a2838635611ef3565b64ffffffffff16155b156130cc576040516306d2ca9f60e11b815285356004820152602401610970565b60ff81166003148015816130e4575060ff8216600414155b156130ef57506116d0565b5f8180156131175750600b5f613104896123b1565b815260208101919091526040015f205415155b613124576203f480613129565b620d2f005b90506131358187613f56565b4211613161576131458187613f56565b604051631c971ec160e31b815260040161097091815260200190565b50505050505050565b815461020360e81b61ffff60e81b1982161783556001600160a01b03166131976040850160208601613a0b565b63ffffffff166131a6856123b1565b7f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa85f600260036040516131db93929190614203565b60405180910390a48054600182015461252d916001600160a01b031690600160601b90046001600160601b0316612532565b825460049082908590601d908390839060ff60f01b1916600160f01b83600b81111561323b5761323b613c0e565b02179055508391906101000a81548160ff0219169083600681111561326257613262613c0e565b021790555050506002820154613289908390600160a01b90046001600160601b0316612f53565b82546001600160a01b03166132a46040860160208701613a0b565b63ffffffff166132b3866123b1565b7f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa860018560046040516132e893929190614203565b60405180910390a4825460018301546002840154610df3926001600160a01b03169161332f916001600160601b03600160601b909204821691600160a01b90910416613f56565b61263d565b825460059082908590601d908390839060ff60f01b1916600160f01b83600b81111561336257613362613c0e565b02179055508391906101000a81548160ff0219169083600681111561338957613389613c0e565b021790555050505f61339a856123b1565b84549091506001600160a01b03166133b86040870160208801613a0b565b63ffffffff16827f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa860018660056040516133f493929190614203565b60405180910390a461341661340f6040870160208801613a0b565b8483613772565b835460018401546116d0916001600160a01b031690600160601b90046001600160601b031661263d565b5f613449612f9a565b60405161190160f01b6020820152602281019190915260428101839052606201604051602081830303815290604052805190602001209050919050565b5f604182146134a85760405163d179c81760e01b815260040160405180910390fd5b5f6134b66020828587614226565b6134bf9161424d565b90505f6134d0604060208688614226565b6134d99161424d565b90505f858560408181106134ef576134ef614098565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a082118061353b57508060ff16601b1415801561353b57508060ff16601c14155b156135595760405163d179c81760e01b815260040160405180910390fd5b604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905260019060a0016020604051602081039080840390855afa1580156135a9573d5f5f3e3d5ffd5b5050604051601f1901519450506001600160a01b0384166135dd5760405163d179c81760e01b815260040160405180910390fd5b5050509392505050565b5f846001600160a01b0316846001600160a01b0316148061362357506001600160a01b038086165f908152600560205260409020548582169116145b1561363057506001611cd4565b6001600160a01b038086165f9081526006602090815260408083209388168352929052205464ffffffffff16808411801590610c2957506136718382613f56565b4211159695505050505050565b600281015460018201545f91610c5091600160a01b9091046001600160601b031690600160e01b900463ffffffff16614172565b5f5f5f5f5f868887f1949350505050565b80545f906136da906001600160a01b031684611ef3565b825464ffffffffff9182169250600160c81b90041615801590613713575080158061371357508154600160c81b900464ffffffffff1681115b1561372a57508054600160c81b900464ffffffffff165b8015801590613744575061374162278d0082613f56565b42115b1561252d5761375662278d0082613f56565b60405163b234cbdd60e01b815260040161097091815260200190565b600182015463ffffffff8481165f9081526004602052604081205490926137a292600160e01b9091041690613f56565b63ffffffff8086165f90815260036020908152604080832085845290915290208490556001858101805493945090929091601c916137e9918591600160e01b9004166141c8565b92506101000a81548163ffffffff021916908363ffffffff1602179055508363ffffffff16827f03d1ee59899ff6390f2405583df96c2247006eb456e4ea2ad4a1830faedbc67f8560020160149054906101000a90046001600160601b031684604051612d129291906001600160601b03929092168252602082015260400190565b80356001600160a01b0381168114610c13575f5ffd5b5f5f83601f840112613891575f5ffd5b50813567ffffffffffffffff8111156138a8575f5ffd5b6020830191508360208260051b8501011115610a1d575f5ffd5b5f5f5f5f5f608086880312156138d6575f5ffd5b6138df8661386b565b94506138ed6020870161386b565b935060408601359250606086013567ffffffffffffffff81111561390f575f5ffd5b61391b88828901613881565b969995985093965092949392505050565b5f5f6040838503121561393d575f5ffd5b6139468361386b565b946020939093013593505050565b5f60208284031215613964575f5ffd5b5035919050565b5f5f83601f84011261397b575f5ffd5b50813567ffffffffffffffff811115613992575f5ffd5b602083019150836020828501011115610a1d575f5ffd5b5f5f5f604084860312156139bb575f5ffd5b6139c48461386b565b9250602084013567ffffffffffffffff8111156139df575f5ffd5b6139eb8682870161396b565b9497909650939450505050565b803563ffffffff81168114610c13575f5ffd5b5f60208284031215613a1b575f5ffd5b611651826139f8565b5f5f60408385031215613a35575f5ffd5b82359150613a45602084016139f8565b90509250929050565b5f60c08284031215613a5e575f5ffd5b50919050565b5f60208284031215613a74575f5ffd5b813567ffffffffffffffff811115613a8a575f5ffd5b611cd484828501613a4e565b5f60608284031215613a5e575f5ffd5b5f60608284031215613ab6575f5ffd5b6116518383613a96565b5f60208284031215613ad0575f5ffd5b6116518261386b565b5f5f5f5f5f5f5f60c0888a031215613aef575f5ffd5b87359650613aff602089016139f8565b9550604088013567ffffffffffffffff811115613b1a575f5ffd5b613b268a828b01613881565b9096509450613b3990506060890161386b565b969995985093969295946080840135945060a09093013592915050565b80356001600160601b0381168114610c13575f5ffd5b80358015158114610c13575f5ffd5b5f5f5f5f5f5f5f5f60e0898b031215613b92575f5ffd5b8835975060208901359650613ba960408a01613b56565b9550613bb760608a01613b56565b9450613bc560808a0161386b565b9350613bd360a08a01613b6c565b925060c089013567ffffffffffffffff811115613bee575f5ffd5b613bfa8b828c0161396b565b999c989b5096995094979396929594505050565b634e487b7160e01b5f52602160045260245ffd5b60078110613c3257613c32613c0e565b9052565b600c8110613c3257613c32613c0e565b81516001600160a01b0316815260208083015164ffffffffff169082015260408083015163ffffffff169082015260608083015160a0830191613c8b90840182613c22565b506080830151613c9e6080840182613c36565b5092915050565b5f5f5f60608486031215613cb7575f5ffd5b833567ffffffffffffffff811115613ccd575f5ffd5b613cd986828701613a4e565b935050613ce8602085016139f8565b929592945050506040919091013590565b5f5f60808385031215613d0a575f5ffd5b613d148484613a96565b946060939093013593505050565b5f5f60408385031215613d33575f5ffd5b613d3c836139f8565b9150613a456020840161386b565b81516001600160a01b0316815261018081016020830151613d74602084018264ffffffffff169052565b506040830151613d8d604084018264ffffffffff169052565b506060830151613da1606084018215159052565b506080830151613dbc60808401826001600160601b03169052565b5060a0830151613dd760a08401826001600160601b03169052565b5060c0830151613def60c084018263ffffffff169052565b5060e0830151613e0760e084018263ffffffff169052565b50610100830151613e246101008401826001600160a01b03169052565b50610120830151613e416101208401826001600160601b03169052565b5061014083015161014083015261016083015161016083015292915050565b5f5f60408385031215613e71575f5ffd5b613d3c8361386b565b5f5f5f60a08486031215613e8c575f5ffd5b613e968585613a96565b9250613ea460608501613b6c565b9150608084013560ff81168114613eb9575f5ffd5b809150509250925092565b8183526020830192505f815f5b84811015613efd5763ffffffff613ee7836139f8565b1686526020958601959190910190600101613ed1565b5093949350505050565b858152608060208201525f613f20608083018688613ec4565b6040830194909452506001600160a01b03919091166060909101529392505050565b634e487b7160e01b5f52601160045260245ffd5b80820180821115610c5057610c50613f42565b63ffffffff8281168282160390811115610c5057610c50613f42565b6020810160028310613f9957613f99613c0e565b91905290565b818382375f9101908152919050565b5f63ffffffff821663ffffffff8103613fc957613fc9613f42565b60010192915050565b81835281816020850137505f828201602090810191909152601f909101601f19169091010190565b8781528660208201526001600160601b03861660408201526001600160601b0385166060820152831515608082015260c060a08201525f61129060c083018486613fd2565b5f5f8335601e19843603018112614054575f5ffd5b83018035915067ffffffffffffffff82111561406e575f5ffd5b6020019150600581901b3603821315610a1d575f5ffd5b602081525f611cd4602083018486613ec4565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52601260045260245ffd5b5f826140ce576140ce6140ac565b500690565b5f826140e1576140e16140ac565b500490565b60ff85168152836020820152606060408201525f610c29606083018486613fd2565b5f60208284031215614118575f5ffd5b813567ffffffffffffffff81168114611651575f5ffd5b5f5f8335601e19843603018112614144575f5ffd5b83018035915067ffffffffffffffff82111561415e575f5ffd5b602001915036819003821315610a1d575f5ffd5b8082028115828204841417610c5057610c50613f42565b81810381811115610c5057610c50613f42565b828152604081016116516020830184613c22565b5f600182016141c1576141c1613f42565b5060010190565b63ffffffff8181168382160190811115610c5057610c50613f42565b6001600160601b038281168282160390811115610c5057610c50613f42565b8315158152606081016142196020830185613c36565b611cd46040830184613c22565b5f5f85851115614234575f5ffd5b83861115614240575f5ffd5b5050820193919092039150565b80356020831015610c50575f19602084900360031b1b169291505056fea164736f6c6343000825000a",
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
	Bin: "0x608060405234801561000f575f5ffd5b50604051610ded380380610ded83398101604081905261002e916101ee565b826001600160a01b03163b5f0361006857604051633798524f60e01b81526001600160a01b03841660048201526024015b60405180910390fd5b8015806100755750815181115b156100a057815160405163cae4c39f60e01b815261005f918391600401918252602082015260400190565b5f805b835181101561014757816001600160a01b03168482815181106100c8576100c86102d7565b60200260200101516001600160a01b0316116100fa576040516339f84bbf60e11b81526004810182905260240161005f565b83818151811061010c5761010c6102d7565b6020908102919091018101516001600160a01b0381165f90815260029092526040909120805460ff19166001908117909155909250016100a3565b508382845f80806014600161015c86826102eb565b508591906101000a8154816001600160601b0302191690836001600160601b031602179055508491906101000a8154816001600160a01b0302191690836001600160a01b0316021790555050505050505050610394565b6001600160a01b03811681146101c7575f5ffd5b50565b634e487b7160e01b5f52604160045260245ffd5b80516101e9816101b3565b919050565b5f5f5f60608486031215610200575f5ffd5b835161020b816101b3565b60208501519093506001600160401b03811115610226575f5ffd5b8401601f81018613610236575f5ffd5b80516001600160401b0381111561024f5761024f6101ca565b604051600582901b90603f8201601f191681016001600160401b038111828210171561027d5761027d6101ca565b60405291825260208184018101929081018984111561029a575f5ffd5b6020850194505b838510156102c0576102b2856101de565b8152602094850194016102a1565b506040979097015195989697509495945050505050565b634e487b7160e01b5f52603260045260245ffd5b81516001600160401b03811115610304576103046101ca565b6801000000000000000081111561031d5761031d6101ca565b81548183558082101561035157825f528160205f20018282035f5b8181101561034d575f83820155600101610338565b5050505b5060208301610365835f9081526020902090565b5f5b8381101561038c5782516001600160a01b031681830155602090920191600101610367565b505050505050565b610a4c806103a15f395ff3fe608060405234801561000f575f5ffd5b5060043610610060575f3560e01c806319e3c6fa1461006457806342cde4e81461008a578063a230c524146100a1578063bdd4d18d146100dc578063e22f2e5e146100f1578063e2fdcc1714610106575b5f5ffd5b610077610072366004610743565b610120565b6040519081526020015b60405180910390f35b5f54600160a01b90046001600160601b0316610077565b6100cc6100af36600461076d565b6001600160a01b03165f9081526002602052604090205460ff1690565b6040519015158152602001610081565b6100e4610134565b60405161008191906107dd565b6101046100ff3660046107ef565b610194565b005b5f546040516001600160a01b039091168152602001610081565b5f61012b83836102e3565b90505b92915050565b6060600180548060200260200160405190810160405280929190818152602001828054801561018a57602002820191905f5260205f20905b81546001600160a01b0316815260019091019060200180831161016c575b5050505050905090565b5f80546040516309ba3bad60e31b81526001600160a01b0390911690634dd1dd68906101c49088906004016108c9565b602060405180830381865afa1580156101df573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061020391906108d7565b90505f61021a61021383876102e3565b858561033f565b9050817f80d5975081145eb5453bf89c2e68ee0597fea315dd54163ffe58b323b52d49ea868333604051610250939291906108ee565b60405180910390a25f85610265576002610268565b600b5b5f549091506001600160a01b031663fca19152888884600b81111561028f5761028f610920565b6040518463ffffffff1660e01b81526004016102ad93929190610934565b5f604051808303815f87803b1580156102c4575f5ffd5b505af11580156102d6573d5f5f3e3d5ffd5b5050505050505050505050565b604080517f2442912b78eac1f2fa045cf0868ed5cd26e9bf88065bf6fc2f530191b160742c602082015290810183905281151560608201525f9061012b90608001604051602081830303815290604052805190602001206104f3565b60605f61034d604184610983565b905061035a604184610996565b15158061037757505f54600160a01b90046001600160601b031681105b156103b5575f54604051630edbc13b60e41b815260048101859052600160a01b9091046001600160601b031660248201526044015b60405180910390fd5b8067ffffffffffffffff8111156103ce576103ce6109a9565b6040519080825280602002602001820160405280156103f7578160200160208202803683370190505b5091505f805b828110156104e9575f6104116041836109bd565b90505f6104388989848a6104266041836109d4565b92610433939291906109e7565b6105d8565b6001600160a01b0381165f9081526002602052604090205490915060ff1661047e576040516325c2d0c760e01b81526001600160a01b03821660048201526024016103ac565b836001600160a01b0316816001600160a01b0316116104b3576040516339f84bbf60e11b8152600481018490526024016103ac565b808684815181106104c6576104c6610a0e565b6001600160a01b03909216602092830291909101909101529250506001016103fd565b5050509392505050565b5f61059b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f285e5856147a3fbf7431b6de224fa4d0185097b1df07772940cf8a517a78e949918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60405161190160f01b6020820152602281019190915260428101839052606201604051602081830303815290604052805190602001209050919050565b5f604182146105fa5760405163d179c81760e01b815260040160405180910390fd5b5f61060860208285876109e7565b61061191610a22565b90505f6106226040602086886109e7565b61062b91610a22565b90505f8585604081811061064157610641610a0e565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a082118061068d57508060ff16601b1415801561068d57508060ff16601c14155b156106ab5760405163d179c81760e01b815260040160405180910390fd5b604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905260019060a0016020604051602081039080840390855afa1580156106fb573d5f5f3e3d5ffd5b5050604051601f1901519450506001600160a01b0384166104e95760405163d179c81760e01b815260040160405180910390fd5b8035801515811461073e575f5ffd5b919050565b5f5f60408385031215610754575f5ffd5b823591506107646020840161072f565b90509250929050565b5f6020828403121561077d575f5ffd5b81356001600160a01b0381168114610793575f5ffd5b9392505050565b5f8151808452602084019350602083015f5b828110156107d35781516001600160a01b03168652602095860195909101906001016107ac565b5093949350505050565b602081525f61012b602083018461079a565b5f5f5f5f84860360a0811215610803575f5ffd5b6060811215610810575f5ffd5b508493506108206060860161072f565b9250608085013567ffffffffffffffff81111561083b575f5ffd5b8501601f8101871361084b575f5ffd5b803567ffffffffffffffff811115610861575f5ffd5b876020828401011115610872575f5ffd5b949793965060200194505050565b803563ffffffff8116811461073e575f5ffd5b8035825263ffffffff6108a860208301610880565b16602083015263ffffffff6108bf60408301610880565b1660408301525050565b6060810161012e8284610893565b5f602082840312156108e7575f5ffd5b5051919050565b8315158152606060208201525f610908606083018561079a565b905060018060a01b0383166040830152949350505050565b634e487b7160e01b5f52602160045260245ffd5b60a081016109428286610893565b831515606083015260ff83166080830152949350505050565b634e487b7160e01b5f52601260045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b5f826109915761099161095b565b500490565b5f826109a4576109a461095b565b500690565b634e487b7160e01b5f52604160045260245ffd5b808202811582820484141761012e5761012e61096f565b8082018082111561012e5761012e61096f565b5f5f858511156109f5575f5ffd5b83861115610a01575f5ffd5b5050820193919092039150565b634e487b7160e01b5f52603260045260245ffd5b8035602083101561012e575f19602084900360031b1b169291505056fea164736f6c6343000825000a",
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
	Bin: "0x6080604052348015600e575f5ffd5b50610c9a8061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061003f575f3560e01c806325048d40146100435780639758641c1461006b578063e1086d0e1461007e575b5f5ffd5b61005661005136600461082c565b61009f565b60405190151581526020015b60405180910390f35b6100566100793660046108e5565b610246565b61009161008c36600461096e565b6102f8565b604051908152602001610062565b5f6100a98261030c565b60405163c680a24360e01b81526001600160a01b03878116600483015288169063c680a24390602401602060405180830381865afa1580156100ed573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061011191906109d3565b1461011d57505f61023d565b5f61012d604460808501356109fe565b905061013c6060840184610a15565b9050610149604483610a5f565b11156101895760808301356101616060850185610a15565b6040516351ed191b60e01b815260048101939093526024830152506044015b60405180910390fd5b365f6101986060860186610a15565b84906101a5604483610a5f565b926101b293929190610a72565b90925090505f87356101ca60408a0160208b01610a99565b6101d48a8a61047b565b6040516020016102049392919092835260e09190911b6001600160e01b0319166020830152602482015260440190565b60405160208183030381529060405290508080519060200120838360405161022d929190610ac3565b6040518091039020149450505050505b95945050505050565b60405163050a5d0160e21b81526001600160a01b038481166004830152833560248301525f9182918291908816906314297404906044016040805180830381865afa158015610297573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906102bb9190610ad2565b915091508064ffffffffff19166102d2868661047b565b64ffffffffff19161480156102ed575064ffffffffff821615155b979650505050505050565b5f610303838361047b565b90505b92915050565b5f813561031f6040840160208501610b1d565b60408401356103316060860186610a15565b60405161033f929190610ac3565b6040519081900381206103709493929160200193845260ff9290921660208401526040830152606082015260800190565b60408051601f19818403018152919052805160209091012090505f5b61039960a0840184610b3d565b905081101561047557816103b060a0850185610b3d565b838181106103c0576103c0610b82565b6103d69260206060909202019081019150610b1d565b6103e360a0860186610b3d565b848181106103f3576103f3610b82565b90506060020160200135858060a0019061040d9190610b3d565b8581811061041d5761041d610b82565b90506060020160400135604051602001610453949392919093845260ff9290921660208401526040830152606082015260800190565b60408051601f198184030181529190528051602090910120915060010161038c565b50919050565b5f61048c6060840160408501610a99565b63ffffffff1615806104c757506104a96040840160208501610a99565b63ffffffff166104bf6060850160408601610a99565b63ffffffff16115b156104e5576040516353475f1d60e11b815260040160405180910390fd5b60608201355f8190036105135761050c60208401356105076040860186610a15565b6105d4565b9050610550565b6020830135151580610532575061052d6040840184610a15565b151590505b15610550576040516353475f1d60e11b815260040160405180910390fd5b5f6105b16105676105618680610a15565b8561060f565b60016105796060890160408a01610a99565b6105839190610b96565b63ffffffff166105996040890160208a01610a99565b63ffffffff166105ac60608a018a610bb2565b61062a565b905061023d85356105c86040880160208901610a99565b63ffffffff1683610781565b6040515f906105f0906002908690859087908290602001610bf8565b6040516020818303038152906040528051906020012090509392505050565b6040515f906105f09082908590879082908790602001610c3c565b5f83851061065c5760405163aacc2fb760e01b8152600481018690526024810185905260448101839052606401610180565b5f808661066a600188610c7a565b90925090505f5b8481101561074457815f036106aa5760405163aacc2fb760e01b8152600481018990526024810188905260448101869052606401610180565b82600116600114806106bb57508183145b1561070f576106e28686838181106106d5576106d5610b82565b905060200201358a6107c7565b98505b600183161580156106f557508215155b1561070a57600192831c929190911c906106e5565b610734565b6107318987878481811061072557610725610b82565b905060200201356107c7565b98505b600192831c9291821c9101610671565b5080156107755760405163aacc2fb760e01b8152600481018890526024810187905260448101859052606401610180565b50959695505050505050565b604080516d766172656b2f74726163652f763160901b60208201529081018490526001600160c01b031960c084901b166060820152606881018290525f906088016105f0565b604051600160f81b602082015260218101839052604181018290525f9060610160405160208183030381529060405280519060200120905092915050565b6001600160a01b0381168114610819575f5ffd5b50565b5f60808284031215610475575f5ffd5b5f5f5f5f5f60a08688031215610840575f5ffd5b853561084b81610805565b9450602086013561085b81610805565b9350604086013567ffffffffffffffff811115610876575f5ffd5b6108828882890161081c565b935050606086013567ffffffffffffffff81111561089e575f5ffd5b6108aa8882890161081c565b925050608086013567ffffffffffffffff8111156108c6575f5ffd5b860160c081890312156108d7575f5ffd5b809150509295509295909350565b5f5f5f5f608085870312156108f8575f5ffd5b843561090381610805565b9350602085013561091381610805565b9250604085013567ffffffffffffffff81111561092e575f5ffd5b61093a8782880161081c565b925050606085013567ffffffffffffffff811115610956575f5ffd5b6109628782880161081c565b91505092959194509250565b5f5f6040838503121561097f575f5ffd5b823567ffffffffffffffff811115610995575f5ffd5b6109a18582860161081c565b925050602083013567ffffffffffffffff8111156109bd575f5ffd5b6109c98582860161081c565b9150509250929050565b5f602082840312156109e3575f5ffd5b5051919050565b634e487b7160e01b5f52601160045260245ffd5b8082028115828204841417610306576103066109ea565b5f5f8335601e19843603018112610a2a575f5ffd5b83018035915067ffffffffffffffff821115610a44575f5ffd5b602001915036819003821315610a58575f5ffd5b9250929050565b80820180821115610306576103066109ea565b5f5f85851115610a80575f5ffd5b83861115610a8c575f5ffd5b5050820193919092039150565b5f60208284031215610aa9575f5ffd5b813563ffffffff81168114610abc575f5ffd5b9392505050565b818382375f9101908152919050565b5f5f60408385031215610ae3575f5ffd5b825164ffffffffff81168114610af7575f5ffd5b602084015190925064ffffffffff1981168114610b12575f5ffd5b809150509250929050565b5f60208284031215610b2d575f5ffd5b813560ff81168114610abc575f5ffd5b5f5f8335601e19843603018112610b52575f5ffd5b83018035915067ffffffffffffffff821115610b6c575f5ffd5b6020019150606081023603821315610a58575f5ffd5b634e487b7160e01b5f52603260045260245ffd5b63ffffffff8281168282160390811115610306576103066109ea565b5f5f8335601e19843603018112610bc7575f5ffd5b83018035915067ffffffffffffffff821115610be1575f5ffd5b6020019150600581901b3603821315610a58575f5ffd5b60f886901b6001600160f81b03191681526001810185905260c084901b6001600160c01b0319166021820152818360298301375f9101602901908152949350505050565b60f886901b6001600160f81b031916815260c085901b6001600160c01b03191660018201528284600983013760099201918201526029019392505050565b81810381811115610306576103066109ea56fea164736f6c6343000825000a",
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
