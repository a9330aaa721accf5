import type { Clock } from '../ports/clock.js';

/** The kinds of failures that no caller sees. */
export const REPORT_KINDS = [
  'check_failed',
  'outage_began',
  'outage_ended',
  'settlement_differs',
  'task_failed',
  'work_failed',
  'cleanup_failed',
  'answers_not_read',
  'answer_not_kept',
  'queue_failed',
  'webhook_failing',
  'webhook_failed',
  'webhook_disabled',
  'observer_failed',
] as const;

/**
 * - `check_failed`: calls of the checker that rejected, answered nonsense or passed their deadline;
 * - `outage_began`, `outage_ended`: no number can be checked, and numbers can be checked again;
 * - `settlement_differs`: the ledger charged another amount than was verified;
 * - `task_failed`: the stored data of a task cannot be read, or its answers cannot be recorded, so that the task fails;
 * - `work_failed`: a step of a task that will be repeated, such as a record, a settlement or a claim;
 * - `cleanup_failed`: data of a refused upload, an expired hold or a killed process could not be removed; a later attempt removes them;
 * - `answers_not_read`: a damaged chunk of an earlier task, whose answers a file with `freshWithinMs` could not take;
 * - `answer_not_kept`: what a single check has found could not be kept, so that a later request with `freshWithinMs` is checked again;
 * - `queue_failed`: the queue could not be notified of new work;
 * - `webhook_failing`: a delivery has failed twice, and is tried again;
 * - `webhook_failed`: a delivery was given up after its last try;
 * - `webhook_disabled`: nothing more is delivered to a webhook, because its receiver is gone or has failed for days;
 * - `observer_failed`: the observer threw, rejected or took longer than 100 ms, or its facts could not be read.
 */
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A failure that no caller sees, for the operator. Its `cause` is the thrown value. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';
  readonly kind: ReportKind;
  /** How often this cause has occurred since it was last new. */
  readonly count: number;

  constructor(kind: ReportKind, count: number, cause: unknown, about: string) {
    const times = count === 1 ? '' : ` (${count} times)`;
    super(`${kind}${times}: ${about}`, { cause });
    this.kind = kind;
    this.count = count;
  }
}

/** After this time without an occurrence, a cause counts as new. */
const FORGET_AFTER_MS = 600_000;

/** The most remembered causes. The one that occurred longest ago is dropped first. */
const MAX_CAUSES = 200;

interface Cause {
  readonly kind: ReportKind;
  readonly about: string;
  error: unknown;
  count: number;
  reported: number;
  lastAt: number;
}

/**
 * Reports failures to the operator: each cause at its first occurrence, then whenever its count has grown tenfold, and unreported counts
 * when the service closes. So a file of 100,000 numbers that all fail for one reason makes six reports, and no timer keeps a process alive.
 */
export class FailureReporter {
  readonly #clock: Clock;
  readonly #onError: (failure: ReportedFailure) => void;
  /** The causes by kind and text, in the order of their last occurrence, the oldest first. */
  readonly #causes = new Map<string, Cause>();

  constructor(clock: Clock, onError: (failure: ReportedFailure) => void) {
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Counts a failure, and reports it if that is due. Returns whether it was reported. */
  report(kind: ReportKind, error: unknown): boolean {
    const cause = this.#count(kind, error);
    const isTime = cause.count === 1 || cause.count >= cause.reported * 10;
    if (isTime) this.#notify(cause);
    return isTime;
  }

  /** Reports a failure that was already counted, even if no report is due. */
  insist(kind: ReportKind, error: unknown): void {
    this.#notify(this.#causes.get(keyOf(kind, error)) ?? this.#count(kind, error));
  }

  /** Reports all failures that occurred since their last report. */
  flush(): void {
    for (const cause of this.#causes.values()) if (cause.count > cause.reported) this.#notify(cause);
  }

  #count(kind: ReportKind, error: unknown): Cause {
    const key = keyOf(kind, error);
    const now = this.#clock.elapsed();
    const known = this.#causes.get(key);
    const isNew = known === undefined || now - known.lastAt > FORGET_AFTER_MS;
    if (isNew && known !== undefined && known.count > known.reported) this.#notify(known);
    const about = describeError(error);
    const cause = isNew ? { kind, about, error, count: 0, reported: 0, lastAt: now } : known;
    cause.error = error;
    cause.lastAt = now;
    cause.count += 1;
    this.#causes.delete(key);
    this.#causes.set(key, cause);
    if (this.#causes.size > MAX_CAUSES) this.#forgetOldest();
    return cause;
  }

  #forgetOldest(): void {
    const [oldest] = this.#causes;
    if (oldest === undefined) return;
    const [key, cause] = oldest;
    if (cause.count > cause.reported) this.#notify(cause);
    this.#causes.delete(key);
  }

  #notify(cause: Cause): void {
    cause.reported = cause.count;
    const failure = new ReportedFailure(cause.kind, cause.count, cause.error, cause.about);
    callHost(() => this.#onError(failure)).catch((error: unknown) => {
      // If the host's logger throws, the work continues and the failure is still printed.
      warnProcess(failure);
      process.emitWarning(`onError threw: ${describeError(error)}`, 'DialproofWarning');
    });
  }
}

/** The key of a cause. Numbers, ids and times are ignored. */
function keyOf(kind: ReportKind, error: unknown): string {
  return `${kind} ${describeError(error).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')}`;
}

/** Calls the host's code synchronously, and rejects if it throws or rejects. */
async function callHost(call: () => unknown): Promise<void> {
  await call();
}

/** The `onError` of hosts without one: a warning on stderr, which Node prints and a host may listen to. */
export function warnProcess(failure: ReportedFailure): void {
  process.emitWarning(failure.message, { type: 'DialproofWarning', code: failure.kind });
}

/** A thrown value as text. It may be any value, since a checker is the host's code. */
export function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return `${typeof error} was thrown: ${String(error)}`.slice(0, 500);
    const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : '';
    return `${error.name}${code}: ${error.message}`.slice(0, 500);
  } catch {
    return 'something that cannot be shown was thrown';
  }
}
