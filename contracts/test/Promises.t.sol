// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Registration, funding, retirement, withdrawal
contract PromisesTest is EscrowTest {
    function test_RegisterFixesEveryTerm() public {
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.PromiseRegistered(1, owner, verifier, PREDICATE, keccak256("{}"), PAYOUT, BOND, false, "{}");
        vm.expectEmit(address(escrow));
        emit IEscrow.ReserveFunded(1, owner, RESERVE, RESERVE);
        uint32 id = escrow.register{value: RESERVE}(PREDICATE, keccak256("{}"), PAYOUT, BOND, verifier, false, "{}");

        IEscrow.Promise memory p = escrow.promiseOf(id);
        vm.assertEq(id, 1, "first promise");
        vm.assertEq(escrow.promiseCount(), 1, "count");
        vm.assertEq(p.owner, owner, "owner");
        vm.assertEq(p.payout, PAYOUT, "payout");
        vm.assertEq(p.reserve, RESERVE, "reserve");
        vm.assertEq(p.bond, BOND, "bond");
        vm.assertEq(p.verifier, verifier, "verifier");
        vm.assertEq(p.registeredAt, START, "registeredAt");
        vm.assertEq(p.retiredAt, 0, "retiredAt");
        vm.assertEq(p.predicate, PREDICATE, "predicate");
        vm.assertEq(p.paramsHash, keccak256("{}"), "paramsHash");
        vm.assertEq(escrow.availableOf(id), RESERVE, "available");
    }

    function test_RegisterWithoutPublishedParams() public {
        vm.prank(owner);
        uint32 id = escrow.register{value: PAYOUT}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        vm.assertEq(escrow.promiseOf(id).paramsHash, H, "paramsHash");
    }

    function test_FirstReserveCoversAPayout() public {
        uint256[3] memory short = [uint256(0), 1, PAYOUT - 1];
        for (uint256 i = 0; i < short.length; ++i) {
            vm.prank(owner);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowReserveShort.selector, short[i], PAYOUT));
            escrow.register{value: short[i]}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        }
        vm.assertEq(escrow.promiseCount(), 0, "nothing registered");
        vm.prank(owner);
        uint32 id = escrow.register{value: PAYOUT}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        vm.assertEq(escrow.availableOf(id), PAYOUT, "to the wei");
        vm.prank(owner);
        id = escrow.register{value: PAYOUT + 1}(PREDICATE, H, PAYOUT, BOND, verifier, true, "");
        vm.assertEq(escrow.availableOf(id), PAYOUT + 1, "and more");
    }

    function test_RegisterRefusesParamsThatDoNotHash() public {
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowParamsHash.selector, keccak256("{ }"), keccak256("{}")));
        escrow.register{value: PAYOUT}(PREDICATE, keccak256("{}"), PAYOUT, BOND, verifier, false, "{ }");
    }

    function test_RegisterRefusesZeroTerms() public {
        bytes memory zero = abi.encodeWithSelector(IEscrow.EscrowZero.selector);
        vm.expectRevert(zero);
        escrow.register(0, H, PAYOUT, BOND, verifier, false, "");
        vm.expectRevert(zero);
        escrow.register(PREDICATE, 0, PAYOUT, BOND, verifier, false, "");
        vm.expectRevert(zero);
        escrow.register(PREDICATE, H, PAYOUT, BOND, address(0), false, "");
        bytes memory amount = abi.encodeWithSelector(IEscrow.EscrowAmount.selector, 0);
        vm.expectRevert(amount);
        escrow.register(PREDICATE, H, 0, BOND, verifier, false, "");
        vm.expectRevert(amount);
        escrow.register(PREDICATE, H, PAYOUT, 0, verifier, false, "");
    }

    function test_AnyoneMayFund() public {
        uint32 id = register(RESERVE);
        vm.prank(stranger);
        vm.expectEmit(address(escrow));
        emit IEscrow.ReserveFunded(id, stranger, 2 ether, RESERVE + 2 ether);
        escrow.fund{value: 2 ether}(id);
        vm.assertEq(escrow.promiseOf(id).reserve, RESERVE + 2 ether, "reserve");
    }

    function test_FundRefusesNothingUnknownAndOverflow() public {
        uint32 id = register(RESERVE);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowAmount.selector, 0));
        escrow.fund(id);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowUnknownPromise.selector, id + 1));
        escrow.fund{value: 1}(id + 1);
        uint256 tooMuch = uint256(type(uint96).max) - RESERVE + 1;
        vm.deal(address(this), tooMuch);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowAmount.selector, tooMuch));
        escrow.fund{value: tooMuch}(id);
        escrow.fund{value: tooMuch - 1}(id);
        vm.assertEq(escrow.promiseOf(id).reserve, type(uint96).max, "full slot");
    }

    function test_RetireOnceAndByOwnerOnly() public {
        uint32 id = register(RESERVE);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOwner.selector, id, owner, operator));
        escrow.retire(id);
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.PromiseRetired(id, owner, START + 30 days);
        escrow.retire(id);
        vm.assertEq(escrow.promiseOf(id).retiredAt, START, "retiredAt");
        vm.warp(START + 1);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowRetired.selector, id));
        escrow.retire(id);
    }

    function test_RetiredPromiseWithoutDuesTakesNoMoney() public {
        uint32 id = register(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowBeyondDues.selector, RESERVE + 1, 0));
        escrow.fund{value: 1}(id);
    }

    function test_WithdrawReserveOnlyAfterThirtyDays() public {
        uint32 id = register(RESERVE);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotRetired.selector, id));
        escrow.withdrawReserve(id, stranger);
        vm.prank(owner);
        escrow.retire(id);

        vm.warp(START + 30 days);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, START + 30 days));
        escrow.withdrawReserve(id, stranger);

        vm.warp(START + 30 days + 1);
        uint256 before = stranger.balance;
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.ReserveWithdrawn(id, stranger, RESERVE);
        vm.expectEmit(address(escrow));
        emit IEscrow.Paid(stranger, RESERVE);
        escrow.withdrawReserve(id, stranger);
        vm.assertEq(stranger.balance, before + RESERVE, "received");
        vm.assertEq(escrow.promiseOf(id).reserve, 0, "reserve");
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNothing.selector));
        escrow.withdrawReserve(id, stranger);
    }

    function test_WithdrawReserveByOwnerOnlyAndToSomebody() public {
        uint32 id = register(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOwner.selector, id, owner, operator));
        escrow.withdrawReserve(id, operator);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowZero.selector));
        escrow.withdrawReserve(id, address(0));
    }

    function test_WithdrawReserveWaitsForOpenClaims() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 31 days);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowOpenClaims.selector, id, 1));
        escrow.withdrawReserve(id, owner);
        settle(claim, true, IEscrow.Reason.Violated);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        assertHolds(0);
    }

    function test_PlainTransferIsRefused() public {
        vm.prank(stranger);
        (bool ok,) = address(escrow).call{value: 1}("");
        vm.assertFalse(ok, "no receive function");
    }

    function testFuzz_NumbersAscendAndOwnersAreKept(address[8] calldata owners) public {
        for (uint32 i = 0; i < owners.length; ++i) {
            if (owners[i] == address(0)) continue;
            vm.deal(owners[i], 1);
            vm.prank(owners[i]);
            uint32 id = escrow.register{value: 1}(PREDICATE, H, 1, 1, verifier, false, "");
            vm.assertEq(id, escrow.promiseCount(), "number");
            vm.assertEq(escrow.promiseOf(escrow.promiseCount()).owner, owners[i], "owner");
        }
    }
}
