import { DialproofError, ManualClock } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  contextOf,
  deferred,
  numbersOf,
  type Say,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { type CircuitBreakerOptions, withCircuitBreaker } from './with-circuit-breaker.js';

const busy = () => {
  throw new Error('busy');
};

/** A checker that answers by the present `subject.say`. */
function subjectOf(options: CircuitBreakerOptions = {}) {
  const clock = new ManualClock();
  const subject = { say: (() => 'dead') as Say, clock };
  const upstream = singleThat((...asked) => subject.say(...asked));
  const checker = withCircuitBreaker(upstream, {
    windowCalls: 4,
    minCalls: 4,
    openMs: 1_000,
    clock,
    ...options,
  });
  const numbers = numbersOf(1_000).values();
  // Another number each time: failures of the same one are counted once.
  const ask = (signal?: AbortSignal) =>
    checker.check(numbers.next().value ?? A, contextOf(signal)).catch((error: unknown) => error);
  return Object.assign(subject, { upstream, checker, ask });
}

async function open(subject: ReturnType<typeof subjectOf>): Promise<void> {
  subject.say = busy;
  for (let call = 0; call < 4; call += 1) await subject.ask();
  expect(subject.checker.circuitState).toBe('open');
}

describe('withCircuitBreaker', () => {
  wrapperContracts((checker) => withCircuitBreaker(checker));

  it('asks no more once the share of failed calls is reached, and says until when', async () => {
    const subject = subjectOf();
    for (const say of [() => 'dead' as const, busy, () => 'unknown' as const]) {
      subject.say = say;
      await subject.ask();
    }
    expect(subject.checker.circuitState).toBe('closed');
    subject.say = busy;
    await subject.ask();
    expect(subject.checker.circuitState).toBe('open');
    subject.clock.advance(400);
    expect(await subject.ask()).toMatchObject({ code: 'checker_unavailable', retryAfterMs: 600 });
    expect(subject.upstream.calls).toHaveLength(4);
  });

  it('stays closed below the share, and before enough calls have ended', async () => {
    const subject = subjectOf({ failureShare: 0.75 });
    for (const say of [busy, busy, () => 'dead' as const, () => 'dead' as const, busy]) {
      subject.say = say;
      await subject.ask();
    }
    expect(subject.checker.circuitState).toBe('closed');
  });

  it('lets one call through after the pause, and closes with its answer', async () => {
    const subject = subjectOf();
    await open(subject);
    subject.clock.advance(1_000);
    expect(subject.checker.circuitState).toBe('half_open');
    const answer = deferred<'dead'>();
    subject.say = () => answer.promise;
    const probe = subject.ask();
    expect(await subject.ask()).toMatchObject({ code: 'checker_unavailable', retryAfterMs: 1_000 });
    answer.resolve('dead');
    expect(await probe).toBe('dead');
    expect(subject.checker.circuitState).toBe('closed');
    // Failures before the circuit opened are forgotten.
    subject.say = busy;
    await subject.ask();
    expect(subject.checker.circuitState).toBe('closed');
  });

  it('can open and close again', async () => {
    const subject = subjectOf();
    for (let round = 0; round < 3; round += 1) {
      await open(subject);
      subject.clock.advance(1_000);
      subject.say = () => 'dead';
      expect(await subject.ask()).toBe('dead');
      for (let call = 0; call < 3; call += 1) await subject.ask();
    }
    expect(subject.checker.circuitState).toBe('closed');
  });

  it('ignores late failures of calls that began before it opened', async () => {
    const subject = subjectOf();
    const late = deferred<'dead'>();
    subject.say = () => late.promise;
    const begun = subject.ask();
    await open(subject);
    subject.clock.advance(400);
    late.reject(new Error('500'));
    await begun;
    expect(await subject.ask()).toMatchObject({ retryAfterMs: 600 });
  });

  it('stays open for twice as long after each probe that fails, up to the longest', async () => {
    const subject = subjectOf({ longestOpenMs: 3_000 });
    await open(subject);
    for (const openMs of [1_000, 2_000, 3_000, 3_000]) {
      subject.clock.advance(openMs - 1);
      expect(await subject.ask()).toMatchObject({ retryAfterMs: 1 });
      subject.clock.advance(1);
      expect(await subject.ask()).toMatchObject({ message: 'busy' });
    }
  });

  it('opens at once for an outage that names its time, until then, and says why', async () => {
    const subject = subjectOf();
    const outage = new DialproofError('checker_out_of_funds', { hint: 'top up', retryAfterMs: 60_000 });
    subject.say = () => {
      throw outage;
    };
    expect(await subject.ask()).toBe(outage);
    subject.clock.advance(1_000);
    const refusal = await subject.ask();
    expect(refusal).toMatchObject({ code: 'checker_out_of_funds', hint: 'top up', retryAfterMs: 59_000 });
    expect(subject.upstream.calls).toHaveLength(1);
  });

  it('counts an outage without a time as a failed call', async () => {
    const subject = subjectOf();
    const outage = new DialproofError('checker_unauthorized', { hint: 'the key is wrong' });
    subject.say = () => {
      throw outage;
    };
    for (let call = 0; call < 4; call += 1) expect(await subject.ask()).toBe(outage);
    expect(await subject.ask()).toMatchObject({ code: 'checker_unauthorized', hint: 'the key is wrong' });
  });

  it('counts a call that is aborted unless others were answered meanwhile', async () => {
    const never = () => new Promise<never>(() => {});
    for (const isAnswered of [false, true]) {
      const subject = subjectOf({ windowCalls: 1, minCalls: 1 });
      const controller = new AbortController();
      subject.say = never;
      const aborted = subject.ask(controller.signal);
      subject.say = () => 'dead';
      if (isAnswered) await subject.ask();
      controller.abort(new Error('nobody waits'));
      expect(await aborted).toMatchObject({ message: 'nobody waits' });
      expect(subject.checker.circuitState).toBe(isAnswered ? 'closed' : 'open');
    }
  });

  it('does not take an aborted probe for a successful one', async () => {
    const subject = subjectOf();
    await open(subject);
    subject.clock.advance(1_000);
    const controller = new AbortController();
    subject.say = () => new Promise<never>(() => {});
    const probe = subject.ask(controller.signal);
    controller.abort();
    await probe;
    expect(subject.checker.circuitState).toBe('open');
  });

  it('counts no bulk call that was answered, whatever it leaves open', async () => {
    const upstream = bulkThat((number) => (number === A ? 'dead' : 'check_failed'));
    const checker = withCircuitBreaker(upstream, { windowCalls: 1, minCalls: 1 });
    expect(await checker.checkMany([A, B], contextOf())).toEqual(['dead', 'check_failed']);
    expect(checker.circuitState).toBe('closed');
    expect(await checker.checkMany([B], contextOf())).toEqual(['check_failed']);
    expect(checker.circuitState).toBe('closed');
  });

  it('closes with a bulk answer that leaves every number open', async () => {
    const clock = new ManualClock();
    const upstream = bulkThat(() => {
      if (upstream.calls.length === 1) throw new Error('500');
      return 'check_failed';
    });
    const checker = withCircuitBreaker(upstream, { windowCalls: 1, minCalls: 1, openMs: 1_000, clock });
    await expect(checker.checkMany([A], contextOf())).rejects.toThrow('500');
    expect(checker.circuitState).toBe('open');
    clock.advance(1_000);
    expect(await checker.checkMany([A], contextOf())).toEqual(['check_failed']);
    expect(checker.circuitState).toBe('closed');
  });

  it('counts a number that fails again and again once, until it was answered', async () => {
    const upstream = singleThat(busy);
    const checker = withCircuitBreaker(upstream, { windowCalls: 4, minCalls: 4 });
    for (let call = 0; call < 20; call += 1) {
      await expect(checker.check(call % 2 === 0 ? A : B, contextOf())).rejects.toThrow('busy');
    }
    expect([checker.circuitState, upstream.calls.length]).toEqual(['closed', 20]);
  });

  it('closes with a failure that is no outage if an outage has opened it', async () => {
    const subject = subjectOf();
    subject.say = () => {
      throw new DialproofError('checker_unavailable', { retryAfterMs: 60_000 });
    };
    await subject.ask();
    expect(subject.checker.circuitState).toBe('open');
    subject.clock.advance(60_000);
    subject.say = busy;
    expect(await subject.ask()).toMatchObject({ message: 'busy' });
    expect(subject.checker.circuitState).toBe('closed');
    // Failures are counted from here on.
    for (let call = 0; call < 3; call += 1) await subject.ask();
    expect(subject.checker.circuitState).toBe('open');
  });

  it('calls an upstream that is away once for each pause, however many calls are made', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), async (pauses) => {
        const subject = subjectOf({ longestOpenMs: 1_000 });
        await open(subject);
        for (const pauseMs of pauses) {
          subject.clock.advance(pauseMs);
          await subject.ask();
        }
        const passedMs = pauses.reduce((sum, pauseMs) => sum + pauseMs, 0);
        expect(subject.upstream.calls.length - 4).toBeLessThanOrEqual(Math.floor(passedMs / 1_000));
      }),
    );
  });

  it.each([
    [{ failureShare: 0 }, RangeError],
    [{ failureShare: 1.1 }, RangeError],
    [{ windowCalls: 0 }, RangeError],
    [{ windowCalls: 5, minCalls: 6 }, RangeError],
    [{ openMs: 0 }, TypeError],
    [{ openMs: 1_000, longestOpenMs: 500 }, TypeError],
  ])('refuses %o', (options, expected) => {
    expect(() =>
      withCircuitBreaker(
        singleThat(() => 'dead'),
        options,
      ),
    ).toThrow(expected);
  });
});
