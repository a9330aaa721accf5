import { DialproofError, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  C,
  contextOf,
  deferred,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { shadowed } from './shadowed.js';

const EMPTY = { compared: 0, agreed: 0, disagreed: 0, failed: 0, skipped: 0, pairs: [] };

describe('shadowed', () => {
  const second = singleThat(() => {
    throw new DialproofError('checker_unavailable');
  });
  wrapperContracts((checker) => shadowed(checker, second, { share: 1 }));

  it('counts agreements and disagreements by pair', async () => {
    const first = bulkThat((number) => (number === A ? 'wa_registered' : 'dead'));
    const asked = shadowed(
      first,
      singleThat((number) => (number === C ? 'check_failed' : 'dead')),
      { share: 1 },
    );
    await asked.checkMany([A, B, C], contextOf());
    await asked.checkMany([B], contextOf());
    await asked.close();
    expect(asked.shadowReport()).toEqual({
      compared: 3,
      agreed: 2,
      disagreed: 1,
      failed: 1,
      skipped: 0,
      pairs: [
        { first: 'dead', second: 'dead', count: 2 },
        { first: 'wa_registered', second: 'dead', count: 1 },
      ],
    });
  });

  it('asks about a sample of the numbers that were answered', async () => {
    const draws = [0.2, 0.1, 0.09];
    const other = bulkThat(() => 'dead');
    const first = bulkThat((number) => (number === A ? 'check_failed' : 'dead'));
    const asked = shadowed(first, other, { share: 0.1, random: () => draws.shift() ?? 1 });
    await asked.checkMany([A, B, C, ...numbersOf(4).slice(3)], contextOf());
    await asked.close();
    expect(other.calls).toEqual([numbersOf(4).slice(3)]);
  });

  it('makes one call of the sample of a bulk call, of as many numbers as fit', async () => {
    const other = bulkThat(() => 'dead', 2);
    const asked = shadowed(
      bulkThat(() => 'dead'),
      other,
      { share: 1 },
    );
    await asked.checkMany([A, B, C], contextOf());
    await asked.close();
    expect(other.calls).toEqual([[A, B], [C]]);
  });

  it('neither waits for the second checker nor passes its failures on', async () => {
    const held = deferred<'dead'>();
    const other = singleThat((number) => {
      if (number === B) throw new DialproofError('checker_suspended');
      return held.promise;
    });
    const asked = shadowed(
      singleThat(() => 'dead'),
      other,
      { share: 1 },
    );
    expect(await asked.check(A, contextOf())).toBe('dead');
    expect(other.calls).toEqual([]);
    expect(await asked.check(B, contextOf())).toBe('dead');
    await settle();
    expect(asked.shadowReport()).toEqual({ ...EMPTY, failed: 1 });
    held.resolve('dead');
    await asked.close();
    expect(asked.shadowReport()).toMatchObject({ agreed: 1, failed: 1 });
  });

  it('is not aborted with the check', async () => {
    const controller = new AbortController();
    const asked = shadowed(
      singleThat(() => 'dead'),
      singleThat((_, { signal }) => (signal.aborted ? 'unknown' : 'dead')),
      {
        share: 1,
      },
    );
    await asked.check(A, contextOf(controller.signal));
    controller.abort();
    await asked.close();
    expect(asked.shadowReport()).toMatchObject({ agreed: 1 });
  });

  it('skips calls beyond the allowed number under way', async () => {
    const held = deferred<'dead'>();
    const asked = shadowed(
      bulkThat(() => 'dead'),
      singleThat(() => held.promise),
      { share: 1, inFlight: 2 },
    );
    await asked.checkMany(numbersOf(5), contextOf());
    expect(asked.shadowReport().skipped).toBe(3);
    held.resolve('dead');
    await asked.close();
    expect(asked.shadowReport()).toMatchObject({ agreed: 2, skipped: 3 });
  });

  it('gives a call of the second checker up at its deadline', async () => {
    const clock = new ManualClock();
    const asked = shadowed(
      singleThat(() => 'dead'),
      singleThat(() => new Promise<never>(() => {})),
      {
        share: 1,
        deadlineMs: 100,
        clock,
      },
    );
    await asked.check(A, contextOf());
    await settle();
    clock.advance(100);
    await settle();
    expect(asked.shadowReport()).toEqual({ ...EMPTY, failed: 1 });
    expect(clock.pending).toBe(0);
  });

  it('closes when its calls have ended, or after the grace, and asks no more', async () => {
    const clock = new ManualClock();
    const other = singleThat(() => new Promise<never>(() => {}));
    const asked = shadowed(
      singleThat(() => 'dead'),
      other,
      { share: 1, clock },
    );
    await asked.check(A, contextOf());
    const closed = asked.close(500);
    await settle();
    clock.advance(500);
    await closed;
    expect(asked.shadowReport()).toEqual({ ...EMPTY, failed: 1 });
    expect(await asked.check(B, contextOf())).toBe('dead');
    await asked.close();
    expect(other.calls).toEqual([[A]]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    [{ share: 0 }, RangeError],
    [{ share: 1.1 }, RangeError],
    [{ inFlight: 0 }, RangeError],
    [{ deadlineMs: 0 }, TypeError],
  ])('refuses %o', (options, expected) => {
    const checker = singleThat(() => 'dead');
    expect(() => shadowed(checker, checker, options)).toThrow(expected);
  });
});
