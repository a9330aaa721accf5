import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { connectPostgresDatabase } from '../../postgres/open-postgres-database.js';
import { openSqliteDatabase } from '../../sqlite/open-sqlite-database.js';
import { SoleProcessLock } from '../../sqlite/sole-process-lock.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { describeOnPostgres, POSTGRES_URL } from '../../test-databases.fixture.js';
import { MoveSource } from './move-source.js';
import { MoveTarget } from './move-target.js';
import { movingSubject } from './moving.fixture.js';

type Subject = Awaited<ReturnType<typeof movingSubject>>;

/** Brings the source up to date, and then runs statements of SQL on it. */
async function changeUpToDate({ change, file }: Subject, statements: string): Promise<void> {
  await (await openSqliteDatabase({ file })).close();
  change(statements);
}

const REFUSED: readonly (readonly [string, RegExp, (subject: Subject) => unknown])[] = [
  ['is not there', /there is no such database/, ({ file }) => rm(file)],
  ['is no database', /not a database/, ({ file }) => writeFile(file, 'x'.repeat(5_000))],
  [
    'is of a newer release',
    /schema version 99 and this release knows/,
    ({ change }) => change("insert into schema_migrations values (99, 'x', 0)"),
  ],
  [
    'has credits that do not add up',
    /credits of 1 account do not add up/,
    ({ change }) => change('update balances set available = available + 1 where available = 74'),
  ],
  [
    'has a text with a NUL',
    /^"source" of the row of "observations" with number "\+1" and app "a" has a NUL, .* change it first$/,
    (subject) =>
      changeUpToDate(subject, "insert into observations values ('+1', 'a', 1, 'b' || char(0) || 'c')"),
  ],
  [
    'has a text that is none',
    /^"note" of the row of "journal" with account_id ".+" and entry \d+ has bytes that are not UTF-8/,
    (subject) =>
      changeUpToDate(
        subject,
        "insert into journal (account_id, entry, kind, credits, note, created_at) select account_id, last_entry + 1, 'grant', 0, cast(x'61eda080' as text), 1 from balances limit 1",
      ),
  ],
  [
    'has a number beyond those of JavaScript',
    /^"spent" of the row of "spending" .* has a number beyond 2\^53/,
    (subject) => changeUpToDate(subject, "insert into spending values ('a', 'b', 9007199254740993)"),
  ],
];

describeOnPostgres('moveToPostgres refuses', () => {
  it.each(REFUSED)('a source that %s, and leaves nothing in the target', async (_, hint, prepare) => {
    const subject = await movingSubject();
    await prepare(subject);
    await expect(subject.move()).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringMatching(hint),
    });
    expect(await subject.targetIsThere()).toBe(false);
  });

  it('a source that a server works on', async () => {
    const { lockFile, move, targetIsThere } = await movingSubject();
    const lock = SoleProcessLock.acquire(lockFile);
    onTestFinished(() => lock.release());
    await expect(move()).rejects.toMatchObject({ hint: expect.stringContaining('another process') });
    expect(await targetIsThere()).toBe(false);
  });

  it('a target with a table of somebody else', async () => {
    const { client, file, move, schema } = await movingSubject();
    await client.query(`create schema "${schema}"; create table "${schema}".orders ()`);
    await expect(move()).rejects.toMatchObject({ hint: expect.stringContaining('the table "orders"') });
    const tables = await client.query('select tablename from pg_tables where schemaname = $1', [schema]);
    expect(tables.rows).toEqual([{ tablename: 'orders' }]);
    await (await openSqliteDatabase({ file })).close();
  });

  it('a target in which others have changed what arrived', async () => {
    const { client, move, openTarget, schema } = await movingSubject();
    await openTarget();
    await client.query(`
      create function "${schema}".spoil() returns trigger language plpgsql as $$ begin new.email = 'other'; return new; end $$;
      create trigger spoil before insert on "${schema}".accounts for each row when (new.email like 'ann%')
        execute function "${schema}".spoil()`);
    await expect(move()).rejects.toMatchObject({
      hint: 'the 3 rows of "accounts" that arrived are not the 3 that were sent',
    });
    const found = await client.query(`select * from "${schema}".accounts`);
    expect(found.rows).toEqual([]);
  });

  it('while another process writes to the target', async () => {
    const { client, move, openTarget, schema } = await movingSubject();
    await openTarget();
    await client.query(`begin; insert into "${schema}".spending values ('a', 'b', 1)`);
    await expect(move()).rejects.toMatchObject({ hint: expect.stringContaining('locked for too long') });
    await client.query('rollback');
  });
});

describeOnPostgres('a move under way', () => {
  it('lets others make schemas of their own', async () => {
    const [one, other] = [await movingSubject(), await movingSubject()];
    const database = connectPostgresDatabase({ url: POSTGRES_URL, schema: one.schema });
    onTestFinished(() => database.close());
    await database.write(async (session) => {
      await new MoveTarget(database, session, one.schema).prepare();
      await other.openTarget();
    });
    expect(await other.targetIsThere()).toBe(true);
  });
});

it('nobody writes to a source while it is read', async () => {
  const file = join(await temporaryFolder(), 'test.db');
  const database = await temporaryDatabase(file);
  const source = MoveSource.open(file);
  const other = new Database(file, { timeout: 0 });
  const write = () => other.exec("insert into spending values ('a', 'b', 1)");
  expect(write).toThrow('database is locked');
  source.mark();
  source.close();
  expect(write).not.toThrow();
  other.close();
  await database.probe();
});
