// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";

/// @dev A claim in one word: reason (8 bits) ‖ status (8) ‖ round (32) ‖ filedAt (40) ‖ user (160), from bit 247 down. By hand,
/// because the compiler loads and stores each member of a struct apart. Zero is a claim that was never filed.
type ClaimWord is uint256;

using {user, filedAt, round, status, reason, withOutcome, unpacked} for ClaimWord global;

/// @dev A claim that was just filed.
function filed(address user_, uint256 time, uint32 round_) pure returns (ClaimWord) {
    return ClaimWord.wrap(
        uint256(uint160(user_)) | uint256(uint40(time)) << 160 | uint256(round_) << 200 | uint256(IEscrow.Status.Open)
            << 232
    );
}

/// @dev The claim with another status and reason.
function withOutcome(ClaimWord c, IEscrow.Status status_, IEscrow.Reason reason_) pure returns (ClaimWord) {
    uint256 rest = ClaimWord.unwrap(c) & (1 << 232) - 1;
    return ClaimWord.wrap(rest | uint256(status_) << 232 | uint256(reason_) << 240);
}

/// @dev The claim as callers see it.
function unpacked(ClaimWord c) pure returns (IEscrow.Claim memory) {
    return IEscrow.Claim(c.user(), c.filedAt(), c.round(), c.status(), c.reason());
}

function user(ClaimWord c) pure returns (address) {
    return address(uint160(ClaimWord.unwrap(c)));
}

function filedAt(ClaimWord c) pure returns (uint40) {
    return uint40(ClaimWord.unwrap(c) >> 160);
}

function round(ClaimWord c) pure returns (uint32) {
    return uint32(ClaimWord.unwrap(c) >> 200);
}

function status(ClaimWord c) pure returns (IEscrow.Status) {
    return IEscrow.Status(uint8(ClaimWord.unwrap(c) >> 232));
}

function reason(ClaimWord c) pure returns (IEscrow.Reason) {
    return IEscrow.Reason(uint8(ClaimWord.unwrap(c) >> 240));
}
