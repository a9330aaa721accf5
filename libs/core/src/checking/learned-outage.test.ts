import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, FAILED, OUTAGE_AFTER_MS, trial, unavailable } from './breaker.fixture.js';

describe('an outage that another process has found', () => {
  it('begins and ends as the store has it', () => {
    const { breaker, failures } = trial();
    let stopped = 0;
    breaker.onOpen(() => {
      stopped += 1;
    });
    breaker.readStore()({ reason: 'checker_suspended', lastedMs: 1_000 });
    expect(stopped).toBe(1);
    expect(breaker.reason).toBe('checker_suspended');
    breaker.readStore()(null);
    expect(breaker.isOpen).toBe(false);
    // The process that has found it reports it to the operator.
    expect(failures).toEqual([]);
  });

  it('continues with its length, and is reported once a probe of this process has failed', async () => {
    const { breaker, call, failures, pauses } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', lastedMs: 100_000 });
    expect([breaker.isOpen, failures]).toEqual([true, []]);
    call([A], unavailable());
    expect(failures).toMatchObject([
      { kind: 'outage_began', message: expect.stringContaining('another process') },
    ]);
    call([B], ANSWERED);
    expect(await pauses()).toEqual([25_000, 'over']);
  });

  it('is not ended by probes that fail, since it may be a silence', () => {
    const { breaker, call } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', lastedMs: 1_000 });
    for (let probe = 0; probe < 5; probe += 1) call([A], FAILED);
    expect([breaker.isOpen, breaker.costOfFailure(false)]).toEqual([true, 'nothing']);
    call([A], unavailable());
    for (let probe = 0; probe < 3; probe += 1) call([A], FAILED);
    expect(breaker.isOpen).toBe(false);
  });

  it('does not begin or end by an answer of the store that is older than an event of this process', async () => {
    const { breaker, call, clock } = trial();
    const atFirst = breaker.readStore();
    call([A], unavailable());
    breaker.readStore()(null);
    expect(breaker.isOpen).toBe(true);
    await breaker.stored;
    const known = breaker.readStore();
    call([B], ANSWERED);
    atFirst({ reason: 'checker_unavailable', lastedMs: 10 });
    expect(breaker.isOpen).toBe(false);
    clock.advance(2 * OUTAGE_AFTER_MS);
    call([A], unavailable());
    known(null);
    expect(breaker.isOpen).toBe(true);
  });
});
