// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "../../src/IEscrow.sol";

/// @title A payee that can also act
/// @dev A user, owner or verifier that is a contract; tests make it call the escrow.
abstract contract Payee {
    IEscrow internal immutable escrow;

    constructor(IEscrow escrow_) payable {
        escrow = escrow_;
    }

    function file(bytes32 session, uint32 promiseId, uint32[] calldata promises, address owner, bytes32 salt)
        external
        payable
        returns (bytes32)
    {
        return escrow.file{value: msg.value}(session, promiseId, promises, owner, salt, 0);
    }

    function withdrawClaim(IEscrow.ClaimKey calldata key) external {
        escrow.withdrawClaim(key);
    }

    function pull(address to) external {
        escrow.pull(to);
    }
}

/// @dev Has no way to take money.
contract Refusing is Payee {
    constructor(IEscrow escrow_) Payee(escrow_) {}
}

/// @dev Burns every unit of gas it is given.
contract Burning is Payee {
    constructor(IEscrow escrow_) Payee(escrow_) {}

    receive() external payable {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @dev Reverts with as much memory as the gas buys, so that a caller who copies it pays for it too.
contract Bombing is Payee {
    uint256 private immutable _size;

    constructor(IEscrow escrow_, uint256 size) Payee(escrow_) {
        _size = size;
    }

    receive() external payable {
        uint256 size = _size;
        assembly ("memory-safe") {
            revert(0, size)
        }
    }
}

/// @dev Takes the money and answers with as much memory as the gas buys.
contract Gushing is Payee {
    uint256 private immutable _size;

    constructor(IEscrow escrow_, uint256 size) Payee(escrow_) {
        _size = size;
    }

    receive() external payable {
        uint256 size = _size;
        assembly ("memory-safe") {
            return(0, size)
        }
    }
}

/// @dev On receipt calls the escrow back once and keeps what it answered.
contract Reentering is Payee {
    bytes private _attack;
    uint256 private _value;
    bool public called;
    bool public succeeded;
    bytes4 public answer;

    constructor(IEscrow escrow_) Payee(escrow_) {
        // The slots that are written inside the stipend are warm to change, not to create.
        (called, succeeded, answer) = (false, true, 0xffffffff);
    }

    function arm(bytes calldata attack, uint256 value) external {
        (_attack, _value) = (attack, value);
    }

    function settle(IEscrow.ClaimKey calldata key, bool violated, uint8 reason) external {
        escrow.settle(key, violated, reason);
    }

    receive() external payable {
        if (called || _attack.length == 0) return;
        (bool ok, bytes memory data) = address(escrow).call{value: _value}(_attack);
        (called, succeeded, answer) = (true, ok, data.length < 4 ? bytes4(0) : bytes4(data));
    }
}

/// @dev Forces ether upon an address that does not want it.
contract Forcing {
    constructor(address to) payable {
        selfdestruct(payable(to));
    }
}
