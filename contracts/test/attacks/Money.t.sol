// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {Reentering} from "../support/Payees.sol";
import {vm} from "../support/Vm.sol";

/// @title Attacks upon the money
/// @dev Numbers are those of the attack table in README.md; a letter after a number is an attack of the same kind.
contract MoneyAttacksTest is EscrowTest {
    /// File from inside a pushed verdict -> the stipend is too small for a claim; the payee is credited, nothing is filed.
    function test_Attack02_FileFromInsideAVerdict() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = register(RESERVE);
        bytes32 claim = claimOf(payee, id);
        Opened memory next = openFor(address(payee), list(id));
        payee.arm(abi.encodeCall(IEscrow.file, (next.id, id, next.promises, owner, next.salt, 0)), BOND);
        settle(claim, true, IEscrow.Reason.Violated);
        vm.assertEq(escrow.creditOf(address(payee)), uint256(PAYOUT) + BOND, "credited instead");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "nothing filed");
        assertHolds(RESERVE + BOND);
    }

    /// Settle, withdraw, collect or take the reserve from inside a pull -> each refused, the pull goes on.
    function test_Attack03_EveryExitFromInsideAPull() public {
        IEscrow.ClaimKey memory k = IEscrow.ClaimKey(H, 1, 1);
        bytes[4] memory exits = [
            abi.encodeCall(IEscrow.settle, (k, true, 1)),
            abi.encodeCall(IEscrow.withdrawClaim, (k)),
            abi.encodeCall(IEscrow.collect, (k)),
            abi.encodeCall(IEscrow.withdrawReserve, (1, stranger))
        ];
        for (uint256 i = 0; i < exits.length; ++i) {
            Reentering payee = credited();
            payee.arm(exits[i], 0);
            payee.pull(address(payee));
            vm.assertTrue(payee.called() && !payee.succeeded(), "refused");
            vm.assertEq(bytes32(payee.answer()), bytes32(IEscrow.EscrowReentered.selector), "by the lock");
            vm.assertEq(escrow.creditOf(address(payee)), 0, "pulled");
        }
    }

    /// Pull or withdraw the reserve into the escrow itself -> refused; no wei loses its owner.
    function test_Attack05a_EscrowAsReceiver() public {
        Reentering payee = credited();
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTransfer.selector, address(escrow), BOND));
        payee.pull(address(escrow));
        vm.assertEq(escrow.creditOf(address(payee)), BOND, "credit kept");
        uint32 id = register(RESERVE);
        vm.startPrank(owner);
        escrow.retire(id);
        vm.warp(block.timestamp + 30 days + 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTransfer.selector, address(escrow), RESERVE));
        escrow.withdrawReserve(id, address(escrow));
        vm.stopPrank();
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE, "reserve kept");
    }

    /// A third party tops up before the verdict -> the user is paid, and the giver has no claim upon the rest.
    function test_Attack07_TopUpByAThirdPartyThenSettle() public {
        uint32 id = register(PAYOUT);
        bytes32 first = file(open(id), id);
        bytes32 second = file(open(id), id);
        settle(first, true, IEscrow.Reason.Violated);
        vm.prank(stranger);
        escrow.fund{value: PAYOUT + 1}(id);
        settle(second, true, IEscrow.Reason.Violated);
        assertStatus(second, IEscrow.Status.Paid);
        vm.assertEq(escrow.promiseOf(id).reserve, 1, "rest");
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNothing.selector));
        escrow.pull(stranger);
    }

    /// Fund and retire in one block -> the money stays until 30 days later; fund after retire in that block -> refused.
    function test_Attack08a_FundAndRetireInOneBlock() public {
        uint32 id = register(PAYOUT);
        escrow.fund{value: 1}(id);
        vm.prank(owner);
        escrow.retire(id);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowBeyondDues.selector, uint256(PAYOUT) + 2, 0));
        escrow.fund{value: 1}(id);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, START + 30 days));
        escrow.withdrawReserve(id, owner);
        vm.warp(START + 30 days + 1);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(0);
    }

    /// The largest payout owed many times over -> no sum wraps; nothing becomes available.
    function test_Attack09a_DuesBeyondTheSlotDoNotWrap() public {
        uint96 most = type(uint96).max;
        vm.deal(owner, most);
        vm.prank(owner);
        uint32 id = escrow.register{value: most}(PREDICATE, H, most, BOND, verifier, false, "");
        bytes32[4] memory claims;
        for (uint256 i = 0; i < claims.length; ++i) {
            claims[i] = file(open(id), id);
        }
        for (uint256 i = 0; i < claims.length; ++i) {
            settle(claims[i], true, IEscrow.Reason.Violated);
        }
        vm.assertEq(escrow.promiseOf(id).dues, 3, "owed");
        vm.deal(stranger, most);
        vm.prank(stranger);
        escrow.fund{value: most}(id);
        vm.assertEq(escrow.availableOf(id), 0, "all of it is owed");
        refuseFile(open(id), id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, most));
    }

    /// Every way out of a claim, one after the other -> the bond moves once.
    function test_Attack11_BondLeavesOnce() public {
        (,, bytes32 claim) = filed(RESERVE);
        settle(claim, false, IEscrow.Reason.Satisfied);
        vm.warp(START + 400 days);
        bytes memory closed = abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Satisfied);
        refuseSettle(claim, false, IEscrow.Reason.Satisfied, closed);
        vm.prank(user);
        vm.expectRevert(closed);
        escrow.withdrawClaim(key(claim));
        vm.expectRevert(closed);
        escrow.collect(key(claim));
        vm.expectRevert(closed);
        escrow.expire(key(claim));
        vm.assertEq(escrow.creditOf(owner), BOND, "once");
        assertHolds(RESERVE + BOND);
    }

    /// Verdict and withdrawal race in one second -> whichever is first stands, and money moves once.
    function test_Attack11a_VerdictRacesWithdrawal() public {
        (uint32 id,, bytes32 judged) = filed(RESERVE);
        Opened memory s = open(id);
        bytes32 withdrawn = file(s, id);
        vm.warp(START + 10 days + 1);
        settle(judged, true, IEscrow.Reason.Violated);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, judged, IEscrow.Status.Paid));
        escrow.withdrawClaim(key(judged));
        vm.prank(user);
        escrow.withdrawClaim(key(withdrawn));
        refuseSettle(
            withdrawn,
            true,
            IEscrow.Reason.Violated,
            abi.encodeWithSelector(IEscrow.EscrowStatus.selector, withdrawn, IEscrow.Status.Withdrawn)
        );
        assertHolds(RESERVE - PAYOUT);
    }

    /// The payee's code is gone when it is paid -> the money goes to its address, no sum is out.
    function test_Attack01a_PayeeThatDestroyedItself() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = register(RESERVE);
        bytes32 claim = claimOf(payee, id);
        vm.etch(address(payee), "");
        settle(claim, true, IEscrow.Reason.Violated);
        vm.assertEq(address(payee).balance, uint256(PAYOUT) + BOND, "paid");
        vm.assertEq(escrow.creditOf(address(payee)), 0, "no credit beside it");
        assertHolds(RESERVE - PAYOUT);
    }

    /// @dev An open claim whose user is this contract.
    function claimOf(Reentering payee, uint32 id) private returns (bytes32) {
        Opened memory s = openFor(address(payee), list(id));
        vm.deal(address(payee), BOND);
        vm.prank(address(payee));
        escrow.file{value: BOND}(s.id, id, s.promises, owner, s.salt, 0);
        vm.deal(address(payee), 0);
        return idOf(IEscrow.ClaimKey(s.id, id, 1));
    }

    /// @dev A payee with a bond of credit, because it owned a promise that was kept.
    function credited() private returns (Reentering payee) {
        payee = new Reentering(escrow);
        vm.deal(address(payee), RESERVE);
        vm.startPrank(address(payee));
        uint32 id = escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        bytes32 session = escrow.open(address(payee), user, 0, list(id));
        escrow.finalize(address(payee), item(session, 1, H));
        vm.stopPrank();
        vm.prank(user);
        escrow.file{value: BOND}(session, id, list(id), address(payee), 0, HEADS);
        vm.prank(verifier);
        escrow.settle(IEscrow.ClaimKey(session, id, 1), false, uint8(IEscrow.Reason.Satisfied));
        vm.assertEq(escrow.creditOf(address(payee)), BOND, "credit");
    }
}
