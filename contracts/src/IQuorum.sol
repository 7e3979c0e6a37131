// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";

/// @title A verifier of several members
/// @notice A promise that names a quorum as its verifier is settled by any `threshold` of its members. Each signs the verdict
/// off chain; whoever holds enough signatures submits them. Members, threshold and escrow are fixed at deployment, and every
/// quorum has the same code, so a client knows one by its code hash and then reads who decides.
/// @dev A threshold of at most half the members admits two verdicts that contradict each other: the first one submitted counts.
interface IQuorum {
    /// @notice A verdict was submitted.
    /// @param claim Claim id
    /// @param violated Whether the user is paid
    /// @param signers Members who signed what was submitted, ascending
    /// @param by Who submitted it
    event VerdictSubmitted(bytes32 indexed claim, bool violated, address[] signers, address by);

    /// @notice The escrow is no contract.
    error QuorumEscrow(address escrow);
    /// @notice The threshold is zero or above the number of members.
    error QuorumThreshold(uint256 threshold, uint256 members);
    /// @notice Members or signers do not ascend strictly at this place; so nobody counts twice.
    error QuorumOrder(uint256 index);
    /// @notice The signatures are no whole number of 65 bytes, or fewer than the threshold.
    error QuorumSignatures(uint256 length, uint256 threshold);
    /// @notice Somebody signed who is no member, or a member signed something else.
    error QuorumNotMember(address signer);

    /// @notice Settles the claim with the members' verdict. Open to anyone. The members sign whether the promise was broken,
    /// not why, so a verdict for the user has the reason `Unstated`; one for the owner has `Satisfied`. That a verdict for want
    /// of evidence waits for its window is therefore up to the members.
    /// @param key Names the claim
    /// @param violated Whether the user is paid
    /// @param signatures At least `threshold` signatures of 65 bytes over `digestOf`, in ascending order of their signers
    function submit(IEscrow.ClaimKey calldata key, bool violated, bytes calldata signatures) external;

    /// @notice The escrow whose claims this quorum settles.
    function escrow() external view returns (IEscrow);

    /// @notice How many members must agree.
    function threshold() external view returns (uint256);

    /// @notice All members, ascending.
    function members() external view returns (address[] memory);

    /// @notice Whether `account` is a member.
    function isMember(address account) external view returns (bool);

    /// @notice What members sign: the EIP-712 digest of `Verdict(bytes32 claim,bool violated)` in this contract's domain
    /// (name "varek", version "1"). The claim's id binds chain, escrow, session, promise and round.
    function digestOf(bytes32 claim, bool violated) external view returns (bytes32);
}
