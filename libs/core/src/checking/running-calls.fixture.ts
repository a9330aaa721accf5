import { ManualClock } from '../memory/manual-clock.js';
import { accountId, type E164 } from '../model/identifiers.js';
import type { BulkNumberChecker, NumberChecker } from '../ports/number-checker.js';
import { FailureReporter, type ReportedFailure } from '../reports/failure-reporter.js';
import { Breaker } from './breaker.js';
import { type CallOutcome, checkerCalls } from './calls/checker-calls.js';
import { LateAnswers, LateCalls } from './calls/late-answers.js';
import { RunningCalls } from './running-calls.js';

export const ACCOUNT = accountId('ann');
export const DEADLINE_MS = 1_000;
export const [A, B, C, D] = ['+14155552671', '+442071838750', '+4915112345678', '+33612345678'] as [
  E164,
  E164,
  E164,
  E164,
];

export function trial(checker: NumberChecker | BulkNumberChecker, clock = new ManualClock()) {
  const failures: ReportedFailure[] = [];
  const reporter = new FailureReporter(clock, (failure) => failures.push(failure));
  const store = { reportOutage: async () => undefined, endOutage: async () => undefined };
  const breaker = new Breaker({ store, clock, reporter, outageAfterMs: 10_000, outageTimeoutMs: 60_000 });
  const calls = checkerCalls(checker);
  const late = new LateAnswers(clock);
  const lateCalls = new LateCalls(clock);
  const deadline = { checkDeadlineMs: DEADLINE_MS, checkDeadlinePerNumberMs: 0 };
  const parts = { calls, breaker, late, lateCalls, clock, reporter, observer: undefined, ...deadline };
  const running = new RunningCalls(parts, { purpose: 'batch', accountId: ACCOUNT, chunk: null });
  const outcomes: CallOutcome[] = [];
  const ask = (...numbers: E164[]): void =>
    void running.ask(numbers).then((outcome) => outcomes.push(outcome));
  return { ask, clock, failures, lateCalls, outcomes, running, breaker };
}
