import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trialService } from '../../service/trial-service.fixture.js';
import { removeAbandonedTempFiles, tempFileName } from './temp-file.js';

const HOUR_S = 3_600;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dialproof-abandoned-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The id of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

async function place(name: string, ageS = 0): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, 'phone\n+14155550100\n');
  const writtenAt = Date.now() / 1_000 - ageS;
  await utimes(path, writtenAt, writtenAt);
  return name;
}

const named = (pid: number) => `dialproof-${pid}-${randomUUID()}.tmp`;

describe('temporary files of killed processes', () => {
  it('are removed when a service starts', async () => {
    await place(named(endedPid()));
    await place(named(process.pid), HOUR_S * 23);
    await place(named(process.ppid), HOUR_S * 25);
    const { failures, service } = await trialService({ tempDirectory: directory });
    await service.start();
    expect(await readdir(directory)).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('are told from those that are in use, and from what others keep there', async () => {
    const pid = endedPid();
    const kept = [
      await place(tempFileName()),
      await place(named(process.ppid)),
      await place(`dialproof-${pid}.tmp`),
      await place(`dialproof-${pid}-${randomUUID()}.tmp.txt`),
      await place(`other-${pid}-${randomUUID()}.tmp`, HOUR_S * 48),
    ];
    const [folder, link] = [named(pid), named(pid)];
    await mkdir(join(directory, folder));
    await symlink(join(directory, kept[0] ?? ''), join(directory, link));
    await removeAbandonedTempFiles(directory);
    expect((await readdir(directory)).sort()).toEqual([...kept, folder, link].sort());
  });

  it('may be in a folder that is missing, or in one that cannot be read, of which the operator is told', async () => {
    const missing = await trialService({ tempDirectory: join(directory, 'missing') });
    await missing.service.start();
    expect(missing.failures).toEqual([]);
    const file = join(directory, await place('file'));
    const broken = await trialService({ tempDirectory: file });
    await broken.service.start();
    expect(broken.failures).toMatchObject([{ kind: 'cleanup_failed', cause: { code: 'ENOTDIR' } }]);
  });
});
