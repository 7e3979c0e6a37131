// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @title Attacks upon deadlines
contract TimeAttacksTest is EscrowTest {
    /// Withdraw the reserve in the last second for filing -> refused; in the next second filing is refused instead.
    function test_Attack14_ReserveLeavesInTheLastSecondForFiling() public {
        uint32 id = register(RESERVE);
        (Opened memory inTime, Opened memory late) = (open(id), open(id));
        vm.prank(owner);
        escrow.retire(id);
        uint256 last = START + 30 days;
        vm.warp(last);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, last));
        escrow.withdrawReserve(id, owner);
        bytes32 claim = file(inTime, id);
        vm.warp(last + 1);
        refuseFile(late, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, last));
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowOpenClaims.selector, id, 1));
        escrow.withdrawReserve(id, owner);
        settle(claim, true, IEscrow.Reason.Violated);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(0);
    }

    /// The chain stands still over a deadline -> block time decides: no side gains a second, the next side may act at once.
    function test_Attack19_ChainStandsStillOverADeadline() public {
        (uint32 id, Opened memory s, bytes32 claim) = filed(RESERVE);
        Opened memory other = open(id);
        finalize(other.id);
        vm.warp(START + 45 days);
        refuseFile(other, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 30 days));
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 3 days));
        escrow.offer(key(claim), H);
        vm.prank(user);
        escrow.withdrawClaim(key(claim));
        refuseFile(s, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 30 days));
    }

    /// Expire a claim of a promise that was retired long ago -> not in the last of the 180 days, in the next second.
    function test_Attack18_ExpiryOfAClaimOnAPromiseRetiredLongAgo() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 180 days);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, START + 180 days));
        escrow.expire(key(claim));
        vm.warp(START + 180 days + 1);
        escrow.expire(key(claim));
        assertStatus(claim, IEscrow.Status.Expired);
    }

    /// NO_FINAL in the last of three days although a bundle was offered -> refused; the offer lengthens only NO_EVIDENCE.
    function test_Attack16a_NoFinalAtTheThirdDayWithAnOffer() public {
        uint32 id = register(RESERVE);
        bytes32 claim = file(open(id), id);
        vm.prank(operator);
        escrow.offer(key(claim), H);
        vm.warp(START + 3 days);
        refuseSettle(
            claim, true, IEscrow.Reason.NoFinal, abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, START + 3 days)
        );
        vm.warp(START + 3 days + 1);
        settle(claim, true, IEscrow.Reason.NoFinal);
    }

    /// Retire and open in one second -> no session begins in the second of retirement, whichever way it is opened.
    function test_Attack17a_OpenInTheSecondOfRetirement() public {
        uint32 id = register(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowRetired.selector, id));
        escrow.open(owner, user, H, list(id));
    }
}
