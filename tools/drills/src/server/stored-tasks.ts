import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';

/** The state of a task in the database, as a kill has left it. */
export const STORED_STATES = ['draft', 'held', 'queued', 'checking', 'checked', 'settled', 'ended'] as const;

/**
 * - `draft`: rows of an upload without held credits; `held`: credits are held, but it is not a task yet;
 * - `queued`; `checking`: some chunks are open;
 * - `checked`: all are recorded, nothing is charged; `settled`: charged, but not shown as done yet;
 * - `ended`.
 */
export type StoredState = (typeof STORED_STATES)[number];

export interface StoredTask {
  readonly taskId: string;
  /** Undefined for a draft without one. */
  readonly fileName: string | undefined;
  readonly state: StoredState;
  readonly charged: number;
}

/** Rows of the query below. */
interface StoredRow {
  task_id: string;
  status: string;
  open_chunks: number;
  finished_at: number | null;
  charged: number;
  file: string;
  hold_id: string | null;
  hold_charged: number | null;
}

const QUERY = `
  select tasks.task_id, status, open_chunks, finished_at, tasks.charged, file, hold_id, holds.charged as hold_charged
  from tasks left join holds on hold_id = 'task:' || tasks.task_id`;

/** The tasks that a killed server has left, read from a copy: opening the database itself would begin its recovery. */
export function storedTasksAfterKill(databaseFile: string, copies: string): readonly StoredTask[] {
  const folder = mkdtempSync(join(copies, 'copy-'));
  try {
    for (const file of [databaseFile, `${databaseFile}-wal`]) {
      if (existsSync(file)) copyFileSync(file, join(folder, basename(file)));
    }
    const copy = join(folder, basename(databaseFile));
    return existsSync(copy) ? storedTasks(copy, { readonly: false }) : [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every task and draft in the database. */
export function storedTasks(
  databaseFile: string,
  options: { readonly readonly: boolean },
): readonly StoredTask[] {
  const database = new Database(databaseFile, options);
  try {
    // The query selects these columns.
    const rows = database.prepare(QUERY).all() as StoredRow[];
    return rows.map((row) => ({
      taskId: row.task_id,
      // The column is JSON that the task store wrote.
      fileName: (JSON.parse(row.file) as { name?: string }).name,
      state: stateOf(row),
      charged: row.charged,
    }));
  } finally {
    database.close();
  }
}

function stateOf(row: StoredRow): StoredState {
  const isDraft = row.status === 'draft' || row.status === 'abandoned';
  if (isDraft) return row.hold_id === null || row.hold_charged !== null ? 'draft' : 'held';
  if (row.finished_at !== null) return 'ended';
  if (row.status === 'queued') return 'queued';
  if (row.open_chunks > 0) return 'checking';
  return row.hold_charged === null ? 'checked' : 'settled';
}
