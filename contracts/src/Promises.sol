// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";
import {Ledger} from "./Ledger.sol";

/// @title Promises and their reserves
/// @notice Registration, funding, retirement, and the queue of payouts that a short reserve still owes.
abstract contract Promises is Ledger {
    /// @notice How long after the final commitment or the retirement a claim may be filed; the rest of the reserve is
    /// withdrawable only after it.
    uint256 public constant CLAIM_WINDOW = 30 days;

    uint32 private _count;
    mapping(uint32 promiseId => Promise) internal _promises;

    /// @dev Claims whose payout is owed, by position; the oldest is at the head, `Promise.dues` of them are waiting.
    mapping(uint32 promiseId => mapping(uint256 position => bytes32 claim)) private _dueClaims;
    mapping(uint32 promiseId => uint256 position) private _dueHeads;

    /// @inheritdoc IEscrow
    function register(
        bytes32 predicate,
        bytes32 paramsHash,
        uint96 payout,
        uint96 bond,
        address verifier,
        bool hold,
        bytes calldata params
    ) external payable returns (uint32 promiseId) {
        if (predicate == 0 || paramsHash == 0 || verifier == address(0)) revert EscrowZero();
        if (payout == 0 || bond == 0) revert EscrowAmount(0);
        if (_received() < payout) revert EscrowReserveShort(_received(), payout);
        if (params.length != 0 && keccak256(params) != paramsHash) {
            revert EscrowParamsHash(keccak256(params), paramsHash);
        }
        promiseId = ++_count;
        Promise storage p = _promises[promiseId];
        p.owner = msg.sender;
        p.registeredAt = uint40(block.timestamp);
        p.hold = hold;
        p.bond = bond;
        p.verifier = verifier;
        p.payout = payout;
        p.predicate = predicate;
        p.paramsHash = paramsHash;
        emit PromiseRegistered(promiseId, msg.sender, verifier, predicate, paramsHash, payout, bond, hold, params);
        _fund(promiseId, p);
    }

    /// @inheritdoc IEscrow
    function fund(uint32 promiseId) external payable {
        Promise storage p = _existing(promiseId);
        if (_received() == 0) revert EscrowAmount(0);
        _fund(promiseId, p);
    }

    /// @inheritdoc IEscrow
    function retire(uint32 promiseId) external {
        Promise storage p = _owned(promiseId);
        if (p.retiredAt != 0) revert EscrowRetired(promiseId);
        p.retiredAt = uint40(block.timestamp);
        emit PromiseRetired(promiseId, msg.sender, block.timestamp + CLAIM_WINDOW);
    }

    /// @inheritdoc IEscrow
    function withdrawReserve(uint32 promiseId, address to) external nonReentrant {
        Promise storage p = _owned(promiseId);
        _requireWithdrawable(promiseId, p);
        if (p.openClaims != 0) revert EscrowOpenClaims(promiseId, p.openClaims);
        uint256 amount = _available(p);
        if (amount == 0) revert EscrowNothing();
        _spend(p, amount);
        emit ReserveWithdrawn(promiseId, to, amount);
        _transfer(to, amount);
    }

    /// @inheritdoc IEscrow
    function promiseCount() external view returns (uint32) {
        return _count;
    }

    /// @inheritdoc IEscrow
    function promiseOf(uint32 promiseId) external view returns (Promise memory) {
        return _promises[promiseId];
    }

    /// @inheritdoc IEscrow
    function availableOf(uint32 promiseId) external view returns (uint256) {
        return _available(_promises[promiseId]);
    }

    /// @inheritdoc IEscrow
    function oldestDueOf(uint32 promiseId) external view returns (bytes32 claim) {
        return _oldestDue(promiseId);
    }

    /// @dev The promise, which must exist.
    function _existing(uint32 promiseId) internal view returns (Promise storage p) {
        p = _promises[promiseId];
        if (p.owner == address(0)) revert EscrowUnknownPromise(promiseId);
    }

    /// @dev The promise, which must be the caller's.
    function _owned(uint32 promiseId) internal view returns (Promise storage p) {
        p = _existing(promiseId);
        if (p.owner != msg.sender) revert EscrowNotOwner(promiseId, p.owner, msg.sender);
    }

    /// @dev Reverts until the second after the last one in which a claim may be filed.
    function _requireWithdrawable(uint32 promiseId, Promise storage p) internal view {
        if (p.retiredAt == 0) revert EscrowNotRetired(promiseId);
        uint256 last = p.retiredAt + CLAIM_WINDOW;
        if (block.timestamp <= last) revert EscrowTooEarly(last);
    }

    /// @dev Payouts owed, in wei.
    function _owed(Promise storage p) internal view returns (uint256) {
        return uint256(p.dues) * p.payout;
    }

    /// @dev Reserve less payouts owed and held.
    function _available(Promise storage p) internal view returns (uint256) {
        uint256 bound = _owed(p);
        if (p.hold) bound += uint256(p.openClaims) * p.payout;
        return p.reserve > bound ? p.reserve - bound : 0;
    }

    /// @dev Takes `amount` out of the reserve, which covers it.
    function _spend(Promise storage p, uint256 amount) internal {
        // The cast keeps the value: every caller has compared amount with the reserve, which is a uint96.
        p.reserve -= uint96(amount);
    }

    /// @dev Puts the claim's payout at the end of the queue.
    function _owe(uint32 promiseId, Promise storage p, bytes32 claim) internal {
        uint256 position = _dueHeads[promiseId] + p.dues;
        _dueClaims[promiseId][position] = claim;
        p.dues += 1;
        emit PayoutDue(claim, promiseId, p.payout, position);
    }

    /// @dev Takes the oldest due off the queue and its payout out of the reserve.
    function _payOldest(uint32 promiseId, Promise storage p, bytes32 claim) internal {
        bytes32 oldest = _oldestDue(promiseId);
        if (claim != oldest) revert EscrowNotOldest(claim, oldest);
        if (p.reserve < p.payout) revert EscrowReserveShort(p.reserve, p.payout);
        delete _dueClaims[promiseId][_dueHeads[promiseId]++];
        p.dues -= 1;
        _spend(p, p.payout);
    }

    function _oldestDue(uint32 promiseId) private view returns (bytes32) {
        return _dueClaims[promiseId][_dueHeads[promiseId]];
    }

    function _fund(uint32 promiseId, Promise storage p) private {
        uint256 amount = _received();
        uint256 reserve = p.reserve + amount;
        if (reserve > type(uint96).max) revert EscrowAmount(amount);
        if (p.retiredAt != 0 && reserve > _owed(p)) revert EscrowBeyondDues(reserve, _owed(p));
        p.reserve = uint96(reserve);
        emit ReserveFunded(promiseId, msg.sender, amount, reserve);
    }
}
