// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";

/// @title Operators and commitments
/// @notice What an owner, or the hot key it names, has committed about its sessions.
/// @dev Checkpoints live in the log alone. The accumulator makes the log complete: who recomputes it over an owner's
/// `Checkpoints` events sees a hidden one. Sessions, order and repetition are not checked here: only the owner's own
/// commitments count for its sessions, and a verifier rules contradictory ones against it.
abstract contract Commitments is IEscrow {
    /// @notice Bytes of an item: session ‖ u32 n ‖ h.
    uint256 public constant ITEM_SIZE = 68;

    uint8 private constant KIND_CHECKPOINTS = 1;
    uint8 private constant KIND_FINALS = 2;

    mapping(address owner => address operator) private _operators;
    mapping(address owner => mapping(address operator => uint40 time)) private _relieved;
    mapping(address owner => bytes32 accumulator) private _accumulators;

    /// @dev uint40 time ‖ first 27 bytes of H, so that a contract can check a revealed record for the price of one slot.
    mapping(address owner => mapping(bytes32 session => bytes32 stored)) private _finals;

    /// @dev Admits the owner and its operator.
    modifier onlyOperator(address owner) {
        _requireOperator(owner);
        _;
    }

    /// @inheritdoc IEscrow
    function setOperator(address operator) external {
        address former = _operators[msg.sender];
        if (former != address(0)) _relieved[msg.sender][former] = uint40(block.timestamp);
        _operators[msg.sender] = operator;
        emit OperatorSet(msg.sender, operator);
    }

    /// @inheritdoc IEscrow
    function checkpoint(address owner, bytes calldata items) external onlyOperator(owner) {
        uint256 count = _count(items);
        for (uint256 i = 0; i < count; ++i) {
            (, uint32 n, bytes32 h) = _item(items, i);
            if (n == 0 || h == 0) revert EscrowItem(i);
        }
        _commit(owner, KIND_CHECKPOINTS, items);
    }

    /// @inheritdoc IEscrow
    function finalize(address owner, bytes calldata items) external onlyOperator(owner) {
        uint256 count = _count(items);
        mapping(bytes32 => bytes32) storage finals = _finals[owner];
        for (uint256 i = 0; i < count; ++i) {
            (bytes32 session,, bytes32 h) = _item(items, i);
            if (h == 0) revert EscrowItem(i);
            if (finals[session] == 0) finals[session] = bytes32(block.timestamp << 216) | (h >> 40);
        }
        _commit(owner, KIND_FINALS, items);
    }

    /// @inheritdoc IEscrow
    function operatorOf(address owner) external view returns (address) {
        return _operators[owner];
    }

    /// @inheritdoc IEscrow
    function relievedAt(address owner, address account) external view returns (uint40) {
        return _relieved[owner][account];
    }

    /// @inheritdoc IEscrow
    function accumulatorOf(address owner) external view returns (bytes32) {
        return _accumulator(owner);
    }

    /// @inheritdoc IEscrow
    function finalOf(address owner, bytes32 session) external view returns (uint40 time, bytes27 h) {
        return (_finalTime(owner, session), bytes27(_finals[owner][session] << 40));
    }

    /// @dev Reverts unless the caller is the owner or its operator.
    function _requireOperator(address owner) internal view {
        if (msg.sender != owner && msg.sender != _operators[owner]) revert EscrowNotOperator(owner, msg.sender);
    }

    /// @dev Whether a signature of `signer`, said to be of time `signedAt`, binds the owner. That of a former operator must be shown
    /// within `grace` of its relief: users have that long, and a key that was stolen no longer.
    function _mayHaveSigned(address owner, address signer, uint256 signedAt, uint256 grace)
        internal
        view
        returns (bool)
    {
        if (signer == owner || signer == _operators[owner]) return true;
        uint256 relieved = _relieved[owner][signer];
        return signedAt <= relieved && block.timestamp <= relieved + grace;
    }

    /// @dev Accumulator in force.
    function _accumulator(address owner) internal view returns (bytes32) {
        return _accumulators[owner];
    }

    /// @dev Time of the final commitment, 0 without one.
    function _finalTime(address owner, bytes32 session) internal view returns (uint40) {
        return uint40(uint256(_finals[owner][session]) >> 216);
    }

    /// @dev Folds the items into the accumulator and publishes them.
    function _commit(address owner, uint8 kind, bytes calldata items) private {
        bytes32 previous = _accumulators[owner];
        _accumulators[owner] = keccak256(abi.encode(previous, kind, block.timestamp, keccak256(items)));
        emit Checkpoints(owner, kind, previous, items);
    }

    /// @dev Number of items; refuses none and a part of one.
    function _count(bytes calldata items) private pure returns (uint256) {
        if (items.length == 0 || items.length % ITEM_SIZE != 0) revert EscrowItemsLength(items.length);
        return items.length / ITEM_SIZE;
    }

    /// @dev Item `i` of a string that `_count` has measured. Assembly, because slices cost more gas than all else an item does.
    function _item(bytes calldata items, uint256 i) private pure returns (bytes32 session, uint32 n, bytes32 h) {
        assembly ("memory-safe") {
            let start := add(items.offset, mul(i, 68)) // ITEM_SIZE
            session := calldataload(start)
            n := shr(224, calldataload(add(start, 32)))
            h := calldataload(add(start, 36))
        }
    }
}
