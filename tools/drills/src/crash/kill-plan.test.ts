import { createSeededRandom } from '@dialproof/generate';
import { describe, expect, it } from 'vitest';
import { KILL_PHASES, planKill } from './kill-plan.js';

describe('planKill', () => {
  it.each(KILL_PHASES)('plans a kill during %s the same way for the same seed', (phase) => {
    const plan = planKill(phase, createSeededRandom(5));
    expect(plan).toEqual(planKill(phase, createSeededRandom(5)));
    expect(plan.phase).toBe(phase);
  });

  it('kills a second time in the recovery alone', () => {
    const random = createSeededRandom(1);
    const twice = KILL_PHASES.filter((phase) => planKill(phase, random).againAfterMs !== undefined);
    expect(twice).toEqual(['recovery']);
  });
});
