import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import { OUTAGE_REASONS } from '../../model/task.js';
import { failedCall } from '../calls/checker-calls.js';
import { A, ANSWERED, B, FAILED, trial, unavailable } from './checker-watch.fixture.js';

const OF_OPERATOR = OUTAGE_REASONS.filter(
  (reason) => reason !== 'checker_unavailable' && reason !== 'sandbox_outage',
);

describe('an outage that the operator has to end', () => {
  it.each(OUTAGE_REASONS)('is one whose error has the code %s', (code) => {
    const error = new DialproofError(code, { retryAfterMs: 5 });
    expect(failedCall(error)).toEqual({ kind: 'unavailable', reason: code, error, retryAfterMs: 5 });
  });

  it.each(OF_OPERATOR)('is reported with its reason: %s', async (reason) => {
    const { failures, see, told, watch } = trial();
    expect(watch.outage.reason).toBeNull();
    see([A], unavailable(undefined, reason));
    await watch.outage.reported;
    expect(watch.outage.reason).toBe(reason);
    expect(told).toMatchObject([{ reason, retryAfterMs: 250 }]);
    expect(failures).toMatchObject([{ kind: 'outage_began', cause: { code: reason, hint: 'renew it' } }]);
    see([B], ANSWERED);
    expect(watch.outage.reason).toBeNull();
  });

  it.each(OF_OPERATOR)('is never blamed on a number that reports it again: %s', (reason) => {
    const { see, watch } = trial();
    see([A], ANSWERED);
    for (let time = 0; time < 3; time += 1) {
      expect(see([B], unavailable(undefined, reason))).toMatchObject({ kind: 'unavailable' });
      expect(watch.outage.isOn).toBe(true);
    }
  });

  it('has the last reported reason, which is passed to the operator at once', async () => {
    const { failures, see, told, watch } = trial();
    see([A], unavailable());
    see([A], unavailable(undefined, 'checker_out_of_funds'));
    expect(watch.outage.reason).toBe('checker_out_of_funds');
    see([A], unavailable(undefined, 'checker_out_of_funds'));
    see([A], FAILED);
    await watch.outage.reported;
    expect(told.at(-1)).toMatchObject({ reason: 'checker_out_of_funds' });
    const began = failures.filter(({ kind }) => kind === 'outage_began');
    expect(began.map(({ message }) => /checker_\w+/.exec(message)?.[0])).toContain('checker_out_of_funds');
  });
});
