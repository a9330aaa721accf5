import { describe, expect, it } from 'vitest';
import { runCrashDrill } from './crash-drill.js';

describe('the crash drill, in short', () => {
  it('finds that nothing is lost and nothing charged twice', { timeout: 120_000 }, async () => {
    const report = await runCrashDrill({
      rounds: 4,
      seed: 1,
      phases: ['checks', 'settling', 'upload', 'recovery'],
      rowsPerFile: { min: 200, max: 600 },
      keep: false,
    });
    expect(report.violations).toEqual([]);
    expect(report.rounds.map(({ phase }) => phase)).toEqual(['checks', 'settling', 'upload', 'recovery']);
    expect(report.kills).toBe(5);
    // At least one file in each round except the upload's, and one at each of the four starts.
    expect(report.tasks).toBeGreaterThanOrEqual(7);
    expect(report.final?.charged).toBeGreaterThanOrEqual(report.numbers);
  });
});
