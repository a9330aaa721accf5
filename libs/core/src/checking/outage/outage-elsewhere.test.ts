import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, trial, unavailable } from './checker-watch.fixture.js';

describe('an outage that another process has found', () => {
  it('has ended if its probe was claimed and the store has none any more', () => {
    const { watch } = trial();
    watch.outage.beginProbe(1_000);
    watch.outage.lookAtStore()(null);
    expect(watch.outage.isOn).toBe(false);
  });

  it('begins when the store reports it, and ends when the store has none any more', () => {
    const { failures, watch } = trial();
    watch.outage.lookAtStore()(null);
    expect(watch.outage.isOn).toBe(false);
    watch.outage.lookAtStore()({ reason: 'checker_suspended', lastedMs: 5_000 });
    expect(watch.outage.reason).toBe('checker_suspended');
    watch.outage.lookAtStore()({ reason: 'checker_suspended', lastedMs: 6_000 });
    expect(watch.outage.reason).toBe('checker_suspended');
    watch.outage.lookAtStore()(null);
    expect(watch.outage.isOn).toBe(false);
    // The process that has found it reports it to the operator.
    expect(failures).toEqual([]);
  });

  it('does not begin by an answer of the store that is older than an outage or its end in this process', () => {
    const { see, watch } = trial();
    const atFirst = watch.outage.lookAtStore();
    see([A], unavailable());
    see([B], ANSWERED);
    atFirst({ reason: 'checker_unavailable', lastedMs: 10 });
    expect(watch.outage.isOn).toBe(false);
  });

  it('continues with its length in a process that gets its probe', async () => {
    const { pauses, see, watch } = trial();
    watch.outage.beginProbe(100_000);
    expect(watch.outage.isOn).toBe(true);
    see([A], unavailable());
    expect(await pauses()).toEqual([25_000]);
    see([B], ANSWERED);
    expect(await pauses()).toEqual([25_000, 'over']);
  });

  it('is reported to the operator once a probe of this process has failed too', () => {
    const { failures, see, watch } = trial();
    watch.outage.beginProbe(1_000);
    expect(failures).toEqual([]);
    see([A], unavailable());
    expect(failures).toMatchObject([
      { kind: 'outage_began', message: expect.stringContaining('another process') },
    ]);
  });

  it('leaves the only number that reported it here suspected', () => {
    const { see, watch } = trial();
    watch.outage.beginProbe(1_000);
    see([A], unavailable());
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'failed' });
  });
});
