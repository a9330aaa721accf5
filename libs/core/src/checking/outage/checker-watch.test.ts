import { describe, expect, it } from 'vitest';
import {
  A,
  ANSWERED,
  B,
  begin,
  C,
  FAILED,
  number,
  TIMEOUT_MS,
  trial,
  unavailable,
} from './checker-watch.fixture.js';

describe('an outage that the checker reports', () => {
  it('begins at once, is reported to the store and to the operator, and stops running work', async () => {
    const { failures, see, told, watch } = trial();
    let stopped = 0;
    watch.outage.onBegin(() => {
      stopped += 1;
    });
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    await watch.outage.reported;
    expect(watch.outage.isOn).toBe(true);
    expect(stopped).toBe(1);
    expect(told).toEqual([{ reason: 'checker_unavailable', retryAfterMs: 250, failAfterMs: TIMEOUT_MS }]);
    expect(failures).toMatchObject([{ kind: 'outage_began', cause: { code: 'checker_unavailable' } }]);
  });

  it('notifies no listener that has left', () => {
    const { see, watch } = trial();
    let stopped = 0;
    watch.outage.onBegin(() => {
      stopped += 1;
    })();
    see([A], unavailable());
    expect(stopped).toBe(0);
  });

  it('lasts until the time that the upstream names', async () => {
    const { pauses, see } = trial();
    see([A], unavailable(42_000));
    expect(await pauses()).toEqual([42_000]);
  });

  it('is not prolonged by reports of calls that were under way when it began', async () => {
    const { pauses, see, watch } = trial();
    const underWay = [A, B, C].map((one) => begin(watch, one));
    for (const call of underWay) watch.seeOutcome(call, unavailable());
    expect(await pauses()).toEqual([250]);
    see([A], unavailable());
    expect(await pauses()).toEqual([250, 250]);
  });

  it('takes the time that any call names, also one that was under way', async () => {
    const { pauses, watch } = trial();
    const [first, second] = [A, B].map((one) => begin(watch, one));
    if (first !== undefined) watch.seeOutcome(first, unavailable());
    if (second !== undefined) watch.seeOutcome(second, unavailable(5_000));
    expect(await pauses()).toEqual([250, 5_000]);
  });

  it('has pauses that grow by a quarter of its length, up to a minute', async () => {
    const { clock, pauses, see } = trial();
    see([A], unavailable());
    for (const passedMs of [1_000, 3_000, 36_000, 1_000_000]) {
      clock.advance(passedMs);
      see([A], unavailable());
    }
    expect(await pauses()).toEqual([250, 250, 1_000, 10_000, 60_000]);
  });

  it('is prolonged by probes and not by single checks, which many people may make', async () => {
    const { clock, pauses, see } = trial();
    see([A], unavailable());
    clock.advance(100_000);
    for (let check = 0; check < 20; check += 1) see([B], unavailable(), { purpose: 'single' });
    expect(await pauses()).toEqual([250]);
  });

  it('ends with the answer of a call that began after it, and not of one that was under way', async () => {
    const { clock, failures, pauses, see, watch } = trial();
    const [early, begun] = [begin(watch, B), begin(watch, A)];
    const last = begin(watch, C);
    watch.seeOutcome(begun, unavailable());
    watch.seeOutcome(early, ANSWERED);
    watch.seeOutcome(last, ANSWERED);
    expect(watch.outage.isOn).toBe(true);
    clock.advance(7_000);
    see([B], ANSWERED);
    expect(watch.outage.isOn).toBe(false);
    expect(await pauses()).toEqual([250, 'over']);
    expect(failures.map(({ kind, message }) => [kind, message])).toEqual([
      ['outage_began', expect.any(String)],
      ['outage_ended', expect.stringContaining('7000 ms')],
    ]);
  });

  it('ends with the answer of a single check too', () => {
    const { see, watch } = trial();
    see([A], unavailable());
    see([B], ANSWERED, { purpose: 'single' });
    expect(watch.outage.isOn).toBe(false);
  });

  it('counts anew after an earlier outage has ended', async () => {
    const { clock, pauses, see } = trial();
    see([A], unavailable());
    clock.advance(1_000_000);
    see([B], ANSWERED);
    see([C], unavailable());
    clock.advance(400);
    see([number(0)], unavailable());
    expect(await pauses()).toEqual([250, 'over', 250, 250]);
  });

  it('knows which numbers its probes have tried alone, and in which order', () => {
    const { see, watch } = trial();
    see([A], unavailable());
    see([B], unavailable(), { purpose: 'single' });
    see([B, C], unavailable());
    expect([A, B, C].map((one) => watch.outage.lastTried(one))).toEqual([1, 0, 0]);
    see([C], FAILED);
    see([A], FAILED);
    expect([A, B, C].map((one) => watch.outage.lastTried(one))).toEqual([5, 0, 4]);
  });

  it('has tried nothing, and waits for no probe, where there is none', () => {
    const { see, watch } = trial();
    expect([watch.outage.lastTried(A), watch.outage.untilProbeMs]).toEqual([0, 0]);
    see([A], unavailable(5_000));
    see([B], ANSWERED);
    expect([watch.outage.lastTried(A), watch.outage.untilProbeMs]).toEqual([0, 0]);
  });

  it('knows how long it is until the next probe', () => {
    const { clock, see, watch } = trial();
    see([A], unavailable(5_000));
    clock.advance(1_000);
    expect(watch.outage.untilProbeMs).toBe(4_000);
  });

  it('is reported with its length when it ends', () => {
    const { clock, failures, see } = trial();
    clock.advance(5_000);
    see([A], unavailable());
    clock.advance(61_000);
    see([B], ANSWERED);
    expect(failures.at(-1)).toMatchObject({ kind: 'outage_ended' });
    expect(failures.at(-1)?.message).toContain('after 61000 ms');
  });

  it('has ended if the store, which knew of it, has none any more', async () => {
    const { see, watch } = trial();
    see([A], unavailable());
    watch.outage.lookAtStore()(null);
    expect(watch.outage.isOn).toBe(true);
    await watch.outage.reported;
    const beforeTheNext = watch.outage.lookAtStore();
    watch.outage.lookAtStore()(null);
    expect(watch.outage.isOn).toBe(false);
    see([B], unavailable());
    beforeTheNext(null);
    expect(watch.outage.isOn).toBe(true);
  });

  it('is reported to the operator if it outlasts a probe, with its end', async () => {
    const { clock, failures, see } = trial();
    for (let outage = 0; outage < 3; outage += 1) {
      for (let probe = 0; probe < 5; probe += 1) {
        see([number(outage * 10 + probe)], unavailable());
        clock.advance(60_000);
      }
      see([C], ANSWERED);
      clock.advance(60_000);
    }
    expect(failures.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 3 }, () => ['outage_began', 'outage_ended']).flat(),
    );
  });

  it('is reported in order even if the store is slow, and a failing store is reported', async () => {
    const { failures, see, store, told, watch } = trial();
    const { reportOutage } = store;
    store.reportOutage = async (report) => {
      await new Promise(setImmediate);
      await reportOutage(report);
    };
    see([A], unavailable());
    see([B], ANSWERED);
    await watch.outage.reported;
    expect(told.at(-1)).toBe('over');
    store.reportOutage = () => Promise.reject(new Error('the store is down'));
    see([C], unavailable());
    await watch.outage.reported;
    expect(failures.at(-1)).toMatchObject({ kind: 'work_failed' });
    see([B], ANSWERED);
    await watch.outage.reported;
    expect(told.at(-1)).toBe('over');
  });
});

describe('a silence during which the process stands still', () => {
  it('is as long as the process ran, however often one standstill is noted', () => {
    const { clock, see, watch } = trial();
    for (let n = 0; n < 60; n += 1) see([number(n)], FAILED);
    clock.advance(60_000);
    for (let call = 0; call < 3; call += 1) watch.noteStandstill(59_000);
    clock.advance(8_999);
    see([A], FAILED);
    expect(watch.outage.isOn).toBe(false);
    clock.advance(1);
    see([B], FAILED);
    expect(watch.outage.isOn).toBe(true);
  });
});

describe('the pause before the next probe', () => {
  it('grows even if the upstream asks for a pause of 0', async () => {
    const { clock, pauses, see } = trial();
    for (let probe = 0; probe < 4; probe += 1) {
      see([A], unavailable(0));
      clock.advance(2_000);
    }
    expect(await pauses()).toEqual([250, 500, 1_000, 1_500]);
  });
});
