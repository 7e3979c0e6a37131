// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../src/Escrow.sol";
import {IEscrow} from "../src/IEscrow.sol";
import {IQuorum} from "../src/IQuorum.sol";
import {Quorum} from "../src/Quorum.sol";
import {Signatures} from "../src/Signatures.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Verdicts of several members
contract QuorumTest is EscrowTest {
    uint256[4] private keys;
    address[] private members;
    Quorum private quorum;
    uint32 private id;

    function setUp() public override {
        super.setUp();
        // Keys whose addresses ascend.
        (keys[0], keys[1], keys[2], keys[3]) = (11, 12, 13, 14);
        for (uint256 i = 0; i < 4; ++i) {
            for (uint256 j = i + 1; j < 4; ++j) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
        }
        for (uint256 i = 0; i < 3; ++i) {
            members.push(vm.addr(keys[i]));
        }
        quorum = new Quorum(escrow, members, 2);
        verifier = address(quorum);
        id = register(RESERVE);
    }

    function test_TermsAreReadable() public view {
        vm.assertEq(address(quorum.escrow()), address(escrow), "escrow");
        vm.assertEq(quorum.threshold(), 2, "threshold");
        vm.assertEq(quorum.members().length, 3, "members");
        vm.assertTrue(quorum.isMember(members[0]) && !quorum.isMember(vm.addr(keys[3])), "isMember");
    }

    function test_EnoughMembersPayTheUser() public {
        bytes32 claim = file(open(id), id);
        address[] memory who = new address[](2);
        (who[0], who[1]) = (members[0], members[2]);
        bytes memory sigs = signatures(claim, true, 0, 2);
        vm.prank(stranger);
        vm.expectEmit(address(quorum));
        emit IQuorum.VerdictSubmitted(claim, true, who, stranger);
        quorum.submit(key(claim), true, sigs);
        assertStatus(claim, IEscrow.Status.Paid);
        IEscrow.Reason reason = escrow.claimOf(key(claim)).reason;
        vm.assertEq(uint256(reason), uint256(IEscrow.Reason.Unstated), "reason");
    }

    function test_EnoughMembersRuleForTheOwner() public {
        Opened memory s = open(id);
        finalize(s.id);
        bytes32 claim = file(s, id);
        quorum.submit(key(claim), false, signatures(claim, false, 0, 1));
        assertStatus(claim, IEscrow.Status.Satisfied);
    }

    // Only the pinned quorum settles, and only with what its members signed.
    function test_VerdictForTheOwnerNeedsTheFinal() public {
        Opened memory s = open(id);
        bytes32 claim = file(s, id);
        bytes memory sigs = signatures(claim, false, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNoFinal.selector, s.id));
        quorum.submit(key(claim), false, sigs);
    }

    function test_AllMembersAndTooFew() public {
        bytes32 claim = file(open(id), id);
        refuse(claim, one(claim, true, 0), abi.encodeWithSelector(IQuorum.QuorumSignatures.selector, 65, 2));
        refuse(claim, "", abi.encodeWithSelector(IQuorum.QuorumSignatures.selector, 0, 2));
        bytes memory two = signatures(claim, true, 0, 1);
        refuse(claim, bytes.concat(two, hex"00"), abi.encodeWithSelector(IQuorum.QuorumSignatures.selector, 131, 2));
        quorum.submit(key(claim), true, bytes.concat(two, one(claim, true, 2)));
    }

    function test_DuplicateSignersAndWrongOrder() public {
        bytes32 claim = file(open(id), id);
        bytes memory order = abi.encodeWithSelector(IQuorum.QuorumOrder.selector, 1);
        refuse(claim, signatures(claim, true, 1, 1), order);
        refuse(claim, signatures(claim, true, 2, 0), order);
    }

    // The second form of a signature is not a second member.
    function test_MalleatedSignatureIsRefused() public {
        bytes32 claim = file(open(id), id);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[0], quorum.digestOf(claim, true));
        uint256 n = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory mirror = abi.encodePacked(r, bytes32(n - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        refuse(
            claim,
            bytes.concat(one(claim, true, 0), mirror),
            abi.encodeWithSelector(Signatures.SignatureMalformed.selector)
        );
    }

    function test_StrangersSignNothing() public {
        bytes32 claim = file(open(id), id);
        bytes memory sigs = signatures(claim, true, 0, 3);
        refuse(claim, sigs, abi.encodeWithSelector(IQuorum.QuorumNotMember.selector, vm.addr(keys[3])));
    }

    function test_VerdictIsForThisVerdictClaimAndRound() public {
        Opened memory s = open(id);
        bytes32 claim = file(s, id);
        bytes memory sigs = signatures(claim, true, 0, 1);
        IEscrow.ClaimKey memory first = key(claim);
        vm.expectRevert();
        quorum.submit(first, false, sigs);
        IEscrow.ClaimKey memory other = key(file(open(id), id));
        vm.expectRevert();
        quorum.submit(other, true, sigs);

        vm.warp(START + 10 days + 1);
        vm.prank(user);
        escrow.withdrawClaim(first);
        IEscrow.ClaimKey memory second = key(file(s, id));
        vm.expectRevert();
        quorum.submit(second, true, sigs);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Withdrawn));
        quorum.submit(first, true, sigs);
    }

    function test_VerdictIsForThisChainAndQuorum() public {
        Quorum twin = new Quorum(escrow, members, 2);
        vm.prank(owner);
        uint32 twins = escrow.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, address(twin), false, "");
        bytes32 claim = file(open(twins), twins);
        IEscrow.ClaimKey memory k = key(claim);
        bytes memory sigs = signatures(claim, true, 0, 1);
        vm.expectRevert();
        twin.submit(k, true, sigs);
        vm.chainId(8453);
        vm.expectRevert();
        quorum.submit(k, true, sigs);
    }

    function test_SettledOnce() public {
        bytes32 claim = file(open(id), id);
        bytes memory sigs = signatures(claim, true, 0, 1);
        IEscrow.ClaimKey memory k = key(claim);
        quorum.submit(k, true, sigs);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowStatus.selector, claim, IEscrow.Status.Paid));
        quorum.submit(k, true, sigs);
    }

    function test_DeploymentRefusesWhatCannotDecide() public {
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumEscrow.selector, stranger));
        new Quorum(IEscrow(stranger), members, 2);
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumThreshold.selector, 0, 3));
        new Quorum(escrow, members, 0);
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumThreshold.selector, 4, 3));
        new Quorum(escrow, members, 4);
        address[] memory bad = new address[](2);
        (bad[0], bad[1]) = (members[1], members[0]);
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumOrder.selector, 1));
        new Quorum(escrow, bad, 1);
        (bad[0], bad[1]) = (members[0], members[0]);
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumOrder.selector, 1));
        new Quorum(escrow, bad, 1);
        (bad[0], bad[1]) = (address(0), members[0]);
        vm.expectRevert(abi.encodeWithSelector(IQuorum.QuorumOrder.selector, 0));
        new Quorum(escrow, bad, 1);
    }

    function test_DigestIsTheWrittenFormula() public view {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("varek"),
                keccak256("1"),
                block.chainid,
                address(quorum)
            )
        );
        bytes32 message = keccak256(abi.encode(keccak256("Verdict(bytes32 claim,bool violated)"), H, true));
        vm.assertEq(quorum.digestOf(H, true), keccak256(bytes.concat(hex"1901", domain, message)), "digest");
    }

    // A client knows a quorum by its code and reads the rest.
    function test_EveryQuorumHasOneCode() public {
        address[] memory others = new address[](1);
        others[0] = stranger;
        Quorum other = new Quorum(new Escrow(), others, 1);
        vm.assertEq(address(other).codehash, address(quorum).codehash, "code hash");
    }

    /// @dev Both signatures, in this order.
    function signatures(bytes32 claim, bool violated, uint256 a, uint256 b) private view returns (bytes memory) {
        return bytes.concat(one(claim, violated, a), one(claim, violated, b));
    }

    function one(bytes32 claim, bool violated, uint256 who) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[who], quorum.digestOf(claim, violated));
        return abi.encodePacked(r, s, v);
    }

    function refuse(bytes32 claim, bytes memory sigs, bytes memory why) private {
        IEscrow.ClaimKey memory k = key(claim);
        vm.expectRevert(why);
        quorum.submit(k, true, sigs);
    }
}
