import type { AccountId, TaskId } from '../model/identifiers.js';
import type { FailureReason, Task } from '../model/task.js';
import type { StoreMoment } from '../ports/store-time.js';

/** A lease to be given. */
export interface NewLease {
  /** Unique to the lease. */
  readonly token: string;
  readonly leaseMs: number;
}

/** Something that can be claimed. A lease and a pause both move the time from which it is anybody's. */
export interface Slot {
  token: string | null;
  freeAt: number;
}

export interface ChunkSlot extends Slot {
  revision: number;
  isComplete: boolean;
}

/** The end of a run, or of an upload or a retry that was given up. */
export interface EndingSlot extends Slot {
  /** Once it was claimed, whatever it ends takes nothing more. */
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
  begun: (EndingSlot & { readonly run: number }) | null;
  /** The task without `waiting`; null for a draft. */
  task: Task | null;
  rowsWithoutNumber: number;
  chunks: ChunkSlot[];
  finish: EndingSlot;
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

export const FREE: Readonly<Slot> = { token: null, freeAt: 0 };

export function newEnding(): EndingSlot {
  return { ...FREE, isClaimed: false, tries: 0 };
}

export function leased({ leaseMs, token }: NewLease, moment: StoreMoment): Slot {
  return { token, freeAt: moment.after(leaseMs) };
}

export function isHeld({ freeAt, token }: Slot, now: number): boolean {
  return token !== null && freeAt > now;
}
