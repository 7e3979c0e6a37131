// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The tree of RFC 9162 by its recursive definition
/// @dev Slow and plain, to hold `TraceProof` against.
library Tree {
    /// @dev MTH(D[from:to]), section 2.1.1.
    function root(bytes32[] memory leaves, uint256 from, uint256 to) internal pure returns (bytes32) {
        if (to - from == 1) return leaves[from];
        uint256 mid = from + split(to - from);
        return keccak256(bytes.concat(hex"01", root(leaves, from, mid), root(leaves, mid, to)));
    }

    /// @dev PATH(m, D[from:to]), section 2.1.3.1.
    function path(bytes32[] memory leaves, uint256 m, uint256 from, uint256 to)
        internal
        pure
        returns (bytes32[] memory hashes)
    {
        if (to - from == 1) return new bytes32[](0);
        uint256 mid = from + split(to - from);
        return m < mid
            ? append(path(leaves, m, from, mid), root(leaves, mid, to))
            : append(path(leaves, m, mid, to), root(leaves, from, mid));
    }

    function append(bytes32[] memory list, bytes32 last) internal pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i = 0; i < list.length; ++i) {
            longer[i] = list[i];
        }
        longer[list.length] = last;
    }

    /// @dev The largest power of two below n.
    function split(uint256 n) private pure returns (uint256 k) {
        k = 1;
        while (k * 2 < n) k *= 2;
    }
}
