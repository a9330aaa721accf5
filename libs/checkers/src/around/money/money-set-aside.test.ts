import { ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { A, B, C, contextOf, deferred, settle, singleThat } from '../../calls/spoken-checkers.fixture.js';
import { DailyLimit } from './daily-limit.js';
import { withSpendingLimit } from './with-spending-limit.js';

const NOON = Date.UTC(2026, 0, 31, 12);

describe('a spending limit whose rest is set aside for calls under way', () => {
  const price = { perNumber: { wa_registered: 0.01 } };

  /** A call that holds all of a day's money, and another one that comes meanwhile. */
  async function twoCalls(signal?: AbortSignal) {
    const clock = new ManualClock(NOON);
    const held = deferred<'dead' | 'wa_registered'>();
    const checker = singleThat(() => held.promise);
    const asked = withSpendingLimit(checker, { perDay: 0.01, price, clock });
    const first = asked.check(A, contextOf());
    const second = asked.check(B, contextOf(signal));
    const outcome = second.catch((error: unknown) => error);
    await settle();
    expect(checker.calls).toEqual([[A]]);
    return { asked, checker, clock, first, held, outcome, second };
  }

  it('waits for one to end, and asks once the money is back', async () => {
    const { checker, first, held, second } = await twoCalls();
    held.resolve('dead');
    expect(await Promise.all([first, second])).toEqual(['dead', 'dead']);
    expect(checker.calls).toEqual([[A], [B]]);
  });

  it('reports that the limit is reached as soon as the money is spent', async () => {
    const { checker, first, held, outcome } = await twoCalls();
    held.resolve('wa_registered');
    await first;
    expect(await outcome).toMatchObject({ code: 'checker_out_of_funds', retryAfterMs: 12 * 3_600_000 });
    expect(checker.calls).toEqual([[A]]);
  });

  it('says after a second that no number can be checked for a second', async () => {
    const { asked, clock, first, held, outcome } = await twoCalls();
    clock.advance(1_000);
    expect(await outcome).toMatchObject({ code: 'checker_unavailable', retryAfterMs: 1_000 });
    held.resolve('dead');
    await first;
    expect(await asked.check(B, contextOf())).toBe('dead');
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const { checker, held, first, outcome } = await twoCalls(controller.signal);
    const reason = new Error('nobody waits');
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    held.resolve('dead');
    await first;
    expect(checker.calls).toEqual([[A]]);
  });
});

describe('a spending limit that two checkers share', () => {
  const price = { perNumber: { wa_registered: 0.01 } };

  it('counts the costs of both, each by its own price', async () => {
    const limit = new DailyLimit({ perDay: 0.03, clock: new ManualClock(NOON) });
    const cheap = withSpendingLimit(
      singleThat(() => 'dead'),
      { limit, price: { perNumber: 0.01 } },
    );
    const dear = withSpendingLimit(
      singleThat(() => 'dead'),
      { limit, price: { perNumber: 0.02 } },
    );
    await dear.check(A, contextOf());
    await expect(dear.check(B, contextOf())).rejects.toHaveProperty('code', 'checker_out_of_funds');
    expect(await cheap.check(B, contextOf())).toBe('dead');
    await expect(cheap.check(C, contextOf())).rejects.toHaveProperty('code', 'checker_out_of_funds');
  });

  it('makes one wait for the running call of the other', async () => {
    const limit = new DailyLimit({ perDay: 0.01, clock: new ManualClock(NOON) });
    const held = deferred<'dead'>();
    const one = withSpendingLimit(
      singleThat(() => held.promise),
      { limit, price },
    );
    const other = withSpendingLimit(
      singleThat(() => 'dead'),
      { limit, price },
    );
    const first = one.check(A, contextOf());
    const second = other.check(B, contextOf());
    await settle();
    held.resolve('dead');
    expect(await Promise.all([first, second])).toEqual(['dead', 'dead']);
  });
});
