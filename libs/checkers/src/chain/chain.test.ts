import {
  type BulkAnswer,
  DialproofError,
  type E164,
  isBulkNumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { singleContract, wrapperContracts } from '../calls/checker-contracts.fixture.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { A, B, bulkThat, C, contextOf, numbersOf, singleThat } from '../calls/spoken-checkers.fixture.js';
import { findingAnswer } from '../line-state.js';
import { chain } from './chain.js';

const outage = () => new DialproofError('checker_unavailable');

describe('chain', () => {
  wrapperContracts((checker) => chain([checker]));
  describe('behind a link that knows nothing', () => {
    wrapperContracts((checker: AnyChecker) =>
      chain([
        isBulkNumberChecker(checker) ? bulkThat(() => 'unknown') : singleThat(() => 'unknown'),
        checker,
      ]),
    );
  });
  describe('behind a bulk link that knows nothing', () => {
    singleContract((checker) => chain([bulkThat(() => 'unknown'), checker]));
  });

  it('asks a link only about the numbers that earlier links left open', async () => {
    const first = bulkThat((number) => (number === B ? 'dead' : 'unknown'));
    const second = bulkThat((number) => (number === A ? 'wa_registered' : 'inactive'));
    const third = bulkThat(() => 'telegram_registered');
    const answers = await chain([first, second, third]).checkMany([A, B, C], contextOf());
    expect(answers).toEqual(['wa_registered', 'dead', 'telegram_registered']);
    expect([first.calls, second.calls, third.calls]).toEqual([[[A, B, C]], [[A, C]], [[C]]]);
  });

  it('asks no link about nothing', async () => {
    const second = bulkThat(() => 'unknown');
    await chain([bulkThat(() => 'dead'), second]).checkMany([A, B], contextOf());
    expect(second.calls).toEqual([]);
  });

  it('passes on the answer of the deciding link unchanged', async () => {
    const answer = { status: 'wa_registered', source: 'evidence', checkedAt: new Date(0) } as const;
    expect(await chain([singleThat(() => 'unknown'), singleThat(() => answer)]).check(A, contextOf())).toBe(
      answer,
    );
  });

  it('names the absent app if that makes a live line inactive', async () => {
    const links = [
      singleThat(() => findingAnswer('line_live', { source: 'line' })),
      singleThat(() => findingAnswer('app_absent', { source: 'app' })),
    ];
    expect(await chain(links).check(A, contextOf())).toEqual({
      status: 'inactive',
      source: 'app',
      reason: 'app_absent',
    });
  });

  it('takes a bulk answer that is too short for a failed check of all of its numbers', async () => {
    const short = { maxNumbers: 10, checkMany: async () => ['dead' as const] };
    const answers = await chain([short, bulkThat(() => 'inactive')]).checkMany([A, B], contextOf());
    expect(answers).toEqual(['inactive', 'inactive']);
  });

  it('takes an answer that is no status for a failed check', async () => {
    const links = [singleThat(() => 'registered' as VerificationStatus)];
    await expect(chain(links).check(A, contextOf())).rejects.toThrow(TypeError);
  });

  it('asks no further link when it is aborted', async () => {
    const controller = new AbortController();
    const first = singleThat(() => {
      controller.abort(new Error('nobody waits'));
      return 'unknown';
    });
    const second = singleThat(() => 'dead');
    const bulk = bulkThat(() => 'dead');
    const asked = chain([first, bulk, second]);
    await expect(asked.check(A, contextOf(controller.signal))).rejects.toThrow('nobody waits');
    expect([bulk.calls, second.calls]).toEqual([[], []]);
  });

  it('tells of a call that failed once, even where another link has the answer', async () => {
    const failures: unknown[] = [];
    const failing = bulkThat(() => {
      throw outage();
    });
    const asked = chain([failing, bulkThat(() => 'dead')], {
      onLinkFailure(failure) {
        failures.push(failure);
        throw new Error('a defect of the host');
      },
    });
    expect(await asked.checkMany([A, B], contextOf())).toEqual(['dead', 'dead']);
    expect(failures).toEqual([{ link: 0, error: outage() }]);
  });

  it('ends with the first link that knows the number on the first app, whatever the others say', async () => {
    const sayings = fc.constantFrom(
      'wa_registered',
      'inactive',
      'unknown',
      'check_failed',
      'app_absent',
      'line_live',
    );
    const rows = fc.array(fc.array(sayings, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        async (linkWords, kinds) => {
          const numbers = numbersOf(3);
          const wordOf = (words: readonly string[], number: string) =>
            words[numbers.indexOf(number as never) % words.length];
          const links = linkWords.map((words, link) => {
            const say = (number: string) => {
              const word = wordOf(words, number);
              if (word === 'app_absent' || word === 'line_live')
                return findingAnswer(word, { source: 'upstream' });
              return word as VerificationStatus | 'check_failed';
            };
            return kinds[link] ? bulkThat(say) : singleThat(say);
          });
          const asked: AnyChecker = chain([...links, bulkThat(() => 'unknown')], { collectMs: 0 });
          const answers = await answersOf(asked, numbers);
          for (const [index, number] of numbers.entries()) {
            const first = linkWords.findIndex((words) => wordOf(words, number) === 'wa_registered');
            const askedOf = links.map(({ calls }) => calls.flat().filter((one) => one === number).length);
            expect(askedOf).toEqual(links.map((_, link) => (first === -1 || link <= first ? 1 : 0)));
            expect(answers[index] === 'wa_registered').toBe(first !== -1);
          }
        },
      ),
    );
  });

  it('refuses invalid links and options', () => {
    expect(() => chain([])).toThrow(TypeError);
    expect(() => chain([{} as never])).toThrow(TypeError);
    expect(() => chain([bulkThat(() => 'dead', 0)])).toThrow(TypeError);
    expect(() => chain([singleThat(() => 'dead')], { collectMs: 10_001 })).toThrow(TypeError);
    expect(() => chain([singleThat(() => 'dead')], { onLinkFailure: 'log' as never })).toThrow(TypeError);
  });
});

/** Of single checks, one for each number at once, where it takes no more a call. A failed one is `check_failed`. */
async function answersOf(checker: AnyChecker, numbers: readonly E164[]): Promise<readonly BulkAnswer[]> {
  const failed = () => 'check_failed' as const;
  if (isBulkNumberChecker(checker))
    return checker.checkMany(numbers, contextOf()).catch(() => numbers.map(failed));
  return Promise.all(numbers.map((number) => checker.check(number, contextOf()).catch(failed)));
}
