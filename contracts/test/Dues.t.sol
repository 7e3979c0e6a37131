// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Payouts that a short reserve still owes
contract DuesTest is EscrowTest {
    uint32 private id;

    // Violated but the reserve is short: bond back, payout owed.
    function test_ShortReserveReturnsTheBondAndOwesThePayout() public {
        bytes32[] memory claims = breach(2, PAYOUT);
        uint256 before = user.balance;
        settle(claims[0], true, IEscrow.Reason.Violated);
        vm.prank(verifier);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimSettled(claims[1], id, user, true, IEscrow.Reason.Hidden, IEscrow.Status.Due);
        vm.expectEmit(address(escrow));
        emit IEscrow.PayoutDue(claims[1], id, PAYOUT, 0);
        vm.expectEmit(address(escrow));
        emit IEscrow.Paid(user, BOND);
        escrow.settle(key(claims[1]), true, uint8(IEscrow.Reason.Hidden));
        vm.assertEq(user.balance, before + PAYOUT + 2 * BOND, "one payout, two bonds");
        assertStatus(claims[1], IEscrow.Status.Due);
        vm.assertEq(escrow.promiseOf(id).dues, 1, "dues");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "open claims");
        vm.assertEq(escrow.oldestDueOf(id), claims[1], "oldest");
        assertHolds(0);
    }

    function test_CollectPaysWhenTheReserveCoversIt() public {
        bytes32[] memory claims = breach(2, PAYOUT);
        settleAll(claims);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, PAYOUT));
        escrow.collect(key(claims[1]));
        escrow.fund{value: PAYOUT - 1}(id);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, PAYOUT - 1, PAYOUT));
        escrow.collect(key(claims[1]));
        escrow.fund{value: 1}(id);
        uint256 before = user.balance;
        vm.prank(stranger);
        vm.expectEmit(address(escrow));
        emit IEscrow.PayoutCollected(claims[1], id, user, PAYOUT);
        escrow.collect(key(claims[1]));
        vm.assertEq(user.balance, before + PAYOUT, "payout, and no second bond");
        assertStatus(claims[1], IEscrow.Status.Paid);
        vm.assertEq(escrow.promiseOf(id).dues, 0, "dues");
        vm.assertEq(escrow.oldestDueOf(id), 0, "none owed");
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claims[1], IEscrow.Status.Paid));
        escrow.collect(key(claims[1]));
        assertHolds(0);
    }

    function test_OldestFirst() public {
        bytes32[] memory claims = breach(4, PAYOUT);
        settleAll(claims);
        escrow.fund{value: 3 * uint256(PAYOUT)}(id);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOldest.selector, claims[2], claims[1]));
        escrow.collect(key(claims[2]));
        for (uint256 i = 1; i < claims.length; ++i) {
            vm.assertEq(escrow.oldestDueOf(id), claims[i], "oldest");
            escrow.collect(key(claims[i]));
        }
        vm.assertEq(escrow.promiseOf(id).reserve, 0, "all paid");
    }

    /// New money belongs to those who wait, not to the next verdict.
    function test_NewerVerdictDoesNotOvertakeADue() public {
        bytes32[] memory claims = breach(3, PAYOUT);
        settle(claims[0], true, IEscrow.Reason.Violated);
        settle(claims[1], true, IEscrow.Reason.Violated);
        escrow.fund{value: PAYOUT}(id);
        settle(claims[2], true, IEscrow.Reason.Violated);
        assertStatus(claims[2], IEscrow.Status.Due);
        escrow.collect(key(claims[1]));
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, PAYOUT));
        escrow.collect(key(claims[2]));
    }

    /// A claim beside a due may be withdrawn although the reserve alone would cover its payout.
    function test_DueMakesTheReserveShortForOthers() public {
        bytes32[] memory claims = breach(3, PAYOUT);
        settle(claims[0], true, IEscrow.Reason.Violated);
        settle(claims[1], true, IEscrow.Reason.Violated);
        escrow.fund{value: PAYOUT}(id);
        vm.prank(user);
        escrow.withdrawClaim(key(claims[2]));
        assertStatus(claims[2], IEscrow.Status.Withdrawn);
    }

    function test_AfterRetirementFundIsTakenUpToTheDues() public {
        bytes32[] memory claims = breach(3, PAYOUT);
        settleAll(claims);
        vm.prank(owner);
        escrow.retire(id);
        vm.expectRevert(
            abi.encodeWithSelector(IEscrow.EscrowBeyondDues.selector, 2 * uint256(PAYOUT) + 1, 2 * uint256(PAYOUT))
        );
        escrow.fund{value: 2 * uint256(PAYOUT) + 1}(id);
        escrow.fund{value: 2 * uint256(PAYOUT)}(id);
        escrow.collect(key(claims[1]));
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowBeyondDues.selector, uint256(PAYOUT) + 1, PAYOUT));
        escrow.fund{value: 1}(id);
        escrow.collect(key(claims[2]));
        assertHolds(0);
    }

    function test_DuesComeBeforeTheOwnersWithdrawal() public {
        bytes32[] memory claims = breach(3, PAYOUT);
        settleAll(claims);
        escrow.fund{value: 3 * uint256(PAYOUT)}(id);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        uint256 before = owner.balance;
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        vm.assertEq(owner.balance, before + PAYOUT, "what is not owed");
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNothing.selector));
        escrow.withdrawReserve(id, owner);
        escrow.collect(key(claims[1]));
        escrow.collect(key(claims[2]));
        assertHolds(0);
    }

    function test_ShortReserveOfARetiredPromiseStaysForTheDue() public {
        bytes32[] memory claims = breach(2, PAYOUT);
        settleAll(claims);
        escrow.fund{value: PAYOUT / 2}(id);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNothing.selector));
        escrow.withdrawReserve(id, owner);
        escrow.fund{value: PAYOUT / 2}(id);
        escrow.collect(key(claims[1]));
    }

    /// Any number of dues and top-ups: as many are paid as the money covers, in order.
    function testFuzz_QueuePaysInOrder(uint8 count, uint96 topUp) public {
        count = count % 8 + 2;
        bytes32[] memory claims = breach(count, PAYOUT);
        settleAll(claims);
        topUp = topUp % (uint96(count) * PAYOUT) + 1;
        escrow.fund{value: topUp}(id);
        uint256 covered = topUp / PAYOUT;
        for (uint256 i = 1; i < count; ++i) {
            if (i > covered) vm.expectRevert();
            escrow.collect(key(claims[i]));
            assertStatus(claims[i], i > covered ? IEscrow.Status.Due : IEscrow.Status.Paid);
        }
    }

    /// @dev A promise of this reserve with `count` open claims, each on a session of its own.
    function breach(uint256 count, uint256 reserve) private returns (bytes32[] memory claims) {
        id = register(reserve);
        claims = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) {
            claims[i] = file(open(id), id);
        }
        vm.deal(address(this), 1_000 ether);
    }

    function settleAll(bytes32[] memory claims) private {
        for (uint256 i = 0; i < claims.length; ++i) {
            settle(claims[i], true, IEscrow.Reason.Violated);
        }
    }
}
