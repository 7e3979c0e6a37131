// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @title Attacks by commitments
contract CommitmentAttacksTest is EscrowTest {
    /// The same, a smaller and a contradicting n -> all are folded in and none vanishes; they hurt their sender alone.
    function test_Attack32_RepeatedAndSmallerNumbers() public {
        bytes[4] memory items = [item(H, 5, H), item(H, 5, H), item(H, 3, H), item(H, 5, HEADS)];
        bytes32 acc;
        for (uint256 i = 0; i < items.length; ++i) {
            vm.prank(operator);
            vm.expectEmit(address(escrow));
            emit IEscrow.Checkpoints(owner, 1, acc, items[i]);
            escrow.checkpoint(owner, items[i]);
            acc = fold(acc, 1, items[i]);
            vm.assertEq(escrow.accumulatorOf(owner), acc, "folded");
        }
    }

    /// The same bytes cut in other places, in another order or under another kind -> another accumulator each time.
    function test_Attack33_AccumulatorByOtherBoundaries() public {
        (bytes memory a, bytes memory b) = (item(H, 1, H), item(H, 2, H));
        address[5] memory owners = [actor("1"), actor("2"), actor("3"), actor("4"), actor("5")];
        commit(owners[0], bytes.concat(a, b));
        commit(owners[1], a);
        commit(owners[1], b);
        commit(owners[2], b);
        commit(owners[2], a);
        vm.prank(owners[3]);
        escrow.finalize(owners[3], bytes.concat(a, b));
        commit(owners[4], bytes.concat(a, b));
        commit(owners[4], bytes.concat(a, b));
        for (uint256 i = 0; i < owners.length; ++i) {
            for (uint256 j = i + 1; j < owners.length; ++j) {
                vm.assertTrue(escrow.accumulatorOf(owners[i]) != escrow.accumulatorOf(owners[j]), "collision");
            }
        }
    }

    /// A batch of 1,000 items, and the same with its last item bad -> logged whole, or refused whole by the item's place.
    function test_Attack36_HugeBatch() public {
        bytes memory items = new bytes(68 * 1000);
        for (uint256 i = 0; i < 1000; ++i) {
            assembly ("memory-safe") {
                let at := add(add(items, 0x20), mul(i, 68))
                mstore(at, add(i, 1))
                mstore(add(at, 36), 7)
                mstore(add(at, 32), or(shl(224, 1), shr(32, mload(add(at, 36)))))
            }
        }
        vm.prank(operator);
        escrow.checkpoint(owner, items);
        bytes32 acc = fold(0, 1, items);
        vm.assertEq(escrow.accumulatorOf(owner), acc, "folded");
        items[68 * 1000 - 1] = 0;
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowItem.selector, 999));
        escrow.checkpoint(owner, items);
        vm.assertEq(escrow.accumulatorOf(owner), acc, "unchanged");
    }

    /// Calldata whose length or offset points beyond its end -> refused before anything is read.
    function test_Attack36a_LyingCalldata() public {
        bytes memory honest = abi.encodeCall(IEscrow.checkpoint, (owner, item(H, 1, H)));
        uint256[3] memory lengths = [uint256(68 * 2), 68 * (type(uint256).max / 68), type(uint256).max];
        for (uint256 i = 0; i < lengths.length; ++i) {
            refuseRaw(honest, 4 + 64, lengths[i]);
        }
        uint256[3] memory offsets = [uint256(4096), 1 << 255, type(uint256).max - 31];
        for (uint256 i = 0; i < offsets.length; ++i) {
            refuseRaw(honest, 4 + 32, offsets[i]);
        }
        vm.prank(operator);
        (bool ok,) = address(escrow).call(honest);
        vm.assertTrue(ok, "the honest call");
    }

    function refuseRaw(bytes memory call_, uint256 place, uint256 word) private {
        bytes memory changed = bytes.concat(call_);
        assembly ("memory-safe") {
            mstore(add(add(changed, 0x20), place), word)
        }
        vm.prank(operator);
        (bool ok,) = address(escrow).call(changed);
        vm.assertFalse(ok, "refused");
        vm.assertEq(escrow.accumulatorOf(owner), bytes32(0), "nothing folded");
    }

    function commit(address by, bytes memory items) private {
        vm.prank(by);
        escrow.checkpoint(by, items);
    }

    function fold(bytes32 acc, uint8 kind, bytes memory items) private view returns (bytes32) {
        return keccak256(abi.encode(acc, kind, block.timestamp, keccak256(items)));
    }
}
