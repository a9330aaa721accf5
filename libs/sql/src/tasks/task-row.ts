import { type SourceCounts, type Task, type TaskStatus, type TaskWaiting, taskId } from '@dialproof/core';
import { storedAccountId } from '../json-rows.js';
import type { ShownRow } from './queries/find-queries.js';

/** The task of a row that is not a draft. */
export function taskOfRow(row: ShownRow, waiting: TaskWaiting | null): Task {
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
    file: shownFile(row.file),
  };
}

/**
 * Used for facts that cannot be read. Without it, the account could see neither the task nor the list. Its download fails, since no row
 * block has this number. Tasks of schema version 3 have no encoding and no notes, and the earliest of them have no sheet.
 */
const UNKNOWN_FILE: Task['file'] = {
  name: '',
  type: 'csv',
  sheet: null,
  encoding: null,
  phoneColumn: { index: 0, name: '' },
  notes: [],
  rowBlocks: -1,
  numbersPerChunk: 1,
};

/** The facts about a file, of their stored form. */
export function shownFile(text: string): Task['file'] {
  try {
    // Only `fileText` below has written it.
    return { ...UNKNOWN_FILE, ...(JSON.parse(text) as Partial<Task['file']>) };
  } catch {
    return UNKNOWN_FILE;
  }
}

/** The stored form of the facts about a file. JSON escapes every character of the caller's texts, also NUL, which databases refuse. */
export function fileText(file: Task['file']): string {
  return JSON.stringify(file);
}

/** Unreadable counts are shown as none. Otherwise the account could see neither the task nor the list. */
function shownSources(text: string): SourceCounts {
  try {
    return sourcesOfText(text);
  } catch {
    return {};
  }
}

/** Throws SyntaxError for a damaged text. */
export function sourcesOfText(text: string): SourceCounts {
  // Only `sourcesText` below has written it.
  return JSON.parse(text) as SourceCounts;
}

export function sourcesText(sources: SourceCounts): string {
  return JSON.stringify(sources);
}
