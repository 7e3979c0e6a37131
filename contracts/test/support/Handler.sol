// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../../src/Escrow.sol";
import {IEscrow} from "../../src/IEscrow.sol";
import {Model} from "./Model.sol";
import {Forcing, Refusing} from "./Payees.sol";
import {vm} from "./Vm.sol";

/// @title What owners, users, verifiers and strangers may do in any order
/// @dev Each function is one move with arguments folded into what exists. After a move the model looks at the escrow. A move
/// that the escrow refuses reverts as a whole and counts for nothing.
contract Handler is Model {
    uint256 private constant SIGNER_KEY = 0xA2;

    address private immutable signer = vm.addr(SIGNER_KEY);
    uint256 private _salts;

    constructor(Escrow escrow_) Model(escrow_) {
        owners.push(address(0xA1));
        owners.push(signer);
        users.push(address(0xB1));
        users.push(address(0xB2));
        users.push(address(new Refusing(escrow_)));
        verifiers.push(address(0xC1));
        verifiers.push(address(0xC2));
        for (uint256 i = 0; i < owners.length; ++i) {
            endow(owners[i]);
        }
        for (uint256 i = 0; i < users.length; ++i) {
            endow(users[i]);
        }
    }

    function register(uint8 who, uint8 payout, uint8 reserves) external {
        if (escrow.promiseCount() >= 5) revert();
        address owner = owners[who % owners.length];
        uint96 amount = (uint96(payout) % 5 + 1) * 1 ether;
        uint256 reserve = uint256(amount) * (reserves % 3 + 1) - (reserves % 7 == 0 ? 1 : 0);
        vm.prank(owner);
        uint32 id = escrow.register{value: reserve}(
            "predicate", "params", amount, amount / 10, verifiers[payout % verifiers.length], reserves % 5 == 2, ""
        );
        spend(owner, reserve);
        mayRise = id;
        observe();
    }

    /// @dev Up to 1.2 payouts, so that reserves stay short often enough to owe.
    function fund(uint8 which, uint8 who, uint8 tenths) external {
        uint32 id = promiseAt(which);
        address from = tenths % 2 == 0 ? users[who % users.length] : owners[who % owners.length];
        uint256 amount = uint256(escrow.promiseOf(id).payout) * (tenths % 12 + 1) / 10;
        vm.prank(from);
        escrow.fund{value: amount}(id);
        spend(from, amount);
        mayRise = id;
        observe();
    }

    /// @dev Seldom, or no promise would live long enough to be broken.
    function retire(uint8 which, uint8 dice) external {
        if (dice % 4 != 0) revert();
        uint32 id = promiseAt(which);
        vm.prank(escrow.promiseOf(id).owner);
        escrow.retire(id);
        observe();
    }

    function withdrawReserve(uint8 which, bool patient) external {
        uint32 id = promiseAt(which);
        IEscrow.Promise memory p = escrow.promiseOf(id);
        uint256 amount = escrow.availableOf(id);
        if (patient && p.retiredAt != 0) wait(p.retiredAt + 30 days + 1);
        vm.prank(p.owner);
        escrow.withdrawReserve(id, p.owner);
        earn(p.owner, amount);
        seen.reserveWithdrawn = true;
        observe();
    }

    function open(uint8 which, uint8 who) external {
        uint32 id = promiseAt(which);
        address owner = escrow.promiseOf(id).owner;
        address user = users[who % users.length];
        uint32[] memory promises = new uint32[](1);
        promises[0] = id;
        bytes32 salt = bytes32(++_salts);
        vm.prank(owner);
        bytes32 session = escrow.open(owner, user, salt, promises);
        pairs.push(Pair({session: session, promiseId: id, user: user, owner: owner, salt: salt}));
        observe();
    }

    /// @dev A session of the owner whose key is known, opened by its signature of some time up to now.
    function openSigned(uint8 which, uint8 who, uint16 ago) external {
        uint32 id = promiseAt(which);
        if (escrow.promiseOf(id).owner != signer) revert();
        IEscrow.SignedOpening memory o;
        (o.owner, o.user, o.salt) = (signer, users[who % users.length], bytes32(++_salts));
        o.promises = new uint32[](1);
        o.promises[0] = id;
        o.openedAt = uint64(block.timestamp - ago % 1 hours);
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)"),
                o.owner,
                o.user,
                o.salt,
                keccak256(abi.encode(o.promises)),
                o.openedAt
            )
        );
        bytes32 digest = keccak256(bytes.concat(hex"1901", escrow.domainSeparator(), message));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, digest);
        o.signature = abi.encodePacked(r, s, v);
        bytes32 session = escrow.openSigned(o);
        pairs.push(Pair({session: session, promiseId: id, user: o.user, owner: signer, salt: o.salt}));
        seen.shown = true;
        observe();
    }

    function finalize(uint8 which) external {
        Pair memory pair = anyPair(which);
        finalizeOne(pair.owner, pair.session);
        observe();
    }

    /// @dev One to three claims, so that a promise often has more open claims than its reserve covers.
    function file(uint8 which, uint8 more) external {
        fileOne(freePair(which));
        for (uint256 i = 0; i < more % 3 && hasFreePair(); ++i) {
            fileOne(freePair(which));
        }
    }

    function offer(uint8 which) external {
        bytes32 claim = claimIn(IEscrow.Status.Open, which);
        vm.prank(escrow.promiseOf(keyOf(claim).promiseId).owner);
        escrow.offer(keyOf(claim), "bundle");
        observe();
    }

    /// @dev Sometimes a reason that does not exist or does not fit, or comes too early.
    function settle(uint8 which, bool violated, uint8 reason) external {
        bytes32 claim = claimIn(IEscrow.Status.Open, which);
        vm.prank(escrow.promiseOf(keyOf(claim).promiseId).verifier);
        escrow.settle(keyOf(claim), violated, reason % 13);
        observe();
    }

    function keep(uint8 which) external {
        bytes32 claim = claimIn(IEscrow.Status.Open, which);
        IEscrow.ClaimKey memory k = keyOf(claim);
        IEscrow.Promise memory p = escrow.promiseOf(k.promiseId);
        finalizeOne(p.owner, k.session);
        vm.prank(p.verifier);
        escrow.settle(k, false, 2);
        observe();
    }

    /// @dev One to three verdicts for the user, so that reserves run dry.
    function breach(uint8 which, uint8 more) external {
        for (uint256 i = 0; i <= more % 3; ++i) {
            bytes32 claim = claimIn(IEscrow.Status.Open, which);
            vm.prank(escrow.promiseOf(keyOf(claim).promiseId).verifier);
            escrow.settle(keyOf(claim), true, 1);
            observe();
            if (!hasClaimIn(IEscrow.Status.Open)) break;
        }
    }

    function withdrawClaim(uint8 which, bool patient) external {
        bytes32 claim = claimIn(IEscrow.Status.Open, which);
        if (patient) wait(escrow.claimOf(keyOf(claim)).filedAt + 10 days + 1);
        vm.prank(escrow.claimOf(keyOf(claim)).user);
        escrow.withdrawClaim(keyOf(claim));
        observe();
    }

    function collect(uint8 which, bool topUp) external {
        bytes32 claim = claimIn(IEscrow.Status.Due, which);
        uint32 id = keyOf(claim).promiseId;
        if (topUp) {
            uint256 amount = escrow.promiseOf(id).payout;
            vm.prank(users[0]);
            escrow.fund{value: amount}(id);
            spend(users[0], amount);
            mayRise = id;
        }
        escrow.collect(keyOf(claim));
        observe();
    }

    function expire(uint8 which, bool patient) external {
        bytes32 claim = claimIn(IEscrow.Status.Open, which);
        IEscrow.ClaimKey memory k = keyOf(claim);
        uint256 retiredAt = escrow.promiseOf(k.promiseId).retiredAt;
        if (patient && retiredAt != 0) {
            wait(escrow.claimOf(k).filedAt + 180 days + 1);
            wait(retiredAt + 30 days + 1);
        }
        escrow.expire(k);
        observe();
    }

    /// @dev To a user who takes it, because one of the users refuses money.
    function pull(uint8 who) external {
        address from = creditor(who);
        uint256 amount = escrow.creditOf(from);
        vm.prank(from);
        escrow.pull(users[0]);
        spend(from, amount);
        earn(users[0], amount);
        seen.pulled = true;
        observe();
    }

    function pass(uint8 step) external {
        uint32[5] memory steps = [uint32(1 hours), 1 days, 3 days, 3 days + 1, 30 days + 1];
        vm.warp(block.timestamp + steps[step % steps.length]);
        observe();
    }

    function force(uint8 amount) external {
        vm.deal(address(this), amount);
        new Forcing{value: amount}(address(escrow));
        forced += amount;
        observe();
    }

    function fileOne(Pair memory pair) private {
        uint32[] memory promises = new uint32[](1);
        promises[0] = pair.promiseId;
        uint256 bond = escrow.promiseOf(pair.promiseId).bond;
        vm.prank(pair.user);
        bytes32 claim =
            escrow.file{value: bond}(pair.session, pair.promiseId, promises, pair.owner, pair.salt, bytes32(0));
        enter(claim, pair);
        spend(pair.user, bond);
        observe();
    }

    function finalizeOne(address owner, bytes32 session) private {
        vm.prank(owner);
        escrow.finalize(owner, abi.encodePacked(session, uint32(1), keccak256("h")));
    }

    function wait(uint256 until) private {
        if (block.timestamp < until) vm.warp(until);
    }
}
