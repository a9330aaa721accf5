import { describe, expect, it } from 'vitest';
import { DialproofError } from '../model/errors.js';
import { OUTAGE_REASONS } from '../model/task.js';
import {
  A,
  ANSWERED,
  B,
  C,
  FAILED,
  number,
  OUTAGE_AFTER_MS,
  TIMEOUT_MS,
  trial,
  unavailable,
} from './breaker.fixture.js';
import { failedCall } from './calls/checker-calls.js';

const OF_OPERATOR = OUTAGE_REASONS.filter(
  (reason) => reason !== 'checker_unavailable' && reason !== 'sandbox_outage',
);
const MINUTE_MS = 60_000;

describe('a report of an outage', () => {
  it('opens the breaker where nothing was answered yet, and stops running work', async () => {
    const { breaker, call, failures, told } = trial();
    let stopped = 0;
    breaker.onOpen(() => {
      stopped += 1;
    });
    expect(call([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    await breaker.stored;
    expect({ isOpen: breaker.isOpen, stopped }).toEqual({ isOpen: true, stopped: 1 });
    expect(told).toEqual([
      { reason: 'checker_unavailable', isInferred: false, retryAfterMs: 250, failAfterMs: TIMEOUT_MS },
    ]);
    expect(failures).toMatchObject([{ kind: 'outage_began', cause: { code: 'checker_unavailable' } }]);
  });

  it('notifies no listener that has left', () => {
    const { breaker, call } = trial();
    let stopped = 0;
    breaker.onOpen(() => {
      stopped += 1;
    })();
    call([A], unavailable());
    expect(stopped).toBe(0);
  });

  it('is a failed check of its number while others are answered, up to the fifth in a row', () => {
    const { breaker, call } = trial();
    call([A], ANSWERED);
    const kinds = [1, 2, 3, 4, 5].map((n) => call([number(n)], unavailable(7)).kind);
    expect(kinds).toEqual(['failed', 'failed', 'failed', 'failed', 'unavailable']);
    expect(breaker.isOpen).toBe(true);
  });

  it('opens the breaker once the reports in a row are half as many as the running calls', () => {
    const { begin, breaker, call } = trial();
    call([A], ANSWERED);
    const calls = Array.from({ length: 100 }, (_, n) => begin([number(n)]));
    const kinds = calls.slice(0, 34).map((one) => breaker.take(one, unavailable()).kind);
    expect(kinds.indexOf('unavailable')).toBe(33);
  });

  it('counts in a row until an answer comes', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 40; n += 1) call([number(n)], n % 5 === 0 ? ANSWERED : unavailable());
    expect(breaker.isOpen).toBe(false);
  });

  it.each([
    [OUTAGE_AFTER_MS, false],
    [OUTAGE_AFTER_MS + 1, true],
  ])('opens the breaker %i ms after the last answer: %s', (ms, isOpen) => {
    const { breaker, call, clock } = trial();
    call([A], ANSWERED);
    clock.advance(ms);
    call([B], unavailable());
    expect(breaker.isOpen).toBe(isOpen);
  });

  it.each(OF_OPERATOR)('opens the breaker at once if the operator has to act: %s', async (reason) => {
    const { breaker, call, failures, told } = trial();
    call([A], ANSWERED);
    expect(call([B], unavailable(undefined, reason))).toMatchObject({ kind: 'unavailable' });
    await breaker.stored;
    expect(breaker.reason).toBe(reason);
    expect(told).toMatchObject([{ reason, retryAfterMs: 250 }]);
    expect(failures).toMatchObject([{ kind: 'outage_began', cause: { code: reason, hint: 'renew it' } }]);
    call([B], ANSWERED);
    expect(breaker.reason).toBeNull();
  });

  it('changes the reason of an outage, which is passed to the operator at once', async () => {
    const { breaker, call, failures, told } = trial();
    call([A], unavailable());
    call([A], unavailable(undefined, 'checker_out_of_funds'));
    call([A], unavailable(undefined, 'checker_out_of_funds'));
    call([A], FAILED);
    await breaker.stored;
    expect(breaker.reason).toBe('checker_out_of_funds');
    expect(told.at(-1)).toMatchObject({ reason: 'checker_out_of_funds' });
    const began = failures.filter(({ kind }) => kind === 'outage_began');
    expect(began.map(({ message }) => /checker_\w+/.exec(message)?.[0])).toContain('checker_out_of_funds');
  });

  it.each(OUTAGE_REASONS)('is an error with the code %s', (code) => {
    const error = new DialproofError(code, { retryAfterMs: 5 });
    expect(failedCall(error)).toEqual({ kind: 'unavailable', reason: code, error, retryAfterMs: 5 });
  });
});

describe('a silence of the checker', () => {
  const failMany = ({ call }: ReturnType<typeof trial>, count: number): void => {
    for (let n = 0; n < count; n += 1) call([number(n)], FAILED);
  };

  it('opens the breaker after fifty different numbers and the configured time', () => {
    const tried = trial();
    const { breaker, call, clock, failures } = tried;
    failMany(tried, 49);
    expect(breaker.isDoubtful).toBe(false);
    failMany(tried, 50);
    expect(breaker.isDoubtful).toBe(true);
    clock.advance(OUTAGE_AFTER_MS - 1);
    call([A], FAILED);
    expect(breaker.isOpen).toBe(false);
    clock.advance(1);
    call([A], FAILED);
    expect(breaker.isOpen).toBe(true);
    expect(failures).toMatchObject([{ kind: 'outage_began', message: expect.stringContaining('10000 ms') }]);
  });

  it('takes ten calls for many numbers', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 9; n += 1) call([number(2 * n), number(2 * n + 1)], FAILED);
    expect(breaker.isDoubtful).toBe(false);
    call([A, B], FAILED);
    expect(breaker.isDoubtful).toBe(true);
  });

  it('does not count if one number fails, however often', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 1_000; n += 1) call([A], FAILED);
    expect(breaker.isDoubtful).toBe(false);
  });

  it('does not count if numbers fail that have failed before', () => {
    const { breaker, call } = trial();
    for (let n = 0; n < 60; n += 1) call([number(n)], FAILED, { isRepeat: true });
    expect(breaker.isDoubtful).toBe(false);
  });

  it('does not count if calls fail slowly that began before an answer', () => {
    const { begin, breaker, call, clock } = trial();
    const slow = Array.from({ length: 100 }, (_, n) => begin([number(n)]));
    call([A], ANSWERED);
    clock.advance(2 * OUTAGE_AFTER_MS);
    for (const one of slow) breaker.take(one, FAILED);
    expect(breaker.isDoubtful).toBe(false);
  });

  it('ends with an answer, also with one that comes after its deadline', () => {
    const tried = trial();
    const { breaker, call, clock } = tried;
    failMany(tried, 60);
    clock.advance(OUTAGE_AFTER_MS);
    call([A], FAILED);
    breaker.takeAnswer();
    expect([breaker.isOpen, breaker.isDoubtful]).toEqual([false, false]);
  });
});

describe('the pause before the next probe', () => {
  it('is as long as the upstream asks for', async () => {
    const { call, pauses } = trial();
    call([A], unavailable(42_000));
    expect(await pauses()).toEqual([42_000]);
  });

  it('is not prolonged by calls that were under way, unless they name a time', async () => {
    const { begin, breaker, call, pauses } = trial();
    const [one, other] = [begin([A]), begin([B])];
    call([C], unavailable());
    breaker.take(one, unavailable());
    breaker.take(other, unavailable(5_000));
    expect(await pauses()).toEqual([250, 5_000]);
  });

  it('grows with each probe by a quarter of the outage, up to a minute', async () => {
    const { call, clock, pauses } = trial();
    call([A], unavailable());
    for (const passedMs of [1_000, 3_000, 36_000, 1_000_000]) {
      clock.advance(passedMs);
      call([A], unavailable());
    }
    expect(await pauses()).toEqual([250, 250, 1_000, 10_000, MINUTE_MS]);
  });

  it('grows even if the upstream asks for a pause of 0', async () => {
    const { call, clock, pauses } = trial();
    for (let probe = 0; probe < 4; probe += 1) {
      call([A], unavailable(0));
      clock.advance(2_000);
    }
    expect(await pauses()).toEqual([250, 500, 1_000, 1_500]);
  });

  it('is not prolonged by single checks, which many people may make', async () => {
    const { call, clock, pauses } = trial();
    call([A], unavailable());
    clock.advance(100_000);
    for (let check = 0; check < 20; check += 1) call([B], unavailable(5_000), { purpose: 'single' });
    expect(await pauses()).toEqual([250]);
  });
});

describe('the end of an outage', () => {
  it.each(['batch', 'single'] as const)('is an answer: %s', async (purpose) => {
    const { breaker, call, clock, failures, pauses } = trial();
    call([A], unavailable());
    clock.advance(7_000);
    call([B], ANSWERED, { purpose });
    expect(breaker.isOpen).toBe(false);
    expect(await pauses()).toEqual([250, 'over']);
    expect(failures.map(({ kind, message }) => [kind, message])).toEqual([
      ['outage_began', expect.any(String)],
      ['outage_ended', expect.stringContaining('after 7000 ms')],
    ]);
  });

  it('is the third probe in a row that fails and does not report it', () => {
    const { breaker, call } = trial();
    call([A], unavailable());
    const isOpen = [FAILED, FAILED, unavailable(), FAILED, FAILED, FAILED].map((outcome) => {
      call([B], outcome);
      return breaker.isOpen;
    });
    expect(isOpen).toEqual([true, true, true, true, true, false]);
  });

  it('is not a failed probe if no call has reported the outage, nor a probe that names a time', () => {
    const { breaker, call, clock } = trial();
    for (let n = 0; n < 60; n += 1) call([number(n)], FAILED);
    clock.advance(OUTAGE_AFTER_MS);
    for (let probe = 0; probe < 5; probe += 1) call([A], FAILED);
    expect(breaker.isOpen).toBe(true);
    call([A], ANSWERED);
    clock.advance(2 * OUTAGE_AFTER_MS);
    call([A], unavailable());
    for (let probe = 0; probe < 5; probe += 1)
      call([A], { kind: 'failed', error: new Error('busy'), retryAfterMs: 5_000 });
    expect(breaker.isOpen).toBe(true);
  });

  it('is reported to the operator where the outage has outlasted a probe, and so is its beginning', async () => {
    const { call, clock, failures } = trial();
    for (let outage = 0; outage < 3; outage += 1) {
      for (let probe = 0; probe < 5; probe += 1) {
        call([number(outage * 10 + probe)], unavailable());
        clock.advance(MINUTE_MS);
      }
      call([C], ANSWERED);
      clock.advance(MINUTE_MS);
    }
    expect(failures.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 3 }, () => ['outage_began', 'outage_ended']).flat(),
    );
  });

  it('comes to the store after its beginning, however slow the store is, and a failing store is reported', async () => {
    const { breaker, call, clock, failures, store, told } = trial();
    const { reportOutage } = store;
    store.reportOutage = async (report) => {
      await new Promise(setImmediate);
      await reportOutage(report);
    };
    call([A], unavailable());
    call([B], ANSWERED);
    await breaker.stored;
    expect(told.at(-1)).toBe('over');
    store.reportOutage = () => Promise.reject(new Error('the store is down'));
    clock.advance(2 * OUTAGE_AFTER_MS);
    call([C], unavailable());
    await breaker.stored;
    expect(failures.at(-1)).toMatchObject({ kind: 'work_failed' });
    call([B], ANSWERED);
    await breaker.stored;
    expect(told.at(-1)).toBe('over');
  });
});

describe('an answer of a call that began before the outage', () => {
  it('ends it, like any other', () => {
    const { begin, breaker } = trial();
    const early = begin([B]);
    for (let n = 0; n < 5; n += 1) breaker.take(begin([number(n)]), unavailable());
    expect(breaker.isOpen).toBe(true);
    breaker.take(early, ANSWERED);
    expect(breaker.isOpen).toBe(false);
  });
});

describe('an outage that the store has refused', () => {
  it('is reported to it again as soon as the store is read', async () => {
    const { breaker, call, pauses, store } = trial();
    const { reportOutage } = store;
    store.reportOutage = () => Promise.reject(new Error('the store is away'));
    call([A], unavailable());
    await breaker.stored;
    store.reportOutage = reportOutage;
    breaker.readStore()(null);
    expect(breaker.isOpen).toBe(true);
    expect(await pauses()).toEqual([250]);
    breaker.readStore()(null);
    expect(breaker.isOpen).toBe(false);
  });
});
