import type { AccountId, TaskId } from '../model/identifiers.js';
import { emptySummary, VERIFICATION_STATUSES } from '../model/statuses.js';
import { addSources, type FailureReason, type Task } from '../model/task.js';
import type { StoreMoment } from '../ports/store-time.js';
import type { ChunkRecord, TaskContents, TaskEnding } from '../ports/task-store.js';

/** A lease to be given. */
export interface NewLease {
  /** Unique to the lease. */
  readonly token: string;
  readonly leaseMs: number;
}

/** The lease of a claimable item. `freeAt`: the end of the lease or of a pause, after which anybody may claim it. */
export interface LeaseState {
  token: string | null;
  freeAt: number;
}

export interface ChunkState extends LeaseState {
  revision: number;
  isComplete: boolean;
}

/** The claimable end of a run, or of an abandoned upload or retry. */
export interface EndState extends LeaseState {
  /** After the claim, the upload, the retry or the run takes no more rows, contents or records. */
  isClaimed: boolean;
  /** How often the claim was given back. */
  tries: number;
}

/** The contents of a `TaskDocument`, as JSON. */
export interface TaskDocumentData {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly createdAt: number;
  /** The upload or retry that has begun and not ended; null if there is none. */
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
  /** The token of the lease that last resumed the task. */
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

/** The task that a draft becomes. */
export function queuedTask(
  { accountId, createdAt, taskId }: Pick<Task, 'taskId' | 'accountId' | 'createdAt'>,
  { file, heldCredits, total }: TaskContents,
): Task {
  return {
    taskId,
    accountId,
    status: 'queued',
    total,
    processed: 0,
    summary: emptySummary(),
    sources: {},
    checksFailed: 0,
    createdAt,
    startedAt: null,
    finishedAt: null,
    failureReason: null,
    waiting: null,
    credits: { held: heldCredits, charged: 0 },
    file: structuredClone(file),
  };
}

/** The task once it is claimed for the first time. In its first run, the rows without a number get their status here. */
export function startedTask(task: Task, rowsWithoutNumber: number, wallNow: number): Task {
  const rows = { ...emptySummary(), unknown: task.startedAt === null ? rowsWithoutNumber : 0 };
  const startedAt = task.startedAt ?? Math.max(wallNow, task.createdAt);
  return { ...withRows(task, { rows, sources: {}, checksFailed: 0 }), status: 'processing', startedAt };
}

/** The task with recorded progress. */
export function withRows(
  task: Task,
  { checksFailed, rows, sources }: Pick<ChunkRecord, 'rows' | 'sources' | 'checksFailed'>,
): Task {
  const summary = { ...task.summary };
  for (const status of VERIFICATION_STATUSES) summary[status] += rows[status];
  return {
    ...task,
    summary,
    processed: VERIFICATION_STATUSES.reduce((sum, status) => sum + summary[status], 0),
    sources: addSources(task.sources, sources),
    checksFailed: task.checksFailed + checksFailed,
  };
}

export function endedTask(task: Task, { charged, failureReason, status }: TaskEnding, wallNow: number): Task {
  const credits = { held: 0, charged: task.credits.charged + charged };
  return { ...task, status, failureReason, finishedAt: Math.max(wallNow, task.startedAt ?? 0), credits };
}

/** An ended task whose retry begins its work: its rows whose check failed are open again. */
export function resumedTask(task: Task, heldCredits: number): Task {
  const { checksFailed, credits, processed, summary } = task;
  return {
    ...task,
    status: 'queued',
    finishedAt: null,
    failureReason: null,
    checksFailed: 0,
    processed: processed - checksFailed,
    summary: { ...summary, unknown: summary.unknown - checksFailed },
    credits: { held: heldCredits, charged: credits.charged },
  };
}
