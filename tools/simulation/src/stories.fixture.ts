import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStories } from './beginning.js';
import { simulate } from './simulate.js';
import type { Story } from './story.js';

/** Some seconds each on a quiet machine. Nothing in them waits for a real clock. */
const TIMEOUT_MS = 300_000;

/** Crashes these stories at each of their commits, and makes each of their statements fail once. */
export function describeStories(stories: readonly Story[]): void {
  let beginning: Awaited<ReturnType<typeof beginStories>>;
  beforeAll(async () => {
    beginning = await beginStories();
  });
  afterAll(() => beginning.remove());

  /** The texts of the statements that have failed in an earlier story. */
  const seen = new Set<string>();

  describe('a crash at any commit, and a failure of any statement', () => {
    it.each(stories.map((story) => [story.name, story] as const))(
      'leave the end of the story as it is: %s',
      async (_name, story) => {
        const { findings, unharmed } = await simulate(story, beginning, {
          every: false,
          seen,
        });
        expect(findings).toEqual([]);
        const killedAfter = unharmed.crashes.flatMap(({ commit, kind, side }) =>
          kind === 'kill' && side === 'after' ? [commit] : [],
        );
        expect(killedAfter).toEqual(expect.arrayContaining([...unharmed.changes]));
        expect(unharmed.changes).not.toEqual([]);
        expect([...seen]).toEqual(expect.arrayContaining([...new Set(unharmed.statements)]));
      },
      TIMEOUT_MS,
    );
  });
}
