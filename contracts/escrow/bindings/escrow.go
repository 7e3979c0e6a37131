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
	User      common.Address
	FiledAt   *big.Int
	PromiseId uint32
	Status    uint8
	Reason    uint8
	Session   [32]byte
}

// IEscrowPromise is an auto generated low-level Go binding around an user-defined struct.
type IEscrowPromise struct {
	Owner        common.Address
	Payout       *big.Int
	Reserve      *big.Int
	Bond         *big.Int
	OpenClaims   uint32
	Dues         uint32
	Verifier     common.Address
	RegisteredAt *big.Int
	RetiredAt    *big.Int
	Predicate    [32]byte
	ParamsHash   [32]byte
}

// IEscrowSession is an auto generated low-level Go binding around an user-defined struct.
type IEscrowSession struct {
	Owner    common.Address
	OpenedAt *big.Int
}

// EscrowMetaData contains all meta data concerning the Escrow contract.
var EscrowMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowAmount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"dues\",\"type\":\"uint256\"}],\"name\":\"EscrowBeyondDues\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"sent\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"bond\",\"type\":\"uint256\"}],\"name\":\"EscrowBond\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowItem\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"length\",\"type\":\"uint256\"}],\"name\":\"EscrowItemsLength\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowNoFinal\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotInSession\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"oldest\",\"type\":\"bytes32\"}],\"name\":\"EscrowNotOldest\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOperator\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowNotRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotUser\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"}],\"name\":\"EscrowNotVerifier\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowNothing\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"EscrowOffered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"}],\"name\":\"EscrowOpenClaims\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowPairTaken\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"given\",\"type\":\"bytes32\"}],\"name\":\"EscrowParamsHash\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"EscrowPromisesOrder\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"EscrowReason\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowReentered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"available\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"payout\",\"type\":\"uint256\"}],\"name\":\"EscrowReserveShort\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowRetired\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"computed\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionMismatch\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowSessionOpened\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"EscrowStatus\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"after_\",\"type\":\"uint256\"}],\"name\":\"EscrowTooEarly\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"last\",\"type\":\"uint256\"}],\"name\":\"EscrowTooLate\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"EscrowTransfer\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"EscrowUnknownPromise\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"EscrowUnknownSession\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EscrowZero\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"kind\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"prevAcc\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"Checkpoints\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"}],\"name\":\"ClaimExpired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"accumulator\",\"type\":\"bytes32\"}],\"name\":\"ClaimFiled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"}],\"name\":\"ClaimSettled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"enumIEscrow.Withdrawal\",\"name\":\"why\",\"type\":\"uint8\"}],\"name\":\"ClaimWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"CreditPulled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Credited\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"EvidenceOffered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"OperatorSet\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Paid\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"PayoutCollected\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"PayoutDue\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"indexed\":false,\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"PromiseRegistered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"withdrawableAfter\",\"type\":\"uint256\"}],\"name\":\"PromiseRetired\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"reserve\",\"type\":\"uint256\"}],\"name\":\"ReserveFunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"ReserveWithdrawn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"SessionOpened\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"CLAIM_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EVIDENCE_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EXPIRY_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ITEM_SIZE\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"PUSH_GAS\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"VERDICT_WINDOW\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"accumulatorOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"availableOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"checkpoint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"name\":\"claimId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"claimOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"filedAt\",\"type\":\"uint40\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"enumIEscrow.Status\",\"name\":\"status\",\"type\":\"uint8\"},{\"internalType\":\"enumIEscrow.Reason\",\"name\":\"reason\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"internalType\":\"structIEscrow.Claim\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"collect\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"creditOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"expire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"headsHash\",\"type\":\"bytes32\"}],\"name\":\"file\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"finalOf\",\"outputs\":[{\"internalType\":\"uint40\",\"name\":\"time\",\"type\":\"uint40\"},{\"internalType\":\"bytes27\",\"name\":\"h\",\"type\":\"bytes27\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"items\",\"type\":\"bytes\"}],\"name\":\"finalize\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"fund\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"latestClaimOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"uint32\",\"name\":\"round\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"name\":\"offer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"offerOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"bundleHash\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"oldestDueOf\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"open\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"operatorOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"promiseCount\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"promiseOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"reserve\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"uint32\",\"name\":\"openClaims\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"dues\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"registeredAt\",\"type\":\"uint40\"},{\"internalType\":\"uint40\",\"name\":\"retiredAt\",\"type\":\"uint40\"},{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"}],\"internalType\":\"structIEscrow.Promise\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"pull\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"predicate\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"paramsHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint96\",\"name\":\"payout\",\"type\":\"uint96\"},{\"internalType\":\"uint96\",\"name\":\"bond\",\"type\":\"uint96\"},{\"internalType\":\"address\",\"name\":\"verifier\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"name\":\"register\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"}],\"name\":\"retire\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint32[]\",\"name\":\"promises\",\"type\":\"uint32[]\"}],\"name\":\"sessionId\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"session\",\"type\":\"bytes32\"}],\"name\":\"sessionOf\",\"outputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint40\",\"name\":\"openedAt\",\"type\":\"uint40\"}],\"internalType\":\"structIEscrow.Session\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"setOperator\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"},{\"internalType\":\"bool\",\"name\":\"violated\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"reason\",\"type\":\"uint8\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"claim\",\"type\":\"bytes32\"}],\"name\":\"withdrawClaim\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32\",\"name\":\"promiseId\",\"type\":\"uint32\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"withdrawReserve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "Escrow",
	Bin: "0x6080604052348015600e575f5ffd5b506135048061001c5f395ff3fe6080604052600436106101fc575f3560e01c80637580725011610113578063a44938871161009d578063c64417981161006d578063c644179814610680578063c680a2431461069f578063d6775754146106be578063dbe91903146106dd578063e45f381714610828575f5ffd5b8063a44938871461060d578063b3ab15fb1461062c578063b63ec74b1461064b578063ba05083914610661575f5ffd5b806387c9c460116100e357806387c9c460146104f95780638b59577d1461058d578063903fafea146105ac57806397035cd3146105d85780639f34fc80146105f7575f5ffd5b806375807250146104805780637cb68aa2146104b45780637efbc67a146104d3578063818f484b146104e6575f5ffd5b80632b68f2a5116101945780634cd71c6e116101645780634cd71c6e146103cc57806352d11238146103eb578063636f35d31461040a578063689949d114610459578063710daf4d1461046c575f5ffd5b80632b68f2a51461035a57806341ccdd0d1461036f578063440ba2251461038e578063497777d5146103ad575f5ffd5b80631eaaa9fc116101cf5780631eaaa9fc146102b65780631f347885146102d757806322261431146102f6578063263a8ac514610321575f5ffd5b80630d23482b1461020057806313f90065146102295780631429740414610248578063171966d71461028b575b5f5ffd5b34801561020b575f5ffd5b5061021662ed4e0081565b6040519081526020015b60405180910390f35b348015610234575f5ffd5b50610216610243366004612d2f565b61083e565b348015610253575f5ffd5b50610267610262366004612d99565b610a6d565b6040805164ffffffffff909316835264ffffffffff19909116602083015201610220565b348015610296575f5ffd5b506102166102a5366004612dc1565b5f908152600a602052604090205490565b3480156102c1575f5ffd5b506102d56102d0366004612e16565b610aac565b005b3480156102e2575f5ffd5b506102d56102f1366004612e78565b610b63565b348015610301575f5ffd5b5060015463ffffffff165b60405163ffffffff9091168152602001610220565b34801561032c575f5ffd5b5061034061033b366004612e91565b610c24565b6040805192835263ffffffff909116602083015201610220565b348015610365575f5ffd5b5061021661753081565b34801561037a575f5ffd5b50610216610389366004612d2f565b610c97565b348015610399575f5ffd5b506102166103a8366004612e78565b610caf565b3480156103b8575f5ffd5b506102d56103c7366004612dc1565b610cd2565b3480156103d7575f5ffd5b506102166103e6366004612e78565b610deb565b3480156103f6575f5ffd5b506102d5610405366004612ebb565b610e17565b348015610415575f5ffd5b50610441610424366004612ebb565b6001600160a01b039081165f908152600560205260409020541690565b6040516001600160a01b039091168152602001610220565b610216610467366004612ed4565b610edf565b348015610477575f5ffd5b50610216604481565b34801561048b575f5ffd5b5061021661049a366004612ebb565b6001600160a01b03165f9081526020819052604090205490565b3480156104bf575f5ffd5b506102d56104ce366004612dc1565b6111ca565b61030c6104e1366004612f67565b6113b0565b6102d56104f4366004612e78565b6115b3565b348015610504575f5ffd5b50610562610513366004612dc1565b604080518082019091525f8082526020820152505f908152600860209081526040918290208251808401909352546001600160a01b0381168352600160a01b900464ffffffffff169082015290565b6040805182516001600160a01b0316815260209283015164ffffffffff169281019290925201610220565b348015610598575f5ffd5b506102d56105a7366004612e16565b6115ef565b3480156105b7575f5ffd5b506105cb6105c6366004612dc1565b61166e565b6040516102209190613022565b3480156105e3575f5ffd5b506102166105f2366004613089565b611771565b348015610602575f5ffd5b5061021662278d0081565b348015610618575f5ffd5b506102d56106273660046130c2565b611787565b348015610637575f5ffd5b506102d5610646366004612ebb565b61191d565b348015610656575f5ffd5b506102166203f48081565b34801561066c575f5ffd5b506102d561067b36600461310a565b611973565b34801561068b575f5ffd5b506102d561069a366004612dc1565b611a9b565b3480156106aa575f5ffd5b506102166106b9366004612ebb565b611be5565b3480156106c9575f5ffd5b506102d56106d836600461312a565b611c02565b3480156106e8575f5ffd5b5061081b6106f7366004612e78565b60408051610160810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101919091525063ffffffff9081165f9081526002602081815260409283902083516101608101855281546001600160a01b0380821683526001600160601b03600160a01b92839004811695840195909552600184015480861697840197909752600160601b87049094166060830152600160c01b860487166080830152600160e01b90950490951660a08601529182015490811660c085015264ffffffffff928104831660e0850152600160c81b900490911661010083015260038101546101208301526004015461014082015290565b6040516102209190613152565b348015610833575f5ffd5b50610216620d2f0081565b5f8561084981611d32565b6001600160a01b0386166108705760405163ac9955c760e01b815260040160405180910390fd5b5f805b84811015610979575f86868381811061088e5761088e613252565b90506020020160208101906108a39190612e78565b90508263ffffffff168163ffffffff16116108d95760405163612978db60e01b8152600481018390526024015b60405180910390fd5b5f6108e382611d96565b80549091506001600160a01b038c81169116146109355780546040516329c1d4c960e11b815263ffffffff841660048201526001600160a01b039182166024820152908c1660448201526064016108d0565b6002810154600160c81b900464ffffffffff161561096e576040516336b0a50b60e01b815263ffffffff831660048201526024016108d0565b509150600101610873565b506109878888888888611ddf565b5f81815260086020526040902054909350600160a01b900464ffffffffff16156109c7576040516310bdebf360e21b8152600481018490526024016108d0565b6040805180820182526001600160a01b03808b1680835264ffffffffff42811660208086019182525f8a81526008909152869020945185549151909216600160a01b026001600160c81b0319909116918416919091171790925591519189169185907fca1088ac7ba716bcd48eeef5ed5ffe552130a6ad7acf7d7ff7a772de53aa065b90610a5a908b908b908b906132a9565b60405180910390a4505095945050505050565b5f5f610a798484611e89565b6001600160a01b0385165f90815260076020908152604080832087845290915290205490925060281b90505b9250929050565b82610ab681611d32565b5f610ac18484611eb3565b6001600160a01b0386165f9081526007602052604081209192505b82811015610b4d57604481028601803590602401355f819003610b1557604051636e8eaf5760e11b8152600481018490526024016108d0565b5f828152602085905260408120549003610b43575f8281526020859052604090204260d81b602883901c1790555b5050600101610adc565b50610b5b8660028787611ef6565b505050505050565b5f610b6d82611fc9565b6002810154909150600160c81b900464ffffffffff1615610ba9576040516336b0a50b60e01b815263ffffffff831660048201526024016108d0565b428160020160196101000a81548164ffffffffff021916908364ffffffffff160217905550336001600160a01b03168263ffffffff167fd3e870a84c4f8608c93b9a80e63fa392f75ea0d12d50b94ce862c29d0d5c6e8262278d0042610c0f91906132df565b60405190815260200160405180910390a35050565b5f5f5f610c3385856001612020565b90505b5f5f82815260096020526040902054600160e81b900460ff166006811115610c6057610c60612fea565b14610c8f57915081610c888585610c76856132f2565b9450610c83856001613316565b612020565b9050610c36565b509250929050565b5f610ca58686868686611ddf565b9695505050505050565b63ffffffff81165f908152600260205260408120610ccc90612071565b92915050565b60ff5f5c1615610cf5576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f610d0f8260056120b2565b8054600160c81b900463ffffffff165f818152600260205260409020919250610d3990828561211c565b8154600490839060ff60e81b1916600160e81b83021790555081548154604051600160a01b9091046001600160601b031681526001600160a01b03821691600160c81b900463ffffffff169085907fac4dd2f9764f1dd49f1fcb901d1a6cb92b37546279434159c6c4a63be7dbbdf59060200160405180910390a481548154610ddb916001600160a01b031690600160a01b90046001600160601b0316612277565b505f905060ff19815c16815d5050565b63ffffffff81165f90815260036020908152604080832060048352818420548452909152812054610ccc565b60ff5f5c1615610e3a576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d50335f9081526020819052604081205490819003610e7857604051631e581c5360e31b815260040160405180910390fd5b335f818152602081815260408083209290925590518381526001600160a01b03851692917f0c2709d6bf462cbaac5f0368fc9f8e5ea6fc145cf73b90cfa9927db119111b85910160405180910390a3610ed182826122da565b505f60ff19815c16815d5050565b5f5f610eee8533868a8a611ddf565b9050888114610f1a576040516339a840fb60e01b8152600481018a9052602481018290526044016108d0565b5f89815260086020526040812054600160a01b900464ffffffffff169003610f585760405163260b230160e01b8152600481018a90526024016108d0565b610f6489898989612376565b63ffffffff88165f908152600260205260409020610f828a826123f0565b6001810154600160601b90046001600160601b03163414610fd557346001820154604051631f3a613d60e01b81526004810192909252600160601b90046001600160601b031660248201526044016108d0565b5f610fdf82612071565b8254909150600160a01b90046001600160601b031681101561102f5781546040516336adb66b60e11b815260048101839052600160a01b9091046001600160601b031660248201526044016108d0565b5f61103a8c8c6124ad565b6001858101805493985091935091601890611063908490600160c01b900463ffffffff16613316565b92506101000a81548163ffffffff021916908363ffffffff1602179055506040518060c00160405280336001600160a01b031681526020014264ffffffffff1681526020018c63ffffffff168152602001600160068111156110c7576110c7612fea565b81526020015f815260209081018e90525f8781526009825260409081902083518154938501519285015163ffffffff16600160c81b0263ffffffff60c81b1964ffffffffff909416600160a01b026001600160c81b03199095166001600160a01b03909216919091179390931791821683178155606084015190929091839160ff60e81b191664ffffffffff60c81b1990911617600160e81b83600681111561117257611172612fea565b021790555060808201518154829060ff60f01b1916600160f01b83600a81111561119e5761119e612fea565b021790555060a082015181600101559050506111bb85828861253d565b50505050979650505050505050565b60ff5f5c16156111ed576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f6112078260016120b2565b80549091506001600160a01b03163314611248578054604051630b5bc61d60e31b81526001600160a01b0390911660048201523360248201526044016108d0565b8054600160c81b900463ffffffff165f9081526002602052604090208054600190600160a01b90046001600160601b031661128283612071565b106112d1575081545f9081906112aa90620d2f0090600160a01b900464ffffffffff166132df565b90508042116112cf57604051631c971ec160e31b8152600481018290526024016108d0565b505b825460ff60e81b1916600160e91b17835560018281018054601890611304908490600160c01b900463ffffffff16613332565b82546101009290920a63ffffffff81810219909316918316021790915584546040516001600160a01b0382169350600160c81b9091049091169086907f78173009938e36c18b844d15d336f07fff5c7f20ee2046481e143db794fc56779061136d90869061334e565b60405180910390a48254600183015461139f916001600160a01b031690600160601b90046001600160601b0316612277565b505f91505060ff19815c16815d5050565b5f8715806113bc575086155b806113ce57506001600160a01b038416155b156113ec5760405163ac9955c760e01b815260040160405180910390fd5b6001600160601b038616158061140957506001600160601b038516155b1561142957604051630e73969160e41b81525f60048201526024016108d0565b811580159061144f5750868383604051611444929190613368565b604051809103902014155b1561148b578282604051611464929190613368565b60405190819003812063f5fa9f9560e01b82526004820152602481018890526044016108d0565b600180545f906114a09063ffffffff166132f2565b825463ffffffff8083166101009490940a848102910219909116179092555f818152600260208190526040918290206001600160601b03808c16600160a01b908102339081178455600184018054938e16600160601b026bffffffffffffffffffffffff60601b1990941693909317909255928201805464ffffffffff42169094026001600160c81b03199094166001600160a01b038c16908117949094179055600382018e9055600482018d90559251949550939092907f7b2ab8ceca6e8d2bb6f8971c70f125903da6d01176d0a2579b369a53ed43395c9061158f908e908e908e908e908d908d9061339f565b60405180910390a434156115a7576115a782826125f3565b50979650505050505050565b5f6115bd82611d96565b9050345f036115e157604051630e73969160e41b81525f60048201526024016108d0565b6115eb82826125f3565b5050565b826115f981611d32565b5f6116048484611eb3565b90505f5b8181101561165957604481028501602081013560e01c906024013581158061162e575080155b1561164f57604051636e8eaf5760e11b8152600481018490526024016108d0565b5050600101611608565b506116678560018686611ef6565b5050505050565b6116a46040805160c0810182525f8082526020820181905291810182905290606082019081526020015f81526020015f81525090565b5f82815260096020908152604091829020825160c08101845281546001600160a01b0381168252600160a01b810464ffffffffff1693820193909352600160c81b830463ffffffff1693810193909352906060830190600160e81b900460ff16600681111561171557611715612fea565b600681111561172657611726612fea565b81528154602090910190600160f01b900460ff16600a81111561174b5761174b612fea565b600a81111561175c5761175c612fea565b81526020016001820154815250509050919050565b5f61177d848484612020565b90505b9392505050565b60ff5f5c16156117aa576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f6117c48460016120b2565b8054600160c81b900463ffffffff165f90815260026020819052604090912090810154919250906001600160a01b0316331461182a5760028101546040516355daeabb60e01b81526001600160a01b0390911660048201523360248201526044016108d0565b805461184490869084906001600160a01b031687876126f8565b8260ff16600a81111561185957611859612fea565b8254839060ff60f01b1916600160f01b83600a81111561187b5761187b612fea565b0217905550600181810180546018906118a2908490600160c01b900463ffffffff16613332565b92506101000a81548163ffffffff021916908363ffffffff160217905550836118d5576118d0858383612841565b61190b565b8054600160a01b90046001600160601b03166118f082612071565b10611900576118d08583836128e0565b61190b8583836129b4565b505f905060ff19815c16815d50505050565b335f8181526005602052604080822080546001600160a01b0319166001600160a01b03861690811790915590519092917ffd489696792cc4c5d5b226c46f008e459c8ec9b746c49191d74bb92c19fd186791a350565b5f61197f8360016120b2565b8054600160c81b900463ffffffff165f908152600260205260409020549091506119b1906001600160a01b0316611d32565b5f8290036119d25760405163ac9955c760e01b815260040160405180910390fd5b5f838152600a602052604090205415611a01576040516301aeef5360e21b8152600481018490526024016108d0565b80545f90611a21906203f48090600160a01b900464ffffffffff166132df565b905080421115611a475760405163b234cbdd60e01b8152600481018290526024016108d0565b5f848152600a60205260409081902084905551339085907f9cfe2d898c58d8795b309714ed72b8a2a6fe046aad8fd555695b1b5f1224cc2d90611a8d9087815260200190565b60405180910390a350505050565b5f611aa78260016120b2565b8054600160c81b810463ffffffff165f90815260026020526040812092935090611ae39062ed4e0090600160a01b900464ffffffffff166132df565b9050804211611b0857604051631c971ec160e31b8152600481018290526024016108d0565b8254611b2190600160c81b900463ffffffff1683612a6e565b825460ff60e81b1916600360e91b17835560018281018054601890611b54908490600160c01b900463ffffffff16613332565b82546101009290920a63ffffffff81810219909316918316021790915584546040516001600160a01b0382169350600160c81b9091049091169086907ffb87bc6e44797176602239696ce4a14531c53870518fb7ebf586c7317ea09dec905f90a482546001830154611bdf916001600160a01b031690600160601b90046001600160601b0316612af0565b50505050565b6001600160a01b0381165f90815260066020526040812054610ccc565b60ff5f5c1615611c25576040516339b0502960e21b815260040160405180910390fd5b60015f805c60ff19168217905d505f611c3d83611fc9565b9050611c498382612a6e565b6001810154600160c01b900463ffffffff1615611c9757600181015460405163589197fb60e01b815263ffffffff8581166004830152600160c01b90920490911660248201526044016108d0565b5f611ca182612071565b9050805f03611cc357604051631e581c5360e31b815260040160405180910390fd5b611ccd8282612b57565b826001600160a01b03168463ffffffff167fdb35040b21713a400b9140709d1610c51d5abbeba249df1bb68bf8e0367d0c7383604051611d0f91815260200190565b60405180910390a3611d2183826122da565b505f905060ff19815c16815d505050565b336001600160a01b03821614801590611d6457506001600160a01b038181165f90815260056020526040902054163314155b15611d93576040516305b55f2960e41b81526001600160a01b03821660048201523360248201526044016108d0565b50565b63ffffffff81165f90815260026020526040902080546001600160a01b0316611dda57604051633430466160e21b815263ffffffff831660048201526024016108d0565b919050565b5f5f8383604051602001611df49291906133e8565b60408051808303601f1901815282825280516020918201207fb39430737d395f53537d391436f2f529418dbd45d371210c3dbe2ec4fb47f2168285015246848401523060608501526001600160a01b039a8b1660808501529890991660a083015260c082019690965260e080820197909752855180820390970187526101000190945250508251929093019190912092915050565b6001600160a01b03919091165f908152600760209081526040808320938352929052205460d81c90565b5f811580611eca5750611ec760448361340f565b15155b15611eeb5760405163dbb6d5d160e01b8152600481018390526024016108d0565b611780604483613422565b6001600160a01b0384165f9081526006602052604090819020549051819085904290611f259087908790613368565b604051908190038120611f569493929160200193845260ff9290921660208401526040830152606082015260800190565b60408051601f1981840301815282825280516020918201206001600160a01b0389165f81815260069093529290912055907fa56d31b6742171b91bfe2679e711b2776e3e6acb54928d5769979881c140385e90611fba908790859088908890613435565b60405180910390a25050505050565b5f611fd382611d96565b80549091506001600160a01b03163314611dda5780546040516329c1d4c960e11b815263ffffffff841660048201526001600160a01b0390911660248201523360448201526064016108d0565b6040805146602082015230918101919091526060810184905263ffffffff8084166080830152821660a08201525f9060c0016040516020818303038152906040528051906020012090509392505050565b5f5f61207c83612b9e565b60018401549091506001600160601b03168110612099575f611780565b60018301546117809082906001600160601b0316613457565b5f8281526009602052604090208160068111156120d1576120d1612fea565b8154600160e81b900460ff1660068111156120ee576120ee612fea565b14610ccc57805460405163a009fdb960e01b81526108d0918591600160e81b90910460ff169060040161346a565b63ffffffff83165f9081526003602090815260408083206004835281842054845290915290205481811461216d57604051638d698fb960e01b815260048101839052602481018290526044016108d0565b825460018401546001600160601b03600160a01b9092048216911610156121ca57600183015483546040516336adb66b60e11b81526001600160601b039283166004820152600160a01b90910490911660248201526044016108d0565b63ffffffff84165f90815260036020908152604080832060049092528220805491929190826121f88361347e565b9190505581526020019081526020015f205f9055600183600101601c8282829054906101000a900463ffffffff166122309190613332565b92506101000a81548163ffffffff021916908363ffffffff160217905550611bdf83845f0160149054906101000a90046001600160601b03166001600160601b0316612b57565b6122848282617530612bcf565b156122d057816001600160a01b03167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc489826040516122c491815260200190565b60405180910390a25050565b6115eb8282612af0565b6001600160a01b0382166123015760405163ac9955c760e01b815260040160405180910390fd5b61230c82825a612bcf565b61233b57604051639a3c746160e01b81526001600160a01b0383166004820152602481018290526044016108d0565b816001600160a01b03167f737c69225d647e5994eab1a6c301bf6d9232beb2759ae1e27a8966b4732bc489826040516122c491815260200190565b5f5b818110156123c7578363ffffffff1683838381811061239957612399613252565b90506020020160208101906123ae9190612e78565b63ffffffff16036123bf5750611bdf565b600101612378565b506040516399ddba2160e01b81526004810185905263ffffffff841660248201526044016108d0565b80545f90612407906001600160a01b031684611e89565b600283015464ffffffffff9182169250600160c81b90041615801590612446575080158061244657506002820154600160c81b900464ffffffffff1681115b1561246057506002810154600160c81b900464ffffffffff165b801580159061247a575061247762278d00826132df565b42115b156124a85761248c62278d00826132df565b60405163b234cbdd60e01b81526004016108d091815260200190565b505050565b5f60015b6124bc848483612020565b5f81815260096020526040812054919350600160e81b90910460ff16908160068111156124eb576124eb612fea565b036124f65750610aa5565b600281600681111561250a5761250a612fea565b1461252c57828160405163efd881a960e01b81526004016108d092919061346a565b50612536816132f2565b90506124b1565b5f838152600960209081526040808320805463ffffffff600160c81b82048116808752600280875285882080549181015460018701546001600160a01b03938416808c5260068b529a89902054895191825299810194909452938b168388015293811660608301526080820189905260a0820196909652935192959194919391169188917fb100e1b7d57403e32a07d159e0b945b28ccc4de8bf87300e57e6611d692f1eab919081900360c00190a45050505050565b600181015434905f906126109083906001600160601b03166132df565b90506001600160601b0381111561263d57604051630e73969160e41b8152600481018390526024016108d0565b6002830154600160c81b900464ffffffffff1615801590612665575061266283612b9e565b81115b15612696578061267484612b9e565b60405163f0d5db4360e01b8152600481019290925260248201526044016108d0565b6001830180546bffffffffffffffffffffffff19166001600160601b0383161790556040805183815260208101839052339163ffffffff8716917f590c601214a3473f49a8883ad660a5f4551f38a5c8dd039b30161e0a48127af19101611a8d565b60ff8116158061270b5750600a60ff8216115b8061271d575081151560ff8216600214145b156127485760405163469eb50d60e11b8152821515600482015260ff821660248201526044016108d0565b81158015612768575061275f838560010154611e89565b64ffffffffff16155b1561278e5783600101546040516306d2ca9f60e11b81526004016108d091815260200190565b60ff81166003148015816127a6575060ff8216600414155b156127b15750611667565b5f8180156127cb57505f878152600a602052604090205415155b6127d8576203f4806127dd565b620d2f005b86549091506127fb908290600160a01b900464ffffffffff166132df565b421161283857855461281c908290600160a01b900464ffffffffff166132df565b604051631c971ec160e31b81526004016108d091815260200190565b50505050505050565b815460ff60e81b198116600360e81b178084556040516001600160a01b0390921691600160c81b820463ffffffff169186917f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa8916128ae915f91600160f01b900460ff1690600390613496565b60405180910390a4805460018201546124a8916001600160a01b031690600160601b90046001600160601b0316612af0565b815460ff60e81b1916600160ea1b178255805461290e908290600160a01b90046001600160601b0316612b57565b81546040516001600160a01b03821691600160c81b810463ffffffff169186917f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa89161296b91600191600160f01b90910460ff1690600490613496565b60405180910390a48154600182015482546124a8926001600160a01b0316916129af916001600160601b03600160601b909204821691600160a01b909104166132df565b612277565b815460ff60e81b198116600560e81b178084556040516001600160a01b0390921691600160c81b820463ffffffff169186917f6fe98bd1dcc9c84e86c9153eaab955f2fd6ec20a9f569a9d0bc4e989945a8aa891612a2291600191600160f01b900460ff1690600590613496565b60405180910390a48154612a4490600160c81b900463ffffffff168285612be0565b815460018201546124a8916001600160a01b031690600160601b90046001600160601b0316612277565b6002810154600160c81b900464ffffffffff165f03612aa85760405163b67657dd60e01b815263ffffffff831660048201526024016108d0565b60028101545f90612acb9062278d0090600160c81b900464ffffffffff166132df565b90508042116124a857604051631c971ec160e31b8152600481018290526024016108d0565b6001600160a01b0382165f9081526020819052604081208054839290612b179084906132df565b90915550506040518181526001600160a01b038316907f9c9e0cdb1670e88302408e5b941dc636f63a3293204694bb68910fcf3d9305f3906020016122c4565b6001820180548291905f90612b769084906001600160601b03166134c1565b92506101000a8154816001600160601b0302191690836001600160601b031602179055505050565b805460018201545f91610ccc91600160a01b9091046001600160601b031690600160e01b900463ffffffff166134e0565b5f5f5f5f5f868887f1949350505050565b600182015463ffffffff8481165f908152600460205260408120549092612c1092600160e01b90910416906132df565b63ffffffff8086165f90815260036020908152604080832085845290915290208490556001858101805493945090929091601c91612c57918591600160e01b900416613316565b92506101000a81548163ffffffff021916908363ffffffff1602179055508363ffffffff16827f03d1ee59899ff6390f2405583df96c2247006eb456e4ea2ad4a1830faedbc67f855f0160149054906101000a90046001600160601b031684604051611a8d9291906001600160601b03929092168252602082015260400190565b80356001600160a01b0381168114611dda575f5ffd5b5f5f83601f840112612cfe575f5ffd5b50813567ffffffffffffffff811115612d15575f5ffd5b6020830191508360208260051b8501011115610aa5575f5ffd5b5f5f5f5f5f60808688031215612d43575f5ffd5b612d4c86612cd8565b9450612d5a60208701612cd8565b935060408601359250606086013567ffffffffffffffff811115612d7c575f5ffd5b612d8888828901612cee565b969995985093965092949392505050565b5f5f60408385031215612daa575f5ffd5b612db383612cd8565b946020939093013593505050565b5f60208284031215612dd1575f5ffd5b5035919050565b5f5f83601f840112612de8575f5ffd5b50813567ffffffffffffffff811115612dff575f5ffd5b602083019150836020828501011115610aa5575f5ffd5b5f5f5f60408486031215612e28575f5ffd5b612e3184612cd8565b9250602084013567ffffffffffffffff811115612e4c575f5ffd5b612e5886828701612dd8565b9497909650939450505050565b803563ffffffff81168114611dda575f5ffd5b5f60208284031215612e88575f5ffd5b61178082612e65565b5f5f60408385031215612ea2575f5ffd5b82359150612eb260208401612e65565b90509250929050565b5f60208284031215612ecb575f5ffd5b61178082612cd8565b5f5f5f5f5f5f5f60c0888a031215612eea575f5ffd5b87359650612efa60208901612e65565b9550604088013567ffffffffffffffff811115612f15575f5ffd5b612f218a828b01612cee565b9096509450612f34905060608901612cd8565b969995985093969295946080840135945060a09093013592915050565b80356001600160601b0381168114611dda575f5ffd5b5f5f5f5f5f5f5f60c0888a031215612f7d575f5ffd5b8735965060208801359550612f9460408901612f51565b9450612fa260608901612f51565b9350612fb060808901612cd8565b925060a088013567ffffffffffffffff811115612fcb575f5ffd5b612fd78a828b01612dd8565b989b979a50959850939692959293505050565b634e487b7160e01b5f52602160045260245ffd5b6007811061300e5761300e612fea565b9052565b600b811061300e5761300e612fea565b81516001600160a01b0316815260208083015164ffffffffff169082015260408083015163ffffffff169082015260608083015160c083019161306790840182612ffe565b50608083015161307a6080840182613012565b5060a092830151919092015290565b5f5f5f6060848603121561309b575f5ffd5b833592506130ab60208501612e65565b91506130b960408501612e65565b90509250925092565b5f5f5f606084860312156130d4575f5ffd5b83359250602084013580151581146130ea575f5ffd5b9150604084013560ff811681146130ff575f5ffd5b809150509250925092565b5f5f6040838503121561311b575f5ffd5b50508035926020909101359150565b5f5f6040838503121561313b575f5ffd5b61314483612e65565b9150612eb260208401612cd8565b81516001600160a01b031681526101608101602083015161317e60208401826001600160601b03169052565b50604083015161319960408401826001600160601b03169052565b5060608301516131b460608401826001600160601b03169052565b5060808301516131cc608084018263ffffffff169052565b5060a08301516131e460a084018263ffffffff169052565b5060c08301516131ff60c08401826001600160a01b03169052565b5060e083015161321860e084018264ffffffffff169052565b5061010083015161323361010084018264ffffffffff169052565b5061012083015161012083015261014083015161014083015292915050565b634e487b7160e01b5f52603260045260245ffd5b8183526020830192505f815f5b8481101561329f5763ffffffff61328983612e65565b1686526020958601959190910190600101613273565b5093949350505050565b838152604060208201525f6132c2604083018486613266565b95945050505050565b634e487b7160e01b5f52601160045260245ffd5b80820180821115610ccc57610ccc6132cb565b5f63ffffffff821663ffffffff810361330d5761330d6132cb565b60010192915050565b63ffffffff8181168382160190811115610ccc57610ccc6132cb565b63ffffffff8281168282160390811115610ccc57610ccc6132cb565b602081016002831061336257613362612fea565b91905290565b818382375f9101908152919050565b81835281816020850137505f828201602090810191909152601f909101601f19169091010190565b8681528560208201526001600160601b03851660408201526001600160601b038416606082015260a060808201525f6133dc60a083018486613377565b98975050505050505050565b602081525f61177d602083018486613266565b634e487b7160e01b5f52601260045260245ffd5b5f8261341d5761341d6133fb565b500690565b5f82613430576134306133fb565b500490565b60ff85168152836020820152606060408201525f610ca5606083018486613377565b81810381811115610ccc57610ccc6132cb565b828152604081016117806020830184612ffe565b5f6001820161348f5761348f6132cb565b5060010190565b8315158152606081016134ac6020830185613012565b6134b96040830184612ffe565b949350505050565b6001600160601b038281168282160390811115610ccc57610ccc6132cb565b8082028115828204841417610ccc57610ccc6132cb56fea164736f6c6343000825000a",
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
// the contract method with ID 0x97035cd3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claimId(bytes32 session, uint32 promiseId, uint32 round) view returns(bytes32)
func (escrow *Escrow) PackClaimId(session [32]byte, promiseId uint32, round uint32) []byte {
	enc, err := escrow.abi.Pack("claimId", session, promiseId, round)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaimId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x97035cd3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claimId(bytes32 session, uint32 promiseId, uint32 round) view returns(bytes32)
func (escrow *Escrow) TryPackClaimId(session [32]byte, promiseId uint32, round uint32) ([]byte, error) {
	return escrow.abi.Pack("claimId", session, promiseId, round)
}

// UnpackClaimId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x97035cd3.
//
// Solidity: function claimId(bytes32 session, uint32 promiseId, uint32 round) view returns(bytes32)
func (escrow *Escrow) UnpackClaimId(data []byte) ([32]byte, error) {
	out, err := escrow.abi.Unpack("claimId", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x903fafea.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function claimOf(bytes32 claim) view returns((address,uint40,uint32,uint8,uint8,bytes32))
func (escrow *Escrow) PackClaimOf(claim [32]byte) []byte {
	enc, err := escrow.abi.Pack("claimOf", claim)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackClaimOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x903fafea.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function claimOf(bytes32 claim) view returns((address,uint40,uint32,uint8,uint8,bytes32))
func (escrow *Escrow) TryPackClaimOf(claim [32]byte) ([]byte, error) {
	return escrow.abi.Pack("claimOf", claim)
}

// UnpackClaimOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x903fafea.
//
// Solidity: function claimOf(bytes32 claim) view returns((address,uint40,uint32,uint8,uint8,bytes32))
func (escrow *Escrow) UnpackClaimOf(data []byte) (IEscrowClaim, error) {
	out, err := escrow.abi.Unpack("claimOf", data)
	if err != nil {
		return *new(IEscrowClaim), err
	}
	out0 := *abi.ConvertType(out[0], new(IEscrowClaim)).(*IEscrowClaim)
	return out0, nil
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x497777d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect(bytes32 claim) returns()
func (escrow *Escrow) PackCollect(claim [32]byte) []byte {
	enc, err := escrow.abi.Pack("collect", claim)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x497777d5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function collect(bytes32 claim) returns()
func (escrow *Escrow) TryPackCollect(claim [32]byte) ([]byte, error) {
	return escrow.abi.Pack("collect", claim)
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

// PackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc6441798.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function expire(bytes32 claim) returns()
func (escrow *Escrow) PackExpire(claim [32]byte) []byte {
	enc, err := escrow.abi.Pack("expire", claim)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc6441798.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function expire(bytes32 claim) returns()
func (escrow *Escrow) TryPackExpire(claim [32]byte) ([]byte, error) {
	return escrow.abi.Pack("expire", claim)
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
// the contract method with ID 0xba050839.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function offer(bytes32 claim, bytes32 bundleHash) returns()
func (escrow *Escrow) PackOffer(claim [32]byte, bundleHash [32]byte) []byte {
	enc, err := escrow.abi.Pack("offer", claim, bundleHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOffer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xba050839.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function offer(bytes32 claim, bytes32 bundleHash) returns()
func (escrow *Escrow) TryPackOffer(claim [32]byte, bundleHash [32]byte) ([]byte, error) {
	return escrow.abi.Pack("offer", claim, bundleHash)
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
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint96,uint96,uint96,uint32,uint32,address,uint40,uint40,bytes32,bytes32))
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
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint96,uint96,uint96,uint32,uint32,address,uint40,uint40,bytes32,bytes32))
func (escrow *Escrow) TryPackPromiseOf(promiseId uint32) ([]byte, error) {
	return escrow.abi.Pack("promiseOf", promiseId)
}

// UnpackPromiseOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdbe91903.
//
// Solidity: function promiseOf(uint32 promiseId) view returns((address,uint96,uint96,uint96,uint32,uint32,address,uint40,uint40,bytes32,bytes32))
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
// the contract method with ID 0x7efbc67a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) PackRegister(predicate [32]byte, paramsHash [32]byte, payout *big.Int, bond *big.Int, verifier common.Address, params []byte) []byte {
	enc, err := escrow.abi.Pack("register", predicate, paramsHash, payout, bond, verifier, params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7efbc67a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) TryPackRegister(predicate [32]byte, paramsHash [32]byte, payout *big.Int, bond *big.Int, verifier common.Address, params []byte) ([]byte, error) {
	return escrow.abi.Pack("register", predicate, paramsHash, payout, bond, verifier, params)
}

// UnpackRegister is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7efbc67a.
//
// Solidity: function register(bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, address verifier, bytes params) payable returns(uint32 promiseId)
func (escrow *Escrow) UnpackRegister(data []byte) (uint32, error) {
	out, err := escrow.abi.Unpack("register", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
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
// the contract method with ID 0xa4493887.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settle(bytes32 claim, bool violated, uint8 reason) returns()
func (escrow *Escrow) PackSettle(claim [32]byte, violated bool, reason uint8) []byte {
	enc, err := escrow.abi.Pack("settle", claim, violated, reason)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa4493887.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settle(bytes32 claim, bool violated, uint8 reason) returns()
func (escrow *Escrow) TryPackSettle(claim [32]byte, violated bool, reason uint8) ([]byte, error) {
	return escrow.abi.Pack("settle", claim, violated, reason)
}

// PackWithdrawClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7cb68aa2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawClaim(bytes32 claim) returns()
func (escrow *Escrow) PackWithdrawClaim(claim [32]byte) []byte {
	enc, err := escrow.abi.Pack("withdrawClaim", claim)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdrawClaim is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7cb68aa2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdrawClaim(bytes32 claim) returns()
func (escrow *Escrow) TryPackWithdrawClaim(claim [32]byte) ([]byte, error) {
	return escrow.abi.Pack("withdrawClaim", claim)
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
// Solidity: event PromiseRegistered(uint32 indexed promiseId, address indexed owner, address indexed verifier, bytes32 predicate, bytes32 paramsHash, uint96 payout, uint96 bond, bytes params)
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
// Solidity: event SessionOpened(bytes32 indexed session, address indexed owner, address indexed user, bytes32 salt, uint32[] promises)
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
