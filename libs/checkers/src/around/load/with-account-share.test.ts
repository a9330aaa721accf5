import type { NumberChecker } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import { statusOf } from '../../calls/same-kind.js';
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
import { cached } from '../money/cached.js';
import { MemoryAnswerCache } from '../money/memory-answer-cache.js';
import { batched } from './batched.js';
import { coalesced } from './coalesced.js';
import { withAccountShare } from './with-account-share.js';

/** A checker whose calls the test ends, with the accounts of those that have begun. */
function heldUpstream() {
  const begun: string[] = [];
  const calls: ReturnType<typeof deferred<'dead'>>[] = [];
  const checker = singleThat((_, { accountId }) => {
    const call = deferred<'dead'>();
    begun.push(accountId ?? 'nobody');
    calls.push(call);
    return call.promise;
  });
  return { begun, calls, checker };
}

/** Checks `count` numbers for an account, and ignores the results. */
function ask(checker: NumberChecker, account: string, count: number, signal?: AbortSignal): Promise<unknown> {
  return Promise.allSettled(
    numbersOf(count).map((number) => checker.check(number, contextFor(account, signal))),
  );
}

describe('withAccountShare', () => {
  wrapperContracts((checker) => withAccountShare(checker, { inFlight: 5, inFlightPerAccount: 2 }));

  it('gives an account that asks alone all of the calls', async () => {
    const { begun, checker } = heldUpstream();
    void ask(withAccountShare(checker, { inFlight: 3 }), 'ann', 10);
    await settle();
    expect(begun).toEqual(['ann', 'ann', 'ann']);
  });

  it('gives free places to the account with the fewest calls under way', async () => {
    const { begun, calls, checker } = heldUpstream();
    const shared = withAccountShare(checker, { inFlight: 4 });
    void ask(shared, 'ann', 100);
    void ask(shared, 'bob', 3);
    await settle();
    for (const ended of [0, 1, 2]) {
      calls[ended]?.resolve('dead');
      await settle();
    }
    // Bob had none under way, then one; then Ann has one and Bob two.
    expect(begun).toEqual(['ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'ann']);
  });

  it('gives accounts with as many calls under way their turns one after the other', async () => {
    const { begun, calls, checker } = heldUpstream();
    const shared = withAccountShare(checker, { inFlight: 1 });
    for (const account of ['ann', 'bob', 'eve']) void ask(shared, account, 3);
    for (let ended = 0; ended < 8; ended += 1) {
      await settle();
      calls[ended]?.resolve('dead');
    }
    await settle();
    expect(begun).toEqual(['ann', 'bob', 'eve', 'ann', 'bob', 'eve', 'ann', 'bob', 'eve']);
  });

  it('keeps calls free for an account that comes later', async () => {
    const { begun, checker } = heldUpstream();
    const shared = withAccountShare(checker, { inFlight: 4, inFlightPerAccount: 3 });
    void ask(shared, 'ann', 10);
    await settle();
    expect(begun).toEqual(['ann', 'ann', 'ann']);
    void ask(shared, 'bob', 10);
    await settle();
    expect(begun).toEqual(['ann', 'ann', 'ann', 'bob']);
  });

  it('counts calls without an account as those of one account', async () => {
    const { begun, checker } = heldUpstream();
    const shared = withAccountShare(checker, { inFlight: 4, inFlightPerAccount: 2 });
    for (const number of numbersOf(3)) void shared.check(number, contextOf());
    void ask(shared, 'ann', 3);
    await settle();
    expect(begun).toEqual(['nobody', 'nobody', 'ann', 'ann']);
  });

  it('forgets a call that gives up while it waits, and frees the place of one that gives up later', async () => {
    const { begun, checker } = heldUpstream();
    const shared = withAccountShare(checker, { inFlight: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const held = ask(shared, 'ann', 1, first.signal);
    const waiting = ask(shared, 'bob', 1, second.signal);
    void ask(shared, 'eve', 1);
    await settle();
    second.abort(new Error('the deadline'));
    expect(await waiting).toMatchObject([{ status: 'rejected', reason: { message: 'the deadline' } }]);
    first.abort(new Error('the deadline'));
    await held;
    await settle();
    expect(begun).toEqual(['ann', 'eve']);
  });

  it('leaves accounts what they share: one call for a number that several ask about, and its answer for all', async () => {
    const upstream = bulkThat((number) => (number === A ? 'dead' : 'inactive'));
    const collected = batched(upstream, { collectMs: 0 });
    const kept = cached(withAccountShare(collected, { inFlight: 4, inFlightPerAccount: 2 }), {
      cache: new MemoryAnswerCache({ maxNumbers: 10 }),
      keepMs: { dead: 60_000, inactive: 60_000 },
    });
    const checker = coalesced(kept);
    const accounts = ['ann', 'bob', 'eve'];
    const first = accounts.map((account) => checker.checkMany([A, B], contextFor(account)));
    for (const answers of await Promise.all(first))
      expect(answers.map(statusOf)).toEqual(['dead', 'inactive']);
    const later = await checker.checkMany([B, A, C], contextFor('joe'));
    expect(later.map(statusOf)).toEqual(['inactive', 'dead', 'inactive']);
    expect(upstream.calls.flat().toSorted()).toEqual([A, B, C].toSorted());
  });

  it('never has more calls under way than allowed, and ends them all', async () => {
    const asked = fc.array(fc.constantFrom('ann', 'bob', 'eve'), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 5 }), async (accounts, inFlight) => {
        let underWay = 0;
        let most = 0;
        const checker = singleThat(async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await settle(1);
          underWay -= 1;
          return 'dead' as const;
        });
        const shared = withAccountShare(checker, { inFlight });
        const answers = await Promise.all(accounts.map((account) => shared.check(A, contextFor(account))));
        expect(answers).toEqual(accounts.map(() => 'dead'));
        expect(most).toBeLessThanOrEqual(inFlight);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [{ inFlight: 0 }, RangeError],
    [{ inFlight: 2, inFlightPerAccount: 3 }, RangeError],
    [{ inFlight: '2' as never }, TypeError],
  ])('refuses %j', (options, error) => {
    expect(() =>
      withAccountShare(
        singleThat(() => 'dead'),
        options,
      ),
    ).toThrow(error);
  });
});
