import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trialFolder, trialServer } from '../trial-server.fixture.js';

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
