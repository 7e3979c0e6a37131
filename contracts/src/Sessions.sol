// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Commitments} from "./Commitments.sol";
import {IEscrow} from "./IEscrow.sol";
import {Promises} from "./Promises.sol";
import {Signatures} from "./Signatures.sol";

/// @title Sessions
/// @notice A session's id binds provider, user and promises. It is opened by a transaction before its first covered action,
/// or by the operator's signature, which its user keeps and shows when a claim is filed.
/// @dev Both ways check the same of every promise in the list, so a session that is open carries only promises that were the
/// owner's and live when it was opened, and the first opening stands.
abstract contract Sessions is Promises, Commitments {
    bytes32 private constant SESSION_TAG = keccak256("varek/session/v1");
    bytes32 private constant OPEN_TYPE =
        keccak256("Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)");

    mapping(bytes32 session => Session) private _sessions;

    /// @inheritdoc IEscrow
    function open(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        onlyOperator(owner)
        returns (bytes32 session)
    {
        session = _sessionId(owner, user, salt, _promisesHash(promises));
        if (_isOpen(session)) revert EscrowSessionOpened(session);
        // The time for claims runs from the final: one that lies before the opening would have used it up.
        if (_finalTime(owner, session) != 0) revert EscrowFinalized(session);
        _open(session, owner, user, block.timestamp, promises);
        emit SessionOpened(session, owner, user, salt, promises, block.timestamp, msg.sender);
    }

    /// @inheritdoc IEscrow
    function openSigned(SignedOpening calldata opening) external returns (bytes32 session) {
        session = _shownSessionId(opening);
        if (_isOpen(session)) revert EscrowSessionOpened(session);
        // Only its user opens a session that has a final, by `fileSigned`. Else the provider could take the final back by a later
        // signature of its own, or have an early one stand by an earlier signature before the user shows the opening it was given.
        if (_finalTime(opening.owner, session) != 0) revert EscrowFinalized(session);
        _openSigned(session, opening);
    }

    /// @inheritdoc IEscrow
    function sessionOf(bytes32 session) external view returns (Session memory) {
        return _sessions[session];
    }

    /// @inheritdoc IEscrow
    function sessionId(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        view
        returns (bytes32)
    {
        return _sessionId(owner, user, salt, _promisesHash(promises));
    }

    /// @inheritdoc IEscrow
    function domainSeparator() external view returns (bytes32) {
        return Signatures.separator();
    }

    /// @dev Opens a session that is not open by what is shown.
    function _openSigned(bytes32 session, SignedOpening calldata opening) internal {
        uint256 openedAt = opening.openedAt;
        if (openedAt == 0 || openedAt > block.timestamp) revert EscrowOpenedAt(openedAt);
        bytes32 structHash = keccak256(
            abi.encode(OPEN_TYPE, opening.owner, opening.user, opening.salt, _promisesHash(opening.promises), openedAt)
        );
        address by = Signatures.signer(Signatures.digest(structHash), opening.signature);
        if (!_mayHaveSigned(opening.owner, by, openedAt, CLAIM_WINDOW)) revert EscrowSigner(by);
        _open(session, opening.owner, opening.user, openedAt, opening.promises);
        // Not refused, because this is the user's call and the final the provider's.
        _voidEarlierFinal(opening.owner, session, openedAt);
        emit SessionOpened(session, opening.owner, opening.user, opening.salt, opening.promises, openedAt, by);
    }

    /// @dev Whether the session was opened, in either way.
    function _isOpen(bytes32 session) internal view returns (bool) {
        return _sessions[session].openedAt != 0;
    }

    /// @dev Id of the session that is shown.
    function _shownSessionId(SignedOpening calldata opening) internal view returns (bytes32) {
        return _sessionId(opening.owner, opening.user, opening.salt, _promisesHash(opening.promises));
    }

    function _sessionId(address owner, address user, bytes32 salt, bytes32 promisesHash)
        internal
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(SESSION_TAG, block.chainid, address(this), owner, user, salt, promisesHash));
    }

    function _promisesHash(uint32[] calldata promises) internal pure returns (bytes32) {
        return keccak256(abi.encode(promises));
    }

    function _requireListed(bytes32 session, uint32 promiseId, uint32[] calldata promises) internal pure {
        for (uint256 i = 0; i < promises.length; ++i) {
            if (promises[i] == promiseId) return;
        }
        revert EscrowNotInSession(session, promiseId);
    }

    /// @dev Stores the opening, after a look at every promise in the list.
    function _open(bytes32 session, address owner, address user, uint256 openedAt, uint32[] calldata promises) private {
        if (user == address(0)) revert EscrowZero();
        uint32 previous = 0;
        for (uint256 i = 0; i < promises.length; ++i) {
            uint32 promiseId = promises[i];
            if (promiseId <= previous) revert EscrowPromisesOrder(i);
            Promise storage p = _existing(promiseId);
            if (p.owner != owner) revert EscrowNotOwner(promiseId, p.owner, owner);
            if (p.registeredAt > openedAt) revert EscrowRegisteredLater(promiseId, p.registeredAt);
            // A promise that was retired in this very second had ended when the transaction came.
            if (p.retiredAt != 0 && p.retiredAt <= openedAt) revert EscrowRetired(promiseId);
            previous = promiseId;
        }
        _sessions[session] = Session({owner: owner, openedAt: uint40(openedAt)});
    }
}
