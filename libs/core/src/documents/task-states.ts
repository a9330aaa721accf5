import { emptySummary, VERIFICATION_STATUSES } from '../model/statuses.js';
import { addSources, type Task } from '../model/task.js';
import type { ChunkRecord, TaskContents, TaskEnding } from '../ports/task-store.js';

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

/** A queued task with its first claim. In its first run, its rows without a number have their status from then on. */
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
