import { join } from 'node:path';
import { ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlSession } from '../database.js';
import { verbatim } from '../query.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { insertNote, subject } from './group-commit.fixture.js';
import { GroupCommit } from './group-commit.js';
import { SqliteConnection } from './sqlite-connection.js';

describe('a write that is durable soon', () => {
  const SOON_MS = 25;

  /** Writes, and whether each touch of a page was in a commit that waits for the disk. */
  async function watched() {
    const file = join(await temporaryFolder(), 'test.db');
    const connection = SqliteConnection.open({ file, lockWaitMs: 0, readsOnly: false });
    onTestFinished(() => connection.close());
    connection.run('create table notes (note text) strict');
    const clock = new ManualClock();
    const touches: boolean[] = [];
    const touch = async (session: SqlSession) => {
      touches.push(connection.isDurable);
      return session.change(insertNote, { note: 'touch' });
    };
    const writes = new GroupCommit(connection, { busyTimeoutMs: 1_000, clock, touch });
    const write = (durable: boolean | 'soon') =>
      writes.write((session) => session.change(insertNote, { note: 'a' }), { durable });
    const writeNothing = () => writes.write(async () => undefined);
    const pass = async (ms: number) => {
      clock.advance(ms);
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    };
    return { clock, connection, pass, touches, write, writeNothing, writes };
  }

  it('goes to the disk with all that came before it, once for those of the same time', async () => {
    const { connection, pass, touches, write } = await watched();
    await write('soon');
    expect(connection.isDurable).toBe(false);
    await pass(SOON_MS - 1);
    await write('soon');
    expect(touches).toEqual([]);
    await pass(1);
    expect(touches).toContain(true);
    expect(touches).not.toContain(false);
    touches.splice(0);
    await pass(10 * SOON_MS);
    expect(touches).toEqual([]);
    await write('soon');
    await pass(SOON_MS);
    expect(touches).toContain(true);
  });

  it('goes to the disk with the next durable one, whatever that changes', async () => {
    const { clock, pass, touches, write, writeNothing } = await watched();
    await write('soon');
    await write(true);
    expect(touches).toEqual([true]);
    await write('soon');
    await writeNothing();
    expect(touches).toEqual([true, true]);
    expect(clock.pending).toBe(0);
    await pass(SOON_MS);
    expect(touches).toEqual([true, true]);
  });

  it('goes to the disk with a durable one of its turn, and needs nothing else', async () => {
    const { pass, touches, write } = await watched();
    await Promise.all([write('soon'), write(true)]);
    await pass(SOON_MS);
    expect(touches).toEqual([]);
  });

  it('goes to the disk at once when it is closed, and not where nothing has to be durable', async () => {
    const { clock, pass, touches, write, writes } = await watched();
    await write(false);
    await pass(SOON_MS);
    expect(touches).toEqual([]);
    await write('soon');
    await writes.close();
    expect(touches).toContain(true);
    expect(clock.pending).toBe(0);
  });

  it('goes to the disk also where it is closed before it is written', async () => {
    const { clock, touches, write, writes } = await watched();
    const written = write('soon');
    await writes.close();
    await written;
    expect(touches).toContain(true);
    expect(clock.pending).toBe(0);
  });

  it('is on the disk after a sync, with those that need not be durable and those that are under way', async () => {
    const { connection, touches, write, writes } = await watched();
    const written = write(false);
    await writes.sync();
    await written;
    expect(touches).toEqual([true]);
    await write(false);
    expect(connection.isDurable).toBe(false);
    await writes.sync();
    expect(touches).toEqual([true, true]);
  });
});

describe('a write that need not be durable', () => {
  // The clock stands still, so that a slow machine does not divide the writes of one turn.
  /** How SQLite makes this transaction durable: 2 is FULL, which waits for the disk at the commit, 1 is NORMAL, which does not. */
  const synchronous = verbatim<{ synchronous: number }>('pragma synchronous');
  const FULL = [{ synchronous: 2 }];
  const NORMAL = [{ synchronous: 1 }];
  const level = (session: SqlSession) => session.rows(synchronous, {});

  it('does not wait for the disk, and the next one does', async () => {
    const { database } = await subject(new ManualClock());
    expect(await database.write(level, { durable: false })).toEqual(NORMAL);
    expect(await database.write(level)).toEqual(FULL);
    expect(await database.write(level, { durable: true })).toEqual(FULL);
  });

  it('waits for the disk with those of its turn that have to be durable', async () => {
    const { database } = await subject(new ManualClock());
    const levels = await Promise.all([
      database.write(level, { durable: false }),
      database.write(level),
      database.write(level, { durable: false }),
    ]);
    expect(levels).toEqual([FULL, FULL, FULL]);
  });

  it('takes no durable one with it that comes while it is under way', async () => {
    const { add, database, ids } = await subject(new ManualClock());
    let later: Promise<unknown> | undefined;
    const level1 = await database.write(
      async (session) => {
        later = database.write(async (other) => [await level(other), await add(other, 'later')]);
        await add(session, 'first');
        return await level(session);
      },
      { durable: false },
    );
    expect(level1).toEqual(NORMAL);
    expect(await later).toEqual([FULL, 1]);
    expect(await ids(database.read)).toEqual(['first', 'later']);
  });

  it('is done again by itself when one of its turn fails half way', async () => {
    const { add, database, ids } = await subject(new ManualClock());
    const outcomes = await Promise.allSettled([
      database.write(async (session) => [await level(session), await add(session, 'a')], { durable: false }),
      database.write(async (session) => {
        await add(session, 'half');
        throw new Error('half way');
      }),
    ]);
    expect(outcomes).toMatchObject([{ value: [NORMAL, 1] }, { reason: { message: 'half way' } }]);
    expect(await ids(database.read)).toEqual(['a']);
  });
});
