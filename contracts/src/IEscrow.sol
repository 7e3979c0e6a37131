// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Escrow of verifiable agent promises
/// @notice A provider backs a promise with a reserve, commits its sessions' traces while they run, and pays the session's
/// user when the promise's verifier rules that the trace breaks the promise.
///
/// There is no proxy, no owner of the contract and no pause. All terms of a promise, its verifier included, are fixed at
/// registration. Time is block time in seconds, amounts are wei, and each window is a constant.
interface IEscrow {
    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                        Types                                                      //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice Where a claim stands. `None -> Open -> Withdrawn | Satisfied | Paid | Due | Expired`, and `Due -> Paid`.
    enum Status {
        None, // never filed
        Open, // filed, no verdict yet
        Withdrawn, // bond back to the user; the pair can be filed again
        Satisfied, // the promise was kept; bond credited to the owner
        Paid, // the promise was broken; payout and bond went to the user
        Due, // the promise was broken, the reserve was short: bond went back, the payout is owed
        Expired // nobody moved the claim for 180 days; bond credited to the user
    }

    /// @notice Why a verdict is what it is. Recorded; only the windows of `NoEvidence` and `NoFinal` depend on it.
    enum Reason {
        None, // no verdict
        Violated, // the predicate is false on the trace
        Satisfied, // the predicate is true on the trace; the only reason of a verdict for the owner
        NoEvidence, // no bundle reached the verifier in time
        NoFinal, // the session has no final commitment
        Inconsistent, // record numbers, trace, a checkpoint or the final do not match
        Hidden, // a needed body was withheld, or a record has no head
        ParamsMismatch, // parameters differ from their hash
        PredicateUnknown, // the verifier does not know the predicate
        PredicateFailed, // the predicate failed on admitted parameters
        HeadMismatch, // the evidence does not extend a head that the operator signed
        Unstated // the verifier gives none: the members of a quorum sign the verdict alone
    }

    /// @notice Why a claim could be withdrawn.
    enum Withdrawal {
        NoVerdict, // more than 10 days passed
        ReserveShort // the available reserve no longer covers the payout
    }

    /// @notice A promise. Only `reserve`, `openClaims`, `dues` and `retiredAt` ever change.
    /// @param owner Address that registered it and holds its money
    /// @param registeredAt Time of registration
    /// @param retiredAt Time of retirement, 0 while it is live
    /// @param hold Whether each open claim holds its payout, so that no other claim can use it up
    /// @param reserve Wei that back it
    /// @param bond Wei a user puts down to file a claim
    /// @param openClaims Number of claims without an outcome
    /// @param dues Number of payouts owed because the reserve was short; always 0 with `hold`
    /// @param verifier Only address whose verdict counts
    /// @param payout Wei a user receives when the promise was broken
    /// @param predicate Hash of the predicate's manifest
    /// @param paramsHash Hash of the canonical parameters
    struct Promise {
        address owner;
        uint40 registeredAt;
        uint40 retiredAt;
        bool hold;
        uint96 reserve;
        uint96 bond;
        uint32 openClaims;
        uint32 dues;
        address verifier;
        uint96 payout;
        bytes32 predicate;
        bytes32 paramsHash;
    }

    /// @notice A session that was opened. User, salt and promises are bound by its id.
    /// @param owner Provider whose commitments count for it
    /// @param openedAt Time of opening, 0 when it never was
    struct Session {
        address owner;
        uint40 openedAt;
    }

    /// @notice An opening that was signed instead of sent, for anyone to show.
    /// @param owner Provider of the session and of all its promises
    /// @param user Only address that may file claims
    /// @param salt Makes the id unique
    /// @param promises Strictly ascending numbers of promises of `owner` that were live at `openedAt`
    /// @param openedAt Time of opening
    /// @param signature r ‖ s ‖ v (v 27 or 28, s in the lower half) over EIP-712
    /// `Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)`
    struct SignedOpening {
        address owner;
        address user;
        bytes32 salt;
        uint32[] promises;
        uint64 openedAt;
        bytes signature;
    }

    /// @notice What names a claim: its id is a hash of these and of where the escrow stands, see `claimId`.
    /// @param session Session said to break the promise
    /// @param promiseId Promise said to be broken
    /// @param round 1 for the first claim of this session on this promise
    struct ClaimKey {
        bytes32 session;
        uint32 promiseId;
        uint32 round;
    }

    /// @notice A claim: one round of one (session, promise) pair. A pair has one slot, that of its newest round; each
    /// round before it was withdrawn.
    /// @param user Who filed it and is paid
    /// @param filedAt Time of filing; 0 for a round that others followed
    /// @param round The claim's round
    /// @param status Where it stands
    /// @param reason Reason of the verdict, `None` without one
    struct Claim {
        address user;
        uint40 filedAt;
        uint32 round;
        Status status;
        Reason reason;
    }

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                       Events                                                      //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice A promise was registered. `params` are its canonical parameters, or empty when not published.
    event PromiseRegistered(
        uint32 indexed promiseId,
        address indexed owner,
        address indexed verifier,
        bytes32 predicate,
        bytes32 paramsHash,
        uint96 payout,
        uint96 bond,
        bool hold,
        bytes params
    );

    /// @notice `amount` was added to the reserve, which is now `reserve`.
    event ReserveFunded(uint32 indexed promiseId, address indexed from, uint256 amount, uint256 reserve);

    /// @notice The promise takes no new sessions; what is left is withdrawable after `withdrawableAfter`.
    event PromiseRetired(uint32 indexed promiseId, address indexed owner, uint256 withdrawableAfter);

    /// @notice The owner took `amount` out of a retired promise.
    event ReserveWithdrawn(uint32 indexed promiseId, address indexed to, uint256 amount);

    /// @notice `operator` may from now on open, commit and offer for `owner`; zero: nobody but the owner.
    event OperatorSet(address indexed owner, address indexed operator);

    /// @notice A session was opened: by a call of `by` at this time, or by an opening that `by` signed.
    event SessionOpened(
        bytes32 indexed session,
        address indexed owner,
        address indexed user,
        bytes32 salt,
        uint32[] promises,
        uint256 openedAt,
        address by
    );

    /// @notice Commitments of an owner's sessions. `data` is packed items of 68 bytes: session ‖ u32 n ‖ h.
    /// @param owner Provider that committed
    /// @param kind 1 checkpoints, 2 finals
    /// @param prevAcc Accumulator before; after it is
    /// `keccak256(abi.encode(prevAcc, kind, block.timestamp, keccak256(data)))`
    /// @param data The items, exactly as sent
    event Checkpoints(address indexed owner, uint8 kind, bytes32 prevAcc, bytes data);

    /// @notice A claim was filed.
    /// @param claim Claim id
    /// @param verifier Who decides
    /// @param owner Whose promise it is
    /// @param session Session said to break the promise
    /// @param promiseId The promise
    /// @param round 1 for the pair's first claim
    /// @param user Who filed
    /// @param headsHash Hash of the user's file of signed heads, or zero
    /// @param accumulator The owner's accumulator in force: what was folded in later was committed after the claim
    event ClaimFiled(
        bytes32 indexed claim,
        address indexed verifier,
        address indexed owner,
        bytes32 session,
        uint32 promiseId,
        uint32 round,
        address user,
        bytes32 headsHash,
        bytes32 accumulator
    );

    /// @notice The operator offers the bundle with this hash, because the verifier does not answer.
    event EvidenceOffered(bytes32 indexed claim, address indexed by, bytes32 bundleHash);

    /// @notice The verifier ruled. `status` is `Satisfied`, `Paid` or `Due`.
    event ClaimSettled(
        bytes32 indexed claim,
        uint32 indexed promiseId,
        address indexed user,
        bool violated,
        Reason reason,
        Status status
    );

    /// @notice A payout is owed as number `position` of the promise's queue (from 0).
    event PayoutDue(bytes32 indexed claim, uint32 indexed promiseId, uint256 amount, uint256 position);

    /// @notice A payout that was owed has been paid.
    event PayoutCollected(bytes32 indexed claim, uint32 indexed promiseId, address indexed user, uint256 amount);

    /// @notice The user took a claim back.
    event ClaimWithdrawn(bytes32 indexed claim, uint32 indexed promiseId, address indexed user, Withdrawal why);

    /// @notice A claim that nobody moved was closed.
    event ClaimExpired(bytes32 indexed claim, uint32 indexed promiseId, address indexed user);

    /// @notice `amount` left the escrow to `to`.
    event Paid(address indexed to, uint256 amount);

    /// @notice `amount` waits for `account` to pull it.
    event Credited(address indexed account, uint256 amount);

    /// @notice `account` pulled its credit to `to`.
    event CreditPulled(address indexed account, address indexed to, uint256 amount);

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                       Errors                                                      //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice An address or hash that must be set is zero.
    error EscrowZero();
    /// @notice An amount is zero, or beyond what a slot holds.
    error EscrowAmount(uint256 amount);
    /// @notice The value sent is not the exact bond.
    error EscrowBond(uint256 sent, uint256 bond);
    /// @notice Published parameters do not hash to the registered hash.
    error EscrowParamsHash(bytes32 computed, bytes32 given);
    /// @notice There is no promise of this number.
    error EscrowUnknownPromise(uint32 promiseId);
    /// @notice The promise belongs to another owner.
    error EscrowNotOwner(uint32 promiseId, address owner, address caller);
    /// @notice The caller is neither the owner nor its operator.
    error EscrowNotOperator(address owner, address caller);
    /// @notice This is the operator already; zero: there is none.
    error EscrowOperatorUnchanged(address operator);
    /// @notice The caller is not the promise's verifier.
    error EscrowNotVerifier(address verifier, address caller);
    /// @notice The caller is not the user who filed the claim.
    error EscrowNotUser(address user, address caller);
    /// @notice The promise is retired.
    error EscrowRetired(uint32 promiseId);
    /// @notice The promise was registered after the opening that is shown.
    error EscrowRegisteredLater(uint32 promiseId, uint256 registeredAt);
    /// @notice The promise is live.
    error EscrowNotRetired(uint32 promiseId);
    /// @notice A retired promise takes money only for payouts it owes.
    error EscrowBeyondDues(uint256 reserve, uint256 dues);
    /// @notice The promise still has claims without an outcome.
    error EscrowOpenClaims(uint32 promiseId, uint32 openClaims);
    /// @notice There is nothing to withdraw or to pull.
    error EscrowNothing();
    /// @notice The list of promises does not ascend strictly at this place.
    error EscrowPromisesOrder(uint256 index);
    /// @notice The session was opened before.
    error EscrowSessionOpened(bytes32 session);
    /// @notice The session has a final commitment, so it has ended and is not opened any more.
    error EscrowFinalized(bytes32 session);
    /// @notice The session was never opened.
    error EscrowUnknownSession(bytes32 session);
    /// @notice The signed time of opening is zero or has not come yet.
    error EscrowOpenedAt(uint256 openedAt);
    /// @notice The signer is neither the owner nor its operator, nor was operator until at most 30 days ago.
    error EscrowSigner(address signer);
    /// @notice The session id is not that of this owner, caller as user, salt and promises.
    error EscrowSessionMismatch(bytes32 session, bytes32 computed);
    /// @notice The session does not carry this promise.
    error EscrowNotInSession(bytes32 session, uint32 promiseId);
    /// @notice Items are empty or no whole number of 68-byte items.
    error EscrowItemsLength(uint256 length);
    /// @notice The item has a zero hash, or is a checkpoint of no records.
    error EscrowItem(uint256 index);
    /// @notice The pair has an open or resolved claim.
    error EscrowPairTaken(bytes32 claim, Status status);
    /// @notice The available reserve, or what a promise is registered with, does not cover the payout.
    error EscrowReserveShort(uint256 available, uint256 payout);
    /// @notice Now is after the last second in which this was allowed.
    error EscrowTooLate(uint256 last);
    /// @notice Now is not yet after the second that must have passed.
    error EscrowTooEarly(uint256 after_);
    /// @notice The claim is not in the status that this needs.
    error EscrowStatus(bytes32 claim, Status status);
    /// @notice The reason does not exist or contradicts the verdict.
    error EscrowReason(bool violated, uint8 reason);
    /// @notice The session has no final commitment, without which no verdict can be for the owner.
    error EscrowNoFinal(bytes32 session);
    /// @notice A bundle was offered before; the first offer stands.
    error EscrowOffered(bytes32 claim);
    /// @notice Another claim's payout has been owed for longer.
    error EscrowNotOldest(bytes32 claim, bytes32 oldest);
    /// @notice The receiver chosen by the caller refused the money.
    error EscrowTransfer(address to, uint256 amount);
    /// @notice The call came from inside a payment.
    error EscrowReentered();

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                      Promises                                                     //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice Registers a promise of the caller, with the value sent as its first reserve, which covers a payout at least.
    /// @param predicate Hash of the predicate's manifest
    /// @param paramsHash Keccak-256 of the canonical parameters
    /// @param payout Wei paid when it was broken, above 0
    /// @param bond Wei of a claim, above 0
    /// @param verifier Who decides; can never be changed
    /// @param hold Whether filing a claim holds its payout until the claim has an outcome
    /// @param params Canonical parameters to publish, or empty
    /// @return promiseId Its number, from 1
    function register(
        bytes32 predicate,
        bytes32 paramsHash,
        uint96 payout,
        uint96 bond,
        address verifier,
        bool hold,
        bytes calldata params
    ) external payable returns (uint32 promiseId);

    /// @notice Adds the value sent to the reserve. Open to anyone; after retirement only up to the payouts owed.
    function fund(uint32 promiseId) external payable;

    /// @notice Ends the promise for new sessions. Claims remain possible for 30 days. Owner only, once.
    function retire(uint32 promiseId) external;

    /// @notice Sends the reserve less the payouts owed to `to`, more than 30 days after retirement and with no open claim.
    function withdrawReserve(uint32 promiseId, address to) external;

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                              Sessions and commitments                                             //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice Names another key that opens, commits and offers for the caller; zero removes it. Openings that the former
    /// operator signed can be shown for 30 days more.
    function setOperator(address operator) external;

    /// @notice Opens a session that has no final commitment. Owner or its operator.
    /// @param owner Provider of the session and of all its promises
    /// @param user Only address that may file claims
    /// @param salt Makes the id unique
    /// @param promises Strictly ascending numbers of live promises of `owner`
    /// @return session Its id, see `sessionId`
    function open(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        returns (bytes32 session);

    /// @notice Opens a session by a signature of the owner, of its operator, or of who was its operator at the time of
    /// opening and until at most 30 days ago. Open to anyone. A contract signs nothing that counts here: it could take its
    /// word back (ERC-1271), so it names an operator. Refused once the session has a final: then only its user shows the opening,
    /// by `fileSigned`.
    /// @return session Its id, see `sessionId`
    function openSigned(SignedOpening calldata opening) external returns (bytes32 session);

    /// @notice Commits packed checkpoints (n >= 1) of any number of sessions. Owner or its operator.
    function checkpoint(address owner, bytes calldata items) external;

    /// @notice Commits packed finals (n >= 0). The first final of a session stands; a repeated item is skipped.
    function finalize(address owner, bytes calldata items) external;

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                       Claims                                                      //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice Files a claim with the exact bond. Only the session's user, while the available reserve covers the payout,
    /// and at the latest 30 days after the final commitment or after the promise's retirement, whichever is first.
    /// @param session Session id
    /// @param promiseId Promise said to be broken
    /// @param promises All promises of the session
    /// @param owner Provider of the session
    /// @param salt Salt of the session
    /// @param headsHash Hash of the user's file of signed heads, or zero
    /// @return claim Claim id, see `claimId`
    function file(
        bytes32 session,
        uint32 promiseId,
        uint32[] calldata promises,
        address owner,
        bytes32 salt,
        bytes32 headsHash
    ) external payable returns (bytes32 claim);

    /// @notice Files a claim as `file` does. The session is opened by the signed opening, unless it is open already: then
    /// what is shown is not looked at. A final from before the opening that is shown is void. Only the opening's user.
    /// @param opening The opening that the user was given
    /// @param promiseId Promise said to be broken
    /// @param headsHash Hash of the user's file of signed heads, or zero
    /// @return claim Claim id, see `claimId`
    function fileSigned(SignedOpening calldata opening, uint32 promiseId, bytes32 headsHash)
        external
        payable
        returns (bytes32 claim);

    /// @notice Offers a bundle by hash within 3 days of filing; a NO_EVIDENCE verdict then waits until after 10 days.
    function offer(ClaimKey calldata key, bytes32 bundleHash) external;

    /// @notice Settles a claim. Only the promise's verifier.
    /// @param key Names the claim
    /// @param violated Whether the user is paid
    /// @param reason A `Reason`: `Satisfied` if and only if not violated
    function settle(ClaimKey calldata key, bool violated, uint8 reason) external;

    /// @notice Takes an open claim back with its bond: more than 10 days after filing, or at once when the available
    /// reserve no longer covers the payout. Only its user.
    function withdrawClaim(ClaimKey calldata key) external;

    /// @notice Pays a payout that is owed, oldest first, when the reserve covers it. Open to anyone; pays the user.
    function collect(ClaimKey calldata key) external;

    /// @notice Closes a claim that nobody moved for 180 days and whose promise is past its withdrawal date. Open to anyone.
    function expire(ClaimKey calldata key) external;

    /// @notice Sends all credit of the caller to `to`, with all gas.
    function pull(address to) external;

    // ---------------------------------------------------------------------------------------------------------------- //
    //                                                       Views                                                       //
    // ---------------------------------------------------------------------------------------------------------------- //

    /// @notice Number of promises registered; the newest promise has this number.
    function promiseCount() external view returns (uint32);

    /// @notice The promise; all zero when there is none.
    function promiseOf(uint32 promiseId) external view returns (Promise memory);

    /// @notice Reserve less payouts owed and held, what new claims, payouts and withdrawals can use.
    function availableOf(uint32 promiseId) external view returns (uint256);

    /// @notice Claim whose payout has been owed longest, zero when nothing is owed.
    function oldestDueOf(uint32 promiseId) external view returns (bytes32 claim);

    /// @notice The session; all zero when it was never opened.
    function sessionOf(bytes32 session) external view returns (Session memory);

    /// @notice The claim; all zero when it was never filed. Of a round that others followed only user, round and status
    /// (`Withdrawn`) are kept.
    function claimOf(ClaimKey calldata key) external view returns (Claim memory);

    /// @notice Hash of the bundle offered for the claim, zero without an offer.
    function offerOf(bytes32 claim) external view returns (bytes32 bundleHash);

    /// @notice The pair's newest claim and its round; zero when none was filed.
    function latestClaimOf(bytes32 session, uint32 promiseId) external view returns (bytes32 claim, uint32 round);

    /// @notice Time and first 27 bytes of the hash of the session's final commitment by `owner`; time 0 without one.
    function finalOf(address owner, bytes32 session) external view returns (uint40 time, bytes27 h);

    /// @notice When `account` was last relieved as operator of `owner`, 0 when it never was.
    function relievedAt(address owner, address account) external view returns (uint40);

    /// @notice Accumulator over all commitments of `owner`, zero before the first.
    function accumulatorOf(address owner) external view returns (bytes32);

    /// @notice Operator of `owner`, zero when none.
    function operatorOf(address owner) external view returns (address);

    /// @notice Wei that wait for `account` to pull them.
    function creditOf(address account) external view returns (uint256);

    /// @notice `keccak256(abi.encode(keccak256("varek/session/v1"), block.chainid, this, owner, user, salt,
    /// keccak256(abi.encode(promises))))`
    function sessionId(address owner, address user, bytes32 salt, uint32[] calldata promises)
        external
        view
        returns (bytes32);

    /// @notice `keccak256(abi.encode(block.chainid, this, key.session, key.promiseId, key.round))`
    function claimId(ClaimKey calldata key) external view returns (bytes32);

    /// @notice EIP-712 domain separator: name "varek", version "1", this chain, this contract.
    function domainSeparator() external view returns (bytes32);
}
