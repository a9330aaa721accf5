import type { AccountId, TaskId } from '../model/identifiers.js';
import type { StatusSummary } from '../model/statuses.js';
import type { FailureReason, OutageReason, SourceCounts, Task, TaskFile } from '../model/task.js';

/**
 * The right to work on something until a time that the store keeps. Each lease has a token of its own. The token has no effect once the
 * lease has ended and another lease on the same thing was given.
 */
export interface Lease {
  readonly taskId: TaskId;
  /** The leased chunk; null for the task itself: its draft, its end or its retry. */
  readonly chunkIndex: number | null;
  /** Unique to this lease. Opaque to its owner. */
  readonly token: string;
}

/** A file that is being read. It is invisible, and not a task, until it is enqueued. */
export interface TaskDraft {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  /**
   * The run that the draft becomes, from 1. It is 1 unless an earlier draft may have had the same task id: each run has its own hold, used
   * once.
   */
  readonly run: number;
  /** Milliseconds without an extension after which the draft counts as abandoned. */
  readonly leaseMs: number;
}

/** The facts of a file after its last row was read. */
export interface TaskContents {
  readonly total: number;
  /** Rows without a number: `unknown` from the moment the task starts. */
  readonly rowsWithoutNumber: number;
  readonly heldCredits: number;
  readonly file: TaskFile;
  /** The chunks, numbered from 0 by their position. Opaque to the store. */
  readonly chunks: readonly Uint8Array[];
}

/** A begun retry of a task that has ended. */
export interface TaskRetry {
  readonly lease: Lease;
  /** The next run: a number that no retry of this task has had, not even a discarded one. */
  readonly run: number;
}

export interface RetryContents {
  readonly heldCredits: number;
  /** The chunks in which numbers are open again, with their new statuses. All other chunks stay unchanged. */
  readonly reopened: readonly { readonly chunkIndex: number; readonly statuses: Uint8Array }[];
}

/** The fields of every claim. */
interface ClaimedTask {
  readonly lease: Lease;
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  /** The run of the {@link TaskDraft}, or of the last {@link TaskRetry}: each run has its own hold, used once. */
  readonly run: number;
}

/** The open numbers of this chunk are to be checked and recorded. */
export interface CheckClaim extends ClaimedTask {
  readonly kind: 'check';
  readonly chunkIndex: number;
  readonly chunk: Uint8Array;
  /** The last recorded statuses; null before the first record. */
  readonly statuses: Uint8Array | null;
  /** Identifies the state of `statuses`, for {@link TaskStore.record}. */
  readonly revision: number;
  /** Not null during an outage: this is the only claim of a chunk that may call the checker. `outageMs` is the length of the outage. */
  readonly probe: { readonly outageMs: number } | null;
}

/** All checks of the run are done: the hold is to be settled with `verified` credits, and the task to be finished. */
export interface FinishClaim extends ClaimedTask {
  readonly kind: 'finish';
  /** Numbers that were verified in this run. */
  readonly verified: number;
  readonly failureReason: FailureReason | null;
  /** How often this claim was given back since it was first claimed. */
  readonly tries: number;
}

/** An upload or a retry that was abandoned: its hold, if there is one, has to be released, and the draft or retry discarded. */
export interface DiscardClaim extends ClaimedTask {
  readonly kind: 'discard';
  /** How often this claim was given back since it was first claimed. */
  readonly tries: number;
}

/** One piece of work, claimed for the caller until its lease ends. */
export type Claim = CheckClaim | FinishClaim | DiscardClaim;

export interface ClaimRequest {
  readonly leaseMs: number;
  /** The most pieces of work to claim, at least 1. */
  readonly limit: number;
  /** Claims only work of this task; null: of the next task by turn. */
  readonly taskId: TaskId | null;
  /**
   * Accounts to skip, of whose work the caller has enough: no chunk or finish of theirs is claimed unless `taskId` names it, and they do
   * not make `retryAfterMs` 0. Default none.
   */
  readonly except?: readonly AccountId[];
}

/** A reported outage that has not ended. */
export interface StoredOutage {
  readonly reason: OutageReason;
  /** See {@link OutageReport.isInferred}. */
  readonly isInferred: boolean;
  readonly lastedMs: number;
}

export interface ClaimAnswer {
  readonly claims: readonly Claim[];
  /** The present outage, whatever the request; null if there is none. So every process that claims work learns of it. */
  readonly outage: StoredOutage | null;
  /**
   * With claims, 0: there may be more.
   *
   * Without claims, the milliseconds until the same request may claim something: until the earliest end of a lease or of a pause for which
   * unfinished work waits. Null if nothing is unfinished. A store may return an earlier time: the end of a lease whose chunk was completed
   * since, or up to 100 ms if other calls are claiming the present work.
   */
  readonly retryAfterMs: number | null;
}

/** The answers for one chunk since the state of `revision`. */
export interface ChunkRecord {
  readonly revision: number;
  /** The new statuses of all numbers of the chunk. Opaque to the store. */
  readonly statuses: Uint8Array;
  /** Rows that get their status by this record. */
  readonly rows: StatusSummary;
  /** These rows by the source of their answer, if it names one: at most 21 sources. */
  readonly sources: SourceCounts;
  /** The count of these rows whose check failed. */
  readonly checksFailed: number;
  /** Numbers that are verified by this record and cost a credit each. */
  readonly verified: number;
  /** Whether no number of the chunk is open any more. */
  readonly isComplete: boolean;
  /** Milliseconds for which the lease lasts if this record makes the task ready to be finished. */
  readonly leaseMs: number;
}

export type RecordAnswer =
  | {
      readonly outcome: 'recorded';
      readonly revision: number;
      /** Whether no more of the task's numbers are to be checked now: it is failing, or its account is suspended. */
      readonly isEnding: boolean;
      /** The claimed finish of the task, if this was its last missing record. */
      readonly finish: FinishClaim | null;
    }
  /** Other workers have recorded since that revision: nothing was changed. */
  | { readonly outcome: 'outdated'; readonly revision: number; readonly statuses: Uint8Array }
  /** There is no such task, or it takes no more records: its finish was claimed in this run, or it has ended. */
  | { readonly outcome: 'closed' };

export interface OutageReport {
  readonly reason: OutageReason;
  /** Whether no checker has reported the outage: every check had failed for too long. Such an outage does not end by failed probes. */
  readonly isInferred: boolean;
  /** Milliseconds during which no chunk can be claimed. */
  readonly retryAfterMs: number;
  /** Milliseconds of `waiting` after which a task fails with `checker_unavailable`. */
  readonly failAfterMs: number;
}

export interface TaskEnding {
  readonly status: 'done' | 'failed';
  readonly failureReason: FailureReason | null;
  /** Credits that were charged for this run. */
  readonly charged: number;
}

/**
 * Keeps tasks: the record of truth. Each method is atomic and durable by itself. Each may be repeated when a crash has left it unclear
 * whether the call took effect.
 *
 * Some steps matter only to the worker that makes them: `appendRows`, `claim`, `extendLease` and `giveBack`. A power cut that ends every
 * process of the store may undo the last of these steps, as long as a durable step makes all earlier steps durable. It may also undo
 * records of the last 25 milliseconds: answers may wait as long for their record anyway. The crash of a database server, which workers
 * survive, may undo only leases on chunks. Once the `finish` of a task is claimed, no record of the task may be undone, since its records
 * are being charged.
 *
 * The store keeps the time. Leases and pauses are given as durations. Setting the clock of any machine neither ends nor lengthens them. The
 * times that a task shows are milliseconds since 1970.
 */
export interface TaskStore {
  /**
   * Begins a draft and leases it. This moment becomes the task's `createdAt`. An id that exists, of a draft or of a task, rejects with
   * `request_in_progress`, changing nothing: of concurrent calls with one id, one begins the draft.
   */
  begin(draft: TaskDraft): Promise<Lease>;

  /**
   * Adds a block to a draft. `index` counts from 0 without gaps; a repeat of an index replaces that block. Rejects with `task_not_found` if
   * the lease is not that of a draft, or no longer: the draft was discarded, was claimed to be discarded, or is a task already. A lease
   * whose time has passed stays valid as long as nobody has claimed the draft. The service adds one block of a draft at a time, and reads
   * the rows of the next one meanwhile.
   */
  appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void>;

  /**
   * Makes the draft a task in status `queued` with `processed` 0, at once and as a whole, and resolves to it. A repeat on a task resolves
   * to its present state. Rejects with `task_not_found` if there is neither draft nor task, and also if the draft was claimed to be
   * discarded: its hold may have been released by then.
   */
  enqueue(lease: Lease, contents: TaskContents): Promise<Task>;

  /** Removes a draft with its blocks, or ends a begun retry. Does nothing if the lease is not on one of them, or no longer. */
  discard(lease: Lease): Promise<void>;

  /**
   * Begins a retry of a task that has ended and leases it. The task stays unchanged until it is resumed. If the lease ends before that,
   * the retry is claimed to be discarded. Rejects with `task_not_found`. Resolves to undefined for a task that has not ended or whose
   * retry has been begun already.
   */
  beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined>;

  /**
   * Makes a task with a begun retry `queued` again, at once and as a whole, and resolves to it. Its rows whose check failed are open again:
   * they leave `processed`, `summary.unknown` and `checksFailed`. The reopened chunks have the given statuses. `sources` stay, since a
   * failed check has none. `finishedAt` and `failureReason` are null again; `startedAt` and the charged credits stay. A repeat on a task
   * that was resumed by this lease resolves to its present state. Rejects with `task_not_found` when the lease was lost. A claim that
   * discards the retry also takes the lease: the retry's hold may have been released by then.
   */
  resume(lease: Lease, contents: RetryContents): Promise<Task>;

  /**
   * The present state of the task; undefined for drafts and unknown ids. During an outage an unfinished task is `waiting`, unless all of
   * its numbers are answered or it is failing.
   */
  find(taskId: TaskId): Promise<Task | undefined>;

  /** One block of a task; undefined if there is no block of that index. */
  rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined>;

  /** The recorded statuses of a task's chunks in their order; a chunk without a record is undefined. Empty for unknown ids. */
  statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]>;

  /**
   * Claims the next pieces of work, one after another. No two concurrent calls get the same chunk, finish, draft or retry while its lease
   * lasts.
   *
   * Abandoned drafts and retries go first. Turns go by account, then by task. No account is served twice while another one waits with
   * claimable work, and no task of an account twice while another one waits. Simultaneous claims may each use the turns from before the
   * other. Within a task, chunks go in order. The first claim of a queued task makes it `processing`, with `startedAt` (never before
   * `createdAt`; that of the first run stays) and its rows without a number counted as processed and `unknown`. A `finish` is offered when
   * no number is open any more, or when the task is failing and none of its chunks is leased. During an outage only one chunk is offered,
   * as the probe, after the pause. No other chunk is offered while the probe's lease lasts: until its time has passed, it is given back or
   * its chunk is complete.
   *
   * A claim costs the same whether ten tasks wait or a hundred thousand, and contains neither header nor file.
   */
  claim(request: ClaimRequest): Promise<ClaimAnswer>;

  /**
   * Makes a lease last `leaseMs` milliseconds from now. Resolves to false, changing nothing, when no work is left under it: the lease has
   * ended and another was given, it was given back, the chunk is complete, or the leased thing is gone. It also resolves to false for
   * a chunk of a task that is failing or whose account is suspended; its lease then lasts until its end, so that answers can still be
   * recorded.
   */
  extendLease(lease: Lease, leaseMs: number): Promise<boolean>;

  /**
   * Replaces a chunk's statuses and adds the rows to the task's progress, together, if the chunk is at that revision. `addSources` adds its
   * sources to those of the task, and counts at most 20 of them by name. The lease only identifies the chunk: it may have ended or belong
   * to another worker, since the answers of a late worker count too, in the present run of the task. A complete chunk is never claimed
   * again, and its lease ends. After a rejection with `storage_unavailable`, the service repeats it until it succeeds; after repeated other
   * rejections, it makes the task fail.
   */
  record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer>;

  /**
   * Ends a lease early: its work can be claimed again after `retryAfterMs` milliseconds. Does nothing if the lease was lost or the leased
   * thing is gone.
   */
  giveBack(lease: Lease, retryAfterMs: number): Promise<void>;

  /**
   * Makes a task fail: no further chunk of it is claimed. The first reason counts. Does nothing to a task that has ended, or whose
   * finish was claimed in this run: its end is decided by then.
   */
  fail(taskId: TaskId, reason: FailureReason): Promise<void>;

  /**
   * Ends a task whose finish is claimed by this lease. `credits.held` becomes 0, the charge of this run is added to `charged`, and
   * `finishedAt` is set (never before `startedAt`). Does nothing when the lease was lost or given back, or the task has ended.
   */
  finish(lease: Lease, ending: TaskEnding): Promise<void>;

  /**
   * Reports that no number can be checked at present. Begins an outage unless there is one, and pauses the claims of chunks. Of two
   * pauses the one that ends later counts, and of two reasons the last one. The outage is inferred until one report is not. A `waiting`
   * task waits since the beginning of the outage, or since it was queued if that was later.
   */
  reportOutage(report: OutageReport): Promise<void>;

  /** Reports that a number was checked: the outage, if there is one, is over. */
  endOutage(): Promise<void>;
}
