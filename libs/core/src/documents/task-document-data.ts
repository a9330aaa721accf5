import type { AccountId, TaskId } from '../model/identifiers.js';
import type { FailureReason, Task } from '../model/task.js';
import type { StoreMoment } from '../ports/store-time.js';

/** A lease to be given. */
export interface NewLease {
  /** Unique to the lease. */
  readonly token: string;
  readonly leaseMs: number;
}

/** The lease of something that can be claimed. `freeAt`: the end of the lease or of a pause, from which on anybody may claim it. */
export interface LeaseState {
  token: string | null;
  freeAt: number;
}

export interface ChunkState extends LeaseState {
  revision: number;
  isComplete: boolean;
}

/** The end of a run, or of an upload or a retry that was given up. */
export interface EndState extends LeaseState {
  /** After the claim, the upload, the retry or the run takes no more rows, contents or records. */
  isClaimed: boolean;
  /** How often it was given back. */
  tries: number;
}

/** The contents of a `TaskDocument`, as JSON. */
export interface TaskDocumentData {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly createdAt: number;
  /** An upload or a retry that is under way. */
  begun: (EndState & { readonly run: number }) | null;
  /** The task without `waiting`; null for a draft. */
  task: Task | null;
  rowsWithoutNumber: number;
  chunks: ChunkState[];
  finish: EndState;
  queuedAt: number;
  endedAt: number | null;
  suspendedAt: number | null;
  run: number;
  lastRun: number;
  /** The token of the lease that resumed it last. */
  resumedBy: string | null;
  /** Numbers that were verified in this run. */
  verified: number;
  failure: FailureReason | null;
}

export const FREE: Readonly<LeaseState> = { token: null, freeAt: 0 };

export function newEnding(): EndState {
  return { ...FREE, isClaimed: false, tries: 0 };
}

export function leased({ leaseMs, token }: NewLease, moment: StoreMoment): LeaseState {
  return { token, freeAt: moment.after(leaseMs) };
}

export function isHeld({ freeAt, token }: LeaseState, now: number): boolean {
  return token !== null && freeAt > now;
}
