import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type DrillFolder, leftoverFiles } from '../server/drill-folder.js';

/** The counts of things that attacks must not leave behind, by name. */
export type LeftBehind = Readonly<Record<string, number>>;

const COUNTS: Readonly<Record<string, string>> = {
  drafts: `select count(*) as found from tasks where status in ('draft', 'abandoned')`,
  'holds of nothing under way': `select count(*) as found from holds left join tasks on hold_id = 'task:' || task_id
    where holds.charged is null and (task_id is null or finished_at is not null)`,
  'rows of no task':
    'select count(*) as found from task_rows where task_id not in (select task_id from tasks)',
  'chunks of no task':
    'select count(*) as found from task_chunks where task_id not in (select task_id from tasks)',
};

/** Counts orphans in the database and in the folders for temporary files. */
export function leftBehind({ data, databaseFile, temporary }: DrillFolder): LeftBehind {
  const database = new Database(databaseFile, { readonly: true });
  try {
    const counted = Object.entries(COUNTS).map(([name, query]) => {
      // The query selects one number.
      const { found } = database.prepare(query).get() as { found: number };
      return [name, found] as const;
    });
    const files = [join(data, 'uploads'), temporary].flatMap((folder) => readdirSync(folder));
    return Object.fromEntries([...counted, ['temporary files', files.length]]);
  } finally {
    database.close();
  }
}

/** The names of the things left, as a text; empty if there are none. */
export function namesOf(left: LeftBehind): string {
  return Object.entries(left)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** The names of the things that a stopped server has left, as a text; empty if there are none. */
export function leftByStopped(folder: DrillFolder): string {
  // Listed first, since opening the database makes files beside it.
  const files = leftoverFiles(folder);
  return [...files, namesOf(leftBehind(folder))].filter((name) => name !== '').join(', ');
}

/** The ids of the tasks that have not ended. */
export function unfinishedTasks({ databaseFile }: DrillFolder): readonly string[] {
  const database = new Database(databaseFile, { readonly: true });
  try {
    return database
      .prepare(`select task_id from tasks where finished_at is null and status not in ('draft', 'abandoned')`)
      .pluck()
      .all()
      .map(String);
  } finally {
    database.close();
  }
}
