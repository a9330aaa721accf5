import { ManualClock } from '../../memory/manual-clock.js';
import type { E164 } from '../../model/e164.js';
import { DialproofError } from '../../model/errors.js';
import type { OutageReason } from '../../model/task.js';
import type { OutageReport } from '../../ports/task-store.js';
import { FailureReporter } from '../../reports/failure-reporter.js';
import type { ReportedFailure } from '../../reports/reported-failure.js';
import type { CallOutcome } from '../calls/checker-calls.js';
import type { EndedCall } from './call-order.js';
import { CheckerWatch } from './checker-watch.js';

export const TIMEOUT_MS = 86_400_000;
export const [A, B, C] = ['+14155552671', '+442071838750', '+41791234567'] as [E164, E164, E164];
export const number = (n: number): E164 => `+1415555${1_000 + n}` as E164;

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

export type OutageCall = OutageReport | 'over';

export function trial() {
  const clock = new ManualClock();
  const told: OutageCall[] = [];
  const failures: ReportedFailure[] = [];
  const store = {
    reportOutage: async (report: OutageReport) => void told.push(report),
    endOutage: async () => void told.push('over'),
  };
  const reporter = new FailureReporter(clock, (failure) => failures.push(failure));
  const watch = new CheckerWatch({
    store,
    clock,
    reporter,
    outageAfterMs: 10_000,
    outageTimeoutMs: TIMEOUT_MS,
  });
  /** A call of its own that begins and ends at once. */
  const see = (
    numbers: readonly E164[],
    outcome: CallOutcome,
    { purpose = 'batch', isRepeat = false }: Partial<EndedCall> = {},
  ) => watch.seeOutcome({ order: watch.beginCall(), purpose, numbers, isRepeat }, outcome);
  const pauses = async (): Promise<(number | 'over')[]> => {
    await watch.outage.reported;
    return told.map((one) => (one === 'over' ? one : one.retryAfterMs));
  };
  return { clock, failures, pauses, see, store, told, watch };
}

/** A call that begins, to end later. */
export function begin(watch: CheckerWatch, one: E164): EndedCall {
  return { order: watch.beginCall(), purpose: 'batch', numbers: [one], isRepeat: false };
}
