// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @title Attacks that only hold others up
contract GriefAttacksTest is EscrowTest {
    /// Many dust claims -> each costs its whole bond when the promise was kept; the owner is paid for each.
    function test_Attack40_DustClaims() public {
        uint32 id = register(PAYOUT);
        uint256 before = user.balance;
        for (uint256 i = 0; i < 20; ++i) {
            Opened memory s = open(id);
            finalize(s.id);
            settle(file(s, id), false, IEscrow.Reason.Satisfied);
        }
        vm.assertEq(user.balance, before - 20 * uint256(BOND), "user");
        vm.assertEq(escrow.creditOf(owner), 20 * uint256(BOND), "owner");
        vm.assertEq(escrow.promiseOf(id).reserve, PAYOUT, "reserve");
    }

    /// Withdraw and file again for ever, to keep the reserve from its owner -> ends 30 days after retirement.
    function test_Attack43a_FileAgainForEver() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        vm.prank(owner);
        escrow.retire(id);
        bytes32 claim = file(s, id);
        for (uint256 i = 1; i < 3; ++i) {
            vm.warp(START + i * (10 days + 1));
            vm.prank(user);
            escrow.withdrawClaim(key(claim));
            claim = file(s, id);
        }
        vm.warp(START + 3 * (10 days + 1));
        vm.prank(user);
        escrow.withdrawClaim(key(claim));
        refuseFile(s, id, abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 30 days));
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(0);
    }

    /// Lock a held payout by a claim for the price of a bond -> others wait; a verdict or new money lets them in at once.
    function test_Attack43b_HeldPayoutIsLockedOut() public {
        vm.prank(owner);
        uint32 id = escrow.register{value: PAYOUT}(PREDICATE, H, PAYOUT, BOND, verifier, true, "");
        Opened memory lock = openFor(stranger, list(id));
        finalize(lock.id);
        bytes32 claim = file(lock, id);
        Opened memory honest = open(id);
        refuseFile(honest, id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, PAYOUT));
        vm.warp(START + 20 days);
        refuseFile(honest, id, abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, 0, PAYOUT));
        settle(claim, false, IEscrow.Reason.Satisfied);
        vm.assertEq(escrow.creditOf(owner), BOND, "the price");
        settle(file(honest, id), true, IEscrow.Reason.Violated);
        assertHolds(BOND);
    }
}
