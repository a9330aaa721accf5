import { type SourceCounts, type Task, type TaskStatus, type TaskWaiting, taskId } from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';
import type { TaskRow } from './queries/find-queries.js';

/** The task of a row that is one, and not a draft. */
export function taskOfRow(row: TaskRow, waiting: TaskWaiting | null): Task {
  return {
    taskId: taskId(row.task_id),
    accountId: storedAccountId(row.account_id),
    // The caller says that it is no draft.
    status: row.status as TaskStatus,
    total: row.total,
    processed: row.processed,
    summary: {
      wa_registered: row.wa_registered,
      telegram_registered: row.telegram_registered,
      dead: row.dead,
      inactive: row.inactive,
      unknown: row.unknown,
    },
    sources: sourcesOfText(row.sources),
    checksFailed: row.checks_failed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    // Before the end it only says what the task was told to become.
    failureReason: row.status === 'failed' ? row.failure_reason : null,
    waiting,
    credits: { held: row.held, charged: row.charged },
    file: fileOfText(row.file),
  };
}

/** Tasks of schema version 3 have no encoding and no notes, and the first of them no sheet. */
const BEFORE = { sheet: null, encoding: null, notes: [] } as const satisfies Partial<Task['file']>;

function fileOfText(text: string): Task['file'] {
  // Written by `fileText` below and by nothing else.
  return { ...BEFORE, ...(JSON.parse(text) as Omit<Task['file'], keyof typeof BEFORE>) };
}

/** What a row keeps of the file: texts of the caller's may hold anything, a NUL too, which JSON escapes and databases refuse. */
export function fileText(file: Task['file']): string {
  return JSON.stringify(file);
}

export function sourcesOfText(text: string): SourceCounts {
  // Written by `sourcesText` below and by nothing else.
  return JSON.parse(text) as SourceCounts;
}

export function sourcesText(sources: SourceCounts): string {
  return JSON.stringify(sources);
}
