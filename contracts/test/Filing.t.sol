// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Who may file what, until when
contract FilingTest is EscrowTest {
    function test_FileRecordsTheClaimAndTakesTheBond() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        finalize(s.id);
        vm.warp(START + 100);
        bytes32 claim = escrow.claimId(IEscrow.ClaimKey(s.id, id, 1));
        bytes32 accumulator = escrow.accumulatorOf(owner);
        vm.assertFalse(accumulator == 0, "the final was folded in");
        vm.prank(user);
        vm.expectEmit(address(escrow));
        emit IEscrow.ClaimFiled(claim, verifier, owner, s.id, id, 1, user, HEADS, accumulator);
        vm.assertEq(escrow.file{value: BOND}(s.id, id, s.promises, owner, s.salt, HEADS), claim, "claim id");

        IEscrow.Claim memory c = escrow.claimOf(key(claim));
        vm.assertEq(c.user, user, "user");
        vm.assertEq(c.filedAt, START + 100, "filedAt");
        vm.assertEq(c.round, 1, "round");
        vm.assertEq(uint256(c.reason), 0, "reason");
        assertStatus(claim, IEscrow.Status.Open);
        vm.assertEq(escrow.promiseOf(id).openClaims, 1, "open claims");
        assertHolds(RESERVE + BOND);
        (bytes32 latest, uint32 round) = escrow.latestClaimOf(s.id, id);
        vm.assertEq(latest, claim, "latest");
        vm.assertEq(round, 1, "round");
    }

    function test_OnlyTheRegisteredUserFiles() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        address[3] memory others = [owner, operator, stranger];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes32 computed = escrow.sessionId(owner, others[i], s.salt, s.promises);
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionMismatch.selector, s.id, computed));
            escrow.file{value: BOND}(s.id, id, s.promises, owner, s.salt, HEADS);
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowUnknownSession.selector, computed));
            escrow.file{value: BOND}(computed, id, s.promises, owner, s.salt, HEADS);
        }
    }

    function test_FilingNeedsTheListThatWasOpened() public {
        uint32 id = register(RESERVE);
        uint32 other = register(RESERVE);
        Opened memory s = open(id);
        refuseFile(s, other, abi.encodeWithSelector(IEscrow.EscrowNotInSession.selector, s.id, other));
        bytes32 computed = escrow.sessionId(owner, user, s.salt, list(id, other));
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionMismatch.selector, s.id, computed));
        escrow.file{value: BOND}(s.id, other, list(id, other), owner, s.salt, HEADS);
    }

    function testFuzz_BondIsExact(uint96 sent) public {
        vm.assume(sent != BOND);
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        vm.deal(user, sent);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowBond.selector, sent, BOND));
        escrow.file{value: sent}(s.id, id, s.promises, owner, s.salt, HEADS);
    }

    function test_ReserveMustCoverThePayout() public {
        uint32 id = register(2 * uint256(PAYOUT) - 1);
        settle(file(open(id), id), true, IEscrow.Reason.Violated);
        Opened memory s = open(id);
        refuseFile(s, id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, PAYOUT - 1, PAYOUT));
        escrow.fund{value: 1}(id);
        file(s, id);
    }

    function test_DuesAreNotAvailableForFiling() public {
        uint32 id = register(PAYOUT);
        Opened memory s1 = open(id);
        Opened memory s2 = open(id);
        Opened memory s3 = open(id);
        bytes32 first = file(s1, id);
        bytes32 second = file(s2, id);
        settle(first, true, IEscrow.Reason.Violated);
        settle(second, true, IEscrow.Reason.Violated);
        escrow.fund{value: uint256(PAYOUT) * 2 - 1}(id);
        refuseFile(s3, id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, PAYOUT - 1, PAYOUT));
        escrow.fund{value: 1}(id);
        file(s3, id);
    }

    function test_EachPromiseOfASessionIsAPairOfItsOwn() public {
        uint32 a = register(RESERVE);
        uint32 b = register(RESERVE);
        Opened memory s = openFor(user, list(a, b));
        finalize(s.id);
        settle(file(s, a), true, IEscrow.Reason.Violated);
        settle(file(s, b), false, IEscrow.Reason.Satisfied);
        vm.assertEq(escrow.promiseOf(a).reserve, RESERVE - PAYOUT, "a paid");
        vm.assertEq(escrow.promiseOf(b).reserve, RESERVE, "b kept");
    }

    function test_OpenAndResolvedPairsCannotBeFiledAgain() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        finalize(s.id);
        bytes32 claim = file(s, id);
        refuseFile(s, id, taken(claim, IEscrow.Status.Open));
        settle(claim, false, IEscrow.Reason.Satisfied);
        refuseFile(s, id, taken(claim, IEscrow.Status.Satisfied));

        Opened memory paid = open(id);
        claim = file(paid, id);
        settle(claim, true, IEscrow.Reason.Violated);
        refuseFile(paid, id, taken(claim, IEscrow.Status.Paid));
    }

    function test_DuePairCannotBeFiledAgain() public {
        uint32 id = register(PAYOUT);
        Opened memory s1 = open(id);
        Opened memory s2 = open(id);
        bytes32 first = file(s1, id);
        bytes32 second = file(s2, id);
        settle(first, true, IEscrow.Reason.Violated);
        settle(second, true, IEscrow.Reason.Violated);
        escrow.fund{value: RESERVE}(id);
        refuseFile(s2, id, taken(second, IEscrow.Status.Due));
        escrow.collect(key(second));
        refuseFile(s2, id, taken(second, IEscrow.Status.Paid));
    }

    function test_WithdrawnPairIsFiledAgainAsTheNextRound() public {
        (uint32 id, Opened memory s, bytes32 claim) = filed(RESERVE);
        for (uint32 round = 2; round < 4; ++round) {
            vm.warp(escrow.claimOf(key(claim)).filedAt + 10 days + 1);
            vm.prank(user);
            escrow.withdrawClaim(key(claim));
            if (round == 3) break;
            bytes32 again = file(s, id);
            vm.assertEq(again, escrow.claimId(IEscrow.ClaimKey(s.id, id, round)), "next round");
            vm.assertFalse(again == claim, "another id");
            assertStatus(claim, IEscrow.Status.Withdrawn);
            claim = again;
        }
        (bytes32 latest, uint32 last) = escrow.latestClaimOf(s.id, id);
        vm.assertEq(latest, claim, "latest");
        vm.assertEq(last, 2, "last round");
    }

    /// A verdict on a round that was withdrawn does not touch the round that followed.
    function test_LateVerdictOnAWithdrawnRoundIsRefused() public {
        (uint32 id, Opened memory s, bytes32 claim) = filed(RESERVE);
        vm.warp(START + 10 days + 1);
        vm.prank(user);
        escrow.withdrawClaim(key(claim));
        bytes32 again = file(s, id);
        refuseSettle(
            claim,
            true,
            IEscrow.Reason.Violated,
            abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Withdrawn)
        );
        assertStatus(again, IEscrow.Status.Open);
    }

    function test_FilingEndsThirtyDaysAfterTheFinal() public {
        uint32 id = register(RESERVE);
        Opened memory s1 = open(id);
        Opened memory s2 = open(id);
        vm.warp(START + 7 days);
        finalize(s1.id);
        finalize(s2.id);
        vm.warp(START + 37 days);
        file(s1, id);
        vm.warp(START + 37 days + 1);
        refuseFile(s2, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 37 days));
    }

    function test_FilingEndsThirtyDaysAfterRetirement() public {
        uint32 id = register(RESERVE);
        Opened memory s1 = open(id);
        Opened memory s2 = open(id);
        vm.prank(owner);
        escrow.retire(id);
        // A final after the retirement does not lengthen the time.
        vm.warp(START + 20 days);
        finalize(s1.id);
        vm.warp(START + 30 days);
        file(s1, id);
        vm.warp(START + 30 days + 1);
        refuseFile(s2, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 30 days));
    }

    function test_SessionWithoutFinalStaysOpenWhileThePromiseLives() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        vm.warp(START + 3650 days);
        file(s, id);
    }

    function test_FinalAfterFilingLetsTheOwnerWin() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        bytes32 claim = file(s, id);
        finalize(s.id);
        settle(claim, false, IEscrow.Reason.Satisfied);
    }

    /// The window is 30 days after the final or the retirement, whichever is first; no final counts as none.
    function testFuzz_FilingWindow(uint32 finalAfter, uint32 retireAfter, uint32 fileAfter, bool final_, bool retire_)
        public
    {
        uint256 finalAt = START + finalAfter % 60 days;
        uint256 retireAt = START + retireAfter % 60 days;
        uint256 fileAt = START + 60 days + fileAfter % 60 days;
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        if (final_) {
            vm.warp(finalAt);
            finalize(s.id);
        }
        if (retire_) {
            vm.warp(retireAt);
            vm.prank(owner);
            escrow.retire(id);
        }
        vm.warp(fileAt);
        bool inTime = (!final_ || fileAt <= finalAt + 30 days) && (!retire_ || fileAt <= retireAt + 30 days);
        if (inTime) {
            file(s, id);
        } else {
            vm.prank(user);
            vm.expectRevert();
            escrow.file{value: BOND}(s.id, id, s.promises, owner, s.salt, HEADS);
        }
    }

    function taken(bytes32 claim, IEscrow.Status status) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IEscrow.EscrowPairTaken.selector, claim, status);
    }
}
