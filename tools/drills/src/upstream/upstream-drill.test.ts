import { describe, expect, it } from 'vitest';
import { runUpstreamDrill } from './upstream-drill.js';
import type { UpstreamFigures } from './upstream-figures.js';

/** Runs the drill of one upstream, with few numbers, and in memory unless it needs a process. */
async function drill(only: string, numbers = 2_000): Promise<UpstreamFigures | undefined> {
  let seen: UpstreamFigures | undefined;
  const told: string[] = [];
  await runUpstreamDrill({
    numbers,
    seed: 1,
    only,
    store: 'memory',
    onUpstream: (_name, figures, violations) => {
      seen = figures;
      told.push(...violations);
    },
  });
  expect(told).toEqual([]);
  return seen;
}

// The tests run concurrently, since they mostly wait for their clocks.
describe.concurrent('the upstream drill, in short', () => {
  it.each([
    'quota: 100 answers a minute',
    'flaky',
    'away',
    'silent',
    'bulk',
    'unavailable: 1 percent',
    'cancelled',
  ])('finds right statuses, exact credits and no number asked about twice: %s', async (only) => {
    const figures = await drill(only);
    expect(figures?.numbers).toBeGreaterThanOrEqual(2_000);
    expect(figures?.answers).toBe(figures?.numbers);
  });

  it('finds that numbers that always fail are given up after three calls, and are free', async () => {
    const figures = await drill('hopeless');
    expect(figures?.checksFailed).toBeGreaterThan(0);
    expect(figures?.charged).toBeGreaterThan(1_900);
    expect((figures?.refusedCalls.failed ?? 0) / 3).toBe((figures?.numbers ?? 0) - (figures?.answers ?? 0));
  });

  it('finds that kills lose no more than what was under way', { timeout: 120_000 }, async () => {
    const figures = await drill('killed', 3_500);
    expect(figures?.kills).toBe(4);
  });

  it('finds no number asked about twice by a service that does not know the rate', async () => {
    const figures = await drill('rate: 200 calls a second, and the service does not know', 500);
    expect(figures?.answers).toBe(figures?.numbers);
  });
});
