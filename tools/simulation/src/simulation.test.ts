import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStories } from './beginning.js';
import { simulate } from './simulate.js';
import { STORIES } from './stories/stories.js';

/** Some seconds each on a quiet machine. Nothing in them waits for a real clock. */
const TIMEOUT_MS = 300_000;

let beginning: Awaited<ReturnType<typeof beginStories>>;
beforeAll(async () => {
  beginning = await beginStories();
});
afterAll(() => beginning.remove());

/** The texts of the statements that have failed in an earlier story. */
const seen = new Set<string>();

describe('a crash at any commit, and a failure of any statement', () => {
  it.each(STORIES.map((story) => [story.name, story] as const))(
    'leave the end of the story as it is: %s',
    async (_name, story) => {
      const { crashes, findings, unharmed } = await simulate(story, beginning, {
        every: false,
        seen,
      });
      expect(findings).toEqual([]);
      // Every commit has been crashed, however it was told apart from its neighbours.
      expect(crashes).toBeGreaterThanOrEqual(unharmed.commits);
      expect([...seen]).toEqual(expect.arrayContaining([...new Set(unharmed.statements)]));
    },
    TIMEOUT_MS,
  );
});
