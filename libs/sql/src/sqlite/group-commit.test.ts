import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DialproofError, ManualClock } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlSession } from '../database.js';
import { sql, verbatim } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { insertNote, queries, subject } from './group-commit.fixture.js';
import { GroupCommit } from './group-commit.js';
import { openSqliteDatabase } from './open-sqlite-database.js';
import { SqliteConnection } from './sqlite-connection.js';

describe('writes of one turn', () => {
  it('come into force together, and nobody is told before', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const connection = SqliteConnection.open({ file, lockWaitMs: 0, readsOnly: false });
    connection.run('create table notes (note text) strict');
    const other = new Database(file, { readonly: true });
    onTestFinished(() => {
      other.close();
      connection.close();
    });
    const add = (session: SqlSession, note: string) => session.change(insertNote, { note });
    // The clock stands still, since a group that takes long would be divided.
    const writes = new GroupCommit(connection, {
      busyTimeoutMs: 1_000,
      clock: new ManualClock(),
      touch: (session) => add(session, 'touch'),
    });
    const count = other.prepare("select count(*) from notes where note <> 'touch'").pluck();
    const seen: unknown[] = [];

    await Promise.all(
      ['a', 'b', 'c'].map(async (note) => {
        await writes.write((session) => add(session, note));
        seen.push(count.get());
      }),
    );

    expect(seen).toEqual([3, 3, 3]);
  });

  it('are not read before they are committed', async () => {
    const { database, add, ids } = await subject();
    let during: string[] | undefined;

    await database.write(async (session) => {
      await add(session, 'a');
      during = await ids(database.read);
    });

    expect(during).toEqual([]);
    expect(await ids(database.read)).toEqual(['a']);
  });

  it('go through beside one that is refused', async () => {
    const { database, add, ids } = await subject();
    const refusal = new DialproofError('insufficient_credits');

    const outcomes = await Promise.allSettled([
      database.write((session) => add(session, 'a')),
      database.write(() => Promise.reject(refusal)),
      database.write((session) => add(session, 'b')),
    ]);

    expect(outcomes[1]).toEqual({ status: 'rejected', reason: refusal });
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ids(database.read)).toEqual(['a', 'b']);
  });

  it('go through beside one that fails half way, of which nothing remains', async () => {
    const { database, add, ids } = await subject();

    const outcomes = await Promise.allSettled([
      database.write((session) => add(session, 'a')),
      database.write(async (session) => {
        await add(session, 'half');
        throw new Error('half way');
      }),
      // The database itself refuses a second row with the same key.
      database.write((session) => add(session, 'a')),
      database.write((session) => add(session, 'b')),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'half way' } });
    expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
    expect(await ids(database.read)).toEqual(['a', 'b']);
  });

  it('resolve to their own results', async () => {
    const { database } = await subject();

    const results = await Promise.all([1, 2, 3].map((value) => database.write(async () => value * 10)));

    expect(results).toEqual([10, 20, 30]);
  });

  it('are all refused when their commit fails, of which nothing remains', async () => {
    const { database, add, ids } = await subject();
    const addToken = sql`
      insert into tokens (token_id, account_id, secret_hash, created_at) values ('t', 'nobody', x'00', 0)`;
    const checkAtCommit = verbatim('pragma defer_foreign_keys = on');

    const outcomes = await Promise.allSettled([
      database.write((session) => add(session, 'a')),
      database.write(async (session) => {
        await session.change(checkAtCommit, {});
        // The account does not exist, which the database notices only at the commit.
        await session.change(addToken, {});
      }),
      database.write((session) => add(session, 'b')),
    ]);

    expect(outcomes).toMatchObject(
      outcomes.map(() => ({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } })),
    );
    expect(await ids(database.read)).toEqual([]);
    await database.write((session) => add(session, 'c'));
    expect(await ids(database.read)).toEqual(['c']);
  });

  it('are finished by close, which refuses those that come later', async () => {
    const { database, file, add } = await subject();
    const before = database.write((session) => add(session, 'a'));

    const closed = Promise.all([database.close(), database.close()]);
    await expect(database.write((session) => add(session, 'b'))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    await closed;

    expect(await before).toBe(1);
    const reopened = await temporaryDatabase(file);
    expect(await queries.ids(reopened.read)).toEqual(['a']);
    await expect(queries.ids(database.read)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

describe('a write while another process writes', () => {
  async function locked(busyTimeoutMs: number) {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await openSqliteDatabase({ file, busyTimeoutMs });
    const other = new Database(file);
    onTestFinished(async () => {
      other.close();
      await database.close();
    });
    other.exec('begin immediate');
    return { database, other, ...queries };
  }

  it('waits until the lock is free, without blocking this process', async () => {
    const { database, other, add, ids } = await locked(5_000);

    const write = database.write((session) => add(session, 'a'));
    // The timer runs although the write has to wait, and ends this wait.
    await delay(20);
    other.exec('commit');

    expect(await write).toBe(1);
    expect(await ids(database.read)).toEqual(['a']);
  });

  it('rejects when it has waited long enough, and goes through later', async () => {
    const { database, other, add, ids } = await locked(10);

    await expect(database.write((session) => add(session, 'a'))).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('locked'),
    });
    other.exec('rollback');
    await database.write((session) => add(session, 'b'));

    expect(await ids(database.read)).toEqual(['b']);
  });

  it('lets reads go on', async () => {
    const { database, ids } = await locked(10);

    expect(await ids(database.read)).toEqual([]);
  });

  it('never waits inside of SQLite, which would block this process', async () => {
    const { database } = await subject();
    const timeout = verbatim<{ timeout: number }>('pragma busy_timeout');
    expect(await database.write((session) => session.rows(timeout, {}))).toEqual([{ timeout: 0 }]);
  });
});

describe('writes that wait together for another process', () => {
  async function waiting() {
    const file = join(await temporaryFolder(), 'test.db');
    const connection = SqliteConnection.open({ file, lockWaitMs: 0, readsOnly: false });
    connection.run('create table notes (note text) strict');
    const other = new Database(file);
    onTestFinished(() => {
      other.close();
      connection.close();
    });
    other.exec('begin immediate');
    const clock = new ManualClock();
    const touch = (session: SqlSession) => session.change(insertNote, { note: 'touch' });
    const writes = new GroupCommit(connection, {
      busyTimeoutMs: 1_000,
      clock,
      touch,
    });
    const outcomes: string[] = [];
    const write = (note: string): void => {
      writes
        .write((session) => session.change(insertNote, { note }))
        .then(
          () => outcomes.push(`${note} written`),
          (error: DialproofError) => outcomes.push(`${note} ${error.code}`),
        );
    };
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5) {
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        clock.advance(5);
      }
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    };
    return { other, write, pass, outcomes };
  }

  it('each wait for their own time', async () => {
    const { pass, outcomes, write } = await waiting();
    write('first');
    await pass(900);
    write('late');
    await pass(95);
    expect(outcomes).toEqual([]);
    await pass(10);
    expect(outcomes).toEqual(['first storage_unavailable']);
    await pass(890);
    expect(outcomes).toEqual(['first storage_unavailable']);
    await pass(15);
    expect(outcomes).toEqual(['first storage_unavailable', 'late storage_unavailable']);
  });

  it('go through when the lock is free, but for those whose time was over before', async () => {
    const { other, pass, outcomes, write } = await waiting();
    write('first');
    await pass(900);
    write('late');
    await pass(200);
    other.exec('commit');
    await pass(5);
    expect(outcomes).toEqual(['first storage_unavailable', 'late written']);
  });
});
