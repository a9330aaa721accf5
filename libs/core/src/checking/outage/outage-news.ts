import type { Clock } from '../../ports/clock.js';
import type { TaskStore } from '../../ports/task-store.js';
import type { FailureReporter } from '../../reports/failure-reporter.js';
import type { CheckerOutage } from './checker-outage.js';

export interface OutageNewsOptions {
  readonly store: Pick<TaskStore, 'reportOutage' | 'endOutage'>;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** Tasks that have waited for this many milliseconds fail. */
  readonly outageTimeoutMs: number;
}

/** Reports outages to the store and to the operator. The store gets the reports in the order of events, one after another. */
export class OutageNews {
  readonly #options: OutageNewsOptions;
  #reported: Promise<void> = Promise.resolve();

  constructor(options: OutageNewsOptions) {
    this.#options = options;
  }

  /** Resolves when the store has got all earlier reports. Never rejects. */
  get reported(): Promise<void> {
    return this.#reported;
  }

  /** An outage begins, or has another reason now. */
  begin(outage: CheckerOutage, retryAfterMs: number): void {
    outage.isReported = this.#options.reporter.report('outage_began', outage.cause);
    this.pause(outage, retryAfterMs);
  }

  /** No probe goes out for `retryAfterMs`. */
  pause(outage: CheckerOutage, retryAfterMs: number): void {
    const { clock, outageTimeoutMs, store } = this.#options;
    outage.pause(clock.elapsed(), retryAfterMs);
    this.#report(async () => {
      await store.reportOutage({ reason: outage.reason, retryAfterMs, failAfterMs: outageTimeoutMs });
      outage.judgedAt = clock.elapsed();
      outage.storedAt ??= outage.judgedAt;
    });
  }

  /** Milliseconds until {@link judgeWaiting} is due. */
  untilJudgementMs(outage: CheckerOutage): number {
    const { clock, outageTimeoutMs } = this.#options;
    return Math.max(0, Math.ceil(outage.nextJudgementAt(outageTimeoutMs) - clock.elapsed()));
  }

  /** Makes the store fail the tasks that have waited for too long, even if no probe may go out yet. */
  judgeWaiting(outage: CheckerOutage): void {
    // Concurrent calls find it done; the report sets the time again.
    outage.judgedAt = this.#options.clock.elapsed();
    this.pause(outage, 0);
  }

  /** An outage has outlasted a probe. Outages that end with the first probe are only counted; every longer one is reported to the operator. */
  outlast(outage: CheckerOutage): void {
    if (outage.isReported) return;
    outage.isReported = true;
    this.#options.reporter.insist('outage_began', outage.cause);
  }

  /**
   * Reports the end of an outage to the operator: always if its beginning was reported, else as the count has grown. Nothing is reported if
   * another process has reported the outage.
   */
  end(outage: CheckerOutage): void {
    if (outage.isFoundElsewhere && !outage.isReported) return;
    const { clock, reporter } = this.#options;
    const lastedMs = Math.round(clock.elapsed() - outage.since);
    const news = new Error(`numbers are checked again after ${lastedMs} ms`);
    const isReported = reporter.report('outage_ended', news);
    if (outage.isReported && !isReported) reporter.insist('outage_ended', news);
  }

  /** Reports to the store that the outage has ended. */
  endStored(): void {
    this.#report(() => this.#options.store.endOutage());
  }

  #report(report: () => Promise<void>): void {
    this.#reported = this.#reported.then(report).catch((error: unknown) => {
      this.#options.reporter.report('work_failed', error);
    });
  }
}
