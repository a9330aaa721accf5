import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStories } from '../beginning.js';
import { shownFailure, trySeed } from './try-seeds.js';

/** Some seconds on a quiet machine. Nothing in them waits for a real clock. */
export const TIMEOUT_MS = 300_000;

const SEEDS_PER_CASE = 20;

/** The picture of a database with accounts, from which each world starts. It is there once the tests of the file run. */
export function useBeginning(): () => Awaited<ReturnType<typeof beginStories>> {
  let beginning: Awaited<ReturnType<typeof beginStories>>;
  beforeAll(async () => {
    beginning = await beginStories();
  });
  afterAll(() => beginning.remove());
  return () => beginning;
}

/** Runs the worlds of the seeds `from` to `to`. */
export function describeSeeds(from: number, to: number): void {
  const beginning = useBeginning();
  const cases: [number, number][] = [];
  for (let first = from; first <= to; first += SEEDS_PER_CASE)
    cases.push([first, Math.min(to, first + SEEDS_PER_CASE - 1)]);

  describe('worlds of several processes', () => {
    it.each(cases)(
      'keep every answer and every credit: seeds %i to %i',
      async (first, last) => {
        for (let seed = first; seed <= last; seed += 1) {
          const outcome = await trySeed(seed, beginning().picture);
          expect('plan' in outcome ? shownFailure(outcome) : '').toBe('');
        }
      },
      TIMEOUT_MS,
    );
  });
}
