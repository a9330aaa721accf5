import { describe, expect, it } from 'vitest';
import { runKeysDrill } from './keys-drill.js';

describe('the drill of requests with keys, in short', () => {
  it('finds that each is done and charged once', { timeout: 180_000 }, async () => {
    const { violations, ...figures } = await runKeysDrill({ kills: 6 });
    expect(violations).toEqual([]);
    expect(figures.kills).toBe(6);
    const { answeredBefore, begun, keptUnseen, unknown } = figures;
    // There are three requests with each kill, and three before the first.
    expect(answeredBefore + begun + keptUnseen + unknown).toBe(21);
    expect(answeredBefore).toBeGreaterThanOrEqual(3);
  });
});
