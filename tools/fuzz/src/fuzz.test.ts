import { describe, expect, it } from 'vitest';
import { fuzzInput } from './files/fuzz-input.js';
import { judge } from './judge/judge.js';

/** Other seeds, and a hundred thousand files, with `npm run fuzz`. */
const BATCHES = 4;
const BATCH_INPUTS = 150;
const SEED = 1;

describe('damaged files', () => {
  it.each(Array.from({ length: BATCHES }, (_, batch) => batch))(
    'are refused with a reason or come back with every row, batch %i',
    { timeout: 300_000 },
    async (batch) => {
      const outcomes = new Set<string>();
      for (let index = batch * BATCH_INPUTS; index < (batch + 1) * BATCH_INPUTS; index += 1) {
        const { outcome, violation } = await judge(fuzzInput('both', SEED, index));
        expect({ index, violation }).toEqual({ index, violation: undefined });
        outcomes.add(outcome);
      }
      expect([...outcomes]).toEqual(expect.arrayContaining(['accepted', 'malformed_file', 'empty_file']));
    },
  );

  it('are the same for the same seed and number', () => {
    for (const choice of ['csv', 'xlsx'] as const) {
      expect(fuzzInput(choice, 7, 3)).toEqual(fuzzInput(choice, 7, 3));
      expect(fuzzInput(choice, 7, 3).bytes).not.toEqual(fuzzInput(choice, 8, 3).bytes);
    }
  });
});
