// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";
import {IQuorum} from "./IQuorum.sol";
import {Signatures} from "./Signatures.sol";

/// @title Quorum
/// @notice See `IQuorum`.
/// @dev Nothing here changes after deployment. It is kept in storage and not in the code, so that every quorum has one code hash.
contract Quorum is IQuorum {
    bytes32 private constant VERDICT_TYPE = keccak256("Verdict(bytes32 claim,bool violated)");

    IEscrow private _escrow;
    uint96 private _threshold;
    address[] private _members;
    mapping(address account => bool) private _isMember;

    /// @param escrow_ Escrow whose claims it settles
    /// @param members_ Members, strictly ascending
    /// @param threshold_ How many of them must agree
    constructor(IEscrow escrow_, address[] memory members_, uint256 threshold_) {
        if (address(escrow_).code.length == 0) revert QuorumEscrow(address(escrow_));
        if (threshold_ == 0 || threshold_ > members_.length) revert QuorumThreshold(threshold_, members_.length);
        address previous = address(0);
        for (uint256 i = 0; i < members_.length; ++i) {
            if (members_[i] <= previous) revert QuorumOrder(i);
            previous = members_[i];
            _isMember[previous] = true;
        }
        // The cast keeps the value: there is no memory for more members than that.
        (_escrow, _threshold, _members) = (escrow_, uint96(threshold_), members_);
    }

    /// @inheritdoc IQuorum
    function submit(IEscrow.ClaimKey calldata key, bool violated, bytes calldata signatures) external {
        bytes32 claim = _escrow.claimId(key);
        address[] memory signers = _signers(_digest(claim, violated), signatures);
        emit VerdictSubmitted(claim, violated, signers, msg.sender);
        IEscrow.Reason reason = violated ? IEscrow.Reason.Unstated : IEscrow.Reason.Satisfied;
        _escrow.settle(key, violated, uint8(reason));
    }

    /// @inheritdoc IQuorum
    function escrow() external view returns (IEscrow) {
        return _escrow;
    }

    /// @inheritdoc IQuorum
    function threshold() external view returns (uint256) {
        return _threshold;
    }

    /// @inheritdoc IQuorum
    function members() external view returns (address[] memory) {
        return _members;
    }

    /// @inheritdoc IQuorum
    function isMember(address account) external view returns (bool) {
        return _isMember[account];
    }

    /// @inheritdoc IQuorum
    function digestOf(bytes32 claim, bool violated) external view returns (bytes32) {
        return _digest(claim, violated);
    }

    /// @dev Who signed, each a member and each once.
    function _signers(bytes32 digest, bytes calldata signatures) private view returns (address[] memory signers) {
        uint256 count = signatures.length / Signatures.SIZE;
        if (signatures.length % Signatures.SIZE != 0 || count < _threshold) {
            revert QuorumSignatures(signatures.length, _threshold);
        }
        signers = new address[](count);
        address previous = address(0);
        for (uint256 i = 0; i < count; ++i) {
            uint256 start = i * Signatures.SIZE;
            address signer = Signatures.signer(digest, signatures[start:start + Signatures.SIZE]);
            if (!_isMember[signer]) revert QuorumNotMember(signer);
            if (signer <= previous) revert QuorumOrder(i);
            signers[i] = signer;
            previous = signer;
        }
    }

    function _digest(bytes32 claim, bool violated) private view returns (bytes32) {
        return Signatures.digest(keccak256(abi.encode(VERDICT_TYPE, claim, violated)));
    }
}
