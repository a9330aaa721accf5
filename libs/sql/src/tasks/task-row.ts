import { type SourceCounts, type Task, type TaskStatus, type TaskWaiting, taskId } from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';
import type { TaskRow } from './queries/find-queries.js';

/** The task of a row that is not a draft. */
export function taskOfRow(row: TaskRow, waiting: TaskWaiting | null): Task {
  return {
    taskId: taskId(row.task_id),
    accountId: storedAccountId(row.account_id),
    // The caller has excluded drafts.
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
    sources: shownSources(row.sources),
    checksFailed: row.checks_failed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    // Before the end it is only the reason for which the task is to fail.
    failureReason: row.status === 'failed' ? row.failure_reason : null,
    waiting,
    credits: { held: row.held, charged: row.charged },
    file: fileOfText(row.file),
  };
}

/** Tasks of schema version 3 have no encoding and no notes, and the earliest of them have no sheet. */
const BEFORE = { sheet: null, encoding: null, notes: [] } as const satisfies Partial<Task['file']>;

function fileOfText(text: string): Task['file'] {
  // Only `fileText` below writes it.
  return { ...BEFORE, ...(JSON.parse(text) as Omit<Task['file'], keyof typeof BEFORE>) };
}

/** The stored facts about a file. The caller's texts may hold anything, even a NUL, which JSON escapes and databases refuse. */
export function fileText(file: Task['file']): string {
  return JSON.stringify(file);
}

/** Counts that cannot be read are shown as none: the task would otherwise be out of its account's reach, and out of its list. */
function shownSources(text: string): SourceCounts {
  try {
    return sourcesOfText(text);
  } catch {
    return {};
  }
}

/** Throws SyntaxError for a damaged text. */
export function sourcesOfText(text: string): SourceCounts {
  // Only `sourcesText` below writes it.
  return JSON.parse(text) as SourceCounts;
}

export function sourcesText(sources: SourceCounts): string {
  return JSON.stringify(sources);
}
