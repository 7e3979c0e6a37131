// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../src/Escrow.sol";
import {IEscrow} from "../src/IEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Operators and the opening of sessions
contract SessionsTest is EscrowTest {
    function test_OpenStoresOwnerAndTime() public {
        uint32 a = register(RESERVE);
        uint32 b = register(RESERVE);
        bytes32 id = escrow.sessionId(owner, user, H, list(a, b));
        vm.warp(START + 5);
        vm.prank(operator);
        vm.expectEmit(address(escrow));
        emit IEscrow.SessionOpened(id, owner, user, H, list(a, b), START + 5, operator);
        vm.assertEq(escrow.open(owner, user, H, list(a, b)), id, "id");
        vm.assertEq(escrow.sessionOf(id).owner, owner, "owner");
        vm.assertEq(escrow.sessionOf(id).openedAt, START + 5, "openedAt");
    }

    function test_OwnerAndOperatorOpenOthersDoNot() public {
        uint32 id = register(RESERVE);
        vm.prank(owner);
        escrow.open(owner, user, bytes32(uint256(1)), list(id));
        vm.prank(operator);
        escrow.open(owner, user, bytes32(uint256(2)), list(id));
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, user));
        escrow.open(owner, user, bytes32(uint256(3)), list(id));
    }

    function test_OperatorIsReplacedAndRemoved() public {
        vm.prank(owner);
        vm.expectEmit(address(escrow));
        emit IEscrow.OperatorSet(owner, stranger);
        escrow.setOperator(stranger);
        vm.assertEq(escrow.operatorOf(owner), stranger, "operator");
        uint32 id = register(RESERVE);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, operator));
        escrow.open(owner, user, H, list(id));
        vm.prank(stranger);
        escrow.open(owner, user, H, list(id));
        vm.prank(owner);
        escrow.setOperator(address(0));
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, stranger));
        escrow.open(owner, user, 0, list(id));
    }

    function test_SameOperatorAgainIsRefused() public {
        bytes4 same = IEscrow.EscrowOperatorUnchanged.selector;
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(same, operator));
        escrow.setOperator(operator);
        vm.assertEq(escrow.relievedAt(owner, operator), 0, "not relieved");
        escrow.setOperator(address(0));
        vm.expectRevert(abi.encodeWithSelector(same, address(0)));
        escrow.setOperator(address(0));
        vm.stopPrank();
        vm.assertEq(escrow.relievedAt(owner, operator), START, "relieved once");
    }

    function test_NobodyActsForTheZeroOwner() public {
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, address(0), address(this)));
        escrow.open(address(0), user, H, new uint32[](0));
    }

    function test_OpenWithoutPromises() public {
        vm.prank(operator);
        bytes32 id = escrow.open(owner, user, H, new uint32[](0));
        vm.assertEq(escrow.sessionOf(id).openedAt, START, "openedAt");
    }

    function test_OpenTwiceIsRefused() public {
        uint32 id = register(RESERVE);
        vm.prank(operator);
        bytes32 session = escrow.open(owner, user, H, list(id));
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionOpened.selector, session));
        escrow.open(owner, user, H, list(id));
    }

    function test_OpenRefusesZeroUser() public {
        uint32 id = register(RESERVE);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowZero.selector));
        escrow.open(owner, address(0), H, list(id));
    }

    function test_OpenRefusesListsThatDoNotAscend() public {
        uint32 a = register(RESERVE);
        uint32 b = register(RESERVE);
        refuseOpen(list(b, a), abi.encodeWithSelector(IEscrow.EscrowPromisesOrder.selector, 1));
        refuseOpen(list(a, a), abi.encodeWithSelector(IEscrow.EscrowPromisesOrder.selector, 1));
        refuseOpen(list(0, a), abi.encodeWithSelector(IEscrow.EscrowPromisesOrder.selector, 0));
    }

    function test_OpenRefusesUnknownForeignAndRetiredPromises() public {
        uint32 live = register(RESERVE);
        refuseOpen(list(live, 99), abi.encodeWithSelector(IEscrow.EscrowUnknownPromise.selector, 99));

        vm.prank(stranger);
        uint32 foreign = escrow.register{value: PAYOUT}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        refuseOpen(
            list(live, foreign), abi.encodeWithSelector(IEscrow.EscrowNotOwner.selector, foreign, stranger, owner)
        );

        uint32 retired = register(RESERVE);
        vm.prank(owner);
        escrow.retire(retired);
        refuseOpen(list(live, retired), abi.encodeWithSelector(IEscrow.EscrowRetired.selector, retired));
    }

    /// The id of the same four parties' terms differs on every chain and for every escrow.
    function testFuzz_SessionIdIsTheWrittenFormula(
        uint64 chain,
        address owner_,
        address user_,
        bytes32 salt,
        uint32[] calldata promises
    ) public {
        vm.assume(chain != 0);
        vm.chainId(chain);
        bytes memory padded;
        for (uint256 i = 0; i < promises.length; ++i) {
            padded = bytes.concat(padded, bytes32(uint256(promises[i])));
        }
        bytes32 promisesHash = keccak256(bytes.concat(bytes32(uint256(32)), bytes32(promises.length), padded));
        bytes32 want = keccak256(
            bytes.concat(
                keccak256("varek/session/v1"),
                bytes32(uint256(chain)),
                bytes32(uint256(uint160(address(escrow)))),
                bytes32(uint256(uint160(owner_))),
                bytes32(uint256(uint160(user_))),
                salt,
                promisesHash
            )
        );
        vm.assertEq(escrow.sessionId(owner_, user_, salt, promises), want, "formula");
        vm.assertFalse(new Escrow().sessionId(owner_, user_, salt, promises) == want, "another escrow");
    }

    function testFuzz_ClaimIdIsTheWrittenFormula(uint64 chain, bytes32 session, uint32 promiseId, uint32 round) public {
        vm.assume(chain != 0);
        vm.chainId(chain);
        bytes32 want = keccak256(
            bytes.concat(
                bytes32(uint256(chain)),
                bytes32(uint256(uint160(address(escrow)))),
                session,
                bytes32(uint256(promiseId)),
                bytes32(uint256(round))
            )
        );
        vm.assertEq(escrow.claimId(IEscrow.ClaimKey(session, promiseId, round)), want, "formula");
    }

    function refuseOpen(uint32[] memory promises, bytes memory why) private {
        vm.prank(operator);
        vm.expectRevert(why);
        escrow.open(owner, user, H, promises);
    }
}
