import { chmod } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { trialFolder, trialServer } from '../trial-server.fixture.js';

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  const warnings = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.startsWith('other users can open'));

  it('that is open to others is reported at the start', async () => {
    const dataDirectory = await trialFolder();
    await chmod(dataDirectory, 0o755);
    const { logLines } = await trialServer({ dataDirectory });
    expect(warnings(logLines)).toMatchObject([{ folder: dataDirectory, permissions: '755' }]);
  });

  it('of its owner only is not', async () => {
    const { logLines } = await trialServer();
    expect(warnings(logLines)).toEqual([]);
  });
});
