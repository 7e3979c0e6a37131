// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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

    /// @dev One slot for each pair: its newest round. All rounds before it were withdrawn, so a pair is paid at most once.
    mapping(bytes32 session => mapping(uint32 promiseId => Claim)) private _claims;
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
        Claim storage c = _inStatus(key, Status.Open);
        _requireOperator(_promises[key.promiseId].owner);
        if (bundleHash == 0) revert EscrowZero();
        bytes32 claim = _claimId(key);
        if (_offers[claim] != 0) revert EscrowOffered(claim);
        uint256 last = c.filedAt + EVIDENCE_WINDOW;
        if (block.timestamp > last) revert EscrowTooLate(last);
        _offers[claim] = bundleHash;
        emit EvidenceOffered(claim, msg.sender, bundleHash);
    }

    /// @inheritdoc IEscrow
    function settle(ClaimKey calldata key, bool violated, uint8 reason) external nonReentrant {
        Claim storage c = _inStatus(key, Status.Open);
        Promise storage p = _promises[key.promiseId];
        if (msg.sender != p.verifier) revert EscrowNotVerifier(p.verifier, msg.sender);
        _requireVerdict(key, c.filedAt, p.owner, violated, reason);

        p.openClaims -= 1;
        if (!violated) _keep(key, c, p);
        else if (_available(p) >= p.payout) _breach(key, c, p, Reason(reason));
        else _breachShort(key, c, p, Reason(reason));
    }

    /// @inheritdoc IEscrow
    function withdrawClaim(ClaimKey calldata key) external nonReentrant {
        Claim storage c = _inStatus(key, Status.Open);
        address user = c.user;
        if (msg.sender != user) revert EscrowNotUser(user, msg.sender);
        Promise storage p = _promises[key.promiseId];
        // What the claim itself holds is available to it.
        p.openClaims -= 1;
        Withdrawal why = Withdrawal.ReserveShort;
        if (_available(p) >= p.payout) {
            why = Withdrawal.NoVerdict;
            uint256 last = c.filedAt + VERDICT_WINDOW;
            if (block.timestamp <= last) revert EscrowTooEarly(last);
        }
        c.status = Status.Withdrawn;
        emit ClaimWithdrawn(_claimId(key), key.promiseId, user, why);
        _push(user, p.bond);
    }

    /// @inheritdoc IEscrow
    function collect(ClaimKey calldata key) external nonReentrant {
        Claim storage c = _inStatus(key, Status.Due);
        Promise storage p = _promises[key.promiseId];
        bytes32 claim = _claimId(key);
        _payOldest(key.promiseId, p, claim);
        c.status = Status.Paid;
        emit PayoutCollected(claim, key.promiseId, c.user, p.payout);
        _push(c.user, p.payout);
    }

    /// @inheritdoc IEscrow
    function expire(ClaimKey calldata key) external {
        Claim storage c = _inStatus(key, Status.Open);
        Promise storage p = _promises[key.promiseId];
        uint256 last = c.filedAt + EXPIRY_WINDOW;
        if (block.timestamp <= last) revert EscrowTooEarly(last);
        _requireWithdrawable(key.promiseId, p);
        c.status = Status.Expired;
        p.openClaims -= 1;
        emit ClaimExpired(_claimId(key), key.promiseId, c.user);
        _credit(c.user, p.bond);
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
        round = _claims[session][promiseId].round;
        if (round != 0) claim = _claimId(session, promiseId, round);
    }

    /// @inheritdoc IEscrow
    function claimId(ClaimKey calldata key) external view returns (bytes32) {
        return _claimId(key);
    }

    /// @dev Files the claim of an open session on a promise that it carries, which opening has looked at.
    function _file(bytes32 session, uint32 promiseId, bytes32 headsHash) private returns (bytes32 claim) {
        Promise storage p = _promises[promiseId];
        _requireFilingOpen(session, p);
        if (_received() != p.bond) revert EscrowBond(_received(), p.bond);
        uint256 available = _available(p);
        if (available < p.payout) revert EscrowReserveShort(available, p.payout);

        Claim storage c = _claims[session][promiseId];
        uint32 round = c.round;
        if (c.status != Status.None && c.status != Status.Withdrawn) {
            revert EscrowPairTaken(_claimId(session, promiseId, round), c.status);
        }
        round += 1;
        claim = _claimId(session, promiseId, round);
        p.openClaims += 1;
        _claims[session][promiseId] = Claim({
            user: msg.sender, filedAt: uint40(block.timestamp), round: round, status: Status.Open, reason: Reason.None
        });
        bytes32 accumulator = _accumulator(p.owner);
        emit ClaimFiled(claim, p.verifier, p.owner, session, promiseId, round, msg.sender, headsHash, accumulator);
    }

    /// @dev The promise was kept: the bond is the owner's.
    function _keep(ClaimKey calldata key, Claim storage c, Promise storage p) private {
        (c.status, c.reason) = (Status.Satisfied, Reason.Satisfied);
        emit ClaimSettled(_claimId(key), key.promiseId, c.user, false, Reason.Satisfied, Status.Satisfied);
        _credit(p.owner, p.bond);
    }

    /// @dev The promise was broken and the reserve covers it.
    function _breach(ClaimKey calldata key, Claim storage c, Promise storage p, Reason reason) private {
        (c.status, c.reason) = (Status.Paid, reason);
        _spend(p, p.payout);
        emit ClaimSettled(_claimId(key), key.promiseId, c.user, true, reason, Status.Paid);
        _push(c.user, uint256(p.payout) + p.bond);
    }

    /// @dev The promise was broken and the reserve is short, or spoken for by older dues.
    function _breachShort(ClaimKey calldata key, Claim storage c, Promise storage p, Reason reason) private {
        (c.status, c.reason) = (Status.Due, reason);
        bytes32 claim = _claimId(key);
        emit ClaimSettled(claim, key.promiseId, c.user, true, reason, Status.Due);
        _owe(key.promiseId, p, claim);
        _push(c.user, p.bond);
    }

    /// @dev The pair's newest claim, which must be the one named and in this status.
    function _inStatus(ClaimKey calldata key, Status status) private view returns (Claim storage c) {
        c = _claims[key.session][key.promiseId];
        if (c.round != key.round || c.status != status) {
            revert EscrowStatus(_claimId(key), _claimOf(key).status);
        }
    }

    /// @dev A pair came to its newest round only because every round before it was withdrawn.
    function _claimOf(ClaimKey calldata key) private view returns (Claim memory c) {
        c = _claims[key.session][key.promiseId];
        if (key.round == 0 || key.round > c.round) {
            delete c;
        } else if (key.round < c.round) {
            (c.filedAt, c.round, c.status, c.reason) = (0, key.round, Status.Withdrawn, Reason.None);
        }
    }

    /// @dev Filing ends 30 days after the final commitment or the retirement, whichever is first.
    function _requireFilingOpen(bytes32 session, Promise storage p) private view {
        uint256 closing = _finalTime(p.owner, session);
        if (p.retiredAt != 0 && (closing == 0 || p.retiredAt < closing)) closing = p.retiredAt;
        if (closing != 0 && block.timestamp > closing + CLAIM_WINDOW) revert EscrowTooLate(closing + CLAIM_WINDOW);
    }

    /// @dev A verdict for the owner needs a final; a verdict for want of something needs the time to bring it to pass.
    function _requireVerdict(ClaimKey calldata key, uint256 filedAt, address owner, bool violated, uint8 reason)
        private
        view
    {
        if (
            reason == uint8(Reason.None) || reason > uint8(type(Reason).max)
                || violated == (reason == uint8(Reason.Satisfied))
        ) revert EscrowReason(violated, reason);
        if (!violated && _finalTime(owner, key.session) == 0) revert EscrowNoFinal(key.session);

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
