import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, begin, C, FAILED, number, trial, unavailable } from './checker-watch.fixture.js';

describe('an outage that one number may have caused', () => {
  it('ends if only one number reports it, and does so again, while others were answered', async () => {
    const { pauses, see, watch } = trial();
    see([A], ANSWERED);
    see([B], unavailable());
    expect(watch.outage.isOn).toBe(true);
    expect(see([B], unavailable())).toMatchObject({ kind: 'failed' });
    expect(watch.outage.isOn).toBe(false);
    expect(see([B], unavailable())).toMatchObject({ kind: 'failed' });
    expect(await pauses()).toEqual([250, 'over']);
  });

  it.each([
    [10_000, 'failed'],
    [10_001, 'unavailable'],
  ])('and that began %i ms after the last answer: its second report is %s', (ms, kind) => {
    const { clock, see, watch } = trial();
    see([A], ANSWERED);
    clock.advance(ms);
    see([B], unavailable());
    expect(see([B], unavailable())).toMatchObject({ kind });
    expect(watch.outage.isOn).toBe(kind === 'unavailable');
  });

  it('continues if two numbers report it again, although numbers were answered before', () => {
    const { see, watch } = trial();
    see([A], ANSWERED);
    for (const one of [B, C, B, C]) expect(see([one], unavailable())).toMatchObject({ kind: 'unavailable' });
    expect(watch.outage.isOn).toBe(true);
  });

  it.each([
    ['the upstream said until when', 5_000, undefined],
    ['it says until when', undefined, 5_000],
  ])('continues if a number reports it again and %s', (_, first, second) => {
    const { see } = trial();
    see([A], ANSWERED);
    see([B], unavailable(first));
    expect(see([B], unavailable(second))).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [2, false, 'unavailable'],
    [2, true, 'failed'],
    [5, true, 'failed'],
    [6, true, 'unavailable'],
  ])(
    'reported by %i numbers, with answers since: %s, is caused by one that reports it again: %s',
    (count, isAnswered, kind) => {
      const { see, watch } = trial();
      const slow = begin(watch, A);
      for (let one = 0; one < count; one += 1) see([number(one)], unavailable());
      if (isAnswered) watch.seeOutcome(slow, ANSWERED);
      expect(see([number(0)], unavailable())).toMatchObject({ kind });
    },
  );

  it('continues if another call has named a time', () => {
    const { see } = trial();
    see([A], ANSWERED);
    see([B], unavailable());
    see([C], { kind: 'failed', error: new Error('busy'), retryAfterMs: 5_000 });
    expect(see([B], unavailable())).toMatchObject({ kind: 'unavailable' });
  });

  it('ends even if another call failed with a pause of 0, which names no time', () => {
    const { see } = trial();
    see([A], ANSWERED);
    see([B], unavailable());
    see([C], { kind: 'failed', error: new Error('closed'), retryAfterMs: 0 });
    expect(see([B], unavailable())).toMatchObject({ kind: 'failed' });
  });

  it('leaves only that number suspected among those that reported it', () => {
    const { see, watch } = trial();
    const slow = begin(watch, A);
    for (let one = 0; one < 5; one += 1) see([number(one)], unavailable());
    watch.seeOutcome(slow, ANSWERED);
    see([number(0)], unavailable());
    expect(see([number(0)], unavailable())).toMatchObject({ kind: 'failed' });
    expect(see([number(1)], unavailable())).toMatchObject({ kind: 'unavailable' });
  });

  it('continues if everything failed before a number reports it twice', () => {
    const { clock, see, watch } = trial();
    for (let one = 0; one < 50; one += 1) see([number(one)], FAILED);
    clock.advance(10_000);
    see([number(99)], FAILED);
    expect(watch.outage.isOn).toBe(true);
    see([A], unavailable());
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
  });
});
