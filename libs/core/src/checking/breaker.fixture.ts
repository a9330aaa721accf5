import { ManualClock } from '../memory/manual-clock.js';
import { DialproofError } from '../model/errors.js';
import type { E164 } from '../model/identifiers.js';
import type { OutageReason } from '../model/task.js';
import type { OutageReport } from '../ports/task-store.js';
import { FailureReporter, type ReportedFailure } from '../reports/failure-reporter.js';
import { Breaker, type EndedCall } from './breaker.js';
import type { CallOutcome } from './calls/checker-calls.js';

export const TIMEOUT_MS = 86_400_000;
export const OUTAGE_AFTER_MS = 10_000;
export const number = (n: number): E164 => `+1415555${1_000 + n}` as E164;
export const [A, B, C] = [number(901), number(902), number(903)];

export const ANSWERED: CallOutcome = { kind: 'answered', answers: ['dead'], defect: undefined };
export const FAILED: CallOutcome = { kind: 'failed', error: new Error('refused'), retryAfterMs: undefined };
export const unavailable = (
  retryAfterMs?: number,
  reason: OutageReason = 'checker_unavailable',
): CallOutcome => ({
  kind: 'unavailable',
  reason,
  error: new DialproofError(reason, { hint: 'renew it' }),
  retryAfterMs,
});

export function trial() {
  const clock = new ManualClock();
  /** The reports to the store. */
  const told: (OutageReport | 'over')[] = [];
  const failures: ReportedFailure[] = [];
  const store = {
    reportOutage: async (report: OutageReport) => void told.push(report),
    endOutage: async () => void told.push('over'),
  };
  const reporter = new FailureReporter(clock, (failure) => failures.push(failure));
  const breaker = new Breaker({
    store,
    clock,
    reporter,
    outageAfterMs: OUTAGE_AFTER_MS,
    outageTimeoutMs: TIMEOUT_MS,
  });
  const begin = (numbers: readonly E164[], differing: Partial<EndedCall> = {}): EndedCall => ({
    order: breaker.beginCall(),
    purpose: 'batch',
    numbers,
    isRepeat: false,
    ...differing,
  });
  /** A call that begins and ends at once. */
  const call = (numbers: readonly E164[], outcome: CallOutcome, differing: Partial<EndedCall> = {}) =>
    breaker.take(begin(numbers, differing), outcome);
  /** The pauses that were reported to the store. */
  const pauses = async (): Promise<(number | 'over')[]> => {
    await breaker.stored;
    return told.map((one) => (one === 'over' ? one : one.retryAfterMs));
  };
  return { begin, breaker, call, clock, failures, pauses, store, told };
}
