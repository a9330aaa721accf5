import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { withinGrace } from './create-verification-service.js';

describe('waiting for running work at a close', () => {
  it('leaves no timer if the work ends exactly with the grace time of the checker', async () => {
    const clock = new ManualClock();
    const ended = new Promise<string>((resolve) => {
      clock.schedule(1_000, () => resolve('ended'));
    });
    const closed = withinGrace(ended, { clock, closeGraceMs: 1_000 });
    clock.advance(1_000);
    expect(await closed).toBe('ended');
    await settle();
    expect(clock.pending).toBe(0);
  });
});
