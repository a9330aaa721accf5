import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { Checkpoints } from './checkpoints.js';
import { SqliteConnection } from './sqlite-connection.js';

const PAGE_BYTES = 4_096;
const LOG_BOUND_BYTES = 17 * 1024 * 1024;

async function subject(program?: URL) {
  const file = join(await temporaryFolder(), 'test.db');
  const writing = SqliteConnection.open({ file, lockWaitMs: 0, readsOnly: false });
  writing.run('create table notes (note blob) strict');
  const reading = SqliteConnection.open({ file, lockWaitMs: 10, readsOnly: true });
  const checkpointPages: number[] = [];
  const checkpoints = new Checkpoints({
    ...{ clock: systemClock, file },
    reading,
    ...(program === undefined ? {} : { program }),
    writing: {
      setCheckpointPages(pages) {
        checkpointPages.push(pages);
        writing.setCheckpointPages(pages);
      },
    },
  });
  onTestFinished(async () => {
    await checkpoints.close();
    reading.close();
    writing.close();
  });
  return {
    checkpointPages,
    checkpoints,
    reading,
    logBytes: () => statSync(`${file}-wal`).size,
    /** Makes one commit of about this many pages. */
    write(pages: number) {
      writing.run('insert into notes values (?)', [Buffer.alloc(pages * PAGE_BYTES)]);
      checkpoints.noteCommit();
    },
    notes: () => reading.all('select count(*) as notes from notes', []),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

describe('the log of a database', () => {
  it('is moved into the file beside the writes, and then written over', async () => {
    const { checkpointPages, logBytes, notes, reading, write } = await subject();
    write(600);
    await until(() => checkpointPages.length > 0);
    expect(checkpointPages).toEqual([4_000]);
    expect(reading.logPages().moved).toBe(0);
    write(600);
    // The thread does not move the log below 1,000 pages. Each commit asks for its length.
    await until(() => {
      write(1);
      return reading.logPages().pages < 600;
    });
    expect(logBytes()).toBeLessThan(LOG_BOUND_BYTES);
    expect((notes()[0] as { notes: number }).notes).toBeGreaterThan(2);
  });

  it('stays below 17 MiB where writes never pause', async () => {
    const { checkpointPages, logBytes, notes, write } = await subject();
    write(600);
    await until(() => checkpointPages.length > 0);
    expect(checkpointPages).toEqual([4_000]);
    for (let written = 0; written < 200; written += 1) {
      write(100);
      expect(logBytes()).toBeLessThan(LOG_BOUND_BYTES);
    }
    expect(notes()).toEqual([{ notes: 201 }]);
  });

  it('gets no thread while it is short', async () => {
    const { checkpointPages, checkpoints, write } = await subject();
    write(100);
    await checkpoints.close();
    expect(checkpointPages).toEqual([]);
  });

  it('is moved by commits where there can be no thread', async () => {
    const { checkpointPages, logBytes, write } = await subject(
      new URL('./no-such-program.js', import.meta.url),
    );
    write(600);
    await until(() => checkpointPages.length > 0);
    expect(checkpointPages).toEqual([1_000]);
    for (let written = 0; written < 30; written += 1) write(100);
    expect(logBytes()).toBeLessThan(1_200 * (PAGE_BYTES + 24));
  });

  it('may be closed while its thread fails to start', async () => {
    const { checkpoints, write } = await subject(new URL('./no-such-program.js', import.meta.url));
    write(600);
    await checkpoints.close();
  });

  it.each(['3.50.4', '3.51.2', '2.99.99'])('is moved by commits of SQLite %s', (version) => {
    const asked: string[] = [];
    const reading = {
      version: () => version,
      logPages() {
        asked.push('pages');
        return { pages: 5_000, moved: 0 };
      },
    };
    const writing = { setCheckpointPages: () => asked.push('set') };
    new Checkpoints({ clock: systemClock, file: 'test.db', reading, writing }).noteCommit();
    expect(asked).toEqual([]);
  });

  it('may be closed twice, and while it is moved', async () => {
    const { checkpointPages, checkpoints, write } = await subject();
    write(600);
    await until(() => checkpointPages.length > 0);
    write(600);
    await Promise.all([checkpoints.close(), checkpoints.close()]);
    await checkpoints.close();
    write(600);
    expect(checkpointPages).toEqual([4_000]);
  });
});

/** A process that writes until it is killed. */
const WRITER = new URL('./log-writer-worker.fixture.js', import.meta.url);

describe('a process that is killed while a thread moves its log', () => {
  it.each([150, 260, 390])('leaves a sound file with all that was kept, after %i writes', async (writes) => {
    const file = join(await temporaryFolder(), 'test.db');
    const child = spawn(process.execPath, [fileURLToPath(WRITER), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let kept = 0;
    for await (const text of child.stdout.setEncoding('utf8')) {
      kept = Math.max(kept, ...String(text).trim().split('\n').map(Number));
      if (kept >= writes) child.kill('SIGKILL');
    }
    await ended;
    const left = new Database(file);
    onTestFinished(() => {
      left.close();
    });
    expect(left.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(left.prepare('select count(*) from balances').pluck().get()).toBeGreaterThanOrEqual(kept);
    expect(kept).toBeGreaterThanOrEqual(writes);
  });
});
