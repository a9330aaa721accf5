import { DialproofError, type Task, type TaskId, type TaskWaiting } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';
import { outageOfRow } from './outage.js';
import type { ShownRow } from './queries/find-queries.js';
import { queries } from './queries/task-queries.js';
import { taskOfRow } from './task-row.js';

/** The parts for finding a task, with a read session or the session of a write. */
export interface TaskFinder {
  readonly session: SqlSession;
  readonly time: MeasuredTime;
}

/** Undefined for drafts and unknown ids. */
export async function findTask(finder: TaskFinder, taskId: TaskId): Promise<Task | undefined> {
  const row = await finder.session.first(queries.find, { taskId });
  return row && shownTask(finder, row);
}

/** The task of a row as a caller sees it. */
export function shownTask({ time }: Pick<TaskFinder, 'time'>, row: ShownRow): Task {
  return taskOfRow(row, waitingOf(row, time));
}

/** The task of an id. Throws `task_not_found` without one. */
export async function taskOf(finder: TaskFinder, taskId: TaskId): Promise<Task> {
  const task = await findTask(finder, taskId);
  if (task === undefined) throw notFound();
  return task;
}

export function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}

/** In an outage, and while its account is suspended, a task waits if it has open numbers and is not to fail. */
function waitingOf(row: ShownRow, time: MeasuredTime): TaskWaiting | null {
  if (row.step !== 'check') return null;
  if (row.suspended_at !== null) {
    const since = time.shown(Math.max(row.suspended_at, row.queued_at));
    return { reason: 'account_suspended', since, nextTryAt: null };
  }
  const outage = outageOfRow(row);
  if (outage === undefined) return null;
  const since = Math.max(outage.since, row.queued_at);
  return {
    reason: outage.reason,
    since: time.shown(since),
    // The time has passed if no worker runs. It is shown anyway, so that an unchanged task always looks the same.
    nextTryAt: time.shown(Math.max(since, outage.nextProbeAt)),
  };
}
