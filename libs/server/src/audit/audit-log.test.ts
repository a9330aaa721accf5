import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trialFolder } from '../trial-server.fixture.js';
import type { AuditEntry } from './audit-events.js';
import { AuditFile, createAuditLog } from './audit-log.js';

const granted = (credits: number): AuditEntry => ({
  event: 'credits.granted',
  by: 'operator',
  account: accountId('a1'),
  credits,
});

function subject() {
  const lines: string[] = [];
  const failures: unknown[] = [];
  const disk = { isFull: false };
  const sink = {
    append(line: string) {
      if (disk.isFull) throw new Error('full');
      lines.push(line);
    },
  };
  const clock = new ManualClock(Date.UTC(2026, 10, 23, 3, 4, 5, 6));
  const log = createAuditLog({ sink, onFailure: (error) => failures.push(error), clock });
  return { disk, failures, lines, log };
}

describe('the audit log', () => {
  it('writes one JSON object a line, with the time in UTC and names as on the wire', () => {
    const { lines, log } = subject();
    log.record({
      event: 'token.issued',
      by: 'operator',
      account: accountId('a1'),
      requestId: undefined,
      tokenId: '0123456789abcdef',
      scopes: ['read'],
      ends: new Date(0),
      maxCreditsPerDay: 500,
      maxCreditsPerTask: null,
    });
    expect(lines).toEqual([
      '{"time":"2026-11-23T03:04:05.006Z","event":"token.issued","by":"operator","account":"a1",' +
        '"token_id":"0123456789abcdef","scopes":["read"],"ends":"1970-01-01T00:00:00.000Z",' +
        '"max_credits_per_day":500,"max_credits_per_task":null}\n',
    ]);
  });

  it('loses entries that cannot be written, reports it once, and later the number of missing ones', () => {
    const { disk, failures, lines, log } = subject();
    disk.isFull = true;
    for (const credits of [1, 2, 3]) log.record(granted(credits));
    expect(failures).toEqual([new Error('full')]);
    disk.isFull = false;
    log.record(granted(4));
    log.record(granted(5));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'audit.lost', by: 'server', count: 3 },
      { event: 'credits.granted', credits: 4 },
      { event: 'credits.granted', credits: 5 },
    ]);
    disk.isFull = true;
    log.record(granted(6));
    expect(failures).toHaveLength(2);
  });
});

describe('AuditFile', () => {
  async function subject() {
    const path = join(await trialFolder(), 'audit.log');
    const file = AuditFile.open(path);
    return { file, path, content: () => readFile(path, 'utf8') };
  }

  it('ends a line that a power cut has left unended, once', async () => {
    const { content, path } = await subject();
    for (const before of ['', 'whole\n', 'whole\npart']) {
      await writeFile(path, before);
      AuditFile.open(path).append('next\n');
      AuditFile.open(path);
      expect(await content()).toBe(before.endsWith('part') ? 'whole\npart\nnext\n' : `${before}next\n`);
    }
  });

  it('appends lines behind those that are there, of other processes too', async () => {
    const { file, path, content } = await subject();
    const other = AuditFile.open(path);
    file.append('1\n');
    other.append('2\n');
    file.append('3\n');
    const later = AuditFile.open(path);
    later.append('4\n');
    expect(await content()).toBe('1\n2\n3\n4\n');
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone where it is made', async () => {
    const { path } = await subject();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32')('leaves the mode of a file that is there alone', async () => {
    const path = join(await trialFolder(), 'audit.log');
    await writeFile(path, 'before\n', { mode: 0o640 });
    const file = AuditFile.open(path);
    file.append('after\n');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await readFile(path, 'utf8')).toBe('before\nafter\n');
  });

  it.skipIf(process.platform === 'win32')('is made anew once it was moved away or deleted', async () => {
    const { file, path, content } = await subject();
    file.append('1\n');
    await rename(path, `${path}.1`);
    file.append('2\n');
    expect([await readFile(`${path}.1`, 'utf8'), await content()]).toEqual(['1\n', '2\n']);
    await rm(path);
    file.append('3\n');
    expect(await content()).toBe('3\n');
  });

  it('continues at the beginning of a file that was emptied', async () => {
    const { file, path, content } = await subject();
    file.append('1\n');
    await writeFile(path, '');
    file.append('2\n');
    expect(await content()).toBe('2\n');
  });

  // The superuser can read it anyway: then the line is written as usual.
  it.skipIf(process.platform === 'win32')('writes a file that it may not read', async () => {
    const path = join(await trialFolder(), 'audit.log');
    await writeFile(path, '1\n');
    await chmod(path, 0o200);
    const file = AuditFile.open(path);
    file.append('2\n');
    await chmod(path, 0o600);
    expect(await readFile(path, 'utf8')).toBe('1\n2\n');
  });

  it.runIf(process.platform === 'linux')('throws on a full disk, and waits for nobody', () => {
    const file = AuditFile.open('/dev/full');
    expect(() => file.append('1\n')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(() => file.append('2\n')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  });

  it.runIf(process.platform === 'linux')('begins a line anew behind one that was cut', async () => {
    const path = join(await trialFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    const file = AuditFile.open(path);
    // A pipe takes 64 KiB.
    const taken = Buffer.alloc(100_000);
    expect(() => file.append(`${'x'.repeat(70_000)}\n`)).toThrow(expect.objectContaining({ code: 'EAGAIN' }));
    expect(readSync(reader, taken)).toBe(65_536);
    for (const line of ['2\n', '3\n']) file.append(line);
    expect(taken.toString('utf8', 0, readSync(reader, taken))).toBe('\n2\n3\n');
  });

  it.runIf(process.platform === 'linux')('waits for no reader of a pipe', async () => {
    const path = join(await trialFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => AuditFile.open(path)).toThrow(expect.objectContaining({ code: 'ENXIO' }));
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = AuditFile.open(path);
    const fill = () => {
      for (let lines = 0; lines < 1_000; lines += 1) file.append(`${'x'.repeat(4_000)}\n`);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'EAGAIN' }));
    closeSync(reader);
    expect(() => file.append('1\n')).toThrow(expect.objectContaining({ code: 'ENXIO' }));
  });
});
