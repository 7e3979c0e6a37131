// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ClaimWord, filed} from "./ClaimWord.sol";
import {IEscrow} from "./IEscrow.sol";
import {Sessions} from "./Sessions.sol";

/// @title Escrow
/// @notice Claims over promises, reserves, sessions and commitments. See `IEscrow` for what each function promises.
/// @dev Invariant: balance >= reserves + bonds of open claims + credits; more only by ether forced upon the contract.
contract Escrow is Sessions {
    /// @notice Time the provider has to deliver evidence, and to offer it on chain.
    uint256 public constant EVIDENCE_WINDOW = 3 days;
    /// @notice Time the verifier has before the user may withdraw, or before offered evidence may count as missing.
    uint256 public constant VERDICT_WINDOW = 10 days;
    /// @notice Time after which anyone may close a claim that nobody moved.
    uint256 public constant EXPIRY_WINDOW = 180 days;

    struct Pair {
        ClaimWord newest;
    }

    /// @dev One slot for each pair: its newest round. All rounds before it were withdrawn, so a pair is paid at most once.
    mapping(bytes32 session => mapping(uint32 promiseId => Pair)) private _pairs;
    mapping(bytes32 claim => bytes32 bundleHash) private _offers;

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
        bytes32 computed = _sessionId(owner, msg.sender, salt, _promisesHash(promises));
        if (computed != session) revert EscrowSessionMismatch(session, computed);
        if (!_isOpen(session)) revert EscrowUnknownSession(session);
        _requireListed(session, promiseId, promises);
        return _file(session, promiseId, headsHash);
    }

    /// @inheritdoc IEscrow
    function fileSigned(SignedOpening calldata opening, uint32 promiseId, bytes32 headsHash)
        external
        payable
        returns (bytes32 claim)
    {
        if (opening.user != msg.sender) revert EscrowNotUser(opening.user, msg.sender);
        bytes32 session = _shownSessionId(opening);
        if (!_isOpen(session)) _openSigned(session, opening);
        _requireListed(session, promiseId, opening.promises);
        return _file(session, promiseId, headsHash);
    }

    /// @inheritdoc IEscrow
    function offer(ClaimKey calldata key, bytes32 bundleHash) external {
        (, ClaimWord c) = _inStatus(key, Status.Open);
        _requireOperator(_promises[key.promiseId].owner);
        if (bundleHash == 0) revert EscrowZero();
        bytes32 claim = _claimId(key);
        if (_offers[claim] != 0) revert EscrowOffered(claim);
        uint256 last = c.filedAt() + EVIDENCE_WINDOW;
        if (block.timestamp > last) revert EscrowTooLate(last);
        _offers[claim] = bundleHash;
        emit EvidenceOffered(claim, msg.sender, bundleHash);
    }

    /// @inheritdoc IEscrow
    function settle(ClaimKey calldata key, bool violated, uint8 reason) external nonReentrant {
        (Pair storage pair, ClaimWord c) = _inStatus(key, Status.Open);
        Promise storage p = _promises[key.promiseId];
        address verifier = p.verifier;
        if (msg.sender != verifier) revert EscrowNotVerifier(verifier, msg.sender);
        _requireReason(violated, reason);
        uint256 bond = p.bond;
        // From here on what the claim itself holds is available to it.
        p.openClaims -= 1;
        if (violated) {
            _requireWindow(key, c.filedAt(), reason);
            _breach(key, pair, c, p, bond, Reason(reason));
        } else {
            _keep(key, pair, c, p.owner, bond);
        }
    }

    /// @inheritdoc IEscrow
    function withdrawClaim(ClaimKey calldata key) external nonReentrant {
        (Pair storage pair, ClaimWord c) = _inStatus(key, Status.Open);
        if (msg.sender != c.user()) revert EscrowNotUser(c.user(), msg.sender);
        Promise storage p = _promises[key.promiseId];
        p.openClaims -= 1;
        Withdrawal why = Withdrawal.ReserveShort;
        if (_available(p) >= p.payout) {
            why = Withdrawal.NoVerdict;
            uint256 last = c.filedAt() + VERDICT_WINDOW;
            if (block.timestamp <= last) revert EscrowTooEarly(last);
        }
        pair.newest = c.withOutcome(Status.Withdrawn, Reason.None);
        emit ClaimWithdrawn(_claimId(key), key.promiseId, c.user(), why);
        _push(c.user(), p.bond);
    }

    /// @inheritdoc IEscrow
    function collect(ClaimKey calldata key) external nonReentrant {
        (Pair storage pair, ClaimWord c) = _inStatus(key, Status.Due);
        Promise storage p = _promises[key.promiseId];
        bytes32 claim = _claimId(key);
        _payOldest(key.promiseId, p, claim);
        pair.newest = c.withOutcome(Status.Paid, c.reason());
        emit PayoutCollected(claim, key.promiseId, c.user(), p.payout);
        _push(c.user(), p.payout);
    }

    /// @inheritdoc IEscrow
    function expire(ClaimKey calldata key) external {
        (Pair storage pair, ClaimWord c) = _inStatus(key, Status.Open);
        Promise storage p = _promises[key.promiseId];
        uint256 last = c.filedAt() + EXPIRY_WINDOW;
        if (block.timestamp <= last) revert EscrowTooEarly(last);
        _requireWithdrawable(key.promiseId, p);
        pair.newest = c.withOutcome(Status.Expired, Reason.None);
        p.openClaims -= 1;
        emit ClaimExpired(_claimId(key), key.promiseId, c.user());
        _credit(c.user(), p.bond);
    }

    /// @inheritdoc IEscrow
    function claimOf(ClaimKey calldata key) external view returns (Claim memory) {
        return _claimOf(key);
    }

    /// @inheritdoc IEscrow
    function offerOf(bytes32 claim) external view returns (bytes32 bundleHash) {
        return _offers[claim];
    }

    /// @inheritdoc IEscrow
    function latestClaimOf(bytes32 session, uint32 promiseId) external view returns (bytes32 claim, uint32 round) {
        round = _pairs[session][promiseId].newest.round();
        if (round != 0) claim = _claimId(session, promiseId, round);
    }

    /// @inheritdoc IEscrow
    function claimId(ClaimKey calldata key) external view returns (bytes32) {
        return _claimId(key);
    }

    /// @dev Files the claim of an open session on a promise that it carries, which opening has looked at.
    function _file(bytes32 session, uint32 promiseId, bytes32 headsHash) private returns (bytes32 claim) {
        Promise storage p = _promises[promiseId];
        address owner = p.owner;
        _requireFilingOpen(session, owner, p.retiredAt);
        _admit(p);
        uint32 round = _enter(session, promiseId);
        claim = _claimId(session, promiseId, round);
        bytes32 accumulator = _accumulator(owner);
        emit ClaimFiled(claim, p.verifier, owner, session, promiseId, round, msg.sender, headsHash, accumulator);
    }

    /// @dev Counts a claim on the promise, which must have the money for it.
    function _admit(Promise storage p) private {
        (uint256 payout, uint256 bond) = (p.payout, p.bond);
        if (_received() != bond) revert EscrowBond(_received(), bond);
        uint256 available = _available(p);
        if (available < payout) revert EscrowReserveShort(available, payout);
        p.openClaims += 1;
    }

    /// @dev The promise was kept, which only a trace with a final can show: the bond is the owner's.
    function _keep(ClaimKey calldata key, Pair storage pair, ClaimWord c, address owner, uint256 bond) private {
        if (_finalTime(owner, key.session) == 0) revert EscrowNoFinal(key.session);
        _rule(key, pair, c, Status.Satisfied, Reason.Satisfied);
        _credit(owner, bond);
    }

    /// @dev The promise was broken. Where the reserve is short, or spoken for by older dues, the bond goes back and the payout
    /// is owed.
    function _breach(
        ClaimKey calldata key,
        Pair storage pair,
        ClaimWord c,
        Promise storage p,
        uint256 bond,
        Reason reason
    ) private {
        uint256 payout = p.payout;
        if (_available(p) >= payout) {
            _rule(key, pair, c, Status.Paid, reason);
            _spend(p, payout);
            _push(c.user(), payout + bond);
        } else {
            bytes32 claim = _rule(key, pair, c, Status.Due, reason);
            _owe(key.promiseId, p, claim);
            _push(c.user(), bond);
        }
    }

    /// @dev Writes the verdict.
    function _rule(ClaimKey calldata key, Pair storage pair, ClaimWord c, Status status, Reason reason)
        private
        returns (bytes32 claim)
    {
        pair.newest = c.withOutcome(status, reason);
        claim = _claimId(key);
        emit ClaimSettled(claim, key.promiseId, c.user(), status != Status.Satisfied, reason, status);
    }

    /// @dev Writes the pair's next round, which there is only when the last was withdrawn.
    function _enter(bytes32 session, uint32 promiseId) private returns (uint32 round) {
        Pair storage pair = _pairs[session][promiseId];
        ClaimWord last = pair.newest;
        Status status = last.status();
        round = last.round();
        if (status != Status.None && status != Status.Withdrawn) {
            revert EscrowPairTaken(_claimId(session, promiseId, round), status);
        }
        round += 1;
        pair.newest = filed(msg.sender, block.timestamp, round);
    }

    /// @dev The pair's newest claim, which must be the one named and in this status.
    function _inStatus(ClaimKey calldata key, Status status) private view returns (Pair storage pair, ClaimWord c) {
        pair = _pairs[key.session][key.promiseId];
        c = pair.newest;
        if (c.round() != key.round || c.status() != status) {
            revert EscrowStatus(_claimId(key), _claimOf(key).status);
        }
    }

    /// @dev A pair came to its newest round only because every round before it was withdrawn.
    function _claimOf(ClaimKey calldata key) private view returns (Claim memory c) {
        c = _pairs[key.session][key.promiseId].newest.unpacked();
        if (key.round == 0 || key.round > c.round) delete c;
        else if (key.round < c.round) c = Claim(c.user, 0, key.round, Status.Withdrawn, Reason.None);
    }

    /// @dev Filing ends 30 days after the final commitment or the retirement, whichever is first.
    function _requireFilingOpen(bytes32 session, address owner, uint256 retiredAt) private view {
        uint256 closing = _finalTime(owner, session);
        if (retiredAt != 0 && (closing == 0 || retiredAt < closing)) closing = retiredAt;
        if (closing != 0 && block.timestamp > closing + CLAIM_WINDOW) revert EscrowTooLate(closing + CLAIM_WINDOW);
    }

    function _requireReason(bool violated, uint8 reason) private pure {
        if (
            reason == uint8(Reason.None) || reason > uint8(type(Reason).max)
                || violated == (reason == uint8(Reason.Satisfied))
        ) revert EscrowReason(violated, reason);
    }

    /// @dev A verdict for want of something waits for the time there was to bring it to pass.
    function _requireWindow(ClaimKey calldata key, uint256 filedAt, uint8 reason) private view {
        bool noEvidence = reason == uint8(Reason.NoEvidence);
        if (!noEvidence && reason != uint8(Reason.NoFinal)) return;
        uint256 window = noEvidence && _offers[_claimId(key)] != 0 ? VERDICT_WINDOW : EVIDENCE_WINDOW;
        if (block.timestamp <= filedAt + window) revert EscrowTooEarly(filedAt + window);
    }

    function _claimId(ClaimKey calldata key) private view returns (bytes32) {
        return _claimId(key.session, key.promiseId, key.round);
    }

    function _claimId(bytes32 session, uint32 promiseId, uint32 round) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), session, promiseId, round));
    }
}
