// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../src/IEscrow.sol";
import {Machine} from "./support/Machine.sol";
import {vm} from "./support/Vm.sol";

/// @title What holds after any moves in any order
/// @dev All of it is looked at after each move of one campaign, so that every state is held against every sentence.
contract InvariantsTest is Machine {
    function invariant_HoldsAfterEveryMove() public view {
        checkBalanceIsReservesBondsAndCredits();
        checkWealthFollowsTheArrows();
        checkNoFault();
        checkPairHasOneClaimThatCounts();
        checkOpenClaimsAndDuesAreCounted();
        checkOldestDueIsTheOldest();
        checkAvailableIsReserveLessDuesAndHeld();
        checkHeldPayoutsAreThere();
    }

    /// Reserves, bonds of open claims and credits are all there, to the wei; more only where ether was forced.
    function checkBalanceIsReservesBondsAndCredits() private view {
        uint256 sum = handler.forced();
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            IEscrow.Promise memory p = escrow.promiseOf(id);
            sum += p.reserve;
        }
        for (uint256 i = 0; i < handler.claimCount(); ++i) {
            IEscrow.ClaimKey memory k = handler.keyOf(handler.claims(i));
            if (escrow.claimOf(k).status == IEscrow.Status.Open) sum += escrow.promiseOf(k.promiseId).bond;
        }
        address[] memory actors = handler.actors();
        for (uint256 i = 0; i < actors.length; ++i) {
            sum += escrow.creditOf(actors[i]);
        }
        vm.assertEq(address(escrow).balance, sum, "solvency");
    }

    /// Everybody has what the arrows that claims took say, in hand or as credit.
    function checkWealthFollowsTheArrows() private view {
        address[] memory actors = handler.actors();
        for (uint256 i = 0; i < actors.length; ++i) {
            vm.assertEq(handler.held(actors[i]), handler.wealth(actors[i]), "wealth");
        }
    }

    /// No arrow outside the table, no reserve that rises but by funding.
    function checkNoFault() private view {
        vm.assertEq(bytes(handler.fault()).length, 0, handler.fault());
    }

    /// A pair has rounds without gaps, all but the last withdrawn: so it is paid at most once.
    function checkPairHasOneClaimThatCounts() private view {
        for (uint256 i = 0; i < handler.pairCount(); ++i) {
            (bytes32 session, uint32 promiseId,,,) = handler.pairs(i);
            (, uint32 last) = escrow.latestClaimOf(session, promiseId);
            uint256 known;
            for (uint256 j = 0; j < handler.claimCount(); ++j) {
                IEscrow.ClaimKey memory k = handler.keyOf(handler.claims(j));
                if (k.session == session && k.promiseId == promiseId) ++known;
            }
            vm.assertEq(known, last, "rounds without gaps");
            for (uint32 round = 1; round < last; ++round) {
                IEscrow.Status status = escrow.claimOf(IEscrow.ClaimKey(session, promiseId, round)).status;
                vm.assertTrue(status == IEscrow.Status.Withdrawn, "earlier rounds were withdrawn");
            }
        }
    }

    /// The counters of a promise are the claims that they count.
    function checkOpenClaimsAndDuesAreCounted() private view {
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            uint256 open;
            uint256 due;
            for (uint256 i = 0; i < handler.claimCount(); ++i) {
                IEscrow.ClaimKey memory k = handler.keyOf(handler.claims(i));
                if (k.promiseId != id) continue;
                IEscrow.Status status = escrow.claimOf(k).status;
                if (status == IEscrow.Status.Open) ++open;
                if (status == IEscrow.Status.Due) ++due;
            }
            vm.assertEq(escrow.promiseOf(id).openClaims, open, "open claims");
            vm.assertEq(escrow.promiseOf(id).dues, due, "dues");
        }
    }

    /// The first due that is not yet collected is the one to collect.
    function checkOldestDueIsTheOldest() private view {
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            bytes32 oldest;
            for (uint256 i = 0; i < handler.dueCount() && oldest == 0; ++i) {
                IEscrow.ClaimKey memory k = handler.keyOf(handler.dueOrder(i));
                if (k.promiseId != id || escrow.claimOf(k).status != IEscrow.Status.Due) continue;
                oldest = handler.dueOrder(i);
            }
            vm.assertEq(escrow.oldestDueOf(id), oldest, "oldest due");
        }
    }

    /// Dues and held payouts are backed before anything else.
    function checkAvailableIsReserveLessDuesAndHeld() private view {
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            IEscrow.Promise memory p = escrow.promiseOf(id);
            uint256 bound = uint256(p.dues) * p.payout + heldBy(p);
            vm.assertEq(escrow.availableOf(id), p.reserve > bound ? p.reserve - bound : 0, "available");
        }
    }

    /// What open claims hold is in the reserve, so such a promise never comes to owe anything.
    function checkHeldPayoutsAreThere() private view {
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            IEscrow.Promise memory p = escrow.promiseOf(id);
            vm.assertLe(heldBy(p), p.reserve, "held");
            if (p.hold) vm.assertEq(p.dues, 0, "a promise that holds owes nothing");
        }
    }

    function heldBy(IEscrow.Promise memory p) private pure returns (uint256) {
        return p.hold ? uint256(p.openClaims) * p.payout : 0;
    }
}
