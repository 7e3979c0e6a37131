// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Checkpoints, finals and the accumulator
contract CommitmentsTest is EscrowTest {
    bytes32 private constant S1 = keccak256("session 1");
    bytes32 private constant S2 = keccak256("session 2");

    function test_CheckpointsAreLoggedAndFolded() public {
        bytes memory items = bytes.concat(item(S1, 1, H), item(S2, 10, H), item(S1, 3, H));
        vm.prank(operator);
        vm.expectEmit(address(escrow));
        emit IEscrow.Checkpoints(owner, 1, 0, items);
        escrow.checkpoint(owner, items);
        bytes32 first = fold(0, 1, START, items);
        vm.assertEq(escrow.accumulatorOf(owner), first, "first fold");

        vm.warp(START + 60);
        bytes memory finals = item(S1, 3, H);
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.Checkpoints(owner, 2, first, finals);
        escrow.finalize(owner, finals);
        vm.assertEq(escrow.accumulatorOf(owner), fold(first, 2, START + 60, finals), "second fold");
        vm.assertEq(escrow.accumulatorOf(operator), 0, "the operator has none of its own");
    }

    function test_ItemBytesAreSessionCountHash() public pure {
        bytes memory packed = item(S1, 0x01020304, H);
        vm.assertEq(packed.length, 68, "size");
        vm.assertEq(uint8(packed[32]), 1, "big-endian");
        vm.assertEq(uint8(packed[35]), 4, "big-endian");
    }

    function test_OthersDoNotCommit() public {
        bytes memory why = abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, stranger);
        vm.prank(stranger);
        vm.expectRevert(why);
        escrow.checkpoint(owner, item(S1, 1, H));
        vm.prank(stranger);
        vm.expectRevert(why);
        escrow.finalize(owner, item(S1, 1, H));
    }

    /// A stranger may commit about a session under its own name; it changes nothing for the session's owner.
    function test_StrangersCommitmentsStayTheirOwn() public {
        vm.prank(stranger);
        escrow.finalize(stranger, item(S1, 1, H));
        (uint40 time,) = escrow.finalOf(owner, S1);
        vm.assertEq(time, 0, "no final of the owner");
        vm.assertEq(escrow.accumulatorOf(owner), 0, "no commitment of the owner");
    }

    function test_BadItemsAreRefusedByPlace() public {
        refuse(
            true, bytes.concat(item(S1, 1, H), item(S1, 0, H)), abi.encodeWithSelector(IEscrow.EscrowItem.selector, 1)
        );
        refuse(true, item(S1, 1, 0), abi.encodeWithSelector(IEscrow.EscrowItem.selector, 0));
        refuse(
            false, bytes.concat(item(S1, 1, H), item(S2, 1, 0)), abi.encodeWithSelector(IEscrow.EscrowItem.selector, 1)
        );
    }

    function testFuzz_LengthMustBeWholeItems(uint16 length) public {
        length = length % 700;
        bytes memory data = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            data[i] = 0x11;
        }
        bool whole = length != 0 && length % 68 == 0;
        if (!whole) {
            bytes memory why = abi.encodeWithSelector(IEscrow.EscrowItemsLength.selector, length);
            refuse(true, data, why);
            refuse(false, data, why);
            return;
        }
        vm.startPrank(operator);
        escrow.checkpoint(owner, data);
        escrow.finalize(owner, data);
    }

    function testFuzz_EveryItemIsRead(bytes32 session, uint32 n, bytes32 h, uint8 before) public {
        bytes memory items;
        for (uint256 i = 0; i < before % 8; ++i) {
            items = bytes.concat(items, item(S2, uint32(i + 1), H));
        }
        items = bytes.concat(items, item(session, n, h));
        if (n == 0 || h == 0) {
            refuse(true, items, abi.encodeWithSelector(IEscrow.EscrowItem.selector, before % 8));
        } else {
            vm.prank(operator);
            escrow.checkpoint(owner, items);
        }
        if (h == 0) {
            refuse(false, items, abi.encodeWithSelector(IEscrow.EscrowItem.selector, before % 8));
        } else {
            vm.prank(operator);
            escrow.finalize(owner, items);
            (uint40 time, bytes27 stored) = escrow.finalOf(owner, session);
            vm.assertEq(time, START, "time");
            bytes32 wanted = session == S2 && before % 8 != 0 ? H : h;
            vm.assertEq(bytes32(stored), bytes32(bytes27(wanted)), "first 27 bytes of the first item");
        }
    }

    /// A commitment that went out twice after a crash must not take the others of its batch with it.
    function test_FirstFinalStandsAndARepetitionIsSkipped() public {
        bytes32 other = keccak256("other");
        vm.prank(operator);
        escrow.finalize(owner, item(S1, 5, H));
        vm.warp(START + 9);
        vm.prank(operator);
        escrow.finalize(owner, bytes.concat(item(S1, 6, other), item(S2, 0, other)));
        (uint40 time, bytes27 h) = escrow.finalOf(owner, S1);
        vm.assertEq(time, START, "first time stands");
        vm.assertEq(bytes32(h), bytes32(bytes27(H)), "first hash stands");
        (time, h) = escrow.finalOf(owner, S2);
        vm.assertEq(time, START + 9, "second session");
        vm.assertEq(bytes32(h), bytes32(bytes27(other)), "second session");
    }

    function test_CheckpointAfterFinalIsTheVerifiersBusiness() public {
        vm.startPrank(operator);
        escrow.finalize(owner, item(S1, 5, H));
        escrow.checkpoint(owner, item(S1, 4, H));
        vm.assertFalse(escrow.accumulatorOf(owner) == 0, "recorded");
    }

    /// Whoever hides one log cannot present the rest as complete.
    function testFuzz_AccumulatorShowsAHiddenLog(uint8 hidden, uint32[6] calldata counts) public {
        bytes[6] memory sent;
        uint256[6] memory times;
        bytes32 complete;
        bytes32 incomplete;
        for (uint256 i = 0; i < 6; ++i) {
            times[i] = START + i * 10;
            vm.warp(times[i]);
            sent[i] = item(S1, counts[i] | 1, H);
            vm.prank(operator);
            escrow.checkpoint(owner, sent[i]);
            complete = fold(complete, 1, times[i], sent[i]);
            if (i != hidden % 6) incomplete = fold(incomplete, 1, times[i], sent[i]);
        }
        vm.assertEq(escrow.accumulatorOf(owner), complete, "all logs");
        vm.assertFalse(escrow.accumulatorOf(owner) == incomplete, "one log hidden");
    }

    /// The accumulator is the owner's, whoever commits and however often that changes.
    function testFuzz_AccumulatorOutlivesItsCommitters(uint8[12] calldata moves) public {
        address[4] memory keys = [address(0), owner, operator, stranger];
        address[3] memory senders = [owner, operator, stranger];
        bytes32 acc;
        for (uint256 i = 0; i < moves.length; ++i) {
            address named = keys[moves[i] % 4];
            if (escrow.operatorOf(owner) != named) {
                vm.prank(owner);
                escrow.setOperator(named);
            }
            vm.assertEq(escrow.accumulatorOf(owner), acc, "kept");
            for (uint256 j = 0; j < senders.length; ++j) {
                bool may = senders[j] == owner || senders[j] == named;
                bytes memory items = item(S1, uint32(i + 1), H);
                vm.prank(senders[j]);
                if (!may) {
                    vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, senders[j]));
                }
                if (moves[i] & 64 == 0) escrow.checkpoint(owner, items);
                else escrow.finalize(owner, items);
                if (may) acc = fold(acc, moves[i] & 64 == 0 ? 1 : 2, START, items);
                vm.assertEq(escrow.accumulatorOf(owner), acc, "folded");
            }
        }
    }

    function fold(bytes32 acc, uint8 kind, uint256 time, bytes memory data) private pure returns (bytes32) {
        return keccak256(bytes.concat(acc, bytes32(uint256(kind)), bytes32(time), keccak256(data)));
    }

    function refuse(bool checkpoints, bytes memory items, bytes memory why) private {
        vm.prank(operator);
        vm.expectRevert(why);
        if (checkpoints) escrow.checkpoint(owner, items);
        else escrow.finalize(owner, items);
    }
}
