// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title How one record proves that it belongs to a trace
/// @notice Keccak-256 over exact bytes; u64 is big-endian; the tree is that of RFC 9162 section 2.1.1:
///
///     body   = K(0x02 ‖ salt ‖ u64(len(body)) ‖ body)
///     leaf   = K(0x00 ‖ u64(len(head)) ‖ head ‖ body)
///     node   = K(0x01 ‖ left ‖ right)
///     H(n)   = K("varek/trace/v1", padded with zeros to 32 bytes ‖ session ‖ u64(n) ‖ root)
///
/// @dev A path of the wrong length proves nothing, so that one leaf has one place. What head and body say is not read.
library TraceProof {
    /// @notice The path is too long or too short for a leaf at this place in a tree of this size.
    error TraceProofPath(uint256 index, uint256 size, uint256 length);

    bytes32 private constant DOMAIN = "varek/trace/v1";

    /// @notice Hash of a body and its salt; what is left of both when they are withheld.
    function bodyHash(bytes32 salt, bytes calldata body) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(uint8(2), salt, uint64(body.length), body));
    }

    /// @notice Leaf of a record.
    function leaf(bytes calldata head, bytes32 body) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(uint8(0), uint64(head.length), head, body));
    }

    /// @notice Root of a tree of `size` leaves in which `node_` is leaf `index` (from 0), by RFC 9162 section 2.1.3.2.
    /// @param path Hashes from the leaf's sibling to the root's child
    function root(bytes32 node_, uint256 index, uint256 size, bytes32[] calldata path) internal pure returns (bytes32) {
        if (index >= size) revert TraceProofPath(index, size, path.length);
        (uint256 place, uint256 last) = (index, size - 1);
        for (uint256 i = 0; i < path.length; ++i) {
            if (last == 0) revert TraceProofPath(index, size, path.length);
            if (place & 1 == 1 || place == last) {
                node_ = node(path[i], node_);
                // The last leaf of an odd row rises until it has a sibling on its left.
                while (place & 1 == 0 && place != 0) (place, last) = (place >> 1, last >> 1);
            } else {
                node_ = node(node_, path[i]);
            }
            (place, last) = (place >> 1, last >> 1);
        }
        if (last != 0) revert TraceProofPath(index, size, path.length);
        return node_;
    }

    /// @notice What a provider commits for the first `n` records of a session.
    function commitment(bytes32 session, uint64 n, bytes32 root_) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(DOMAIN, session, n, root_));
    }

    /// @notice Parent of two nodes.
    function node(bytes32 left, bytes32 right) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(uint8(1), left, right));
    }
}
