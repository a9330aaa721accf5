import { DialproofError, type E164, ManualClock } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
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
import { coalesced } from './coalesced.js';

/** A single checker whose calls the test answers, and whose signals it sees. */
function heldChecker() {
  const calls: { number: E164; answer: ReturnType<typeof deferred<'dead'>>; signal: AbortSignal }[] = [];
  const checker = singleThat((number, { signal }) => {
    const answer = deferred<'dead'>();
    calls.push({ number, answer, signal });
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    return answer.promise;
  });
  return { calls, asked: coalesced(checker) };
}

describe('coalesced', () => {
  wrapperContracts(coalesced);

  it('asks about a number once while a question about it is under way', async () => {
    const { asked, calls } = heldChecker();
    const answers = [A, A, B, A].map((number) => asked.check(number, contextOf()));
    expect(calls.map(({ number }) => number)).toEqual([A, B]);
    for (const { answer } of calls) answer.resolve('dead');
    expect(await Promise.all(answers)).toEqual(['dead', 'dead', 'dead', 'dead']);
    const again = asked.check(A, contextOf());
    expect(calls).toHaveLength(3);
    calls[2]?.answer.resolve('dead');
    await again;
  });

  it('asks as the account that asked first', async () => {
    const accounts: unknown[] = [];
    const asked = coalesced(
      singleThat((_, { accountId }) => {
        accounts.push(accountId);
        return 'dead';
      }),
    );
    await Promise.all([
      asked.check(A, contextFor('ann')),
      asked.check(A, contextFor('bob')),
      asked.check(B, contextFor('bob')),
    ]);
    expect(accounts).toEqual(['ann', 'bob']);
  });

  it('rejects for everybody with the same error, an outage too, and asks again afterwards', async () => {
    const outage = new DialproofError('checker_out_of_funds', { retryAfterMs: 5 });
    const { asked, calls } = heldChecker();
    const answers = Promise.allSettled([asked.check(A, contextOf()), asked.check(A, contextOf())]);
    calls[0]?.answer.reject(outage);
    expect(await answers).toEqual([
      { status: 'rejected', reason: outage },
      { status: 'rejected', reason: outage },
    ]);
    void asked.check(A, contextOf()).catch(() => undefined);
    expect(calls).toHaveLength(2);
  });

  it('leaves the others waiting when one is aborted, and aborts the call with the last', async () => {
    const { asked, calls } = heldChecker();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) => asked.check(A, contextOf(signal)));
    const ended = Promise.allSettled(answers);
    first.abort(new Error('the first has gone'));
    await expect(answers[0]).rejects.toThrow('the first has gone');
    expect(calls[0]?.signal.aborted).toBe(false);
    second.abort(new Error('the second has gone'));
    await ended;
    expect(calls[0]?.signal.aborted).toBe(true);
    // A call that was abandoned is not joined.
    const next = asked.check(A, contextOf());
    calls[1]?.answer.resolve('dead');
    expect(await next).toBe('dead');
  });

  it('does not join a call that was abandoned, even if its checker continues', async () => {
    const checker = singleThat(() => (checker.calls.length === 1 ? new Promise<never>(() => {}) : 'dead'));
    const asked = coalesced(checker);
    const controller = new AbortController();
    const abandoned = asked.check(A, contextOf(controller.signal));
    controller.abort(new Error('nobody waits'));
    await expect(abandoned).rejects.toThrow('nobody waits');
    expect(await asked.check(A, contextOf())).toBe('dead');
  });

  it.each([
    ['others wait for', true],
    ['nobody waits for', false],
  ])(
    'keeps the answer of a call that %s for the next check, if its caller has given up',
    async (_, isJoined) => {
      const clock = new ManualClock(5_000);
      const answer = deferred<'dead'>();
      const checker = bulkThat(() => answer.promise);
      const asked = coalesced(checker, { clock });
      const controller = new AbortController();
      const gone = asked.checkMany([A, B], contextOf(controller.signal));
      const stays = isJoined ? asked.checkMany([B], contextOf()) : undefined;
      controller.abort(new Error('the deadline has passed'));
      await expect(gone).rejects.toThrow('the deadline has passed');
      answer.resolve('dead');
      await settle();
      if (stays !== undefined) expect(await stays).toEqual(['dead']);
      clock.advance(1_000);
      const kept = { status: 'dead', checkedAt: new Date(5_000) };
      expect(await asked.checkMany([A], contextOf())).toEqual([kept]);
      expect(checker.calls).toEqual([[A, B]]);
      // It is given once.
      expect(await asked.checkMany([A], contextOf())).toEqual(['dead']);
    },
  );

  it('keeps no answer that a caller has got', async () => {
    const { asked, calls } = heldChecker();
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = asked.check(A, contextOf(first.signal));
    const stays = asked.check(A, contextOf(second.signal));
    first.abort(new Error('the first has gone'));
    await expect(gone).rejects.toThrow('the first has gone');
    calls[0]?.answer.resolve('dead');
    expect(await stays).toBe('dead');
    void asked.check(A, contextOf()).catch(() => undefined);
    expect(calls).toHaveLength(2);
  });

  it('joins no call that has taken too long, whose answer goes to its waiting callers', async () => {
    const clock = new ManualClock();
    const answers = [deferred<'dead' | 'inactive'>(), deferred<'dead' | 'inactive'>()];
    const checker = singleThat(() => answers[checker.calls.length - 1]?.promise ?? 'unknown');
    const asked = coalesced(checker, { joinMs: 1_000, clock });
    const early = asked.check(A, contextOf());
    clock.advance(1_000);
    const joined = asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(1);
    clock.advance(1);
    const late = asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
    answers[0]?.resolve('dead');
    expect(await Promise.all([early, joined])).toEqual(['dead', 'dead']);
    // The end of the first call leaves the second one to be joined.
    const next = asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
    answers[1]?.resolve('inactive');
    expect(await Promise.all([late, next])).toEqual(['inactive', 'inactive']);
  });

  it('refuses an invalid option', () => {
    expect(() =>
      coalesced(
        singleThat(() => 'dead'),
        { joinMs: -1 },
      ),
    ).toThrow(TypeError);
  });

  it('leaves numbers under way out of a bulk call, and waits for them', async () => {
    const held = deferred<'dead'>();
    const checker = bulkThat((number) => (number === A ? held.promise : 'inactive'));
    const asked = coalesced(checker);
    const first = asked.checkMany([A, B], contextOf());
    const second = asked.checkMany([C, A, C], contextOf());
    expect(checker.calls).toEqual([[A, B], [C]]);
    held.resolve('dead');
    expect(await first).toEqual(['dead', 'inactive']);
    expect(await second).toEqual(['inactive', 'dead', 'inactive']);
  });

  it('keeps the answers of a bulk call if the call that it has joined fails or has an outage', async () => {
    const errors = [new Error('500'), new DialproofError('checker_unavailable')];
    for (const error of errors) {
      const held = deferred<'dead'>();
      const checker = bulkThat((number) => (number === A ? held.promise : 'inactive'));
      const asked = coalesced(checker, { clock: new ManualClock(5_000) });
      const first = asked.checkMany([A], contextOf());
      const second = asked.checkMany([A, B], contextOf());
      held.reject(error);
      await expect(first).rejects.toBe(error);
      if (error === errors[0]) {
        expect(await second).toEqual(['check_failed', 'inactive']);
      } else {
        await expect(second).rejects.toBe(error);
        const kept = { status: 'inactive', checkedAt: new Date(5_000) };
        expect(await asked.checkMany([B], contextOf())).toEqual([kept]);
        expect(checker.calls).toEqual([[A], [B]]);
      }
    }
  });

  it('never has two calls for one number at once, whichever callers join and give up', async () => {
    const step = fc.record({
      numbers: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
      isAborted: fc.boolean(),
      ends: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const numbers = numbersOf(5);
        const underWay: { numbers: readonly E164[]; end: () => void }[] = [];
        const checker = {
          maxNumbers: 5,
          checkMany: (some: readonly E164[], { signal }: { signal: AbortSignal }) => {
            const others = underWay.flatMap((call) => call.numbers);
            expect(some.filter((number) => others.includes(number))).toEqual([]);
            return new Promise<'dead'[]>((resolve, reject) => {
              const call = { numbers: some, end: () => resolve(some.map(() => 'dead')) };
              underWay.push(call);
              signal.addEventListener('abort', () => {
                underWay.splice(underWay.indexOf(call), 1);
                reject(signal.reason);
              });
            });
          },
        };
        const asked = coalesced(checker);
        const waiting: Promise<unknown>[] = [];
        for (const { ends, isAborted, numbers: indexes } of steps) {
          const controller = new AbortController();
          const some = indexes.map((index) => numbers[index] as E164);
          const answers = asked.checkMany(some, contextOf(controller.signal));
          waiting.push(
            answers.then(
              (all) => expect(all).toEqual(some.map(() => 'dead')),
              (error) => expect([isAborted, error]).toEqual([true, controller.signal.reason]),
            ),
          );
          if (isAborted) controller.abort();
          await settle(1);
          underWay.splice(ends % (underWay.length + 1), 1)[0]?.end();
          await settle(1);
        }
        for (const { end } of underWay.splice(0)) end();
        await Promise.all(waiting);
      }),
    );
  });
});

describe('an answer that comes while the next call for its number is under way', () => {
  it('is kept if that call fails', async () => {
    const held = [deferred<'dead'>(), deferred<'dead'>()];
    const checker = singleThat(() => held[checker.calls.length - 1]?.promise ?? 'inactive');
    const asked = coalesced(checker);
    const controller = new AbortController();
    const gone = asked.check(A, contextOf(controller.signal));
    controller.abort(new Error('the deadline has passed'));
    await expect(gone).rejects.toThrow('the deadline has passed');
    const second = asked.check(A, contextOf());
    held[0]?.resolve('dead');
    await settle();
    held[1]?.reject(new Error('502'));
    await expect(second).rejects.toThrow('502');
    expect(await asked.check(A, contextOf())).toMatchObject({ status: 'dead' });
    expect(checker.calls).toHaveLength(2);
  });
});
