// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../../src/Escrow.sol";
import {IEscrow} from "../../src/IEscrow.sol";
import {Refusing} from "../support/Payees.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @title What a user of the escrow pays, kept in snapshots/
/// @dev Run with --isolate, so that each call is a transaction of its own: 21,000, calldata and its floor included.
contract GasTest is EscrowTest {
    string private constant GROUP = "Escrow";

    function test_Deploy() public {
        new Escrow();
        note("deploy");
    }

    function test_Promise() public {
        vm.prank(owner);
        uint32 id = escrow.register{value: RESERVE}(PREDICATE, keccak256("{}"), PAYOUT, BOND, verifier, false, "");
        note("register, first of the contract");
        vm.prank(owner);
        escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        note("register");
        bytes memory params = bytes.concat(H, H, H, H, H, H, H, H, H, H, H, H);
        vm.prank(owner);
        escrow.register{value: RESERVE}(PREDICATE, keccak256(params), PAYOUT, BOND, verifier, false, params);
        note("register, 384 bytes published");
        vm.prank(owner);
        escrow.fund{value: 1}(id);
        note("fund");
        vm.prank(owner);
        escrow.setOperator(stranger);
        note("setOperator, replaced");
        vm.prank(owner);
        escrow.retire(id);
        note("retire");
        vm.warp(START + 31 days);
        vm.prank(owner);
        escrow.withdrawReserve(id, owner);
        note("withdrawReserve");
    }

    function test_Open() public {
        uint32[] memory promises = new uint32[](5);
        for (uint256 i = 0; i < 5; ++i) {
            promises[i] = register(RESERVE);
        }
        vm.prank(operator);
        escrow.open(owner, user, keccak256("1"), list(promises[0]));
        note("open, 1 promise");
        vm.prank(operator);
        escrow.open(owner, user, keccak256("2"), list(promises[0], promises[1]));
        note("open, 2 promises");
        vm.prank(operator);
        escrow.open(owner, user, keccak256("5"), promises);
        note("open, 5 promises");
    }

    function test_Commitments() public {
        vm.startPrank(operator);
        escrow.checkpoint(owner, batch(1));
        note("checkpoint, first of an owner, N=1");
        escrow.checkpoint(owner, batch(1));
        note("checkpoint, N=1");
        escrow.checkpoint(owner, batch(10));
        note("checkpoint, N=10");
        escrow.checkpoint(owner, batch(100));
        note("checkpoint, N=100");
        escrow.finalize(owner, batch(1));
        note("finalize, N=1");
        escrow.finalize(owner, batch(1));
        note("finalize, repeated, N=1");
        escrow.finalize(owner, batch(11));
        note("finalize, 10 of N=11");
    }

    function test_ClaimForTheUser() public {
        uint32 id = register(RESERVE);
        Opened memory s = open(id);
        finalize(s.id);
        bytes32 claim = file(s, id);
        note("file");
        vm.prank(operator);
        escrow.offer(key(claim), H);
        note("offer");
        settle(claim, true, IEscrow.Reason.Violated);
        note("settle violated, paid");
    }

    function test_ClaimOfAPayeeThatRefuses() public {
        uint32 id = register(RESERVE);
        Refusing payee = new Refusing(escrow);
        Opened memory s = openFor(address(payee), list(id));
        bytes32 claim = payee.file{value: BOND}(s.id, id, s.promises, owner, s.salt);
        settle(claim, true, IEscrow.Reason.Violated);
        note("settle violated, credited");
    }

    function test_ClaimForTheOwner() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        settle(claim, false, IEscrow.Reason.Satisfied);
        note("settle satisfied, first credit");
        Opened memory s = open(id);
        finalize(s.id);
        claim = file(s, id);
        settle(claim, false, IEscrow.Reason.Satisfied);
        note("settle satisfied, later credit");
        vm.prank(owner);
        escrow.pull(owner);
        note("pull");
    }

    function test_ClaimWithdrawnAndFiledAgain() public {
        (uint32 id, Opened memory s, bytes32 claim) = filed(RESERVE);
        vm.warp(START + 11 days);
        vm.prank(user);
        escrow.withdrawClaim(key(claim));
        note("withdrawClaim");
        file(s, id);
        note("file, round 2");
    }

    function test_ClaimDueAndCollected() public {
        uint32 id = register(PAYOUT);
        bytes32 first = file(open(id), id);
        bytes32 second = file(open(id), id);
        settle(first, true, IEscrow.Reason.Violated);
        settle(second, true, IEscrow.Reason.Violated);
        note("settle violated, due");
        escrow.fund{value: PAYOUT}(id);
        escrow.collect(key(second));
        note("collect");
    }

    function test_ClaimExpired() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 181 days);
        escrow.expire(key(claim));
        note("expire");
    }

    /// @dev Items of sessions 1 to count with full-entropy ids and hashes.
    function batch(uint256 count) private pure returns (bytes memory items) {
        for (uint256 i = 1; i <= count; ++i) {
            items = bytes.concat(items, item(keccak256(abi.encode("session", i)), uint32(i), keccak256(abi.encode(i))));
        }
    }

    function note(string memory name) private {
        vm.snapshotGasLastCall(GROUP, name);
    }
}
