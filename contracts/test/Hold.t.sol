// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Promises whose open claims hold their payout
contract HoldTest is EscrowTest {
    function test_FilingHoldsThePayout() public {
        uint32 id = held(2 * uint256(PAYOUT));
        vm.assertTrue(escrow.promiseOf(id).hold, "hold");
        file(open(id), id);
        vm.assertEq(escrow.availableOf(id), PAYOUT, "one held");
        file(open(id), id);
        vm.assertEq(escrow.availableOf(id), 0, "both held");
        refuseFile(open(id), id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, PAYOUT));
        escrow.fund{value: PAYOUT - 1}(id);
        refuseFile(open(id), id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, PAYOUT - 1, PAYOUT));
        escrow.fund{value: 1}(id);
        file(open(id), id);
    }

    // The provider cannot be its own user and drain the reserve before an honest claim.
    function test_EveryOpenClaimIsPaid() public {
        uint32 id = held(3 * uint256(PAYOUT));
        bytes32[3] memory claims;
        for (uint256 i = 0; i < 3; ++i) {
            claims[i] = file(open(id), id);
        }
        for (uint256 i = 3; i > 0; --i) {
            settle(claims[i - 1], true, IEscrow.Reason.Violated);
            assertStatus(claims[i - 1], IEscrow.Status.Paid);
        }
        vm.assertEq(escrow.promiseOf(id).dues, 0, "nothing owed");
        assertHolds(0);
    }

    function test_AnOutcomeReleasesWhatWasHeld() public {
        uint32 id = held(PAYOUT);
        Opened memory s = open(id);
        finalize(s.id);
        settle(file(s, id), false, IEscrow.Reason.Satisfied);
        vm.assertEq(escrow.availableOf(id), PAYOUT, "released by a verdict");
        bytes32 claim = file(open(id), id);
        vm.warp(START + 10 days + 1);
        vm.prank(user);
        escrow.withdrawClaim(key(claim));
        vm.assertEq(escrow.availableOf(id), PAYOUT, "released by withdrawal");
        claim = file(open(id), id);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 200 days);
        escrow.expire(key(claim));
        vm.assertEq(escrow.availableOf(id), PAYOUT, "released by expiry");
    }

    // What a claim holds is there for it, so it is never withdrawn for a short reserve.
    function test_OwnHoldIsNotAShortReserve() public {
        uint32 id = held(PAYOUT);
        bytes32 claim = file(open(id), id);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, START + 10 days));
        escrow.withdrawClaim(key(claim));
    }

    function testFuzz_HeldClaimsAreAlwaysCovered(uint8 payouts, uint8 verdicts, uint16 extra) public {
        uint256 count = payouts % 5 + 1;
        uint32 id = held(count * PAYOUT + extra);
        bytes32[] memory claims = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) {
            Opened memory s = open(id);
            finalize(s.id);
            claims[i] = file(s, id);
        }
        for (uint256 i = 0; i < count; ++i) {
            bool violated = verdicts >> i & 1 == 1;
            settle(claims[i], violated, violated ? IEscrow.Reason.Hidden : IEscrow.Reason.Satisfied);
            assertStatus(claims[i], violated ? IEscrow.Status.Paid : IEscrow.Status.Satisfied);
            IEscrow.Promise memory p = escrow.promiseOf(id);
            vm.assertGe(p.reserve, uint256(p.openClaims) * PAYOUT, "held");
        }
    }

    function held(uint256 reserve) private returns (uint32) {
        vm.deal(address(this), 10 ether);
        vm.prank(owner);
        return escrow.register{value: reserve}(PREDICATE, H, PAYOUT, BOND, verifier, true, "");
    }
}
