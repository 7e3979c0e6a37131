// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The escrow's money in three small contracts, for a solver (script/prove.mjs)
/// @notice One promise under any moves in any order: any number of claims, payees that refuse, ether that is forced upon the
/// contract. Each function moves what the escrow's function of that name moves. Who may call and when is left out, so that
/// more can happen here than there.
/// @dev Sums are in wei, where the escrow multiplies counters with the promise's amounts.
contract Solvency {
    uint256 private reserve;
    uint256 private bonds;
    uint256 private credits;
    uint256 private balance;

    function fund(uint96 amount) external {
        reserve += amount;
        balance += amount;
        assert(balance >= reserve + bonds + credits);
    }

    function file(uint96 bond) external {
        bonds += bond;
        balance += bond;
        assert(balance >= reserve + bonds + credits);
    }

    function settleForTheUser(uint96 bond, uint96 payout, bool refuses) external {
        require(bonds >= bond && reserve >= payout);
        bonds -= bond;
        reserve -= payout;
        uint256 amount = uint256(payout) + bond;
        if (refuses) credits += amount;
        else balance -= amount;
        assert(balance >= reserve + bonds + credits);
    }

    function settleForTheOwner(uint96 bond) external {
        require(bonds >= bond);
        bonds -= bond;
        credits += bond;
        assert(balance >= reserve + bonds + credits);
    }

    function withdrawClaim(uint96 bond, bool refuses) external {
        require(bonds >= bond);
        bonds -= bond;
        if (refuses) credits += bond;
        else balance -= bond;
        assert(balance >= reserve + bonds + credits);
    }

    function collect(uint96 payout, bool refuses) external {
        require(reserve >= payout);
        reserve -= payout;
        if (refuses) credits += payout;
        else balance -= payout;
        assert(balance >= reserve + bonds + credits);
    }

    function withdrawReserve(uint96 amount) external {
        require(reserve >= amount);
        reserve -= amount;
        balance -= amount;
        assert(balance >= reserve + bonds + credits);
    }

    function pull(uint256 amount) external {
        require(credits >= amount);
        credits -= amount;
        balance -= amount;
        assert(balance >= reserve + bonds + credits);
    }
}

/// @title A promise that holds never comes to owe
contract Hold {
    uint256 private reserve;
    uint256 private held;
    uint256 private owed;

    function fund(uint96 amount) external {
        reserve += amount;
        assert(reserve >= held + owed && owed == 0);
    }

    function file(uint96 payout) external {
        require(available() >= payout);
        held += payout;
        assert(reserve >= held + owed && owed == 0);
    }

    function settleForTheUser(uint96 payout) external {
        require(held >= payout);
        held -= payout;
        if (available() >= payout) reserve -= payout;
        else owed += payout;
        assert(reserve >= held + owed && owed == 0);
    }

    function closeForTheOwnerOrTheUser(uint96 payout) external {
        require(held >= payout);
        held -= payout;
        assert(reserve >= held + owed && owed == 0);
    }

    function withdrawReserve() external {
        require(held == 0);
        reserve -= available();
        assert(reserve >= held + owed && owed == 0);
    }

    function available() private view returns (uint256) {
        return reserve > held + owed ? reserve - held - owed : 0;
    }
}

/// @title A pair is paid at most once
contract Pair {
    bool private open;
    bool private due;
    bool private resolved;
    uint256 private payments;

    function file() external {
        require(!open && !due && !resolved);
        open = true;
    }

    function withdrawClaim() external {
        require(open);
        open = false;
    }

    function settle(bool violated, bool covered) external {
        require(open);
        open = false;
        if (!violated) {
            resolved = true;
        } else if (covered) {
            resolved = true;
            payments += 1;
        } else {
            due = true;
        }
        assert(payments <= 1);
    }

    function collect() external {
        require(due);
        due = false;
        resolved = true;
        payments += 1;
        assert(payments <= 1);
    }
}
