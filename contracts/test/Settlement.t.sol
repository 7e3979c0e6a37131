// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title The settlement table, row by row
contract SettlementTest is EscrowTest {
    // Evidence matches, violated: payout and bond to the user, at once.
    function test_ViolatedPaysPayoutAndBond() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        uint256 before = user.balance;
        vm.prank(verifier);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimSettled(claim, id, user, true, IEscrow.Reason.Violated, IEscrow.Status.Paid);
        vm.expectEmit(address(escrow));
        emit IEscrow.Paid(user, uint256(PAYOUT) + BOND);
        escrow.settle(key(claim), true, uint8(IEscrow.Reason.Violated));
        vm.assertEq(user.balance, before + PAYOUT + BOND, "user");
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE - PAYOUT, "reserve");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "open claims");
        vm.assertEq(uint256(escrow.claimOf(key(claim)).reason), uint256(IEscrow.Reason.Violated), "reason");
        assertStatus(claim, IEscrow.Status.Paid);
        assertHolds(RESERVE - PAYOUT);
    }

    // Violated needs no final.
    function test_ViolatedWithoutFinal() public {
        uint32 id = register(RESERVE);
        bytes32 claim = file(open(id), id);
        settle(claim, true, IEscrow.Reason.Violated);
        assertStatus(claim, IEscrow.Status.Paid);
    }

    // Evidence matches, satisfied: bond credited to the provider.
    function test_SatisfiedCreditsTheBondToTheOwner() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.prank(verifier);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimSettled(claim, id, user, false, IEscrow.Reason.Satisfied, IEscrow.Status.Satisfied);
        vm.expectEmit(address(escrow));
        emit IEscrow.Credited(owner, BOND);
        escrow.settle(key(claim), false, uint8(IEscrow.Reason.Satisfied));
        vm.assertEq(escrow.creditOf(owner), BOND, "credit");
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE, "reserve untouched");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "open claims");
        assertHolds(RESERVE + BOND);

        uint256 before = stranger.balance;
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.CreditPulled(owner, stranger, BOND);
        escrow.pull(stranger);
        vm.assertEq(stranger.balance, before + BOND, "pulled");
        vm.assertEq(escrow.creditOf(owner), 0, "credit spent");
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNothing.selector));
        escrow.pull(stranger);
    }

    function test_SatisfiedNeedsTheFinal() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        bytes32 claim = file(s, id);
        refuseSettle(
            claim, false, IEscrow.Reason.Satisfied, abi.encodeWithSelector(IEscrow.EscrowNoFinal.selector, s.id)
        );
        // Somebody else's final for the session is not the owner's.
        vm.prank(stranger);
        escrow.finalize(stranger, item(s.id, 1, H));
        refuseSettle(
            claim, false, IEscrow.Reason.Satisfied, abi.encodeWithSelector(IEscrow.EscrowNoFinal.selector, s.id)
        );
        finalize(s.id);
        settle(claim, false, IEscrow.Reason.Satisfied);
    }

    // No evidence, or no final: as violated, when more than 3 days have passed.
    function test_NoEvidenceAndNoFinalWaitThreeDays() public {
        IEscrow.Reason[2] memory reasons = [IEscrow.Reason.NoEvidence, IEscrow.Reason.NoFinal];
        for (uint256 i = 0; i < reasons.length; ++i) {
            vm.warp(START);
            uint32 id = register(RESERVE);
            bytes32 claim = file(open(id), id);
            vm.warp(START + 3 days);
            refuseSettle(claim, true, reasons[i], early(START + 3 days));
            vm.warp(START + 3 days + 1);
            settle(claim, true, reasons[i]);
            assertStatus(claim, IEscrow.Status.Paid);
            vm.assertEq(uint256(escrow.claimOf(key(claim)).reason), uint256(reasons[i]), "reason");
        }
    }

    // Everything that speaks against the provider but not for want of time: as violated, at once.
    function test_OtherReasonsDoNotWait() public {
        for (uint8 r = uint8(IEscrow.Reason.Inconsistent); r <= uint8(type(IEscrow.Reason).max); ++r) {
            (,, bytes32 claim) = filed(RESERVE);
            settle(claim, true, IEscrow.Reason(r));
            assertStatus(claim, IEscrow.Status.Paid);
        }
        vm.assertEq(uint256(type(IEscrow.Reason).max), 11, "codes 5 to 11");
    }

    function test_OfferLengthensNoEvidenceToTenDays() public {
        uint32 id = register(RESERVE);
        bytes32 claim = file(open(id), id);
        bytes32 other = file(open(id), id);
        vm.warp(START + 3 days);
        vm.prank(operator);
        vm.expectEmit(address(escrow));
        emit IEscrow.EvidenceOffered(claim, operator, H);
        escrow.offer(key(claim), H);
        vm.assertEq(escrow.offerOf(claim), H, "offer");

        vm.warp(START + 3 days + 1);
        refuseSettle(claim, true, IEscrow.Reason.NoEvidence, early(START + 10 days));
        settle(other, true, IEscrow.Reason.NoEvidence);
        vm.warp(START + 10 days);
        refuseSettle(claim, true, IEscrow.Reason.NoEvidence, early(START + 10 days));
        vm.warp(START + 10 days + 1);
        settle(claim, true, IEscrow.Reason.NoEvidence);
    }

    function test_OfferDoesNotLengthenNoFinal() public {
        uint32 id = register(RESERVE);
        bytes32 claim = file(open(id), id);
        vm.prank(owner);
        escrow.offer(key(claim), H);
        vm.warp(START + 3 days + 1);
        settle(claim, true, IEscrow.Reason.NoFinal);
    }

    function test_OfferEndsWithTheThirdDay() public {
        uint32 id = register(RESERVE);
        bytes32 claim = file(open(id), id);
        vm.warp(START + 3 days + 1);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 3 days));
        escrow.offer(key(claim), H);
    }

    function test_OfferOnceByOperatorWithAHashWhileOpen() public {
        (,, bytes32 claim) = filed(RESERVE);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, user));
        escrow.offer(key(claim), H);
        vm.startPrank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowZero.selector));
        escrow.offer(key(claim), 0);
        escrow.offer(key(claim), H);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowOffered.selector, claim));
        escrow.offer(key(claim), HEADS);
        vm.stopPrank();
        settle(claim, true, IEscrow.Reason.Hidden);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Paid));
        escrow.offer(key(claim), H);
    }

    // No verdict: the user withdraws, bond back, pair open.
    function test_UserWithdrawsAfterTenDays() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.warp(START + 10 days);
        vm.prank(user);
        vm.expectRevert(early(START + 10 days));
        escrow.withdrawClaim(key(claim));

        vm.warp(START + 10 days + 1);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotUser.selector, user, stranger));
        escrow.withdrawClaim(key(claim));

        uint256 before = user.balance;
        vm.prank(user);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimWithdrawn(claim, id, user, IEscrow.Withdrawal.NoVerdict);
        escrow.withdrawClaim(key(claim));
        vm.assertEq(user.balance, before + BOND, "bond back");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "open claims");
        assertStatus(claim, IEscrow.Status.Withdrawn);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Withdrawn));
        escrow.withdrawClaim(key(claim));
    }

    // Reserve short, no verdict yet: the user withdraws at once.
    function test_UserWithdrawsAtOnceWhenTheReserveFellShort() public {
        uint32 id = register(PAYOUT);
        Opened memory s = open(id);
        bytes32 first = file(s, id);
        bytes32 second = file(open(id), id);
        settle(first, true, IEscrow.Reason.Violated);
        vm.prank(user);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimWithdrawn(second, id, user, IEscrow.Withdrawal.ReserveShort);
        escrow.withdrawClaim(key(second));
        assertHolds(0);
    }

    function test_ReserveThatJustCoversThePayoutIsNotShort() public {
        (,, bytes32 claim) = filed(PAYOUT);
        vm.prank(user);
        vm.expectRevert(early(START + 10 days));
        escrow.withdrawClaim(key(claim));
    }

    function test_VerdictStillCountsAfterTenDays() public {
        (,, bytes32 claim) = filed(RESERVE);
        vm.warp(START + 100 days);
        settle(claim, true, IEscrow.Reason.Violated);
        assertStatus(claim, IEscrow.Status.Paid);
    }

    function test_OnlyThePinnedVerifierSettles() public {
        (,, bytes32 claim) = filed(RESERVE);
        address[4] memory others = [owner, operator, user, stranger];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotVerifier.selector, verifier, others[i]));
            escrow.settle(key(claim), true, uint8(IEscrow.Reason.Violated));
        }
    }

    function test_VerdictIsGivenOnce() public {
        (,, bytes32 claim) = filed(RESERVE);
        settle(claim, false, IEscrow.Reason.Satisfied);
        refuseSettle(
            claim,
            true,
            IEscrow.Reason.Violated,
            abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Satisfied)
        );
    }

    function test_UnknownClaimsAreRefusedEverywhere() public {
        IEscrow.ClaimKey memory unknown = IEscrow.ClaimKey(H, 1, 1);
        bytes memory none = abi.encodeWithSelector(IEscrow.EscrowStatus.selector, idOf(unknown), IEscrow.Status.None);
        vm.expectRevert(none);
        escrow.settle(unknown, true, 1);
        vm.expectRevert(none);
        escrow.offer(unknown, H);
        vm.expectRevert(none);
        escrow.withdrawClaim(unknown);
        vm.expectRevert(none);
        escrow.collect(unknown);
        vm.expectRevert(none);
        escrow.expire(unknown);
    }

    // Nobody moved the claim: anyone closes it after 180 days and past the withdrawal date.
    function test_ExpiryWaitsForBothDates() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.warp(START + 180 days);
        vm.expectRevert(early(START + 180 days));
        escrow.expire(key(claim));
        vm.warp(START + 180 days + 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotRetired.selector, id));
        escrow.expire(key(claim));
        vm.prank(owner);
        escrow.retire(id);
        uint256 withdrawal = START + 180 days + 1 + 30 days;
        vm.warp(withdrawal);
        vm.expectRevert(early(withdrawal));
        escrow.expire(key(claim));
        vm.warp(withdrawal + 1);
        vm.prank(stranger);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimExpired(claim, id, user);
        vm.expectEmit(address(escrow));
        emit IEscrow.Credited(user, BOND);
        escrow.expire(key(claim));
        vm.assertEq(escrow.creditOf(user), BOND, "bond credited");
        assertStatus(claim, IEscrow.Status.Expired);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(BOND);
    }

    /// An independent reading of which verdicts are admitted, over all codes.
    function testFuzz_AdmittedVerdicts(bool violated, uint8 reason, bool hasFinal, bool offered, uint24 after_) public {
        reason = reason % 14;
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        if (hasFinal) finalize(s.id);
        bytes32 claim = file(s, id);
        if (offered) {
            vm.prank(operator);
            escrow.offer(key(claim), H);
        }
        uint256 elapsed = after_ % 12 days;
        vm.warp(START + elapsed);

        bool admitted;
        if (reason == 2) admitted = !violated && hasFinal;
        else if (reason == 3) admitted = violated && elapsed > (offered ? 10 days : 3 days);
        else if (reason == 4) admitted = violated && elapsed > 3 days;
        else admitted = violated && reason >= 1 && reason <= 11;

        vm.prank(verifier);
        if (!admitted) vm.expectRevert();
        escrow.settle(key(claim), violated, reason);
        assertStatus(claim, !admitted ? IEscrow.Status.Open : violated ? IEscrow.Status.Paid : IEscrow.Status.Satisfied);
    }

    function test_ReasonMustFitTheVerdict() public {
        (,, bytes32 claim) = filed(RESERVE);
        vm.startPrank(verifier);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReason.selector, true, 0));
        escrow.settle(key(claim), true, 0);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReason.selector, true, 2));
        escrow.settle(key(claim), true, 2);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReason.selector, false, 1));
        escrow.settle(key(claim), false, 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReason.selector, true, 12));
        escrow.settle(key(claim), true, 12);
    }

    /// Whatever the amounts, a verdict moves payout and bond and nothing else.
    function testFuzz_AmountsAreExact(uint96 payout, uint96 bond, uint96 reserve, bool violated) public {
        payout = payout == 0 ? 1 : payout;
        bond = bond == 0 ? 1 : bond;
        vm.assume(reserve >= payout);
        vm.deal(owner, reserve);
        vm.prank(owner);
        uint32 id = escrow.register{value: reserve}(PREDICATE, H, payout, bond, verifier, false, "");
        Opened memory s = open(id);
        finalize(s.id);
        vm.deal(user, bond);
        vm.prank(user);
        bytes32 claim = escrow.file{value: bond}(s.id, id, s.promises, owner, s.salt, HEADS);
        settle(claim, violated, violated ? IEscrow.Reason.Violated : IEscrow.Reason.Satisfied);
        vm.assertEq(user.balance, violated ? uint256(payout) + bond : 0, "user");
        vm.assertEq(escrow.creditOf(owner), violated ? 0 : bond, "owner");
        assertHolds(violated ? reserve - payout : uint256(reserve) + bond);
    }

    function early(uint256 last) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, last);
    }
}
