// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of the test machine that these tests use
/// @dev Declared here, because the project pins forge and nothing around it.
interface Vm {
    function warp(uint256 timestamp) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function prank(address caller) external;
    function startPrank(address caller) external;
    function stopPrank() external;
    function chainId(uint256 id) external;
    function assume(bool condition) external pure;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function label(address account, string calldata text) external;
    function expectRevert(bytes calldata why) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);

    function assertEq(uint256 left, uint256 right, string calldata what) external pure;
    function assertEq(address left, address right, string calldata what) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata what) external pure;
    function assertEq(bool left, bool right, string calldata what) external pure;
    function assertTrue(bool condition, string calldata what) external pure;
    function assertFalse(bool condition, string calldata what) external pure;
    function assertGe(uint256 left, uint256 right, string calldata what) external pure;
    function assertLe(uint256 left, uint256 right, string calldata what) external pure;
}

/// @dev Address at which forge answers.
Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
