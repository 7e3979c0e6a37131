// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../../src/Escrow.sol";
import {Handler} from "./Handler.sol";
import {vm} from "./Vm.sol";

/// @title An escrow under random moves
abstract contract Machine {
    Escrow internal escrow;
    Handler internal handler;

    function setUp() public {
        vm.warp(1_800_000_000);
        escrow = new Escrow();
        handler = new Handler(escrow);
        // A beginning from which each end of a claim is a few moves away.
        handler.register(0, 0, 1);
        handler.register(1, 3, 2);
        handler.register(0, 1, 7);
        for (uint8 i = 0; i < 8; ++i) {
            handler.open(i, i);
        }
    }

    /// @dev Tells forge whom to call.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }
}
