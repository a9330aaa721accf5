import type { OutageReason } from '../model/task.js';
import type { Clock } from '../ports/clock.js';
import type { TaskStore } from '../ports/task-store.js';
import type { FailureReporter } from '../reports/failure-reporter.js';

/** An outage as one process knows it. */
export interface Outage {
  /** The reason that was reported last. */
  reason: OutageReason;
  cause: unknown;
  /** The beginning, by the elapsed time. */
  readonly since: number;
  /** The position of the last call that began before the outage. */
  readonly lastCall: number;
  /** Whether the outage was inferred: as far as this process knows, no checker has reported it, and every call had failed for too long. */
  isInferred: boolean;
  /** Whether another process has found the outage, and reported it to the operator. */
  isFoundElsewhere: boolean;
  /** Whether this outage itself was reported to the operator, not only counted. */
  isReported: boolean;
  /** Whether the store knows of it. */
  isStored: boolean;
  /** When the next probe may go out, by the elapsed time. */
  pausedUntil: number;
}

export interface OutageReportsOptions {
  readonly store: Pick<TaskStore, 'reportOutage' | 'endOutage'>;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** Tasks that have waited for this many milliseconds fail. */
  readonly outageTimeoutMs: number;
}

/** Reports outages to the store and to the operator. The store gets the reports in the order of events, one after another. */
export class OutageReports {
  readonly #options: OutageReportsOptions;
  #stored: Promise<void> = Promise.resolve();

  constructor(options: OutageReportsOptions) {
    this.#options = options;
  }

  /** Resolves when the store has got all earlier reports. Never rejects. */
  get stored(): Promise<void> {
    return this.#stored;
  }

  /** Reports a new outage, or a new reason of an outage. */
  announce(outage: Outage, retryAfterMs: number): void {
    outage.isReported = this.#options.reporter.report('outage_began', outage.cause);
    this.pause(outage, retryAfterMs);
  }

  /**
   * Takes note of a call's report. A new reason is announced, since the operator has to act differently and tasks show it. The first report
   * also goes to the store, since other processes may take over.
   */
  report(outage: Outage, reason: OutageReason, cause: unknown): void {
    const wasInferred = outage.isInferred;
    outage.isInferred = false;
    if (outage.reason !== reason) {
      outage.reason = reason;
      outage.cause = cause;
      this.announce(outage, 0);
    } else if (wasInferred) this.pause(outage, 0);
  }

  /** Postpones the next probe by `retryAfterMs`. The store also fails tasks that have waited too long. */
  pause(outage: Outage, retryAfterMs: number): void {
    const { clock, outageTimeoutMs, store } = this.#options;
    outage.pausedUntil = Math.max(outage.pausedUntil, clock.elapsed() + retryAfterMs);
    this.#callStore(async () => {
      const { isInferred, reason } = outage;
      await store.reportOutage({ reason, isInferred, retryAfterMs, failAfterMs: outageTimeoutMs });
      outage.isStored = true;
    });
  }

  /**
   * Takes note that an outage has outlasted a probe. Outages that end with the first probe are only counted; longer ones are reported to
   * the operator.
   */
  outlast(outage: Outage): void {
    if (outage.isReported) return;
    outage.isReported = true;
    this.#options.reporter.insist('outage_began', outage.cause);
  }

  /**
   * Reports the end of an outage to the operator: always if its beginning was reported, otherwise depending on the count. Nothing is
   * reported if another process has reported the outage.
   */
  end(outage: Outage): void {
    if (outage.isFoundElsewhere && !outage.isReported) return;
    const { clock, reporter } = this.#options;
    const lastedMs = Math.round(clock.elapsed() - outage.since);
    const news = new Error(`numbers are checked again after ${lastedMs} ms`);
    const isReported = reporter.report('outage_ended', news);
    if (outage.isReported && !isReported) reporter.insist('outage_ended', news);
  }

  /** Ends the outage in the store. */
  endStored(): void {
    this.#callStore(() => this.#options.store.endOutage());
  }

  #callStore(call: () => Promise<void>): void {
    this.#stored = this.#stored.then(call).catch((error: unknown) => {
      this.#options.reporter.report('work_failed', error);
    });
  }
}
