import { expect, it } from 'vitest';
import { planOf } from './make-plan.js';
import { runWorld } from './run-world.js';
import { describeSeeds, TIMEOUT_MS, useBeginning } from './seeds.fixture.js';

describeSeeds(1, 20);

const beginning = useBeginning();

it(
  'the same seed makes the same world each time',
  async () => {
    for (const seed of [1, 2]) {
      const digests = [];
      for (let run = 0; run < 2; run += 1)
        digests.push((await runWorld(planOf(seed), beginning().picture)).digest);
      expect(new Set(digests).size).toBe(1);
    }
  },
  TIMEOUT_MS,
);
