// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {IReveal} from "../../src/IReveal.sol";
import {Quorum} from "../../src/Quorum.sol";
import {Reveal} from "../../src/Reveal.sol";
import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";

/// @title What signed openings, quorums and revealed records cost, kept in snapshots/
contract FeatureGasTest is EscrowTest {
    string private constant GROUP = "Features";

    function test_SignedOpening() public {
        operator = vm.addr(7);
        vm.prank(owner);
        escrow.setOperator(operator);
        IEscrow.SignedOpening memory o;
        (o.owner, o.user, o.salt, o.openedAt) = (owner, user, H, uint64(START));
        o.promises = list(register(RESERVE), register(RESERVE));
        bytes32 openType =
            keccak256("Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)");
        bytes32 promisesHash = keccak256(abi.encode(o.promises));
        bytes32 message = keccak256(abi.encode(openType, owner, user, H, promisesHash, o.openedAt));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(7, keccak256(bytes.concat(hex"1901", escrow.domainSeparator(), message)));
        o.signature = abi.encodePacked(r, s, v);
        vm.startPrank(user);
        escrow.fileSigned{value: BOND}(o, 1, HEADS);
        note("file with a signed opening of 2 promises");
        escrow.fileSigned{value: BOND}(o, 2, HEADS);
        note("file the second promise of a shown session");
        vm.stopPrank();
        // The same session opened by a transaction, to see what the signature adds.
        vm.prank(operator);
        bytes32 session = escrow.open(owner, user, HEADS, o.promises);
        vm.prank(user);
        escrow.file{value: BOND}(session, 1, o.promises, owner, HEADS, HEADS);
        note("file on a session of 2 promises opened by a transaction");
    }

    function test_QuorumOfThree() public {
        address[] memory members = new address[](3);
        uint256[3] memory keys = [uint256(21), 22, 23];
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = i + 1; j < 3; ++j) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
            members[i] = vm.addr(keys[i]);
        }
        Quorum quorum = new Quorum(escrow, members, 2);
        verifier = address(quorum);
        (,, bytes32 claim) = filed(RESERVE);
        bytes memory signatures;
        for (uint256 i = 0; i < 2; ++i) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[i], quorum.digestOf(claim, true));
            signatures = bytes.concat(signatures, r, s, bytes1(v));
        }
        quorum.submit(key(claim), true, signatures);
        note("settle violated by two of three");
    }

    /// A record of 1 KiB, head and body together, against the final of a session of n records.
    function test_Reveal() public {
        Reveal reveal = new Reveal();
        uint32[3] memory sizes = [uint32(100), 1_000, 10_000];
        string[3] memory names = ["reveal, n=100", "reveal, n=1000", "reveal, n=10000"];
        for (uint256 i = 0; i < 3; ++i) {
            IReveal.Place memory place = IReveal.Place(keccak256(abi.encode("session", i)), sizes[i], 1, path(sizes[i]));
            IReveal.Record memory record = IReveal.Record(text(200), H, text(824), 0);
            bytes32 h = reveal.commitmentOf(place, record);
            vm.prank(operator);
            escrow.finalize(owner, item(place.session, sizes[i], h));
            // A plain call, because one that is known to change nothing is not made a transaction of its own.
            (bool ok, bytes memory answer) =
                address(reveal).call(abi.encodeCall(IReveal.isInFinal, (escrow, owner, place, record)));
            note(names[i]);
            vm.assertTrue(ok && abi.decode(answer, (bool)), "proved");
        }
    }

    /// @dev As many hashes as the first of n leaves needs.
    function path(uint256 n) private pure returns (bytes32[] memory hashes) {
        uint256 depth;
        while (1 << depth < n) ++depth;
        hashes = new bytes32[](depth);
        for (uint256 i = 0; i < depth; ++i) {
            hashes[i] = keccak256(abi.encode("node", i));
        }
    }

    /// @dev Bytes like those of JSON: none is zero.
    function text(uint256 length) private pure returns (bytes memory out) {
        out = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            out[i] = bytes1(uint8(0x20 + i % 90));
        }
    }

    function note(string memory name) private {
        vm.snapshotGasLastCall(GROUP, name);
    }
}
