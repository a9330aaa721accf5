import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperatorEntry } from '../audit/open-audit-log.js';
import { result, submitted, trialFolder, trialServer, verify } from '../trial-server.fixture.js';
import { backUp, readFileArgument, restore } from './backup-command.js';

describe('readFileArgument', () => {
  it('reads the file, or that help is wanted', () => {
    expect(readFileArgument(['a.db'])).toBe('a.db');
    for (const help of ['--help', '-h', 'help']) expect(readFileArgument([help])).toBeUndefined();
  });

  it.each([
    ['', 'No file was named.'],
    ['a.db b.db', '"b.db" is not understood after a.db.'],
    ['a.db --force', /--force/],
  ])('refuses "%s"', (line, sentence) => {
    const args = line.split(' ').filter((word) => word !== '');
    expect(() => readFileArgument(args)).toThrow(sentence);
    expect(() => readFileArgument(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });
});

describe('a backup', () => {
  it('of a server that runs has its tasks and credits, and is restored once the server has stopped', async () => {
    const server = await trialServer();
    const { dataDirectory } = server.settings;
    const taskId = await submitted(server, 'phone\n+14155550188\n');
    const csv = await result(server, taskId);
    const file = join(await trialFolder(), 'backup.db');
    const entries: OperatorEntry[] = [];
    const record = (entry: OperatorEntry) => void entries.push(entry);
    expect((await backUp(dataDirectory, file, record)).at(-1)).toBe(file);
    await expect(backUp(dataDirectory, file, record)).rejects.toThrow(
      /was not made: the file of the backup exists already/,
    );
    await verify(server, '+14155550177');
    await expect(restore(dataDirectory, file, record)).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(
        /^Nothing was restored to .*: another process already uses this data folder/,
      ),
    });
    await server.close();

    const lines = await restore(dataDirectory, file, record);
    expect(lines[0]).toMatch(/^Restored: 1 account, whose credits add up, and 1 task, from/);
    expect(lines[1]).toMatch(/is kept/);
    expect(entries).toEqual([
      { event: 'backup.made', bytes: (await stat(file)).size },
      { event: 'restore.done', accounts: 1, tasks: 1 },
    ]);
    const restored = { ...(await trialServer({ dataDirectory })), token: server.token };
    expect(await result(restored, taskId)).toBe(csv);
  });
});

it('a start removes the leftovers of a killed restore, and logs it once', async () => {
  const dataDirectory = await trialFolder();
  const first = await trialServer({ dataDirectory });
  await first.close();
  for (const end of ['', '-wal']) {
    await writeFile(join(dataDirectory, `dialproof.sqlite.restoring${end}`), 'left');
  }
  const told: boolean[] = [];
  for (let start = 0; start < 2; start += 1) {
    const server = await trialServer({ dataDirectory });
    told.push(server.logLines.some((line) => line.includes('a restore was killed: its copy was removed')));
    await server.close();
  }
  expect(told).toEqual([true, false]);
  expect((await readdir(dataDirectory)).filter((name) => name.includes('restoring'))).toEqual([]);
});
