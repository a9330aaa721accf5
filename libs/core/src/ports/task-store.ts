import type { AccountId, TaskId } from '../model/identifiers.js';
import type { SourceCounts } from '../model/sources.js';
import type { StatusSummary } from '../model/statuses.js';
import type { FailureReason, OutageReason, Task, TaskFile } from '../model/task.js';

/**
 * The right to work on something until a time that the store keeps. Each lease has a token of its own: when it has ended and others
 * were given a lease on the same thing, the old token is worth nothing.
 */
export interface Lease {
  readonly taskId: TaskId;
  /** The chunk that it is on; null for the task itself: its draft, its end or its retry. */
  readonly chunkIndex: number | null;
  /** Unlike that of every other lease. Opaque to whoever holds it. */
  readonly token: string;
}

/** A file that is being read. Nobody sees it as a task until it is enqueued. */
export interface TaskDraft {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  /** After so many milliseconds without an extension the draft counts as abandoned. */
  readonly leaseMs: number;
}

/** What is known of a file once its last row has been read. */
export interface TaskContents {
  readonly total: number;
  /** Rows without a number: `unknown` from the moment the task starts. */
  readonly rowsWithoutNumber: number;
  readonly heldCredits: number;
  readonly file: TaskFile;
  /** The chunks, numbered from 0 by their position. Opaque to the store. */
  readonly chunks: readonly Uint8Array[];
}

/** A task that has ended and is about to go on. */
export interface TaskRetry {
  readonly lease: Lease;
  /** The run that is to begin: a number that no retry of this task has had, one that was given up included. */
  readonly run: number;
}

export interface RetryContents {
  readonly heldCredits: number;
  /** The chunks of which numbers are open again, with the statuses that they then have. All others stay as they are. */
  readonly reopened: readonly { readonly chunkIndex: number; readonly statuses: Uint8Array }[];
}

/** What every claim says. */
interface ClaimedTask {
  readonly lease: Lease;
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  /** 1 for a task that was never retried, else that of the {@link TaskRetry}: each run has a hold of its own, used once. */
  readonly run: number;
}

/** The open numbers of this chunk are to be checked and recorded. */
export interface CheckClaim extends ClaimedTask {
  readonly kind: 'check';
  readonly chunkIndex: number;
  readonly chunk: Uint8Array;
  /** As they were recorded last; null before the first record. */
  readonly statuses: Uint8Array | null;
  /** Names the state of `statuses`, for {@link TaskStore.record}. */
  readonly revision: number;
  /** Not null during an outage: this is the one claim of a chunk that may ask the checker, and so long has the outage lasted. */
  readonly probe: { readonly outageMs: number } | null;
}

/** Nothing more is to be checked: the run's hold is to be settled with `verified` credits and the task to be finished. */
export interface FinishClaim extends ClaimedTask {
  readonly kind: 'finish';
  /** Numbers that were verified in this run. */
  readonly verified: number;
  readonly failureReason: FailureReason | null;
  /** How often this was given back since it was first claimed. */
  readonly tries: number;
}

/** An upload or a retry that was given up half way: its hold, if it got that far, is to be released, and itself discarded. */
export interface DiscardClaim extends ClaimedTask {
  readonly kind: 'discard';
  /** How often this was given back since it was first claimed. */
  readonly tries: number;
}

/** One thing to be done, claimed for whoever asked until its lease ends. */
export type Claim = CheckClaim | FinishClaim | DiscardClaim;

export interface ClaimRequest {
  readonly leaseMs: number;
  /** How many things to claim at most, at least 1. */
  readonly limit: number;
  /** Claims only of this task; null: of whichever is next. */
  readonly taskId: TaskId | null;
}

/** An outage that the store was told of and that is not over. */
export interface StoredOutage {
  readonly reason: OutageReason;
  readonly lastedMs: number;
}

export interface ClaimAnswer {
  readonly claims: readonly Claim[];
  /** The outage at this moment, whatever was asked for; null where there is none. So every process hears of it that looks for work. */
  readonly outage: StoredOutage | null;
  /**
   * Milliseconds after which there may be more to claim than now, of what this request asks for, without anybody's call: the earliest
   * end of a lease or of a pause that unfinished work waits for. 0 where more could be claimed at once, null where nothing is
   * unfinished.
   */
  readonly retryAfterMs: number | null;
}

/** What was learned of one chunk since the state that `revision` names. */
export interface ChunkRecord {
  readonly revision: number;
  /** The statuses of all of the chunk's numbers from now on. Opaque to the store. */
  readonly statuses: Uint8Array;
  /** Rows that get their status by this record. */
  readonly rows: StatusSummary;
  /** How many of them were answered by which source, of those whose answer names one: at most 21 sources. */
  readonly sources: SourceCounts;
  /** How many rows get it because their check failed. */
  readonly checksFailed: number;
  /** Numbers that are verified by this record and cost a credit each. */
  readonly verified: number;
  /** Whether no number of the chunk is open any more. */
  readonly isComplete: boolean;
  /** How long the lease lasts if this record makes the task ready to be finished. */
  readonly leaseMs: number;
}

export type RecordAnswer =
  | {
      readonly outcome: 'recorded';
      readonly revision: number;
      /** Whether the task was told to fail, so that nothing more of it needs to be checked. */
      readonly isEnding: boolean;
      /** The task's end, claimed at once, when this was the last record that it waited for. */
      readonly finish: FinishClaim | null;
    }
  /** Others have recorded since that revision: nothing was changed. */
  | { readonly outcome: 'outdated'; readonly revision: number; readonly statuses: Uint8Array }
  /** There is no such task, or it takes no more records: its finish was claimed in this run, or it has ended. */
  | { readonly outcome: 'closed' };

export interface OutageReport {
  readonly reason: OutageReason;
  /** No chunk is claimed before so many milliseconds have passed. */
  readonly retryAfterMs: number;
  /** Tasks that are `waiting` and have been for so many milliseconds are told to fail with `checker_unavailable`. */
  readonly failAfterMs: number;
}

export interface TaskEnding {
  readonly status: 'done' | 'failed';
  readonly failureReason: FailureReason | null;
  /** Credits that were charged for this run. */
  readonly charged: number;
}

/**
 * Keeps tasks: the record of truth. Each method is atomic and durable by itself, and every one may be repeated after a crash that
 * left it unclear whether it had taken effect.
 *
 * The store keeps the time. Leases and pauses are given as lengths, and are measured so that a clock that is set, on whichever
 * machine, neither ends nor lengthens them; the times that a task shows are milliseconds since 1970.
 */
export interface TaskStore {
  /** Begins a draft and leases it: its task will have been created at this moment. An id that exists rejects with TypeError. */
  begin(draft: TaskDraft): Promise<Lease>;

  /**
   * Adds a block to a draft. `index` counts from 0 without gaps; a repeat of an index replaces that block. Rejects with
   * `task_not_found` when the lease is not that of a draft (any more): it was discarded, claimed to be, or is a task already. A lease
   * whose time has passed still is, as long as nobody has claimed the draft.
   */
  appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void>;

  /**
   * Makes the draft a task in status `queued` with `processed` 0, at once and as a whole, and resolves to it. A repeat on a task
   * resolves to it as it is. Rejects with `task_not_found` when there is neither, also when the draft was claimed to be discarded:
   * its hold may have been released by then.
   */
  enqueue(lease: Lease, contents: TaskContents): Promise<Task>;

  /** Removes a draft with its blocks, or ends a retry that was begun. Does nothing when the lease is on neither (any more). */
  discard(lease: Lease): Promise<void>;

  /**
   * Begins a retry of a task that has ended and leases it; the task looks as before until it is resumed. When the lease ends without
   * that, the retry is claimed to be discarded. Rejects with `task_not_found`; resolves to undefined for a task that has not ended or whose
   * retry has been begun already.
   */
  beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined>;

  /**
   * Makes a task whose retry was begun `queued` again, at once and as a whole, and resolves to it: its rows whose check failed are
   * open again, so that they leave `processed`, `summary.unknown` and `checksFailed`; the reopened chunks have the given statuses.
   * `sources` stay: a failed check has none.
   * `finishedAt` and `failureReason` are null again, `startedAt` and what was charged stay. A repeat on a task that was resumed by
   * this lease resolves to it as it is. Rejects with `task_not_found` when the lease has been lost, also to a claim that discards the
   * retry: its hold may have been released by then.
   */
  resume(lease: Lease, contents: RetryContents): Promise<Task>;

  /**
   * The task as it is now, undefined for drafts and unknown ids. During an outage an unfinished task is `waiting`, unless all of its
   * numbers are answered or it was told to fail.
   */
  find(taskId: TaskId): Promise<Task | undefined>;

  /** One block of a task, undefined when there is none of that index. */
  rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined>;

  /** The recorded statuses of a task's chunks in their order; a chunk without a record is undefined. Empty for unknown ids. */
  statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]>;

  /**
   * Claims the next things to be done, one after the other. No two concurrent calls get the same chunk, finish, draft or retry while
   * its lease lasts.
   *
   * Abandoned drafts and retries go first. Turns go by account, then by task: no account is served twice while another one has
   * waited with something to be claimed, nor within an account a task; within a task, chunks go in order. The first claim of a
   * queued task makes it `processing`, with `startedAt` (never before `createdAt`; that of the first run stays) and its rows
   * without a number counted as processed and `unknown`. A `finish` is offered when no number is open any more, or when the task was
   * told to fail and none of its chunks is leased. During an outage no chunk is offered but one when the pause is over, as the probe,
   * and no other while the probe's lease lasts: until that time has passed, or it was given back or its chunk completed.
   *
   * It costs the same whether ten tasks wait or a hundred thousand, and carries neither header nor file.
   */
  claim(request: ClaimRequest): Promise<ClaimAnswer>;

  /**
   * Lets a lease last `leaseMs` milliseconds from now. Resolves to false when there is nothing to work on any more, changing
   * nothing: the lease has ended and others were given one, it was given back, the chunk is complete, what it was on is gone; or when
   * the task was told to fail, in which case the lease of a chunk goes on until its end, so that what is known can still be recorded.
   */
  extendLease(lease: Lease, leaseMs: number): Promise<boolean>;

  /**
   * Replaces a chunk's statuses and adds the rows to the task's progress, together, if the chunk is at that revision. Its sources are
   * added to those of the task as `addSources` does, which counts at most 20 of a task by name. The lease tells
   * which chunk it is; that it has ended, or is another's now, does not matter: what an old worker learned counts, in the run that
   * the task is in. A complete chunk is never claimed again, and its lease ends.
   */
  record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer>;

  /**
   * Ends a lease early: what it was on is claimed again after `retryAfterMs` milliseconds, not before. Does nothing when the lease
   * is another's now or what it was on is gone.
   */
  giveBack(lease: Lease, retryAfterMs: number): Promise<void>;

  /**
   * Tells a task to fail: no further chunk of it is claimed. The first reason counts. Does nothing to a task that has ended, or whose
   * finish was claimed in this run: how it ends has been decided by then.
   */
  fail(taskId: TaskId, reason: FailureReason): Promise<void>;

  /**
   * Ends a task whose finish is claimed by this lease, with `credits.held` 0 and `charged` more by that of this run, and `finishedAt`
   * (never before `startedAt`). Does nothing when the lease is another's now, was given back, or the task has ended.
   */
  finish(lease: Lease, ending: TaskEnding): Promise<void>;

  /**
   * Says that no number can be checked at present. Begins an outage unless there is one, and pauses the claims of chunks; of two
   * pauses the one that ends later counts, and of two reasons the last one. A task that is `waiting` has waited since the outage began,
   * or since it was queued if that was later.
   */
  reportOutage(report: OutageReport): Promise<void>;

  /** Says that a number was checked: the outage, if there is one, is over. */
  endOutage(): Promise<void>;

  /**
   * Ends every lease and every pause, also that of an outage. For a process that knows that it is the only one, at its start: what an
   * earlier process left behind can then be claimed at once.
   */
  endLeases(): Promise<void>;
}
