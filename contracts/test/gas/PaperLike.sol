// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What this escrow is measured against
/// @notice Sessions and commitments as the paper describes them, each stored by itself: a slot for each promise of a session, an
/// array of checkpoints, and the final. One key, the provider's, sends everything.
/// @dev Its costs are those of the paper's Table 2 at the gas price that the table implies (3 checkpoints and final 0.00512 USD,
/// final alone 0.00086 USD).
contract PaperLike {
    struct Promise {
        address provider;
        uint96 payout;
        uint96 reserve;
        uint64 retiredAt;
    }

    struct Session {
        address provider;
        uint40 openedAt;
        uint40 finalAt;
        uint16 lastN;
        address user;
    }

    struct Checkpoint {
        uint32 n;
        uint64 time;
        bytes32 h;
    }

    event SessionOpened(bytes32 indexed session, address indexed provider, address indexed user, uint32[] promises);
    event CheckpointCommitted(bytes32 indexed session, address indexed provider, uint32 n, bytes32 h);
    event Finalized(bytes32 indexed session, address indexed provider, uint32 n, bytes32 h, uint256 checkpoints);

    error NotProvider();
    error AlreadyOpen();
    error AlreadyFinal();
    error Retired();
    error Order();

    uint32 private _count;
    mapping(uint32 promiseId => Promise) private _promises;
    mapping(bytes32 session => Session) private _sessions;
    mapping(bytes32 session => mapping(uint32 promiseId => bool)) private _carries;
    mapping(bytes32 session => Checkpoint[]) private _checkpoints;
    mapping(bytes32 session => bytes32 h) private _finals;

    function register(uint96 payout) external payable {
        _promises[++_count] = Promise(msg.sender, payout, uint96(msg.value), 0);
    }

    function open(bytes32 session, address user, uint32[] calldata promises) external {
        Session storage s = _sessions[session];
        if (s.openedAt != 0) revert AlreadyOpen();
        (s.provider, s.openedAt, s.user) = (msg.sender, uint40(block.timestamp), user);
        for (uint256 i = 0; i < promises.length; ++i) {
            Promise storage p = _promises[promises[i]];
            if (p.provider != msg.sender) revert NotProvider();
            if (p.retiredAt != 0) revert Retired();
            _carries[session][promises[i]] = true;
        }
        emit SessionOpened(session, msg.sender, user, promises);
    }

    function checkpoint(bytes32 session, uint32 n, bytes32 h) external {
        Session storage s = _sessions[session];
        if (s.provider != msg.sender) revert NotProvider();
        if (n <= s.lastN) revert Order();
        if (_finals[session] != 0) revert AlreadyFinal();
        s.lastN = uint16(n);
        _checkpoints[session].push(Checkpoint({n: n, time: uint64(block.timestamp), h: h}));
        emit CheckpointCommitted(session, msg.sender, n, h);
    }

    function finalize(bytes32 session, uint32 n, bytes32 h) external {
        Session storage s = _sessions[session];
        if (s.provider != msg.sender) revert NotProvider();
        if (n < s.lastN) revert Order();
        if (_finals[session] != 0) revert AlreadyFinal();
        s.finalAt = uint40(block.timestamp);
        _finals[session] = h;
        // The number of checkpoints tells a reader whether it has seen them all.
        emit Finalized(session, msg.sender, n, h, _checkpoints[session].length);
    }
}
