import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, FAILED, OUTAGE_AFTER_MS, trial, unavailable } from './breaker.fixture.js';

describe('an outage that another process has found', () => {
  it('begins and ends as the store has it', () => {
    const { breaker, failures } = trial();
    let stopped = 0;
    breaker.onOpen(() => {
      stopped += 1;
    });
    breaker.readStore()({ reason: 'checker_suspended', isInferred: false, lastedMs: 1_000 });
    expect(stopped).toBe(1);
    expect(breaker.reason).toBe('checker_suspended');
    breaker.readStore()(null);
    expect(breaker.isOpen).toBe(false);
    // The process that has found the outage reports it to the operator.
    expect(failures).toEqual([]);
  });

  it('continues with its length, and is reported once a probe of this process has failed', async () => {
    const { breaker, call, failures, pauses } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', isInferred: false, lastedMs: 100_000 });
    expect([breaker.isOpen, failures]).toEqual([true, []]);
    call([A], unavailable());
    expect(failures).toMatchObject([
      { kind: 'outage_began', message: expect.stringContaining('another process') },
    ]);
    call([B], ANSWERED);
    expect(await pauses()).toEqual([25_000, 'over']);
  });

  it('is ended by three probes that fail if a checker has reported it', async () => {
    const { breaker, call, pauses } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', isInferred: false, lastedMs: 1_000 });
    expect(breaker.costOfFailure(false)).toBe('attempt');
    for (let probe = 0; probe < 3; probe += 1) call([A], FAILED);
    expect(breaker.isOpen).toBe(false);
    expect((await pauses()).at(-1)).toBe('over');
  });

  it('is not ended by them if it was inferred, until a call of any process reports it', async () => {
    const { breaker, call, told } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', isInferred: true, lastedMs: 1_000 });
    for (let probe = 0; probe < 5; probe += 1) call([A], FAILED);
    expect([breaker.isOpen, breaker.costOfFailure(false)]).toEqual([true, 'nothing']);
    await breaker.stored;
    // The report of a single check, which postpones no probe, reaches the store as well.
    call([A], unavailable(), { purpose: 'single' });
    await breaker.stored;
    expect(told.map((one) => one !== 'over' && one.isInferred)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    for (let probe = 0; probe < 3; probe += 1) call([A], FAILED);
    expect(breaker.isOpen).toBe(false);
  });

  it('is known to be reported once the store says so', () => {
    const { breaker, call } = trial();
    breaker.readStore()({ reason: 'checker_unavailable', isInferred: true, lastedMs: 1_000 });
    breaker.readStore()({ reason: 'checker_unavailable', isInferred: false, lastedMs: 2_000 });
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
    atFirst({ reason: 'checker_unavailable', isInferred: false, lastedMs: 10 });
    expect(breaker.isOpen).toBe(false);
    clock.advance(2 * OUTAGE_AFTER_MS);
    call([A], unavailable());
    known(null);
    expect(breaker.isOpen).toBe(true);
  });
});
