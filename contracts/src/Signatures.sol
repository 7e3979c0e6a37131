// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title EIP-712 digests and who signed them
/// @notice One domain form for the escrow and the quorum: name "varek", version "1", the chain and the contract that reads.
/// @dev The separator is computed at each use, so that it is right on both sides of a fork of the chain.
library Signatures {
    /// @notice The signature is not 65 bytes r ‖ s ‖ v with v 27 or 28 and s in the lower half, or recovers nobody.
    error SignatureMalformed();

    /// @notice Bytes of a signature: r ‖ s ‖ v.
    uint256 internal constant SIZE = 65;

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME = keccak256("varek");
    bytes32 private constant VERSION = keccak256("1");

    /// @dev Half the order of secp256k1; above it lies the second signature that everybody can make of a first.
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    /// @notice Domain separator of the calling contract on this chain.
    function separator() internal view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, NAME, VERSION, block.chainid, address(this)));
    }

    /// @notice Digest of a struct hash in this domain.
    function digest(bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", separator(), structHash));
    }

    /// @notice The address whose key signed `hash`; never zero.
    function signer(bytes32 hash, bytes calldata signature) internal pure returns (address recovered) {
        if (signature.length != SIZE) revert SignatureMalformed();
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        uint8 v = uint8(signature[64]);
        if (uint256(s) > HALF_ORDER || (v != 27 && v != 28)) revert SignatureMalformed();
        recovered = ecrecover(hash, v, r, s);
        if (recovered == address(0)) revert SignatureMalformed();
    }
}
