import type { AccountId, TaskId } from '../identifiers.js';
import type { StatusSummary } from '../statuses.js';
import type { FailureReason, Task, TaskFile } from '../task.js';

/** A file that is being taken in. Nobody sees it as a task until it is enqueued. */
export interface TaskDraft {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly createdAt: number;
  /** When the draft counts as abandoned unless its lease is extended. */
  readonly leaseUntil: number;
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

/** One thing to be done, claimed for whoever asked until its lease ends. */
export type Claim =
  /** These numbers are to be checked and recorded. */
  | {
      readonly kind: 'check';
      readonly task: Task;
      readonly chunkIndex: number;
      readonly chunk: Uint8Array;
      readonly outageSince: number | null;
    }
  /** Nothing more is to be checked: the hold is to be settled with `verified` credits and the task to be finished. */
  | {
      readonly kind: 'finish';
      readonly task: Task;
      readonly verified: number;
      readonly failureReason: FailureReason | null;
    }
  /** An upload that was given up half way: its hold, if it got that far, is to be released and the draft discarded. */
  | { readonly kind: 'discard'; readonly taskId: TaskId };

/** What a lease is on: a chunk of a task, or with null the task (or draft) itself. */
export interface LeaseTarget {
  readonly taskId: TaskId;
  readonly chunkIndex: number | null;
}

export interface ClaimRequest {
  readonly now: number;
  readonly leaseUntil: number;
}

/** A claim, or when the next one may be there. */
export type ClaimAnswer =
  | { readonly claim: Claim }
  /** `retryAt`: the earliest end of a lease or of a pause among unfinished work, null when there is none. */
  | { readonly claim: null; readonly retryAt: number | null };

/** What checking one chunk gave. */
export interface ChunkResult {
  /** The statuses of the chunk's numbers, encoded. Opaque to the store. */
  readonly statuses: Uint8Array;
  /** Rows that carry the chunk's numbers, by their status. */
  readonly rows: StatusSummary;
  /** How many of the chunk's numbers were verified and cost a credit each. */
  readonly verified: number;
}

export interface GiveBack {
  /** Before this time nothing of the task is claimed, except drafts. */
  readonly notBefore: number;
  /** Since when no number can be checked; null when it is given back for another reason. */
  readonly outageSince: number | null;
}

export interface TaskEnding {
  readonly status: 'done' | 'failed';
  readonly failureReason: FailureReason | null;
  readonly charged: number;
  readonly finishedAt: number;
}

/**
 * Keeps tasks: the record of truth. Each method is atomic and durable by itself, and every one may be repeated after a crash that
 * left it unclear whether it had taken effect. Times are whole milliseconds since 1970 and come from the caller; the store reads
 * no clock.
 */
export interface TaskStore {
  /** Begins a draft. An id that exists rejects with TypeError. */
  begin(draft: TaskDraft): Promise<void>;

  /**
   * Adds a row block to a draft. `index` counts from 0 without gaps; a repeat of an index replaces that block. Rejects with
   * `task_not_found` when there is no such draft (it was discarded, or claimed to be, or is a task already).
   */
  appendRows(taskId: TaskId, index: number, block: Uint8Array): Promise<void>;

  /**
   * Makes the draft a task in status `queued` with `processed` 0, at once and as a whole, and resolves to it. A repeat on a task
   * resolves to it as it is. Rejects with `task_not_found` when there is neither, also when the draft was claimed to be discarded:
   * its hold may have been released by then.
   */
  enqueue(taskId: TaskId, contents: TaskContents): Promise<Task>;

  /** Removes a draft with its row blocks. Does nothing when there is no such draft; a task is never removed by it. */
  discard(taskId: TaskId): Promise<void>;

  /** The task as it is now, undefined for drafts and unknown ids. */
  find(taskId: TaskId): Promise<Task | undefined>;

  /**
   * Claims the next thing to be done. No two concurrent calls get the same chunk, the same finish or the same draft while its lease
   * lasts. Among several tasks with work, the one that was served longest ago goes first, so that a small task does not wait for a
   * large one; within a task, chunks go in order. The first claim of a queued task makes it `processing`, with `startedAt` (never
   * before `createdAt`) and its rows without a number counted as processed and `unknown`. A `finish` is offered when every chunk is
   * recorded, or when the task was told to fail; a `discard` when a draft's lease has ended.
   */
  claim(request: ClaimRequest): Promise<ClaimAnswer>;

  /**
   * Moves the end of a lease. Resolves to false, changing nothing, when there is nothing left to hold on to: the chunk is recorded,
   * the task has ended, the draft is gone, what was claimed was given back. So an upload's late extension does not keep the task
   * that came of it from being claimed.
   */
  extendLease(target: LeaseTarget, leaseUntil: number): Promise<boolean>;

  /**
   * Records a chunk's statuses and adds its rows to the task's progress, together, and ends an outage. Resolves to the task after
   * it. The first record of a chunk counts: a repeat, a record on a task that was told to fail or that has ended, changes nothing
   * and resolves to the task as it is. Whether the lease still lasts does not matter. Rejects with `task_not_found`.
   */
  record(taskId: TaskId, chunkIndex: number, result: ChunkResult): Promise<Task>;

  /**
   * Ends a lease early, so that others may claim what it was on. With `outageSince`, the task's outage begins then unless it has
   * begun already. Does nothing when there is nothing left to give back.
   */
  giveBack(target: LeaseTarget, giveBack: GiveBack): Promise<void>;

  /** Tells a task to fail: from now on nothing of it is recorded and the next claim is its `finish`. Does nothing to one that ended. */
  fail(taskId: TaskId, reason: FailureReason): Promise<void>;

  /**
   * Ends a task, with `credits` `{held: 0, charged}` and `finishedAt` (never before `startedAt`), and resolves to it. A task that
   * has ended stays as it is. Rejects with `task_not_found`.
   */
  finish(taskId: TaskId, ending: TaskEnding): Promise<Task>;

  /** One row block of a task, undefined when there is none of that index. */
  rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined>;

  /** The recorded statuses of a task's chunks in their order; an unrecorded chunk is undefined. Empty for unknown ids. */
  statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]>;

  /**
   * Ends every lease, of chunks, finishes and drafts. For a process that knows that it is the only one, at its start: what an
   * earlier process left behind can then be claimed at once.
   */
  endLeases(): Promise<void>;
}
