// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow} from "../../src/Escrow.sol";
import {IEscrow} from "../../src/IEscrow.sol";
import {vm} from "./Vm.sol";

/// @title A second, slower account of the escrow
/// @dev Knows every actor, pair and claim. From one move to the next it compares each claim's status, moves the money that
/// the arrow between the two stands for, and remembers what it saw.
abstract contract Model {
    struct Pair {
        bytes32 session;
        uint32 promiseId;
        address user;
        address owner;
        bytes32 salt;
    }

    /// @dev What happened at least once; the canaries deny each.
    struct Seen {
        bool paid;
        bool due;
        bool collected;
        bool satisfied;
        bool withdrawn;
        bool refiled;
        bool expired;
        bool credited;
        bool pulled;
        bool reserveWithdrawn;
        bool held;
        bool shown;
    }

    uint256 internal constant ENDOWMENT = 1_000_000 ether;

    Escrow public immutable escrow;

    address[] public owners;
    address[] public users;
    address[] public verifiers;
    Pair[] public pairs;
    bytes32[] public claims;
    bytes32[] public dueOrder;
    mapping(bytes32 claim => IEscrow.ClaimKey) private _keys;

    Seen internal seen;
    uint256 public forced;
    string public fault;

    /// @dev Promise whose reserve the current move may raise.
    uint32 internal mayRise;

    mapping(address account => uint256) public wealth;
    mapping(bytes32 claim => IEscrow.Status) private _status;
    mapping(uint32 promiseId => uint256) private _reserve;

    constructor(Escrow escrow_) {
        escrow = escrow_;
    }

    function claimCount() external view returns (uint256) {
        return claims.length;
    }

    function pairCount() external view returns (uint256) {
        return pairs.length;
    }

    function everSeen() external view returns (Seen memory) {
        return seen;
    }

    function dueCount() external view returns (uint256) {
        return dueOrder.length;
    }

    /// @dev What names a claim.
    function keyOf(bytes32 claim) public view returns (IEscrow.ClaimKey memory) {
        return _keys[claim];
    }

    /// @dev Takes note of a claim that was just filed.
    function enter(bytes32 claim, Pair memory pair) internal {
        (, uint32 round) = escrow.latestClaimOf(pair.session, pair.promiseId);
        claims.push(claim);
        _keys[claim] = IEscrow.ClaimKey(pair.session, pair.promiseId, round);
    }

    /// @dev What an account has, in hand and as credit.
    function held(address account) public view returns (uint256) {
        return account.balance + escrow.creditOf(account);
    }

    function actors() public view returns (address[] memory all) {
        all = new address[](owners.length + users.length);
        for (uint256 i = 0; i < all.length; ++i) {
            all[i] = i < owners.length ? owners[i] : users[i - owners.length];
        }
    }

    function endow(address account) internal {
        vm.deal(account, ENDOWMENT);
        wealth[account] = ENDOWMENT;
    }

    function spend(address account, uint256 amount) internal {
        wealth[account] -= amount;
    }

    function earn(address account, uint256 amount) internal {
        wealth[account] += amount;
    }

    function promiseAt(uint8 which) internal view returns (uint32) {
        if (escrow.promiseCount() == 0) revert();
        return uint32(which) % escrow.promiseCount() + 1;
    }

    function anyPair(uint8 which) internal view returns (Pair memory) {
        if (pairs.length == 0) revert();
        return pairs[which % pairs.length];
    }

    /// @dev Some pair whose promise can be claimed on; reverts when there is none.
    function freePair(uint8 which) internal view returns (Pair memory pair) {
        (bool found, uint256 index) = findPair(which);
        if (!found) revert();
        return pairs[index];
    }

    function hasFreePair() internal view returns (bool found) {
        (found,) = findPair(0);
    }

    /// @dev Some claim in this status; reverts when there is none.
    function claimIn(IEscrow.Status status, uint8 which) internal view returns (bytes32) {
        for (uint256 i = 0; i < claims.length; ++i) {
            bytes32 claim = claims[(i + which) % claims.length];
            if (_status[claim] == status) return claim;
        }
        revert();
    }

    function hasClaimIn(IEscrow.Status status) internal view returns (bool) {
        for (uint256 i = 0; i < claims.length; ++i) {
            if (_status[claims[i]] == status) return true;
        }
        return false;
    }

    function findPair(uint8 which) private view returns (bool, uint256) {
        for (uint256 i = 0; i < pairs.length; ++i) {
            uint256 index = (i + which) % pairs.length;
            Pair storage pair = pairs[index];
            (bytes32 claim,) = escrow.latestClaimOf(pair.session, pair.promiseId);
            bool free = claim == 0 || _status[claim] == IEscrow.Status.Withdrawn;
            if (free && escrow.availableOf(pair.promiseId) >= escrow.promiseOf(pair.promiseId).payout) {
                return (true, index);
            }
        }
        return (false, 0);
    }

    /// @dev Some actor with credit; reverts when there is none.
    function creditor(uint8 which) internal view returns (address) {
        address[] memory all = actors();
        for (uint256 i = 0; i < all.length; ++i) {
            address account = all[(i + which) % all.length];
            if (escrow.creditOf(account) != 0) return account;
        }
        revert();
    }

    /// @dev Looks at everything after a move.
    function observe() internal {
        for (uint256 i = 0; i < claims.length; ++i) {
            IEscrow.Status now_ = escrow.claimOf(_keys[claims[i]]).status;
            if (now_ != _status[claims[i]]) follow(claims[i], _status[claims[i]], now_);
            _status[claims[i]] = now_;
        }
        for (uint32 id = 1; id <= escrow.promiseCount(); ++id) {
            uint256 reserve = escrow.promiseOf(id).reserve;
            if (reserve > _reserve[id] && mayRise != id) fault = "a reserve rose without funding";
            _reserve[id] = reserve;
        }
        mayRise = 0;
        for (uint256 i = 0; i < users.length; ++i) {
            if (escrow.creditOf(users[i]) != 0) seen.credited = true;
        }
    }

    /// @dev The arrows of the settlement table and the money that goes along each.
    function follow(bytes32 claim, IEscrow.Status from, IEscrow.Status to) private {
        IEscrow.ClaimKey memory k = _keys[claim];
        IEscrow.Claim memory c = escrow.claimOf(k);
        IEscrow.Promise memory p = escrow.promiseOf(k.promiseId);
        if (from == IEscrow.Status.None && to == IEscrow.Status.Open) {
            if (k.round > 1) seen.refiled = true;
            if (p.hold) seen.held = true;
        } else if (from == IEscrow.Status.Open && to == IEscrow.Status.Paid) {
            earn(c.user, uint256(p.payout) + p.bond);
            seen.paid = true;
        } else if (from == IEscrow.Status.Open && to == IEscrow.Status.Due) {
            earn(c.user, p.bond);
            dueOrder.push(claim);
            seen.due = true;
        } else if (from == IEscrow.Status.Due && to == IEscrow.Status.Paid) {
            earn(c.user, p.payout);
            seen.collected = true;
        } else if (from == IEscrow.Status.Open && to == IEscrow.Status.Satisfied) {
            earn(p.owner, p.bond);
            seen.satisfied = true;
        } else if (from == IEscrow.Status.Open && to == IEscrow.Status.Withdrawn) {
            earn(c.user, p.bond);
            seen.withdrawn = true;
        } else if (from == IEscrow.Status.Open && to == IEscrow.Status.Expired) {
            earn(c.user, p.bond);
            seen.expired = true;
        } else {
            fault = "a claim took an arrow that does not exist";
        }
    }
}
