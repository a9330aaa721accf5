import { describe, expect, it } from 'vitest';
import { runSoakDrill } from './soak-drill.js';

describe('the soak, in short', () => {
  it.each([
    { stack: 'wrappers' as const, lineCallsPerSecond: 20 },
    { stack: 'settings' as const, lineCallsPerSecond: 200 },
  ])(
    'finds every status right, credits exact and no rate passed with $stack',
    { timeout: 180_000 },
    async ({ stack, lineCallsPerSecond }) => {
      const limits = { appCallsPerSecond: 200, lineCallsPerSecond };
      const { figures, violations } = await runSoakDrill({
        numbers: 300,
        seed: 1,
        stack,
        limits,
        outageMs: 1_000,
        withinMs: 150_000,
      });
      expect(violations).toEqual([]);
      expect(figures.apps.faults).toBeGreaterThan(figures.numbers / 10);
      expect(figures.apps.mostBegunInASecond).toBeGreaterThan(0);
    },
  );
});
