// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";
import {IReveal} from "./IReveal.sol";
import {TraceProof} from "./TraceProof.sol";

/// @title Reveal
/// @notice See `IReveal`.
contract Reveal is IReveal {
    /// @dev Bytes of an item of a `Checkpoints` event: session ‖ u32 n ‖ h.
    uint256 private constant ITEM_SIZE = 68;

    /// @inheritdoc IReveal
    function isInFinal(IEscrow escrow, address owner, Place calldata place, Record calldata record)
        external
        view
        returns (bool)
    {
        (uint40 time, bytes27 stored) = escrow.finalOf(owner, place.session);
        return bytes27(_commitment(place, record)) == stored && time != 0;
    }

    /// @inheritdoc IReveal
    function isInCheckpoint(
        IEscrow escrow,
        address owner,
        Place calldata place,
        Record calldata record,
        Checkpoint calldata checkpoint
    ) external view returns (bool) {
        if (escrow.accumulatorOf(owner) != _accumulator(checkpoint)) return false;
        uint256 start = checkpoint.item * ITEM_SIZE;
        if (start + ITEM_SIZE > checkpoint.data.length) revert RevealItem(checkpoint.item, checkpoint.data.length);
        bytes calldata item = checkpoint.data[start:start + ITEM_SIZE];
        bytes memory shown = abi.encodePacked(place.session, place.n, _commitment(place, record));
        return keccak256(item) == keccak256(shown);
    }

    /// @inheritdoc IReveal
    function commitmentOf(Place calldata place, Record calldata record) external pure returns (bytes32 h) {
        return _commitment(place, record);
    }

    function _commitment(Place calldata place, Record calldata record) private pure returns (bytes32) {
        if (place.seq == 0 || place.seq > place.n) revert RevealRecord();
        bytes32 body = record.bodyHash;
        if (body == 0) body = TraceProof.bodyHash(record.salt, record.body);
        else if (record.salt != 0 || record.body.length != 0) revert RevealRecord();
        bytes32 root = TraceProof.root(TraceProof.leaf(record.head, body), place.seq - 1, place.n, place.path);
        return TraceProof.commitment(place.session, place.n, root);
    }

    /// @dev Accumulator to which the shown event and all later ones lead.
    function _accumulator(Checkpoint calldata c) private pure returns (bytes32 acc) {
        acc = keccak256(abi.encode(c.prevAcc, c.kind, c.time, keccak256(c.data)));
        for (uint256 i = 0; i < c.later.length; ++i) {
            acc = keccak256(abi.encode(acc, c.later[i].kind, c.later[i].time, c.later[i].dataHash));
        }
    }
}
