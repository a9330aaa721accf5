import { join } from 'node:path';
import { DialproofError, ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlSession } from '../database.js';
import { verbatim } from '../query.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { insertNote, subject } from './group-commit.fixture.js';
import { GroupCommit } from './group-commit.js';
import { SqliteConnection } from './sqlite-connection.js';

describe('a write that is durable soon', () => {
  const SOON_MS = 25;

  /** A database without any sync yet, and a record of how its log reaches the disk: by a commit of SQLite's, or beside it. */
  async function fresh() {
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
    const disk = { syncs: 0, run: async () => {} };
    const syncLog = () => {
      disk.syncs += 1;
      return disk.run();
    };
    const writes = new GroupCommit(connection, { busyTimeoutMs: 1_000, clock, syncLog, touch });
    const write = (durable: boolean | 'soon') =>
      writes.write((session) => session.change(insertNote, { note: 'a' }), { durable });
    const writeNothing = () => writes.write(async () => undefined);
    const pass = async (ms: number) => {
      clock.advance(ms);
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    };
    return { clock, connection, disk, pass, touches, write, writeNothing, writes };
  }

  /** The same, after a commit that has waited for the disk. */
  async function watched() {
    const parts = await fresh();
    await parts.write(true);
    parts.touches.pop();
    return parts;
  }

  it('goes to the disk with all that came before it, once for those of the same time', async () => {
    const { connection, disk, pass, touches, write } = await watched();
    await write('soon');
    expect(connection.isDurable).toBe(false);
    await pass(SOON_MS - 1);
    await write('soon');
    expect(disk.syncs).toBe(0);
    await pass(1);
    expect(disk.syncs).toBe(1);
    await pass(10 * SOON_MS);
    expect(disk.syncs).toBe(1);
    await write('soon');
    await pass(SOON_MS);
    expect(disk.syncs).toBe(2);
    expect(touches).toEqual([]);
  });

  it('goes to the disk by a commit as long as none has waited for it: that syncs the folder of a new log too', async () => {
    const { disk, pass, touches, write } = await fresh();
    await write('soon');
    await pass(SOON_MS);
    expect(touches).toEqual([true]);
    await write('soon');
    await pass(SOON_MS);
    expect(touches).toEqual([true]);
    expect(disk.syncs).toBe(1);
  });

  it('goes to the disk with the next durable one, whatever that changes', async () => {
    const { disk, pass, touches, write, writeNothing } = await watched();
    await write('soon');
    await write(true);
    expect(touches).toEqual([true]);
    await write('soon');
    await writeNothing();
    expect(touches).toEqual([true, true]);
    await pass(SOON_MS);
    expect(touches).toEqual([true, true]);
    expect(disk.syncs).toBe(0);
  });

  it('goes to the disk with a durable one that comes while it is on its way there', async () => {
    const { disk, pass, touches, write, writeNothing } = await watched();
    let arrive = () => {};
    disk.run = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    await write('soon');
    await pass(SOON_MS);
    expect(disk.syncs).toBe(1);
    await writeNothing();
    expect(touches).toEqual([true]);
    arrive();
    await pass(SOON_MS);
    await writeNothing();
    expect(touches).toEqual([true]);
  });

  it('goes to the disk with a durable one of its turn, and needs nothing else', async () => {
    const { disk, pass, touches, write } = await watched();
    await Promise.all([write('soon'), write(true)]);
    await pass(SOON_MS);
    expect({ touches, syncs: disk.syncs }).toEqual({ touches: [], syncs: 0 });
  });

  it('goes to the disk by a commit at once where it could not be sent there beside it', async () => {
    const { disk, pass, touches, write } = await watched();
    disk.run = () => Promise.reject(new Error('too many open files'));
    await write('soon');
    await pass(SOON_MS);
    expect({ touches, syncs: disk.syncs }).toEqual({ touches: [true], syncs: 1 });
    await write('soon');
    await pass(SOON_MS);
    expect({ touches, syncs: disk.syncs }).toEqual({ touches: [true, true], syncs: 2 });
  });

  it('goes to the disk at once when it is closed, and not where nothing has to be durable', async () => {
    const { disk, pass, write, writes } = await watched();
    await write(false);
    await pass(SOON_MS);
    expect(disk.syncs).toBe(0);
    await write('soon');
    await writes.close();
    expect(disk.syncs).toBe(1);
    await pass(SOON_MS);
    expect(disk.syncs).toBe(1);
  });

  it('goes to the disk also where it is closed before it is written', async () => {
    const { clock, disk, write, writes } = await watched();
    const written = write('soon');
    await writes.close();
    await written;
    expect(disk.syncs).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('is on the disk after a sync, with those that need not be durable; where all is there, a sync asks for nothing', async () => {
    const { disk, touches, write, writes } = await watched();
    await writes.sync();
    expect(disk.syncs).toBe(0);
    const written = write(false);
    await writes.sync();
    await written;
    expect(disk.syncs).toBe(1);
    await writes.sync();
    expect(disk.syncs).toBe(1);
    // A durable commit may have changed only the count of changes, if a row was written unchanged.
    await write(false);
    await write(true);
    await writes.sync();
    expect(disk.syncs).toBe(2);
    disk.run = () => Promise.reject(new DialproofError('storage_unavailable'));
    await write('soon');
    const touchesBefore = touches.length;
    await writes.sync();
    expect(touches.slice(touchesBefore)).toEqual([true]);
  });
});

describe('a write that need not be durable', () => {
  /** How SQLite makes this transaction durable: 2 is FULL, which waits for the disk at the commit, 1 is NORMAL, which does not. */
  const synchronous = verbatim<{ synchronous: number }>('pragma synchronous');
  const FULL = [{ synchronous: 2 }];
  const NORMAL = [{ synchronous: 1 }];
  const level = (session: SqlSession) => session.rows(synchronous, {});

  it('does not wait for the disk, and the next one does', async () => {
    const { database } = await subject();
    expect(await database.write(level, { durable: false })).toEqual(NORMAL);
    expect(await database.write(level)).toEqual(FULL);
    expect(await database.write(level, { durable: true })).toEqual(FULL);
  });

  it('waits for the disk with those of its turn that have to be durable', async () => {
    const { database } = await subject();
    const levels = await Promise.all([
      database.write(level, { durable: false }),
      database.write(level),
      database.write(level, { durable: false }),
    ]);
    expect(levels).toEqual([FULL, FULL, FULL]);
  });

  it('takes no durable one with it that comes while it is under way', async () => {
    const { add, database, ids } = await subject();
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
    const { add, database, ids } = await subject();
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
