// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../src/Escrow.sol";
import {IEscrow} from "../src/IEscrow.sol";
import {Signatures} from "../src/Signatures.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {vm} from "./support/Vm.sol";

/// @title Sessions that are opened by a signature
contract OpeningsTest is EscrowTest {
    uint256 private constant OPERATOR_KEY = 0x0123;
    uint256 private constant OTHER_KEY = 0x0456;
    uint256 private constant HALF = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;
    uint256 private constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    uint32 private id;

    function setUp() public override {
        super.setUp();
        operator = vm.addr(OPERATOR_KEY);
        vm.prank(owner);
        escrow.setOperator(operator);
        id = register(RESERVE);
        vm.warp(START + 100);
    }

    function test_ShownOpeningFilesTheClaim() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        vm.prank(user);
        vm.expectEmit(address(escrow));
        emit IEscrow.SessionOpened(session, owner, user, o.salt, o.promises, START + 50, operator);
        bytes32 claim = escrow.fileSigned{value: BOND}(o, id, HEADS);
        IEscrow.ClaimKey memory k = IEscrow.ClaimKey(session, id, 1);
        vm.assertEq(claim, idOf(k), "claim id");
        vm.assertTrue(escrow.claimOf(k).status == IEscrow.Status.Open, "open");
        vm.assertEq(escrow.sessionOf(session).openedAt, START + 50, "openedAt is the signed one");
        vm.assertEq(escrow.sessionOf(session).owner, owner, "owner");
        assertHolds(uint256(RESERVE) + BOND);
    }

    /// The digest is EIP-712's, written out.
    function test_DigestIsTheWrittenFormula() public view {
        bytes32 domain = keccak256(
            bytes.concat(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("varek"),
                keccak256("1"),
                bytes32(block.chainid),
                bytes32(uint256(uint160(address(escrow))))
            )
        );
        vm.assertEq(escrow.domainSeparator(), domain, "domain");
    }

    function test_OwnerSignsToo() public {
        owner = vm.addr(OTHER_KEY);
        vm.deal(owner, 10 ether);
        id = register(RESERVE);
        escrow.openSigned(signed(opening(START + 100), OTHER_KEY));
    }

    function test_AnyoneShowsAnOpeningOnce() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        vm.prank(stranger);
        bytes32 session = escrow.openSigned(o);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionOpened.selector, session));
        escrow.openSigned(o);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionOpened.selector, session));
        escrow.open(owner, user, o.salt, o.promises);
    }

    // On chain wins: what is shown beside it is not looked at, not even its signature.
    function test_OpeningOnChainWins() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        vm.prank(operator);
        bytes32 session = escrow.open(owner, user, o.salt, o.promises);
        o.signature = "";
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        vm.assertEq(escrow.sessionOf(session).openedAt, START + 100, "time on chain");
    }

    // Whoever shows another opening of the same session first cannot take the user's claim away.
    function test_SecondOpeningOfTheSessionStopsNoClaim() public {
        IEscrow.SignedOpening memory mine = opening(START + 50);
        IEscrow.SignedOpening memory poison = opening(START - 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowRegisteredLater.selector, id, START));
        escrow.openSigned(poison);
        escrow.openSigned(opening(START + 60));
        vm.prank(user);
        escrow.fileSigned{value: BOND}(mine, id, HEADS);
    }

    function test_OnlyTheUserFiles() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotUser.selector, user, stranger));
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        o.user = stranger;
        vm.prank(stranger);
        vm.expectRevert();
        escrow.fileSigned{value: BOND}(o, id, HEADS);
    }

    function test_PromiseMustBeInTheShownList() public {
        uint32 other = register(RESERVE);
        IEscrow.SignedOpening memory o = opening(START + 100);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotInSession.selector, session, other));
        escrow.fileSigned{value: BOND}(o, other, HEADS);
    }

    // registeredAt <= openedAt <= now, openedAt < retiredAt: each at its boundary second.
    function test_TimesAtTheirBoundarySeconds() public {
        refuse(opening(0), abi.encodeWithSelector(IEscrow.EscrowOpenedAt.selector, 0));
        refuse(opening(START + 101), abi.encodeWithSelector(IEscrow.EscrowOpenedAt.selector, START + 101));
        refuse(opening(START - 1), abi.encodeWithSelector(IEscrow.EscrowRegisteredLater.selector, id, START));
        escrow.openSigned(salted(opening(START), 1));
        escrow.openSigned(salted(opening(START + 100), 2));

        vm.warp(START + 200);
        vm.prank(owner);
        escrow.retire(id);
        vm.warp(START + 300);
        refuse(opening(START + 200), abi.encodeWithSelector(IEscrow.EscrowRetired.selector, id));
        escrow.openSigned(salted(opening(START + 199), 3));
    }

    function test_TimeBeyondTheSlotIsRefused() public {
        uint64 far = type(uint64).max;
        refuse(opening(far), abi.encodeWithSelector(IEscrow.EscrowOpenedAt.selector, far));
    }

    function test_ListIsCheckedAsOnChain() public {
        uint32 b = register(RESERVE);
        vm.prank(stranger);
        uint32 foreign = escrow.register{value: PAYOUT}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        refuse(listed(list(b, id)), abi.encodeWithSelector(IEscrow.EscrowPromisesOrder.selector, 1));
        refuse(listed(list(id, id)), abi.encodeWithSelector(IEscrow.EscrowPromisesOrder.selector, 1));
        refuse(listed(list(id, 99)), abi.encodeWithSelector(IEscrow.EscrowUnknownPromise.selector, 99));
        refuse(
            listed(list(id, foreign)), abi.encodeWithSelector(IEscrow.EscrowNotOwner.selector, foreign, stranger, owner)
        );
    }

    function test_ZeroUserIsRefused() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        o.user = address(0);
        refuse(signed(o, OPERATOR_KEY), abi.encodeWithSelector(IEscrow.EscrowZero.selector));
    }

    function test_OthersSignNothing() public {
        IEscrow.SignedOpening memory o = signed(opening(START + 50), OTHER_KEY);
        refuse(o, abi.encodeWithSelector(IEscrow.EscrowSigner.selector, vm.addr(OTHER_KEY)));
    }

    /// Changing anything that was signed leaves another signer or another session.
    function testFuzz_EveryMemberIsSigned(uint8 which, uint64 salt) public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        if (which % 4 == 0) o.user = stranger;
        else if (which % 4 == 1) o.salt = keccak256(abi.encode(salt));
        else if (which % 4 == 2) o.promises = new uint32[](0);
        else o.openedAt += 1;
        vm.expectRevert();
        escrow.openSigned(o);
    }

    // The user's claim does not die with the operator's term, and a stolen key's forgeries end.
    function test_FormerOperatorCountsForThirtyDays() public {
        IEscrow.SignedOpening memory o = opening(START + 100);
        vm.warp(START + 200);
        vm.prank(owner);
        escrow.setOperator(address(0));
        vm.assertEq(escrow.relievedAt(owner, operator), START + 200, "relieved");
        vm.warp(START + 200 + 30 days);
        escrow.openSigned(salted(opening(START + 200), 1));
        refuse(salted(opening(START + 201), 2), abi.encodeWithSelector(IEscrow.EscrowSigner.selector, operator));
        vm.warp(START + 200 + 30 days + 1);
        refuse(o, abi.encodeWithSelector(IEscrow.EscrowSigner.selector, operator));
        vm.prank(owner);
        escrow.setOperator(operator);
        escrow.openSigned(o);
    }

    /// Attack 35a: commit a final while the session is not open, open it when the time for claims has run out -> the final counts
    /// for nothing once the user shows the opening; neither does it win the claim.
    function test_Attack35a_FinalFromBeforeTheOpeningIsVoid() public {
        vm.warp(START + 100);
        IEscrow.SignedOpening memory o = opening(START + 100 + 31 days);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        finalize(session);
        vm.warp(START + 100 + 31 days);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        (uint40 time, bytes27 h) = escrow.finalOf(owner, session);
        vm.assertEq(time, 0, "no final");
        vm.assertEq(bytes32(h), 0, "no hash");
        IEscrow.ClaimKey memory k = IEscrow.ClaimKey(session, id, 1);
        vm.prank(verifier);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNoFinal.selector, session));
        escrow.settle(k, false, uint8(IEscrow.Reason.Satisfied));
        finalize(session);
        vm.prank(verifier);
        escrow.settle(k, false, uint8(IEscrow.Reason.Satisfied));
    }

    /// The same by a transaction -> the opening is refused, so that nobody begins a session that has ended.
    function test_Attack35b_OpeningAfterTheFinalIsRefused() public {
        bytes32 session = escrow.sessionId(owner, user, H, list(id));
        finalize(session);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowFinalized.selector, session));
        escrow.open(owner, user, H, list(id));
        bytes32 other = escrow.sessionId(owner, user, 0, list(id));
        vm.prank(stranger);
        escrow.finalize(stranger, item(other, 1, H));
        vm.prank(operator);
        escrow.open(owner, user, 0, list(id));
    }

    /// A final in the second of the opening, or after it, ends the session as any other does, whenever the opening is shown.
    function test_FinalOfAShownSessionStands() public {
        IEscrow.SignedOpening memory o = opening(START + 100);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        vm.warp(START + 100);
        finalize(session);
        vm.warp(START + 100 + 30 days + 1);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooLate.selector, START + 100 + 30 days));
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        vm.warp(START + 100 + 30 days);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        (uint40 time, bytes27 h) = escrow.finalOf(owner, session);
        vm.assertEq(time, START + 100, "time");
        vm.assertEq(bytes32(h), bytes32(bytes27(H)), "hash");
    }

    /// Attack 35c: after the final sign a second, later opening and show it, so that the final is void and another may follow -> only
    /// the user shows an opening of a session that has a final; the one it was given is from before it.
    function test_Attack35c_ProviderTakesNoFinalBack() public {
        IEscrow.SignedOpening memory given = opening(START + 100);
        bytes32 session = escrow.sessionId(owner, user, given.salt, given.promises);
        finalize(session);
        vm.warp(START + 200);
        IEscrow.SignedOpening memory later = opening(START + 200);
        address[3] memory by = [operator, owner, stranger];
        for (uint256 i = 0; i < by.length; ++i) {
            vm.prank(by[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowFinalized.selector, session));
            escrow.openSigned(later);
            vm.prank(by[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowNotUser.selector, user, by[i]));
            escrow.fileSigned{value: 0}(later, id, HEADS);
        }
        vm.prank(user);
        escrow.fileSigned{value: BOND}(given, id, HEADS);
        assertFinal(session, START + 100);
        // Nor with the claim open.
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowSessionOpened.selector, session));
        escrow.openSigned(later);
        assertFinal(session, START + 100);
    }

    /// Attack 35d: commit a final first, give the user an opening of later, and show a second one of before the final when the time
    /// for claims is over, so that the final stands -> it is not opened by who is not its user.
    function test_Attack35d_EarlierSignatureSavesNoEarlyFinal() public {
        IEscrow.SignedOpening memory earlier = opening(START + 50);
        bytes32 session = escrow.sessionId(owner, user, earlier.salt, earlier.promises);
        finalize(session);
        vm.warp(START + 100 + 31 days);
        IEscrow.SignedOpening memory given = opening(START + 100 + 31 days);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowFinalized.selector, session));
        escrow.openSigned(earlier);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(given, id, HEADS);
        assertFinal(session, 0);
    }

    /// Attack 35e: the user shows the opening again, or the same one by another promise, to be rid of a final that came since -> what
    /// is shown of an open session is not looked at.
    function test_Attack35e_OpeningVoidsOnce() public {
        uint32 b = register(RESERVE);
        IEscrow.SignedOpening memory o = listed(list(id, b));
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        vm.warp(START + 300);
        finalize(session);
        vm.warp(START + 400);
        o.openedAt = uint64(START + 400);
        o = signed(o, OPERATOR_KEY);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, b, HEADS);
        assertFinal(session, START + 300);
        vm.assertEq(escrow.sessionOf(session).openedAt, START + 100, "openedAt");
    }

    /// Attack 35f: a provider whose claim is open has the final that is in its way voided by a friend -> no call but the user's first
    /// claim voids one, and the verdict for want of a final waits from the filing, not from the voiding.
    function test_Attack35f_VoidFinalLeavesTheDeadlines() public {
        IEscrow.SignedOpening memory o = opening(START + 100 + 31 days);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        finalize(session);
        uint256 filedAt = START + 100 + 31 days;
        vm.warp(filedAt);
        vm.prank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        IEscrow.ClaimKey memory k = IEscrow.ClaimKey(session, id, 1);
        vm.warp(filedAt + 3 days);
        vm.prank(verifier);
        vm.expectRevert(abi.encodeWithSelector(IEscrow.EscrowTooEarly.selector, filedAt + 3 days));
        escrow.settle(k, true, uint8(IEscrow.Reason.NoFinal));
        vm.warp(filedAt + 3 days + 1);
        vm.prank(verifier);
        escrow.settle(k, true, uint8(IEscrow.Reason.NoFinal));
        vm.assertTrue(escrow.claimOf(k).status == IEscrow.Status.Paid, "paid");
    }

    function test_MalformedSignatures() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        bytes memory why = abi.encodeWithSelector(Signatures.SignatureMalformed.selector);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(OPERATOR_KEY, digest(o));
        // The mirror image of a signature recovers the same key.
        refuse(with(o, r, bytes32(ORDER - uint256(s)), v == 27 ? 28 : 27), why);
        refuse(with(o, r, s, v - 27), why);
        refuse(with(o, r, s, 29), why);
        refuse(with(o, 0, s, v), why);
        refuse(with(o, bytes32(ORDER), s, v), why);
        refuse(with(o, r, 0, v), why);
        refuse(with(o, r, bytes32(HALF + 1), v), why);
        o.signature = abi.encodePacked(r, s);
        refuse(o, why);
        o.signature = abi.encodePacked(r, s, v, uint8(0));
        refuse(o, why);
        o.signature = "";
        refuse(o, why);
        escrow.openSigned(with(o, r, s, v));
    }

    // An owner that nobody has the key of is not the signer that a broken signature recovers.
    function test_ZeroSignerIsNobody() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        o.owner = address(0);
        o.promises = new uint32[](0);
        refuse(with(o, 0, 0, 27), abi.encodeWithSelector(Signatures.SignatureMalformed.selector));
    }

    function test_SignatureOfAnotherChainOrEscrowIsRefused() public {
        IEscrow.SignedOpening memory o = opening(START + 50);
        vm.chainId(8453);
        vm.expectRevert();
        escrow.openSigned(o);
        vm.chainId(31337);
        Escrow other = new Escrow();
        vm.startPrank(owner);
        other.register{value: RESERVE}(PREDICATE, H, PAYOUT, BOND, verifier, false, "");
        other.setOperator(operator);
        vm.stopPrank();
        vm.expectRevert();
        other.openSigned(o);
    }

    function test_SecondPromiseOfAShownSession() public {
        uint32 b = register(RESERVE);
        IEscrow.SignedOpening memory o = listed(list(id, b));
        vm.startPrank(user);
        escrow.fileSigned{value: BOND}(o, id, HEADS);
        escrow.fileSigned{value: BOND}(o, b, HEADS);
        bytes32 session = escrow.sessionId(owner, user, o.salt, o.promises);
        vm.expectRevert(
            abi.encodeWithSelector(
                IEscrow.EscrowPairTaken.selector, idOf(IEscrow.ClaimKey(session, id, 1)), IEscrow.Status.Open
            )
        );
        escrow.file{value: BOND}(session, id, o.promises, owner, o.salt, HEADS);
    }

    function assertFinal(bytes32 session, uint256 expected) private view {
        (uint40 time,) = escrow.finalOf(owner, session);
        vm.assertEq(time, expected, "time of the final");
    }

    function opening(uint256 openedAt) private view returns (IEscrow.SignedOpening memory o) {
        o.owner = owner;
        o.user = user;
        o.salt = H;
        o.promises = list(id);
        o.openedAt = uint64(openedAt);
        return signed(o, OPERATOR_KEY);
    }

    function salted(IEscrow.SignedOpening memory o, uint256 salt) private view returns (IEscrow.SignedOpening memory) {
        o.salt = bytes32(salt);
        return signed(o, OPERATOR_KEY);
    }

    function listed(uint32[] memory promises) private view returns (IEscrow.SignedOpening memory o) {
        o = opening(block.timestamp);
        o.promises = promises;
        return signed(o, OPERATOR_KEY);
    }

    function signed(IEscrow.SignedOpening memory o, uint256 by) private view returns (IEscrow.SignedOpening memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(by, digest(o));
        return with(o, r, s, v);
    }

    function with(IEscrow.SignedOpening memory o, bytes32 r, bytes32 s, uint8 v)
        private
        pure
        returns (IEscrow.SignedOpening memory)
    {
        o.signature = abi.encodePacked(r, s, v);
        return o;
    }

    /// @dev The EIP-712 digest, written out without the contract's code.
    function digest(IEscrow.SignedOpening memory o) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("varek"),
                keccak256("1"),
                block.chainid,
                address(escrow)
            )
        );
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
        return keccak256(bytes.concat(hex"1901", domain, message));
    }

    function refuse(IEscrow.SignedOpening memory o, bytes memory why) private {
        vm.expectRevert(why);
        escrow.openSigned(o);
    }
}
