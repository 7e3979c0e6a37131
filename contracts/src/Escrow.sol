// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Commitments} from "./Commitments.sol";
import {IEscrow} from "./IEscrow.sol";
import {Promises} from "./Promises.sol";

/// @title Escrow
/// @notice Sessions and claims over promises, reserves and commitments. See `IEscrow` for what each function promises.
/// @dev Invariant: balance >= reserves + bonds of open claims + credits; more only by ether forced upon the contract.
contract Escrow is Promises, Commitments {
    /// @notice Time the provider has to deliver evidence, and to offer it on chain.
    uint256 public constant EVIDENCE_WINDOW = 3 days;
    /// @notice Time the verifier has before the user may withdraw, or before offered evidence may count as missing.
    uint256 public constant VERDICT_WINDOW = 10 days;
    /// @notice Time after which anyone may close a claim that nobody moved.
    uint256 public constant EXPIRY_WINDOW = 180 days;

    bytes32 private constant SESSION_TAG = keccak256("varek/session/v1");

    mapping(bytes32 session => Session) private _sessions;
    mapping(bytes32 claim => Claim) private _claims;
    mapping(bytes32 claim => bytes32 bundleHash) private _offers;

    /// @inheritdoc IEscrow
    function open(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        onlyOperator(owner)
        returns (bytes32 session)
    {
        if (user == address(0)) revert EscrowZero();
        uint32 previous = 0;
        for (uint256 i = 0; i < promises.length; ++i) {
            uint32 promiseId = promises[i];
            if (promiseId <= previous) revert EscrowPromisesOrder(i);
            Promise storage p = _existing(promiseId);
            if (p.owner != owner) revert EscrowNotOwner(promiseId, p.owner, owner);
            if (p.retiredAt != 0) revert EscrowRetired(promiseId);
            previous = promiseId;
        }
        session = _sessionId(owner, user, salt, promises);
        if (_sessions[session].openedAt != 0) revert EscrowSessionOpened(session);
        _sessions[session] = Session({owner: owner, openedAt: uint40(block.timestamp)});
        emit SessionOpened(session, owner, user, salt, promises);
    }

    /// @inheritdoc IEscrow
    function file(
        bytes32 session,
        uint32 promiseId,
        uint32[] calldata promises,
        address owner,
        bytes32 salt,
        bytes32 headsHash
    ) external payable returns (bytes32 claim) {
        // The id binds the user, so another caller computes another session.
        bytes32 computed = _sessionId(owner, msg.sender, salt, promises);
        if (computed != session) revert EscrowSessionMismatch(session, computed);
        if (_sessions[session].openedAt == 0) revert EscrowUnknownSession(session);
        _requireListed(session, promiseId, promises);

        // Opening has checked that the promise exists and belongs to the owner.
        Promise storage p = _promises[promiseId];
        _requireFilingOpen(session, p);
        if (_received() != p.bond) revert EscrowBond(_received(), p.bond);
        uint256 available = _available(p);
        if (available < p.payout) revert EscrowReserveShort(available, p.payout);

        uint32 round;
        (claim, round) = _freeRound(session, promiseId);
        p.openClaims += 1;
        _claims[claim] = Claim({
            user: msg.sender,
            filedAt: uint40(block.timestamp),
            promiseId: promiseId,
            status: Status.Open,
            reason: Reason.None,
            session: session
        });
        _emitFiled(claim, round, headsHash);
    }

    /// @inheritdoc IEscrow
    function offer(bytes32 claim, bytes32 bundleHash) external {
        Claim storage c = _inStatus(claim, Status.Open);
        _requireOperator(_promises[c.promiseId].owner);
        if (bundleHash == 0) revert EscrowZero();
        if (_offers[claim] != 0) revert EscrowOffered(claim);
        uint256 last = c.filedAt + EVIDENCE_WINDOW;
        if (block.timestamp > last) revert EscrowTooLate(last);
        _offers[claim] = bundleHash;
        emit EvidenceOffered(claim, msg.sender, bundleHash);
    }

    /// @inheritdoc IEscrow
    function settle(bytes32 claim, bool violated, uint8 reason) external nonReentrant {
        Claim storage c = _inStatus(claim, Status.Open);
        Promise storage p = _promises[c.promiseId];
        if (msg.sender != p.verifier) revert EscrowNotVerifier(p.verifier, msg.sender);
        _requireVerdict(claim, c, p.owner, violated, reason);

        c.reason = Reason(reason);
        p.openClaims -= 1;
        if (!violated) _keep(claim, c, p);
        else if (_available(p) >= p.payout) _breach(claim, c, p);
        else _breachShort(claim, c, p);
    }

    /// @inheritdoc IEscrow
    function withdrawClaim(bytes32 claim) external nonReentrant {
        Claim storage c = _inStatus(claim, Status.Open);
        if (msg.sender != c.user) revert EscrowNotUser(c.user, msg.sender);
        Promise storage p = _promises[c.promiseId];
        Withdrawal why = Withdrawal.ReserveShort;
        if (_available(p) >= p.payout) {
            why = Withdrawal.NoVerdict;
            uint256 last = c.filedAt + VERDICT_WINDOW;
            if (block.timestamp <= last) revert EscrowTooEarly(last);
        }
        c.status = Status.Withdrawn;
        p.openClaims -= 1;
        emit ClaimWithdrawn(claim, c.promiseId, c.user, why);
        _push(c.user, p.bond);
    }

    /// @inheritdoc IEscrow
    function collect(bytes32 claim) external nonReentrant {
        Claim storage c = _inStatus(claim, Status.Due);
        Promise storage p = _promises[c.promiseId];
        _payOldest(c.promiseId, p, claim);
        c.status = Status.Paid;
        emit PayoutCollected(claim, c.promiseId, c.user, p.payout);
        _push(c.user, p.payout);
    }

    /// @inheritdoc IEscrow
    function expire(bytes32 claim) external {
        Claim storage c = _inStatus(claim, Status.Open);
        Promise storage p = _promises[c.promiseId];
        uint256 last = c.filedAt + EXPIRY_WINDOW;
        if (block.timestamp <= last) revert EscrowTooEarly(last);
        _requireWithdrawable(c.promiseId, p);
        c.status = Status.Expired;
        p.openClaims -= 1;
        emit ClaimExpired(claim, c.promiseId, c.user);
        _credit(c.user, p.bond);
    }

    /// @inheritdoc IEscrow
    function sessionOf(bytes32 session) external view returns (Session memory) {
        return _sessions[session];
    }

    /// @inheritdoc IEscrow
    function claimOf(bytes32 claim) external view returns (Claim memory) {
        return _claims[claim];
    }

    /// @inheritdoc IEscrow
    function offerOf(bytes32 claim) external view returns (bytes32 bundleHash) {
        return _offers[claim];
    }

    /// @inheritdoc IEscrow
    function latestClaimOf(bytes32 session, uint32 promiseId) external view returns (bytes32 claim, uint32 round) {
        for (bytes32 next = _claimId(session, promiseId, 1); _claims[next].status != Status.None;) {
            claim = next;
            next = _claimId(session, promiseId, ++round + 1);
        }
    }

    /// @inheritdoc IEscrow
    function sessionId(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        view
        returns (bytes32)
    {
        return _sessionId(owner, user, salt, promises);
    }

    /// @inheritdoc IEscrow
    function claimId(bytes32 session, uint32 promiseId, uint32 round) external view returns (bytes32) {
        return _claimId(session, promiseId, round);
    }

    /// @dev The promise was kept: the bond is the owner's.
    function _keep(bytes32 claim, Claim storage c, Promise storage p) private {
        c.status = Status.Satisfied;
        emit ClaimSettled(claim, c.promiseId, c.user, false, c.reason, Status.Satisfied);
        _credit(p.owner, p.bond);
    }

    /// @dev The promise was broken and the reserve covers it.
    function _breach(bytes32 claim, Claim storage c, Promise storage p) private {
        c.status = Status.Paid;
        _spend(p, p.payout);
        emit ClaimSettled(claim, c.promiseId, c.user, true, c.reason, Status.Paid);
        _push(c.user, uint256(p.payout) + p.bond);
    }

    /// @dev The promise was broken and the reserve is short, or spoken for by older dues.
    function _breachShort(bytes32 claim, Claim storage c, Promise storage p) private {
        c.status = Status.Due;
        emit ClaimSettled(claim, c.promiseId, c.user, true, c.reason, Status.Due);
        _owe(c.promiseId, p, claim);
        _push(c.user, p.bond);
    }

    /// @dev From storage, which keeps the caller's stack small.
    function _emitFiled(bytes32 claim, uint32 round, bytes32 headsHash) private {
        Claim storage c = _claims[claim];
        Promise storage p = _promises[c.promiseId];
        emit ClaimFiled(
            claim, p.verifier, p.owner, c.session, c.promiseId, round, c.user, headsHash, _accumulator(p.owner)
        );
    }

    /// @dev The claim, which must be in this status.
    function _inStatus(bytes32 claim, Status status) private view returns (Claim storage c) {
        c = _claims[claim];
        if (c.status != status) revert EscrowStatus(claim, c.status);
    }

    /// @dev First round without a claim. All before it must have been withdrawn, so a pair never has two live claims.
    /// The loop runs once for each withdrawal by this user, who pays for it.
    function _freeRound(bytes32 session, uint32 promiseId) private view returns (bytes32 claim, uint32 round) {
        for (round = 1;; ++round) {
            claim = _claimId(session, promiseId, round);
            Status status = _claims[claim].status;
            if (status == Status.None) return (claim, round);
            if (status != Status.Withdrawn) revert EscrowPairTaken(claim, status);
        }
    }

    function _requireListed(bytes32 session, uint32 promiseId, uint32[] calldata promises) private pure {
        for (uint256 i = 0; i < promises.length; ++i) {
            if (promises[i] == promiseId) return;
        }
        revert EscrowNotInSession(session, promiseId);
    }

    /// @dev Filing ends 30 days after the final commitment or the retirement, whichever is first.
    function _requireFilingOpen(bytes32 session, Promise storage p) private view {
        uint256 closing = _finalTime(p.owner, session);
        if (p.retiredAt != 0 && (closing == 0 || p.retiredAt < closing)) closing = p.retiredAt;
        if (closing != 0 && block.timestamp > closing + CLAIM_WINDOW) revert EscrowTooLate(closing + CLAIM_WINDOW);
    }

    /// @dev A verdict for the owner needs a final; a verdict for want of something needs the time to bring it to pass.
    function _requireVerdict(bytes32 claim, Claim storage c, address owner, bool violated, uint8 reason) private view {
        if (
            reason == uint8(Reason.None) || reason > uint8(type(Reason).max)
                || violated == (reason == uint8(Reason.Satisfied))
        ) revert EscrowReason(violated, reason);
        if (!violated && _finalTime(owner, c.session) == 0) revert EscrowNoFinal(c.session);

        bool noEvidence = reason == uint8(Reason.NoEvidence);
        if (!noEvidence && reason != uint8(Reason.NoFinal)) return;
        uint256 window = noEvidence && _offers[claim] != 0 ? VERDICT_WINDOW : EVIDENCE_WINDOW;
        if (block.timestamp <= c.filedAt + window) revert EscrowTooEarly(c.filedAt + window);
    }

    function _sessionId(address owner, address user, bytes32 salt, uint32[] calldata promises)
        private
        view
        returns (bytes32)
    {
        bytes32 promisesHash = keccak256(abi.encode(promises));
        return keccak256(abi.encode(SESSION_TAG, block.chainid, address(this), owner, user, salt, promisesHash));
    }

    function _claimId(bytes32 session, uint32 promiseId, uint32 round) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), session, promiseId, round));
    }
}
