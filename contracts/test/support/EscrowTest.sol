// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../../src/Escrow.sol";
import {IEscrow} from "../../src/IEscrow.sol";
import {vm} from "./Vm.sol";

/// @title An escrow with a provider, its operator, a user and a verifier
abstract contract EscrowTest {
    uint96 internal constant PAYOUT = 0.1 ether;
    uint96 internal constant BOND = 0.01 ether;
    uint96 internal constant RESERVE = 1 ether;
    bytes32 internal constant PREDICATE = keccak256("predicate");
    bytes32 internal constant HEADS = keccak256("heads");
    bytes32 internal constant H = keccak256("h");

    uint256 internal constant START = 1_800_000_000;

    address internal owner = actor("owner");
    address internal operator = actor("operator");
    address internal user = actor("user");
    address internal verifier = actor("verifier");
    address internal stranger = actor("stranger");

    Escrow internal escrow;
    uint256 private _salts;
    Opened[] private _opened;

    function setUp() public virtual {
        vm.warp(START);
        escrow = new Escrow();
        address[5] memory actors = [owner, operator, user, verifier, stranger];
        for (uint256 i = 0; i < actors.length; ++i) {
            vm.deal(actors[i], 100 ether);
        }
        vm.prank(owner);
        escrow.setOperator(operator);
    }

    /// @dev An address of no contract and no precompile.
    function actor(string memory name) internal returns (address account) {
        account = address(uint160(uint256(keccak256(bytes(name)))));
        vm.label(account, name);
    }

    /// @dev Registers a promise of the owner with the usual terms and this reserve.
    function register(uint256 reserve) internal returns (uint32 promiseId) {
        vm.prank(owner);
        promiseId = escrow.register{value: reserve}(PREDICATE, keccak256("{}"), PAYOUT, BOND, verifier, false, "{}");
    }

    /// @dev A session as its parties know it.
    struct Opened {
        bytes32 id;
        bytes32 salt;
        address user;
        uint32[] promises;
    }

    function open(uint32 promiseId) internal returns (Opened memory) {
        return openFor(user, list(promiseId));
    }

    function openFor(address user_, uint32[] memory promises) internal returns (Opened memory s) {
        bytes32 salt = bytes32(++_salts);
        vm.prank(operator);
        bytes32 id = escrow.open(owner, user_, salt, promises);
        s = Opened({id: id, salt: salt, user: user_, promises: promises});
        remember(s);
    }

    /// @dev Lets `key` find the claims of a session.
    function remember(Opened memory s) internal {
        _opened.push(s);
    }

    /// @dev What names a claim of a remembered session, up to its third round; all zero for any other. Looks at nothing
    /// outside, so that it can stand between a cheat code and the call that it is meant for.
    function key(bytes32 claim) internal view returns (IEscrow.ClaimKey memory) {
        for (uint256 i = 0; i < _opened.length; ++i) {
            for (uint256 j = 0; j < _opened[i].promises.length; ++j) {
                for (uint32 round = 1; round < 4; ++round) {
                    IEscrow.ClaimKey memory k = IEscrow.ClaimKey(_opened[i].id, _opened[i].promises[j], round);
                    if (idOf(k) == claim) return k;
                }
            }
        }
        return IEscrow.ClaimKey(0, 0, 0);
    }

    /// @dev Id of a claim, by the written formula.
    function idOf(IEscrow.ClaimKey memory k) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(escrow), k.session, k.promiseId, k.round));
    }

    function finalize(bytes32 session) internal {
        vm.prank(operator);
        escrow.finalize(owner, item(session, 7, H));
    }

    function file(Opened memory s, uint32 promiseId) internal returns (bytes32) {
        vm.prank(s.user);
        return escrow.file{value: BOND}(s.id, promiseId, s.promises, owner, s.salt, HEADS);
    }

    /// @dev Files, expecting this error.
    function refuseFile(Opened memory s, uint32 promiseId, bytes memory why) internal {
        vm.prank(s.user);
        vm.expectRevert(why);
        escrow.file{value: BOND}(s.id, promiseId, s.promises, owner, s.salt, HEADS);
    }

    function settle(bytes32 claim, bool violated, IEscrow.Reason reason) internal {
        vm.prank(verifier);
        escrow.settle(key(claim), violated, uint8(reason));
    }

    function refuseSettle(bytes32 claim, bool violated, IEscrow.Reason reason, bytes memory why) internal {
        vm.prank(verifier);
        vm.expectRevert(why);
        escrow.settle(key(claim), violated, uint8(reason));
    }

    /// @dev A promise with this reserve, a session with a final, and an open claim on it.
    function filed(uint256 reserve) internal returns (uint32 promiseId, Opened memory s, bytes32 claim) {
        promiseId = register(reserve);
        s = open(promiseId);
        finalize(s.id);
        claim = file(s, promiseId);
    }

    function item(bytes32 session, uint32 n, bytes32 h) internal pure returns (bytes memory) {
        return abi.encodePacked(session, n, h);
    }

    function list(uint32 a) internal pure returns (uint32[] memory promises) {
        promises = new uint32[](1);
        promises[0] = a;
    }

    function list(uint32 a, uint32 b) internal pure returns (uint32[] memory promises) {
        promises = new uint32[](2);
        (promises[0], promises[1]) = (a, b);
    }

    function statusOf(bytes32 claim) internal view returns (IEscrow.Status) {
        return escrow.claimOf(key(claim)).status;
    }

    function assertStatus(bytes32 claim, IEscrow.Status status) internal view {
        vm.assertEq(uint256(statusOf(claim)), uint256(status), "status");
    }

    /// @dev All money the escrow holds, when nothing else is in it.
    function assertHolds(uint256 amount) internal view {
        vm.assertEq(address(escrow).balance, amount, "escrow balance");
    }
}
