import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { SoleProcessLock } from './sole-process-lock.js';

const driver = JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'));
const TAKE = `const db = new (require(${driver}))(process.argv[1], { timeout: 0 }); db.exec('begin exclusive');`;

describe('SoleProcessLock', () => {
  it('is had by one at a time, also within a process', async () => {
    const file = join(await temporaryFolder(), 'server.lock');
    const lock = SoleProcessLock.acquire(file);

    expect(() => SoleProcessLock.acquire(file)).toThrowError(
      expect.objectContaining({
        code: 'storage_unavailable',
        hint: expect.stringContaining('another process'),
      }),
    );

    lock.release();
    lock.release();
    SoleProcessLock.acquire(file).release();
  });

  it('keeps other processes out until it is released', async () => {
    const file = join(await temporaryFolder(), 'server.lock');
    const take = () => promisify(execFile)(process.execPath, ['-e', TAKE, file]);
    const lock = SoleProcessLock.acquire(file);

    await expect(take()).rejects.toThrow(/SQLITE_BUSY/);

    lock.release();
    await expect(take()).resolves.toBeDefined();
  });

  it('is free again after its process was killed', async () => {
    const file = join(await temporaryFolder(), 'server.lock');
    const script = `${TAKE} process.stdout.write('taken'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      holder.kill('SIGKILL');
    });
    await once(holder.stdout, 'data');
    expect(() => SoleProcessLock.acquire(file)).toThrowError(/another process/);

    holder.kill('SIGKILL');
    await once(holder, 'exit');

    SoleProcessLock.acquire(file).release();
  });

  it('says that the folder is missing', async () => {
    const file = join(await temporaryFolder(), 'missing', 'server.lock');

    expect(() => SoleProcessLock.acquire(file)).toThrowError(
      expect.objectContaining({ code: 'storage_unavailable', hint: expect.stringContaining('folder') }),
    );
  });
});
