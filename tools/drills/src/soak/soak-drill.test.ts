import { describe, expect, it } from 'vitest';
import { runSoakDrill } from './soak-drill.js';

describe('the soak, in short', () => {
  it('finds every status right, credits exact and no rate passed', { timeout: 180_000 }, async () => {
    const limits = { appCallsPerSecond: 200, lineCallsPerSecond: 20 };
    const { figures, violations } = await runSoakDrill({
      numbers: 300,
      seed: 1,
      limits,
      outageMs: 1_000,
      withinMs: 150_000,
    });
    expect(violations).toEqual([]);
    expect(figures.apps.faults).toBeGreaterThan(figures.numbers / 10);
    expect(figures.apps.mostInASecond).toBeLessThanOrEqual(limits.appCallsPerSecond);
  });
});
