import Database from 'better-sqlite3';
import type { Beginning } from './beginning.js';
import { differences } from './compared.js';
import type { UnharmedRun } from './crashes.js';
import type { Story } from './story.js';
import { AT_FIRST, StoryRun } from './story-run.js';
import { SqliteFile } from './world/sqlite-file.js';

/** Another process writes, the disk is full, the disk is broken. */
const STATEMENT_FAILURES = ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR'] as const;

/** If the end of a lease could not be written, its chunk waits until the lease expires, after a minute. */
const MOST_LATE_MS = 75_000;

type StatementFailure = (typeof STATEMENT_FAILURES)[number];

/** The index of a statement in its story, and how it fails. */
interface FailingStatement {
  readonly index: number;
  readonly sql: string;
  readonly code: StatementFailure;
}

/**
 * The statements to fail. With `every`, each statement fails in each way. Otherwise only the first and the last use of a text fail, in one
 * way, and only of texts that no earlier story has used. A story with `failsAll` fails all of its texts. Adds its texts to `seen`.
 */
export function failingStatements(
  { failsAll = false }: Story,
  { statements }: UnharmedRun,
  { every, seen }: { readonly every: boolean; readonly seen: Set<string> },
): FailingStatement[] {
  const failing = statements.flatMap((sql, index) => {
    // An answer that is not kept costs another check, and that is all: `single-answers.test.ts` of the core.
    if (sql.includes('into single_answers')) return [];
    if (every) return STATEMENT_FAILURES.map((code) => ({ index, sql, code }));
    if (seen.has(sql) && !failsAll) return [];
    if (statements.indexOf(sql) !== index && statements.lastIndexOf(sql) !== index) return [];
    // The failures alternate, so that a statement of many stories fails in several ways.
    const code = STATEMENT_FAILURES[index % STATEMENT_FAILURES.length] ?? 'SQLITE_IOERR';
    return [{ index, sql, code }];
  });
  for (const sql of statements) seen.add(sql);
  return failing;
}

/** Runs a story in which one statement fails once. Resolves to the differences from the unharmed end, a sentence each. */
export async function tellWithFailure(
  story: Story,
  beginning: Beginning,
  unharmed: UnharmedRun,
  { code, index }: FailingStatement,
): Promise<string[]> {
  let statements = 0;
  const run: StoryRun = new StoryRun({
    ...{ story, account: beginning.account, outside: AT_FIRST },
    database: (time) =>
      new SqliteFile({
        ...{ time, folder: beginning.folder, picture: beginning.picture },
        beforeStatement() {
          if (run.isTold) return;
          statements += 1;
          if (statements === index + 1) throw new Database.SqliteError('made to fail', code);
        },
      }),
  });
  try {
    return differences(story, unharmed, await run.toEnd(), {
      ...{ outside: AT_FIRST, lostMs: 0 },
      mostLateMs: MOST_LATE_MS,
    });
  } catch (error) {
    return [String(error)];
  }
}
