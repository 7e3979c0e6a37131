// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {Bombing, Burning, Forcing, Gushing, Payee, Reentering, Refusing} from "./support/Payees.sol";
import {vm} from "./support/Vm.sol";

/// @title Payees that refuse, burn, flood and come back
contract PayeesTest is EscrowTest {
    uint256 private constant OWED = uint256(PAYOUT) + BOND;

    function test_RefusingUserIsCreditedAndTheReserveIsFree() public {
        payoutBecomesCredit(new Refusing(escrow));
    }

    function test_BurningUserBurnsTheStipendAndNoMore() public {
        uint256 plain = payoutBecomesCredit(new Refusing(escrow));
        uint256 burnt = payoutBecomesCredit(new Burning(escrow)) - plain;
        vm.assertGe(burnt, 30_000, "the payee had its stipend");
        vm.assertLe(burnt, 30_000 + 2_300 + 500, "and no more");
    }

    /// The payee pays for its own memory, about 12,500 gas; copying the answer would cost the escrow as much again.
    function test_RevertBombIsNotCopied() public {
        uint256 plain = payoutBecomesCredit(new Refusing(escrow));
        vm.assertLe(payoutBecomesCredit(new Bombing(escrow, 60_000)) - plain, 15_000, "nothing is copied back");
        uint256 burst = payoutBecomesCredit(new Bombing(escrow, 1_000_000)) - plain;
        vm.assertLe(burst, 30_000 + 2_300 + 500, "the bomb bursts inside the stipend");
    }

    function test_ReturnBombIsPaidAndNotCopied() public {
        uint256 plain = payoutBecomesCredit(new Refusing(escrow));
        Gushing payee = new Gushing(escrow, 60_000);
        IEscrow.ClaimKey memory claim = key(claimOfPayee(payee, register(RESERVE)));
        vm.prank(verifier);
        uint256 spent = gasleft();
        escrow.settle(claim, true, uint8(IEscrow.Reason.Violated));
        spent -= gasleft();
        vm.assertLe(spent, plain + 15_000, "nothing is copied back");
        vm.assertEq(address(payee).balance, OWED, "paid");
    }

    function test_WithdrawnBondOfARefusingUserIsCredited() public {
        Refusing payee = new Refusing(escrow);
        uint32 id = register(RESERVE);
        bytes32 claim = claimOfPayee(payee, id);
        vm.warp(START + 10 days + 1);
        payee.withdrawClaim(key(claim));
        vm.assertEq(escrow.creditOf(address(payee)), BOND, "credit");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "closed");
    }

    function test_CollectedPayoutOfARefusingUserIsCredited() public {
        Refusing payee = new Refusing(escrow);
        uint32 id = register(PAYOUT);
        bytes32 first = file(open(id), id);
        bytes32 claim = claimOfPayee(payee, id);
        settle(first, true, IEscrow.Reason.Violated);
        settle(claim, true, IEscrow.Reason.Violated);
        escrow.fund{value: PAYOUT}(id);
        escrow.collect(key(claim));
        vm.assertEq(escrow.creditOf(address(payee)), OWED, "bond and payout");
    }

    function test_CreditIsPulledElsewhere() public {
        Refusing payee = new Refusing(escrow);
        payoutBecomesCredit(payee);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTransfer.selector, address(payee), OWED));
        payee.pull(address(payee));
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTransfer.selector, address(escrow), OWED));
        payee.pull(address(escrow));
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowZero.selector));
        payee.pull(address(0));
        vm.assertEq(escrow.creditOf(address(payee)), OWED, "refused pulls cost nothing");
        uint256 before = stranger.balance;
        payee.pull(stranger);
        vm.assertEq(stranger.balance, before + OWED, "received");
        vm.assertEq(escrow.creditOf(address(payee)), 0, "spent");
    }

    function test_OwnerWhoseReceiverRefusesKeepsTheReserve() public {
        Refusing receiver = new Refusing(escrow);
        uint32 id = register(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTransfer.selector, address(receiver), RESERVE));
        escrow.withdrawReserve(id, address(receiver));
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE, "reserve");
    }

    /// The verifier's gas limit cannot turn a payment into a loss. Where the payee ran dry for want of gas, what is left
    /// is too little to go on, so that a payee within the stipend is paid or nothing has happened.
    function testFuzz_ScarceGasLosesNoMoney(uint32 limit) public {
        Gushing payee = new Gushing(escrow, 60_000);
        bytes32 claim = claimOfPayee(payee, register(RESERVE));
        vm.prank(verifier);
        (bool ok,) = address(escrow).call{gas: 5_000 + (limit % 45_000)}(
            abi.encodeCall(IEscrow.settle, (key(claim), true, uint8(IEscrow.Reason.Violated)))
        );
        vm.assertEq(address(payee).balance, ok ? OWED : 0, "paid, or nothing happened");
        assertStatus(claim, ok ? IEscrow.Status.Paid : IEscrow.Status.Open);
    }

    /// Inside a pushed payout, a payee that is also the verifier settles its next claim.
    function test_SettleIsNotReentered() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = promiseJudgedBy(address(payee));
        bytes32 first = claimOfPayee(payee, id);
        bytes32 second = claimOfPayee(payee, id);
        payee.arm(abi.encodeCall(IEscrow.settle, (key(second), true, 1)), 0);
        payee.settle(key(first), true, 1);
        assertRefused(payee);
        assertStatus(second, IEscrow.Status.Open);
        vm.assertEq(escrow.creditOf(address(payee)) + address(payee).balance, OWED, "paid once");
    }

    function test_SameClaimIsNotSettledTwice() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = promiseJudgedBy(address(payee));
        bytes32 claim = claimOfPayee(payee, id);
        payee.arm(abi.encodeCall(IEscrow.settle, (key(claim), true, 1)), 0);
        payee.settle(key(claim), true, 1);
        assertRefused(payee);
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE - PAYOUT, "one payout");
    }

    function test_WithdrawIsNotReentered() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = register(RESERVE);
        bytes32 first = claimOfPayee(payee, id);
        bytes32 second = claimOfPayee(payee, id);
        vm.warp(START + 10 days + 1);
        payee.arm(abi.encodeCall(IEscrow.withdrawClaim, (key(second))), 0);
        payee.withdrawClaim(key(first));
        assertRefused(payee);
        assertStatus(second, IEscrow.Status.Open);
        assertHolds(RESERVE + BOND);
    }

    function test_CollectIsNotReentered() public {
        Reentering payee = new Reentering(escrow);
        uint32 id = register(PAYOUT);
        bytes32 first = file(open(id), id);
        bytes32 second = claimOfPayee(payee, id);
        bytes32 third = claimOfPayee(payee, id);
        settle(first, true, IEscrow.Reason.Violated);
        settle(second, true, IEscrow.Reason.Violated);
        settle(third, true, IEscrow.Reason.Violated);
        escrow.fund{value: 2 * uint256(PAYOUT)}(id);
        payee.arm(abi.encodeCall(IEscrow.collect, (key(third))), 0);
        escrow.collect(key(second));
        assertRefused(payee);
        assertStatus(third, IEscrow.Status.Due);
    }

    /// A pull forwards all gas; the credit is spent before the money leaves.
    function test_PullIsNotReentered() public {
        Reentering payee = credited();
        payee.arm(abi.encodeCall(IEscrow.pull, (address(payee))), 0);
        uint256 before = address(payee).balance;
        payee.pull(address(payee));
        assertRefused(payee);
        vm.assertEq(address(payee).balance, before + BOND, "once");
    }

    /// A new claim from inside a pull is an ordinary claim: everything was written before the money left.
    function test_FileFromInsideAPullIsAnOrdinaryClaim() public {
        Reentering payee = credited();
        uint32 id = register(RESERVE);
        Opened memory s = openFor(address(payee), list(id));
        payee.arm(abi.encodeCall(IEscrow.file, (s.id, id, s.promises, owner, s.salt, 0)), BOND);
        uint256 held = address(escrow).balance;
        payee.pull(address(payee));
        vm.assertTrue(payee.called() && payee.succeeded(), "filed");
        assertStatus(escrow.claimId(IEscrow.ClaimKey(s.id, id, 1)), IEscrow.Status.Open);
        vm.assertEq(escrow.promiseOf(id).openClaims, 1, "counted");
        assertHolds(held);
    }

    /// The reserve cannot be withdrawn twice by a receiver that comes back as the owner.
    function test_WithdrawReserveIsNotReentered() public {
        Reentering payee = new Reentering(escrow);
        vm.deal(address(payee), RESERVE);
        vm.prank(address(payee));
        uint32 id = escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        register(RESERVE);
        vm.prank(address(payee));
        escrow.retire(id);
        vm.warp(START + 31 days);
        payee.arm(abi.encodeCall(IEscrow.withdrawReserve, (id, address(payee))), 0);
        vm.prank(address(payee));
        escrow.withdrawReserve(id, address(payee));
        assertRefused(payee);
        vm.assertEq(address(payee).balance, RESERVE, "once");
        assertHolds(RESERVE);
    }

    function test_ForcedEtherChangesNothing() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        new Forcing{value: 3 ether}(address(escrow));
        assertHolds(uint256(RESERVE) + BOND + 3 ether);
        vm.assertEq(escrow.availableOf(id), RESERVE, "not a reserve");
        settle(claim, true, IEscrow.Reason.Violated);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(3 ether);
    }

    receive() external payable {}

    /// @dev Settles a claim of the payee as violated; returns the gas of the settlement.
    function payoutBecomesCredit(Payee payee) private returns (uint256 spent) {
        uint32 id = register(RESERVE);
        IEscrow.ClaimKey memory claim = key(claimOfPayee(payee, id));
        vm.prank(verifier);
        vm.expectEmit(address(escrow));
        emit IEscrow.Credited(address(payee), OWED);
        spent = gasleft();
        escrow.settle(claim, true, uint8(IEscrow.Reason.Violated));
        spent -= gasleft();
        vm.assertEq(address(payee).balance, 0, "not paid");
        vm.assertEq(escrow.creditOf(address(payee)), OWED, "credited");
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE - PAYOUT, "reserve");
        vm.assertEq(escrow.promiseOf(id).openClaims, 0, "no open claim locks the reserve");
    }

    function claimOfPayee(Payee payee, uint32 id) private returns (bytes32) {
        Opened memory s = openFor(address(payee), list(id));
        return payee.file{value: BOND}(s.id, id, s.promises, owner, s.salt);
    }

    function promiseJudgedBy(address judge) private returns (uint32) {
        vm.prank(owner);
        return escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, judge, false, "");
    }

    /// @dev A payee with a credit of one bond, as the owner of a promise that was kept.
    function credited() private returns (Reentering payee) {
        payee = new Reentering(escrow);
        vm.deal(address(payee), RESERVE);
        vm.startPrank(address(payee));
        uint32 id = escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        bytes32 session = escrow.open(address(payee), user, H, list(id));
        remember(Opened({id: session, salt: H, user: user, promises: list(id)}));
        escrow.finalize(address(payee), item(session, 1, H));
        vm.stopPrank();
        vm.prank(user);
        bytes32 claim = escrow.file{value: BOND}(session, id, list(id), address(payee), H, 0);
        settle(claim, false, IEscrow.Reason.Satisfied);
        vm.assertEq(escrow.creditOf(address(payee)), BOND, "credit");
        vm.deal(address(payee), BOND);
    }

    function assertRefused(Reentering payee) private view {
        vm.assertTrue(payee.called(), "came back");
        vm.assertFalse(payee.succeeded(), "was refused");
        vm.assertEq(bytes32(payee.answer()), bytes32(IEscrow.EscrowReentered.selector), "by the lock");
    }
}
