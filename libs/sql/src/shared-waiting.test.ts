import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { CHECK_MS, SharedService } from './shared-waiting.fixture.js';

const [A, B] = [accountId('a'), accountId('b')];
const STORES = ['memory', 'SQLite'] as const;

/** How long ten numbers take without another account, behind a file that has just ended: the rate counts its last second. */
async function aloneMs(maxCallsPerSecond: number): Promise<number> {
  const shared = await SharedService.start('memory', { maxCallsPerSecond });
  await shared.submit(A, 30);
  await shared.untilAsked(A, 30, 10_000);
  await shared.submit(B, 10);
  return (await shared.untilAsked(B, 10, 10_000)) + CHECK_MS;
}

describe.each(STORES)('a file of ten numbers beside another account, in %s', (kind) => {
  it.each([10, 100, 10_000])(
    'takes twice its time alone and one check at most beside a file of 5,000, at %i numbers a second',
    async (rate) => {
      const shared = await SharedService.start(kind, { maxCallsPerSecond: rate });
      await shared.submit(A, 5_000);
      await shared.untilAsked(A, 30, 10_000);
      const before = shared.asked(A);
      await shared.submit(B, 10);
      const tookMs = (await shared.untilAsked(B, 10, 60_000)) + CHECK_MS;
      expect(tookMs).toBeLessThanOrEqual(2 * (await aloneMs(rate)) + CHECK_MS);
      if (rate <= 100) expect(shared.asked(A) - before).toBeLessThanOrEqual(10);
    },
  );

  it('has every second turn beside ten files, whose chunks would take all places', async () => {
    const shared = await SharedService.start(kind, { maxCallsPerSecond: 100, chunkSize: 50 });
    for (let file = 0; file < 10; file += 1) await shared.submit(A, 60);
    await shared.untilAsked(A, 100, 10_000);
    const before = shared.asked(A);
    await shared.submit(B, 10);
    await shared.untilAsked(B, 10, 60_000);
    expect(shared.asked(A) - before).toBeLessThanOrEqual(10);
  });
});

describe.each(STORES)('files of two accounts, in %s', (kind) => {
  it('get the same number of checks, chunk after chunk', async () => {
    const shared = await SharedService.start(kind, { maxCallsPerSecond: 200, chunkSize: 50 });
    await shared.submit(A, 5_000);
    await shared.untilAsked(A, 400, 10_000);
    const before = shared.asked(A);
    await shared.submit(B, 600);
    await shared.untilAsked(B, 600, 60_000);
    expect(shared.asked(A) - before).toBeLessThanOrEqual(606);
  });
});

describe.each(STORES)('a file without others, in %s', (kind) => {
  it.each([50, 250])('uses every slot, chunk after chunk of %i', async (chunkSize) => {
    const shared = await SharedService.start(kind, { checkConcurrency: 100, chunkSize });
    await shared.submit(A, 5_000);
    const ideal = (5_000 / 100 - 1) * CHECK_MS;
    expect(await shared.untilAsked(A, 5_000, 60_000)).toBeLessThanOrEqual(ideal / 0.98);
  });
});
