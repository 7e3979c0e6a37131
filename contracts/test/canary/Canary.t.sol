// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";
import {Model} from "../support/Model.sol";
import {Machine} from "../support/Machine.sol";
import {vm} from "../support/Vm.sol";

/// @title Sentences that are false and must be found so
/// @dev Each denies something that the random moves should reach, or overstates an invariant. script/test.mjs fails when one
/// of them passes, because the invariants would then have been looked for where nothing happens.
contract CanaryTest is Machine {
    function invariant_NobodyIsEverPaid() public view {
        vm.assertFalse(seen().paid, "paid");
    }

    function invariant_NothingIsEverDue() public view {
        vm.assertFalse(seen().due, "due");
    }

    function invariant_NoDueIsEverCollected() public view {
        vm.assertFalse(seen().collected, "collected");
    }

    function invariant_NoPromiseIsEverKept() public view {
        vm.assertFalse(seen().satisfied, "satisfied");
    }

    function invariant_NoClaimIsEverWithdrawn() public view {
        vm.assertFalse(seen().withdrawn, "withdrawn");
    }

    function invariant_NoPairIsEverFiledAgain() public view {
        vm.assertFalse(seen().refiled, "refiled");
    }

    function invariant_NoClaimEverExpires() public view {
        vm.assertFalse(seen().expired, "expired");
    }

    function invariant_NoUserEverHasCredit() public view {
        vm.assertFalse(seen().credited, "credited");
    }

    function invariant_NoCreditIsEverPulled() public view {
        vm.assertFalse(seen().pulled, "pulled");
    }

    function invariant_NoReserveIsEverWithdrawn() public view {
        vm.assertFalse(seen().reserveWithdrawn, "reserve withdrawn");
    }

    function invariant_NoClaimEverHoldsItsPayout() public view {
        vm.assertFalse(seen().held, "held");
    }

    function invariant_NoSignedOpeningIsEverShown() public view {
        vm.assertFalse(seen().shown, "shown");
    }

    /// Forgets bonds and credits.
    function invariant_BalanceIsReservesAlone() public view {
        uint256 sum = handler.forced();
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            sum += escrow.promiseOf(id).reserve;
        }
        vm.assertEq(address(escrow).balance, sum, "solvency");
    }

    /// Forgets forced ether.
    function invariant_NobodyForcesEther() public view {
        vm.assertEq(handler.forced(), 0, "forced");
    }

    function seen() private view returns (Model.Seen memory) {
        return handler.everSeen();
    }
}
