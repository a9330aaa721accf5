import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStories } from '../beginning.js';
import { planOf } from './make-plan.js';
import { runWorld } from './run-world.js';
import { shownFailure, trySeed } from './try-seeds.js';

/** Some seconds on a quiet machine. Nothing in them waits for a real clock. */
const TIMEOUT_MS = 300_000;

const SEEDS_PER_CASE = 20;
const CASES = Array.from({ length: 10 }, (_, at) => 1 + at * SEEDS_PER_CASE);

let beginning: Awaited<ReturnType<typeof beginStories>>;
beforeAll(async () => {
  beginning = await beginStories();
});
afterAll(() => beginning.remove());

describe('worlds of several processes', () => {
  it.each(CASES)(
    `keep every answer and every credit: ${SEEDS_PER_CASE} seeds from %i`,
    async (from) => {
      for (let seed = from; seed < from + SEEDS_PER_CASE; seed += 1) {
        const outcome = await trySeed(seed, beginning.picture);
        expect('plan' in outcome ? shownFailure(outcome) : '').toBe('');
      }
    },
    TIMEOUT_MS,
  );

  it(
    'go the same way each time that their seed is run',
    async () => {
      for (const seed of [1, 2]) {
        const digests = [];
        for (let run = 0; run < 2; run += 1) {
          digests.push((await runWorld(planOf(seed), beginning.picture)).digest);
        }
        expect(new Set(digests).size).toBe(1);
      }
    },
    TIMEOUT_MS,
  );
});
