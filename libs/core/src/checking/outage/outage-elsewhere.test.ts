import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, trial, unavailable } from './checker-watch.fixture.js';

describe('an outage that another process has found', () => {
  it('is stored already where its probe was claimed', () => {
    const { watch } = trial();
    watch.beginProbe(1_000);
    expect(watch.storedOutage).not.toBeNull();
  });

  it('goes on, for a process that is handed its probe, with the length that it has had', async () => {
    const { pauses, see, watch } = trial();
    watch.beginProbe(100_000);
    expect(watch.isDown).toBe(true);
    see([A], unavailable());
    expect(await pauses()).toEqual([25_000]);
    see([B], ANSWERED);
    expect(await pauses()).toEqual([25_000, 'over']);
  });

  it('is told to the operator once a probe of this process has failed too', () => {
    const { failures, see, watch } = trial();
    watch.beginProbe(1_000);
    expect(failures).toEqual([]);
    see([A], unavailable());
    expect(failures).toMatchObject([
      { kind: 'outage_began', message: expect.stringContaining('another process') },
    ]);
  });

  it('leaves a number suspected that alone reported it here', () => {
    const { see, watch } = trial();
    watch.beginProbe(1_000);
    see([A], unavailable());
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'failed' });
  });
});
