// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "../support/EscrowTest.sol";
import {vm} from "../support/Vm.sol";
import {PaperLike} from "./PaperLike.sol";

/// @title A session's commitments beside those of a contract like the paper's, kept in snapshots/
/// @dev The paper's session of 20 records has three checkpoints (idle flush, 10th and 20th record) and a final. Every call is a
/// transaction of its own (--isolate). The provider has committed before, so no slot of its own is new.
contract PaperGasTest is EscrowTest {
    string private constant GROUP = "Paper";

    bytes32 private constant SESSION = keccak256("session of 20 records");

    function setUp() public override {
        super.setUp();
        vm.prank(operator);
        escrow.checkpoint(owner, item(keccak256("an earlier session"), 1, H));
    }

    function test_PaperLikeSession() public {
        PaperLike paper = new PaperLike();
        vm.startPrank(owner);
        paper.register{value: RESERVE}(PAYOUT);
        paper.register{value: RESERVE}(PAYOUT);
        paper.open(SESSION, user, list(1, 2));
        note("paper-like open, 2 promises");
        paper.checkpoint(SESSION, 3, keccak256("3"));
        note("paper-like checkpoint, first");
        paper.checkpoint(SESSION, 10, keccak256("10"));
        note("paper-like checkpoint, second");
        paper.checkpoint(SESSION, 20, keccak256("20"));
        note("paper-like checkpoint, third");
        paper.finalize(SESSION, 20, keccak256("20"));
        note("paper-like final");
    }

    /// As in the paper, the provider has one key, which sends everything.
    function test_SessionByTheOwner() public {
        vm.prank(owner);
        escrow.setOperator(address(0));
        session(owner, "owner");
    }

    /// The owner of an operator sends itself: the exception, which looks up where the accumulator is.
    function test_SessionByTheOwnerOfAnOperator() public {
        session(owner, "owner of an operator");
    }

    /// As providers should: a hot key sends, and the contract looks up that it may.
    function test_SessionByTheOperator() public {
        session(operator, "operator");
    }

    function test_SessionsInABatchOfFifty() public {
        vm.startPrank(operator);
        escrow.checkpoint(owner, batch(50, 3));
        note("batch of 50 checkpoints, first");
        escrow.checkpoint(owner, batch(50, 10));
        note("batch of 50 checkpoints, second");
        escrow.checkpoint(owner, batch(50, 20));
        note("batch of 50 checkpoints, third");
        escrow.finalize(owner, batch(50, 20));
        note("batch of 50 finals");
    }

    function session(address by, string memory name) private {
        vm.startPrank(by);
        escrow.checkpoint(owner, item(SESSION, 3, keccak256("3")));
        note(string.concat("checkpoint by the ", name, ", first"));
        escrow.checkpoint(owner, item(SESSION, 10, keccak256("10")));
        note(string.concat("checkpoint by the ", name, ", second"));
        escrow.checkpoint(owner, item(SESSION, 20, keccak256("20")));
        note(string.concat("checkpoint by the ", name, ", third"));
        escrow.finalize(owner, item(SESSION, 20, keccak256("20")));
        note(string.concat("final by the ", name));
    }

    /// @dev One item for each of `count` sessions, all at `n` records.
    function batch(uint256 count, uint32 n) private pure returns (bytes memory items) {
        for (uint256 i = 1; i <= count; ++i) {
            items = bytes.concat(items, item(keccak256(abi.encode("session", i)), n, keccak256(abi.encode(i, n))));
        }
    }

    function note(string memory name) private {
        vm.snapshotGasLastCall(GROUP, name);
    }
}
