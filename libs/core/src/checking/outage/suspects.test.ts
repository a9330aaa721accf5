import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, C, number, trial, unavailable } from './checker-watch.fixture.js';
import { Suspects } from './suspects.js';

describe('a number that says alone that the checker is unavailable', () => {
  it('is believed once, and from then on has a failed check of its own', async () => {
    const { pauses, see, watch } = trial();
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    expect(watch.lastTried(A)).toBe(1);
    expect(watch.lastTried(B)).toBe(0);
    watch.beginProbe(250);
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'failed' });
    expect(watch.isDown).toBe(false);
    expect(await pauses()).toEqual([250, 'over']);
  });

  it('has one even where two others do the same', () => {
    const { see } = trial();
    for (const one of [A, C, number(1)]) see([one], unavailable());
    see([B], ANSWERED);
    for (const one of [A, C, number(1)]) expect(see([one], unavailable())).toMatchObject({ kind: 'failed' });
  });

  it('is believed in two outages where the upstream says until when, as one with a quota does', () => {
    const { see } = trial();
    for (let outage = 0; outage < 3; outage += 1) {
      expect(see([A], unavailable(5_000))).toMatchObject({ kind: 'unavailable' });
      see([B], ANSWERED);
    }
    expect(see([A], unavailable(5_000))).toMatchObject({ kind: 'failed' });
  });

  it('is believed again where many said so too', () => {
    const { see } = trial();
    for (const one of [A, C, number(1), number(2)]) see([one], unavailable());
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
  });

  it('is believed again once it was answered, and during an outage of others', () => {
    const { see } = trial();
    for (const one of [A, C]) see([one], unavailable());
    see([B], ANSWERED);
    see([A], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    expect(see([C], unavailable())).toMatchObject({ kind: 'unavailable' });
  });
});

describe('calls that are suspected', () => {
  it('are a thousand at most: the one that was noted longest ago is forgotten', () => {
    const suspects = new Suspects();
    for (let n = 0; n < 1_000; n += 1) suspects.add(number(n));
    expect(suspects.has(number(0))).toBe(true);
    suspects.add(number(0));
    suspects.add(A);
    expect([number(0), number(1), number(2), A].map((call) => suspects.has(call))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});
