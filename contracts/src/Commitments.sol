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

    uint256 private constant KIND_CHECKPOINTS = 1;
    uint256 private constant KIND_FINALS = 2;

    /// @dev Stands for the accumulator zero where a slot must not be empty.
    bytes32 private constant NONE_YET = bytes32(uint256(1));

    struct Accumulator {
        bytes32 stored;
    }

    mapping(address owner => address operator) private _operators;
    mapping(address owner => mapping(address operator => uint40 time)) private _relieved;

    /// @dev An owner's accumulator lies under the key that commits for it: the operator, or the owner itself while it names none.
    /// No other slot of the owner is ever filled, so that one read gives the accumulator and shows that the caller may commit.
    mapping(address owner => mapping(address committer => Accumulator)) private _accumulators;

    /// @dev uint40 time ‖ first 27 bytes of H, so that a contract can check a revealed record for the price of one slot.
    struct Final {
        bytes32 stored;
    }

    mapping(address owner => mapping(bytes32 session => Final)) private _finals;

    /// @dev Admits the owner and its operator.
    modifier onlyOperator(address owner) {
        _requireOperator(owner);
        _;
    }

    /// @inheritdoc IEscrow
    function setOperator(address operator) external {
        address former = _operators[msg.sender];
        if (operator == former) revert EscrowOperatorUnchanged(operator);
        if (former != address(0)) _relieved[msg.sender][former] = uint40(block.timestamp);
        Accumulator storage left = _held(msg.sender);
        bytes32 stored = left.stored;
        left.stored = 0;
        _operators[msg.sender] = operator;
        _held(msg.sender).stored = stored == 0 ? NONE_YET : stored;
        emit OperatorSet(msg.sender, operator);
    }

    /// @inheritdoc IEscrow
    function checkpoint(address owner, bytes calldata items) external {
        (Accumulator storage held, bytes32 previous) = _heldByCaller(owner);
        _requireWhole(items);
        // Unchecked, because no item begins beyond the calldata, whose length is far from 2^256.
        unchecked {
            for (uint256 start = 0; start < items.length; start += ITEM_SIZE) {
                (, uint256 n, bytes32 h) = _item(items, start);
                if (n == 0 || h == 0) revert EscrowItem(start / ITEM_SIZE);
            }
        }
        held.stored = _commit(owner, previous, KIND_CHECKPOINTS, items);
    }

    /// @inheritdoc IEscrow
    function finalize(address owner, bytes calldata items) external {
        (Accumulator storage held, bytes32 previous) = _heldByCaller(owner);
        _requireWhole(items);
        mapping(bytes32 => Final) storage finals = _finals[owner];
        // Unchecked for the same reason.
        unchecked {
            for (uint256 start = 0; start < items.length; start += ITEM_SIZE) {
                (bytes32 session,, bytes32 h) = _item(items, start);
                if (h == 0) revert EscrowItem(start / ITEM_SIZE);
                Final storage final_ = finals[session];
                if (final_.stored == 0) final_.stored = bytes32(block.timestamp << 216) | (h >> 40);
            }
        }
        held.stored = _commit(owner, previous, KIND_FINALS, items);
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
        return (_finalTime(owner, session), bytes27(_finals[owner][session].stored << 40));
    }

    /// @dev Reverts unless the caller is the owner or its operator.
    function _requireOperator(address owner) internal view {
        if (msg.sender != owner && msg.sender != _operators[owner]) {
            revert EscrowNotOperator(owner, msg.sender);
        }
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
        return _value(_held(owner).stored);
    }

    /// @dev Forgets a final from before the session's opening at `openedAt`, which ends nothing.
    function _voidEarlierFinal(address owner, bytes32 session, uint256 openedAt) internal {
        uint256 time = _finalTime(owner, session);
        if (time != 0 && time < openedAt) _finals[owner][session].stored = 0;
    }

    /// @dev Time of the final commitment, 0 without one.
    function _finalTime(address owner, bytes32 session) internal view returns (uint40) {
        return uint40(uint256(_finals[owner][session].stored) >> 216);
    }

    /// @dev Publishes the items and folds them into the accumulator. Assembly, because the compiler's way to encode the event
    /// and the fold costs more gas than the session's share of all else; it gives the bytes of
    ///
    ///     emit Checkpoints(owner, kind, previous, items)
    ///     keccak256(abi.encode(previous, kind, block.timestamp, keccak256(items)))
    function _commit(address owner, bytes32 previous, uint256 kind, bytes calldata items)
        private
        returns (bytes32 folded)
    {
        bytes32 topic = Checkpoints.selector;
        assembly ("memory-safe") {
            // The event's data: kind, previous, offset of items, length of items, items padded with zeros. Memory beyond the
            // free pointer may be dirty, so the padding is written; nothing is kept, so the pointer stays.
            let data := mload(0x40)
            let size := items.length
            let padded := and(add(size, 31), not(31))
            mstore(data, kind)
            mstore(add(data, 0x20), previous)
            mstore(add(data, 0x40), 0x60)
            mstore(add(data, 0x60), size)
            mstore(add(data, add(0x60, padded)), 0)
            calldatacopy(add(data, 0x80), items.offset, size)
            log2(data, add(0x80, padded), topic, owner)
            let hash := keccak256(add(data, 0x80), size)
            mstore(data, previous)
            mstore(add(data, 0x20), kind)
            mstore(add(data, 0x40), timestamp())
            mstore(add(data, 0x60), hash)
            folded := keccak256(data, 0x80)
        }
    }

    /// @dev Where the caller finds the owner's accumulator, which only who may commit does, and its value.
    function _heldByCaller(address owner) private view returns (Accumulator storage held, bytes32 value) {
        held = _accumulators[owner][msg.sender];
        value = held.stored;
        if (value == 0) {
            // An operator's slot is full from its naming on. The owner's own is empty beside an operator, and before the first
            // commitment.
            if (msg.sender != owner) revert EscrowNotOperator(owner, msg.sender);
            held = _held(owner);
            value = held.stored;
        }
        value = _value(value);
    }

    /// @dev Where the owner's accumulator is.
    function _held(address owner) private view returns (Accumulator storage) {
        address operator = _operators[owner];
        return _accumulators[owner][operator == address(0) ? owner : operator];
    }

    /// @dev The accumulator that is meant by what is stored.
    function _value(bytes32 stored) private pure returns (bytes32) {
        return stored == NONE_YET ? bytes32(0) : stored;
    }

    /// @dev Refuses no item and a part of one.
    function _requireWhole(bytes calldata items) private pure {
        if (items.length == 0 || items.length % ITEM_SIZE != 0) revert EscrowItemsLength(items.length);
    }

    /// @dev Item that begins at `start` of a string of whole items. Assembly, because slices cost more gas than all else an
    /// item does.
    function _item(bytes calldata items, uint256 start) private pure returns (bytes32 session, uint256 n, bytes32 h) {
        assembly ("memory-safe") {
            let item := add(items.offset, start)
            session := calldataload(item)
            n := shr(224, calldataload(add(item, 32)))
            h := calldataload(add(item, 36))
        }
    }
}
