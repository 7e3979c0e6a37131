// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibZip} from "solady/src/utils/LibZip.sol";

/// @title Stand-in for the fee oracle of an OP-stack chain
/// @notice The published formulas of Fjord (data fee), Isthmus and Jovian (operator fee), over figures that lie in its
/// storage, where a test's genesis block puts them. The compressor is the one that the chains' own oracle uses.
contract Oracle {
    uint256 public l1BaseFee;
    uint256 public blobBaseFee;
    uint256 public baseFeeScalar;
    uint256 public blobBaseFeeScalar;
    uint256 public operatorFeeScalar;
    uint256 public operatorFeeConstant;
    bool public isJovian;

    function isFjord() external pure returns (bool) {
        return true;
    }

    function isIsthmus() external pure returns (bool) {
        return true;
    }

    /// @param unsigned The transaction without its signature, for which 68 bytes are added
    function getL1Fee(bytes calldata unsigned) external view returns (uint256) {
        int256 size = -42_585_600 + 836_500 * int256(LibZip.flzCompress(unsigned).length + 68);
        if (size < 100_000_000) size = 100_000_000;
        uint256 scaled = baseFeeScalar * 16 * l1BaseFee + blobBaseFeeScalar * blobBaseFee;
        return uint256(size) * scaled / 1e12;
    }

    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        if (isJovian) return gasUsed * operatorFeeScalar * 100 + operatorFeeConstant;
        return gasUsed * operatorFeeScalar / 1e6 + operatorFeeConstant;
    }

    /// @notice The compressor's own length, for comparison.
    function compressedLength(bytes calldata data) external pure returns (uint256) {
        return LibZip.flzCompress(data).length;
    }
}
