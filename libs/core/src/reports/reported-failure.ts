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
