import { DialproofError, type E164, ManualClock } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkContract } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  C,
  contextFor,
  contextOf,
  deferred,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { batched } from './batched.js';

describe('batched', () => {
  bulkContract((checker) => batched(checker, { collectMs: 1 }));

  it('makes one call of the numbers that are asked about within some milliseconds', async () => {
    const clock = new ManualClock();
    const checker = bulkThat((number) => (number === A ? 'dead' : 'inactive'));
    const asked = batched(checker, { collectMs: 20, clock });
    const answers = [asked.check(A, contextOf()), asked.checkMany([B, A], contextOf())];
    clock.advance(19);
    expect(checker.calls).toEqual([]);
    answers.push(asked.check(C, contextOf()));
    clock.advance(1);
    expect(await Promise.all(answers)).toEqual(['dead', ['inactive', 'dead'], 'inactive']);
    expect(checker.calls).toEqual([[A, B, C]]);
  });

  it('names the account of a call for one account, and none for several', async () => {
    const accounts: unknown[] = [];
    const asked = batched(
      bulkThat((_, { accountId }) => {
        accounts.push(accountId);
        return 'dead';
      }),
      { collectMs: 0 },
    );
    await Promise.all([asked.check(A, contextFor('ann')), asked.checkMany([B], contextFor('ann'))]);
    await Promise.all([asked.check(A, contextFor('ann')), asked.check(B, contextFor('bob'))]);
    await Promise.all([asked.check(A, contextFor('ann')), asked.check(B, contextOf())]);
    expect(accounts).toEqual(['ann', 'ann', undefined, undefined, undefined, undefined]);
  });

  it('begins a full call at once', async () => {
    const clock = new ManualClock();
    const checker = bulkThat(() => 'dead', 3);
    const asked = batched(checker, { maxNumbers: 2, clock });
    expect(asked.maxNumbers).toBe(2);
    await Promise.all([asked.check(A, contextOf()), asked.check(B, contextOf())]);
    expect(checker.calls).toEqual([[A, B]]);
    expect(clock.pending).toBe(0);
  });

  it('fails the check of a number that the answer leaves open, and no other', async () => {
    const clock = new ManualClock();
    const asked = batched(
      bulkThat((number) => (number === A ? 'check_failed' : 'dead')),
      { clock },
    );
    const answers = Promise.allSettled([asked.check(A, contextOf()), asked.check(B, contextOf())]);
    clock.advance(10);
    expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'dead' }]);
  });

  it('rejects for every caller with an outage, and continues to collect', async () => {
    const clock = new ManualClock();
    const outage = new DialproofError('checker_unauthorized', { hint: 'the key is wrong' });
    const checker = bulkThat(() => {
      throw outage;
    });
    const asked = batched(checker, { clock });
    for (let round = 0; round < 2; round += 1) {
      const answers = Promise.allSettled([asked.check(A, contextOf()), asked.checkMany([B], contextOf())]);
      clock.advance(10);
      const reason = outage;
      expect(await answers).toEqual([
        { status: 'rejected', reason },
        { status: 'rejected', reason },
      ]);
    }
    expect(checker.calls).toEqual([
      [A, B],
      [A, B],
    ]);
  });

  it('keeps the answers of a caller whose numbers were in two calls, one with an outage', async () => {
    const outage = new DialproofError('checker_out_of_funds', { retryAfterMs: 9 });
    const checker = bulkThat((number) => {
      if (number === C) throw outage;
      return 'dead';
    }, 2);
    const clock = new ManualClock(5_000);
    const asked = batched(checker, { clock });
    const answers = expect(asked.checkMany([A, B, C], contextOf())).rejects.toBe(outage);
    clock.advance(10);
    await answers;
    const kept = { status: 'dead', checkedAt: new Date(5_010) };
    expect(await asked.checkMany([B, A], contextOf())).toEqual([kept, kept]);
    expect(checker.calls).toEqual([[A, B], [C]]);
  });

  it('leaves out a number without waiting callers, and makes no call without numbers', async () => {
    const clock = new ManualClock();
    const checker = bulkThat(() => 'dead');
    const asked = batched(checker, { clock });
    const [first, second] = [new AbortController(), new AbortController()];
    const given = Promise.allSettled([
      asked.check(A, contextOf(first.signal)),
      asked.check(B, contextOf(second.signal)),
    ]);
    first.abort();
    second.abort();
    await given;
    expect(clock.pending).toBe(0);

    const aborted = new AbortController();
    const left = asked.check(A, contextOf(aborted.signal)).catch(() => 'aborted');
    const answer = asked.check(B, contextOf());
    aborted.abort();
    expect(await left).toBe('aborted');
    clock.advance(10);
    expect(await answer).toBe('dead');
    expect(checker.calls).toEqual([[B]]);
  });

  it('leaves the others waiting when one is aborted, and aborts the call with the last', async () => {
    const clock = new ManualClock();
    const signals: AbortSignal[] = [];
    const asked = batched(
      {
        maxNumbers: 10,
        checkMany: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signals.push(signal);
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
      { clock },
    );
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = Promise.allSettled([
      asked.check(A, contextOf(first.signal)),
      asked.check(B, contextOf(second.signal)),
    ]);
    clock.advance(10);
    first.abort();
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    second.abort();
    await answers;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('keeps the answer of a caller that has given up, while others waited for the call', async () => {
    const clock = new ManualClock(5_000);
    const answer = deferred<'dead'>();
    const checker = bulkThat(() => answer.promise);
    const asked = batched(checker, { collectMs: 20, clock });
    const controller = new AbortController();
    const left = expect(asked.check(A, contextOf(controller.signal))).rejects.toThrow('too slow');
    const stayed = asked.check(B, contextOf());
    clock.advance(20);
    controller.abort(new Error('too slow'));
    await left;
    answer.resolve('dead');
    expect(await stayed).toBe('dead');
    expect(await asked.check(A, contextOf())).toEqual({ status: 'dead', checkedAt: new Date(5_020) });
    expect(checker.calls).toEqual([[A, B]]);
    // It was kept for this once.
    const again = [asked.check(A, contextOf()), asked.check(B, contextOf())];
    clock.advance(20);
    expect(await Promise.all(again)).toEqual(['dead', 'dead']);
    expect(checker.calls).toHaveLength(2);
  });

  it('gives every caller the answers for its own numbers, and never exceeds maxNumbers', async () => {
    const step = fc.record({
      indexes: fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 7 }),
      pauseMs: fc.integer({ min: 0, max: 15 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const clock = new ManualClock();
        const numbers = numbersOf(20);
        const answer = (index: number) => ({ status: 'dead' as const, reason: `number ${index}` });
        const checker = bulkThat((number) => answer(numbers.indexOf(number)), 7);
        const asked = batched(checker, { clock });
        const given = steps.map(({ indexes, pauseMs }) => {
          clock.advance(pauseMs);
          return asked.checkMany(
            indexes.map((index) => numbers[index] ?? A),
            contextOf(),
          );
        });
        clock.advance(10);
        expect(await Promise.all(given)).toEqual(steps.map(({ indexes }) => indexes.map(answer)));
        for (const call of checker.calls) {
          expect(call.length).toBeLessThanOrEqual(7);
          expect(new Set(call).size).toBe(call.length);
        }
      }),
    );
  });

  it('refuses a checker for single numbers, and invalid options', () => {
    expect(() => batched(singleThat(() => 'dead') as never)).toThrow(TypeError);
    expect(() =>
      batched(
        bulkThat(() => 'dead'),
        { collectMs: -1 },
      ),
    ).toThrow(TypeError);
    expect(() =>
      batched(
        bulkThat(() => 'dead', 10),
        { maxNumbers: 11 },
      ),
    ).toThrow(RangeError);
  });
});

describe('an answer that comes while the next call for its number is under way', () => {
  it('is kept if that call fails', async () => {
    const clock = new ManualClock();
    const held = [deferred<'dead'>(), deferred<'dead'>()];
    const checker = bulkThat(() => held[checker.calls.length - 1]?.promise ?? 'inactive');
    const asked = batched(checker, { clock, collectMs: 0 });
    const controller = new AbortController();
    const gone = asked.check(A, contextOf(controller.signal));
    const stays = asked.check(B, contextOf());
    clock.advance(0);
    await settle();
    controller.abort(new Error('the deadline has passed'));
    await expect(gone).rejects.toThrow('the deadline has passed');
    const second = asked.check(A, contextOf());
    clock.advance(0);
    await settle();
    held[0]?.resolve('dead');
    await stays;
    held[1]?.reject(new Error('502'));
    await expect(second).rejects.toThrow('502');
    const third = asked.check(A, contextOf());
    await settle();
    clock.advance(0);
    expect(await third).toMatchObject({ status: 'dead' });
    expect(checker.calls.map((numbers: readonly E164[]) => numbers.length)).toEqual([2, 1]);
  });
});
