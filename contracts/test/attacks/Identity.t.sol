// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {Signatures} from "../../src/Signatures.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @dev Says yes to every signature, and would let the asker know that it was asked.
contract Yes {
    bool public asked;

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        asked = true;
        return this.isValidSignature.selector;
    }
}

/// @title Attacks upon who is who
contract IdentityAttacksTest is EscrowTest {
    uint256 private constant THIEF_KEY = 0x0789;

    /// Another provider takes the session's salt first -> another id; the owner's opening is not in its way.
    function test_Attack20_SquattedSessionId() public {
        uint32 id = register(RESERVE);
        vm.prank(stranger);
        bytes32 squat = escrow.open(stranger, user, H, new uint32[](0));
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, stranger));
        escrow.open(owner, user, H, list(id));
        vm.prank(operator);
        bytes32 session = escrow.open(owner, user, H, list(id));
        vm.assertTrue(session != squat, "two sessions");
        vm.assertEq(escrow.sessionOf(session).owner, owner, "owner");
    }

    /// The provider is its own user and takes its reserve by a claim -> no more than the verifier grants, and nobody else's.
    function test_Attack22_ProviderAsItsOwnUser() public {
        uint32 honest = register(RESERVE);
        uint32 id = register(PAYOUT);
        Opened memory s = openFor(owner, list(id));
        bytes32 claim = file(s, id);
        settle(claim, true, IEscrow.Reason.Violated);
        vm.assertEq(escrow.promiseOf(id).reserve, 0, "its own reserve");
        vm.assertEq(escrow.promiseOf(honest).reserve, RESERVE, "no other");
        assertHolds(RESERVE);
    }

    /// A contract that says yes to every signature is named as owner -> it is not asked; the recovered key counts.
    function test_Attack25a_ContractThatVouchesForASignature() public {
        Yes yes = new Yes();
        IEscrow.SignedOpening memory o = IEscrow.SignedOpening({
            owner: address(yes), user: user, salt: H, promises: new uint32[](0), openedAt: uint64(START), signature: ""
        });
        vm.expectRevert(abi.encodeWithSelector(Signatures.SignatureMalformed.selector));
        escrow.openSigned(o);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(THIEF_KEY, keccak256("anything"));
        o.signature = abi.encodePacked(r, s, v);
        vm.expectRevert();
        escrow.openSigned(o);
        vm.assertFalse(yes.asked(), "asked");
        vm.assertEq(escrow.sessionOf(escrow.sessionId(address(yes), user, H, o.promises)).openedAt, 0, "not open");
    }

    /// A verifier's key changes in mid-claim -> a promise of the same owner with another verifier changes nothing.
    function test_Attack29_VerifierReplacedInMidClaim() public {
        (,, bytes32 claim) = filed(RESERVE);
        address former = verifier;
        verifier = actor("next verifier");
        register(RESERVE);
        refuseSettle(
            claim,
            true,
            IEscrow.Reason.Violated,
            abi.encodeWithSelector(IEscrow.EscrowNotVerifier.selector, former, verifier)
        );
        verifier = former;
        settle(claim, true, IEscrow.Reason.Violated);
    }

    /// A key that mixes session, promise and round of two claims -> names neither; both stay as they are.
    function test_Attack31a_ConfusedClaimKeys() public {
        uint32 a = register(RESERVE);
        uint32 b = register(RESERVE);
        Opened memory x = open(a);
        Opened memory y = open(b);
        bytes32 first = file(x, a);
        bytes32 second = file(y, b);
        IEscrow.ClaimKey[6] memory mixed = [
            IEscrow.ClaimKey(x.id, b, 1),
            IEscrow.ClaimKey(y.id, a, 1),
            IEscrow.ClaimKey(x.id, a, 0),
            IEscrow.ClaimKey(x.id, a, 2),
            IEscrow.ClaimKey(first, a, 1),
            IEscrow.ClaimKey(x.id, 0, 1)
        ];
        for (uint256 i = 0; i < mixed.length; ++i) {
            bytes memory none =
                abi.encodeWithSelector(IEscrow.EscrowStatus.selector, idOf(mixed[i]), IEscrow.Status.None);
            vm.prank(verifier);
            vm.expectRevert(none);
            escrow.settle(mixed[i], true, 1);
            vm.prank(user);
            vm.expectRevert(none);
            escrow.withdrawClaim(mixed[i]);
            vm.prank(operator);
            vm.expectRevert(none);
            escrow.offer(mixed[i], H);
        }
        assertStatus(first, IEscrow.Status.Open);
        assertStatus(second, IEscrow.Status.Open);
    }

    /// An operator that was replaced goes on -> it opens, commits and offers no more, from that very second.
    function test_Attack28_ReplacedOperatorGoesOn() public {
        (uint32 id,, bytes32 claim) = filed(RESERVE);
        vm.prank(owner);
        escrow.setOperator(stranger);
        bytes memory no = abi.encodeWithSelector(IEscrow.EscrowNotOperator.selector, owner, operator);
        vm.startPrank(operator);
        vm.expectRevert(no);
        escrow.open(owner, user, H, list(id));
        vm.expectRevert(no);
        escrow.checkpoint(owner, item(H, 1, H));
        vm.expectRevert(no);
        escrow.finalize(owner, item(H, 1, H));
        vm.expectRevert(no);
        escrow.offer(key(claim), H);
        vm.stopPrank();
    }
}
