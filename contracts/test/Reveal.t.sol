// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IReveal} from "../src/IReveal.sol";
import {Reveal} from "../src/Reveal.sol";
import {TraceProof} from "../src/TraceProof.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {Tree} from "./support/Tree.sol";
import {vm} from "./support/Vm.sol";

/// @title A record proves itself against what was committed
contract RevealTest is EscrowTest {
    bytes32 private constant SESSION = keccak256("session");
    bytes32 private constant SALT = keccak256("salt");

    Reveal private reveal;
    bytes32[] private leaves;

    function setUp() public override {
        super.setUp();
        reveal = new Reveal();
    }

    /// Every record of every small tree has one place, and only that one.
    function testFuzz_EveryLeafHasItsPlace(uint8 size, uint8 which, uint8 other) public {
        uint32 n = uint32(size % 33 + 1);
        uint32 seq = uint32(which % n + 1);
        (IReveal.Place memory place, IReveal.Record memory record) = traced(n, seq);
        bytes32 h = commitment(n);
        vm.assertEq(reveal.commitmentOf(place, record), h, "proved");
        place.seq = uint32(other % n + 1);
        if (place.seq == seq) return;
        (bool ok, bytes memory answer) = address(reveal).call(abi.encodeCall(IReveal.commitmentOf, (place, record)));
        vm.assertFalse(ok && abi.decode(answer, (bytes32)) == h, "another place");
    }

    function test_PathsOfTheWrongLengthProveNothing() public {
        (IReveal.Place memory place, IReveal.Record memory record) = traced(7, 3);
        bytes32[] memory whole = place.path;
        place.path = Tree.append(whole, H);
        vm.expectRevert(abi.encodeWithSelector(TraceProof.TraceProofPath.selector, 2, 7, 4));
        reveal.commitmentOf(place, record);
        place.path = new bytes32[](2);
        (place.path[0], place.path[1]) = (whole[0], whole[1]);
        vm.expectRevert(abi.encodeWithSelector(TraceProof.TraceProofPath.selector, 2, 7, 2));
        reveal.commitmentOf(place, record);
    }

    function test_NumbersAreFromOneToN() public {
        (IReveal.Place memory place, IReveal.Record memory record) = traced(7, 3);
        place.seq = 0;
        vm.expectRevert(abi.encodeWithSelector(IReveal.RevealRecord.selector));
        reveal.commitmentOf(place, record);
        place.seq = 8;
        vm.expectRevert(abi.encodeWithSelector(IReveal.RevealRecord.selector));
        reveal.commitmentOf(place, record);
    }

    function test_WithheldBodyIsProvedByItsHash() public {
        (IReveal.Place memory place, IReveal.Record memory record) = traced(5, 5);
        record.bodyHash = bodyHash(record);
        (record.salt, record.body) = (0, "");
        vm.assertEq(reveal.commitmentOf(place, record), commitment(5), "proved");
        record.body = "{}";
        vm.expectRevert(abi.encodeWithSelector(IReveal.RevealRecord.selector));
        reveal.commitmentOf(place, record);
        (record.salt, record.body) = (SALT, "");
        vm.expectRevert(abi.encodeWithSelector(IReveal.RevealRecord.selector));
        reveal.commitmentOf(place, record);
    }

    function test_FinalProvesItsRecordsAndNoOthers() public {
        (IReveal.Place memory place, IReveal.Record memory record) = traced(12, 9);
        vm.assertFalse(reveal.isInFinal(escrow, owner, place, record), "no final");
        vm.prank(operator);
        escrow.finalize(owner, item(SESSION, 12, commitment(12)));
        vm.assertTrue(reveal.isInFinal(escrow, owner, place, record), "proved");
        vm.assertFalse(reveal.isInFinal(escrow, stranger, place, record), "another owner");
        record.body = bytes.concat(record.body, " ");
        vm.assertFalse(reveal.isInFinal(escrow, owner, place, record), "another body");
    }

    /// Whichever byte is changed, the record is no longer among those committed.
    function testFuzz_EveryByteCounts(uint16 which, uint8 flip) public {
        vm.assume(flip != 0);
        (IReveal.Place memory place, IReveal.Record memory record) = traced(12, 9);
        vm.prank(operator);
        escrow.finalize(owner, item(SESSION, 12, commitment(12)));
        bytes memory all = bytes.concat(record.head, record.body, record.salt);
        uint256 changed = which % all.length;
        all[changed] ^= bytes1(flip);
        (uint256 head, uint256 body) = (record.head.length, record.body.length);
        record.head = slice(all, 0, head);
        record.body = slice(all, head, body);
        record.salt = bytes32(slice(all, head + body, 32));
        vm.assertFalse(reveal.isInFinal(escrow, owner, place, record), "changed");
    }

    function test_CheckpointIsShownByTheAccumulator() public {
        (IReveal.Place memory place, IReveal.Record memory record) = traced(6, 2);
        vm.startPrank(operator);
        escrow.checkpoint(owner, item(SESSION, 1, H));
        IReveal.Checkpoint memory c;
        c.prevAcc = escrow.accumulatorOf(owner);
        c.kind = 1;
        c.time = START + 10;
        c.data = bytes.concat(item(keccak256("other"), 6, H), item(SESSION, 6, commitment(6)));
        c.item = 1;
        vm.warp(START + 10);
        escrow.checkpoint(owner, c.data);
        vm.assertTrue(reveal.isInCheckpoint(escrow, owner, place, record, c), "newest");
        vm.warp(START + 20);
        bytes memory later = item(SESSION, 6, H);
        escrow.finalize(owner, later);
        vm.assertFalse(reveal.isInCheckpoint(escrow, owner, place, record, c), "what came later must be shown");
        c.later = new IReveal.Link[](1);
        c.later[0] = IReveal.Link({kind: 2, time: START + 20, dataHash: keccak256(later)});
        vm.assertTrue(reveal.isInCheckpoint(escrow, owner, place, record, c), "with what came later");

        c.item = 0;
        vm.assertFalse(reveal.isInCheckpoint(escrow, owner, place, record, c), "another item");
        c.item = 2;
        vm.expectRevert(abi.encodeWithSelector(IReveal.RevealItem.selector, 2, 136));
        reveal.isInCheckpoint(escrow, owner, place, record, c);
        (c.item, c.time) = (1, START + 11);
        vm.assertFalse(reveal.isInCheckpoint(escrow, owner, place, record, c), "another time");
        c.time = START + 10;
        place.n = 7;
        (bool ok, bytes memory answer) =
            address(reveal).call(abi.encodeCall(IReveal.isInCheckpoint, (escrow, owner, place, record, c)));
        vm.assertFalse(ok && abi.decode(answer, (bool)), "another n");
    }

    /// @dev A trace of n records, and record `seq` with its path.
    function traced(uint32 n, uint32 seq) private returns (IReveal.Place memory place, IReveal.Record memory record) {
        delete leaves;
        for (uint32 i = 1; i <= n; ++i) {
            IReveal.Record memory r = recordOf(i);
            leaves.push(keccak256(bytes.concat(hex"00", bytes8(uint64(r.head.length)), r.head, bodyHash(r))));
        }
        return (IReveal.Place(SESSION, n, seq, Tree.path(leaves, seq - 1, 0, n)), recordOf(seq));
    }

    function recordOf(uint32 i) private pure returns (IReveal.Record memory r) {
        r.head = bytes.concat('{"kind":"note","seq":', bytes4(i), "}");
        r.body = bytes.concat('{"time":', bytes32(uint256(i)), "}");
        r.salt = keccak256(abi.encode(SALT, i));
    }

    function bodyHash(IReveal.Record memory r) private pure returns (bytes32) {
        return keccak256(bytes.concat(hex"02", r.salt, bytes8(uint64(r.body.length)), r.body));
    }

    function commitment(uint32 n) private view returns (bytes32) {
        return keccak256(bytes.concat(bytes32("varek/trace/v1"), SESSION, bytes8(uint64(n)), Tree.root(leaves, 0, n)));
    }

    function slice(bytes memory data, uint256 from, uint256 length) private pure returns (bytes memory part) {
        part = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            part[i] = data[from + i];
        }
    }
}
