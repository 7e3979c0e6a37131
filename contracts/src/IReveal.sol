// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";

/// @title A record proves itself
/// @notice Says whether a record of an agent's session is among those that its provider committed to an escrow. It holds
/// nothing and decides nothing; other contracts call it, or build on `TraceProof` as it does.
interface IReveal {
    /// @notice A record: all of it, or all but its body.
    /// @param head The head's canonical JSON
    /// @param salt Salt of the body; zero when the body is withheld
    /// @param body The body's canonical JSON; empty when it is withheld
    /// @param bodyHash Zero, or the hash that stands for a body that is withheld
    struct Record {
        bytes head;
        bytes32 salt;
        bytes body;
        bytes32 bodyHash;
    }

    /// @notice Where a record stands in a trace.
    /// @param session Session id
    /// @param n Number of records that were committed
    /// @param seq Number of the record, from 1 to n
    /// @param path Hashes from the record's sibling to the root's child
    struct Place {
        bytes32 session;
        uint32 n;
        uint32 seq;
        bytes32[] path;
    }

    /// @notice A later link of an owner's accumulator: one `Checkpoints` event without its data.
    struct Link {
        uint8 kind;
        uint256 time;
        bytes32 dataHash;
    }

    /// @notice One `Checkpoints` event of an owner, and all that came after it. The escrow keeps checkpoints in its log alone,
    /// which no contract can read; its accumulator is what the shown events must lead to.
    /// @param prevAcc Accumulator before the event, which the event states
    /// @param kind 1 checkpoints, 2 finals
    /// @param time Time of the event's block
    /// @param data The event's items
    /// @param item Which of the items it is, from 0
    /// @param later All later events of the owner, oldest first
    struct Checkpoint {
        bytes32 prevAcc;
        uint8 kind;
        uint256 time;
        bytes data;
        uint256 item;
        Link[] later;
    }

    /// @notice A record has both a body and the hash of a withheld one, or its number is not from 1 to n.
    error RevealRecord();
    /// @notice The checkpoint has no item of this number.
    error RevealItem(uint256 item, uint256 length);

    /// @notice Whether the record is among those of the session's final commitment. The escrow keeps 27 of the hash's 32 bytes:
    /// whoever committed would need about 2^108 hashes to make two traces of one commitment, anybody else 2^216.
    function isInFinal(IEscrow escrow, address owner, Place calldata place, Record calldata record)
        external
        view
        returns (bool);

    /// @notice Whether the record is among those of a checkpoint, which is shown.
    function isInCheckpoint(
        IEscrow escrow,
        address owner,
        Place calldata place,
        Record calldata record,
        Checkpoint calldata checkpoint
    ) external view returns (bool);

    /// @notice What a provider commits for a trace in which the record stands at this place.
    function commitmentOf(Place calldata place, Record calldata record) external pure returns (bytes32 h);
}
