// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEscrow} from "./IEscrow.sol";

/// @title The escrow's money
/// @notice The only place that looks at the value of a call or sends anything; an escrow in a token replaces this contract.
/// @dev Callers change all state before they pay. The lock is a second line of defence, not the first.
abstract contract Ledger is IEscrow {
    /// @notice Gas that a payee who did not choose the moment may burn.
    uint256 public constant PUSH_GAS = 30_000;

    mapping(address account => uint256 amount) private _credits;

    /// @dev 1 while a payee runs. A whole word, because a smaller one is read again for each write.
    uint256 private transient _paying;

    /// @dev Refuses entry from inside a payment.
    modifier nonReentrant() {
        if (_paying != 0) revert EscrowReentered();
        _;
    }

    /// @inheritdoc IEscrow
    function creditOf(address account) external view returns (uint256) {
        return _credits[account];
    }

    /// @inheritdoc IEscrow
    function pull(address to) external nonReentrant {
        uint256 amount = _credits[msg.sender];
        if (amount == 0) revert EscrowNothing();
        _credits[msg.sender] = 0;
        emit CreditPulled(msg.sender, to, amount);
        _transfer(to, amount);
    }

    /// @dev Amount that came with this call.
    function _received() internal view returns (uint256) {
        return msg.value;
    }

    /// @dev Pays somebody who did not ask for it now. A payee that fails, burns its gas or returns a bomb gets a credit.
    function _push(address to, uint256 amount) internal {
        if (_send(to, amount, PUSH_GAS)) emit Paid(to, amount);
        else _credit(to, amount);
    }

    /// @dev Pays where the caller wants it; the caller bears the gas, and may name another receiver when this one fails.
    function _transfer(address to, uint256 amount) internal {
        if (to == address(0)) revert EscrowZero();
        if (!_send(to, amount, gasleft())) revert EscrowTransfer(to, amount);
        emit Paid(to, amount);
    }

    /// @dev Keeps `amount` for `account` to pull.
    function _credit(address account, uint256 amount) internal {
        // All credits together are no more wei than there are.
        unchecked {
            _credits[account] += amount;
        }
        emit Credited(account, amount);
    }

    /// @dev Assembly, because a high-level call copies what the payee returns, at the expense of the caller.
    function _send(address to, uint256 amount, uint256 gasLimit) private returns (bool ok) {
        _paying = 1;
        assembly ("memory-safe") {
            ok := call(gasLimit, to, amount, 0, 0, 0, 0)
        }
        _paying = 0;
    }
}
