import { describe, expect, it } from 'vitest';
import type { OutageReason } from '../model/task.js';
import { A, ANSWERED, FAILED, number, OUTAGE_AFTER_MS, trial, unavailable } from './breaker.fixture.js';

const report = (reason: OutageReason = 'checker_unavailable', retryAfterMs?: number) => ({
  reason,
  retryAfterMs,
});

describe('a failed check', () => {
  it('costs an attempt while numbers are answered', () => {
    const { breaker, call } = trial();
    call([A], ANSWERED);
    expect([breaker.costOfFailure(false), breaker.costOfFailure(true)]).toEqual(['attempt', 'attempt']);
  });

  it('costs nothing while everything fails', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 60; n += 1) call([number(n)], FAILED);
    expect([breaker.costOfFailure(false), breaker.costOfFailure(true)]).toEqual(['nothing', 'nothing']);
  });

  it('costs an attempt in an outage that was reported, since the upstream fails in another way now', () => {
    const { breaker, call } = trial();
    call([A], unavailable());
    expect([breaker.costOfFailure(false), breaker.costOfFailure(true, report())]).toEqual([
      'attempt',
      'nothing',
    ]);
  });

  it('costs nothing if everything had failed before the outage was reported', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 60; n += 1) call([number(n)], FAILED);
    call([A], unavailable());
    expect([breaker.isOpen, breaker.costOfFailure(true)]).toEqual([true, 'nothing']);
  });

  it('costs an attempt after ten minutes of silence if its number has failed before, after twelve hours always', () => {
    const { breaker, call, clock } = trial();
    for (let n = 0; n < 60; n += 1) call([number(n)], FAILED);
    clock.advance(OUTAGE_AFTER_MS);
    call([A], FAILED);
    const costs = [0, 599_999, 1, 43_200_000 - 600_001, 1].map((passedMs) => {
      clock.advance(passedMs);
      return [
        breaker.costOfFailure(false),
        breaker.costOfFailure(true),
        breaker.costOfFailure(true, report()),
      ];
    });
    expect(costs).toEqual([
      ['nothing', 'nothing', 'nothing'],
      ['nothing', 'nothing', 'nothing'],
      ['nothing', 'attempt', 'attempt'],
      ['nothing', 'attempt', 'attempt'],
      ['attempt', 'attempt', 'attempt'],
    ]);
  });
});

describe('a report of an outage, while numbers are answered,', () => {
  it.each([
    ['costs an attempt of its number', report(), 'attempt'],
    ['costs a refusal if it names a time, as a quota does', report('checker_unavailable', 1_000), 'refusal'],
    ['costs an attempt if it names a time of 0', report('checker_unavailable', 0), 'attempt'],
    ['costs a refusal if it is about the account of the upstream', report('checker_suspended'), 'refusal'],
  ])('%s', (_, reported, cost) => {
    const { breaker, call } = trial();
    call([A], ANSWERED);
    expect([breaker.costOfFailure(false, reported), breaker.costOfFailure(true, reported)]).toEqual([
      cost,
      cost,
    ]);
  });
});
