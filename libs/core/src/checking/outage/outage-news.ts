import type { Clock } from '../../ports/clock.js';
import type { TaskStore } from '../../ports/task-store.js';
import type { FailureReporter } from '../../reports/failure-reporter.js';
import type { CheckerOutage } from './checker-outage.js';

export interface OutageNewsOptions {
  readonly store: Pick<TaskStore, 'reportOutage' | 'endOutage'>;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** Tasks that have waited for so long fail. */
  readonly outageTimeoutMs: number;
}

/** Tells the store and the operator of outages. The store is told in the order of what happened, one thing after the other. */
export class OutageNews {
  readonly #options: OutageNewsOptions;
  #told: Promise<void> = Promise.resolve();

  constructor(options: OutageNewsOptions) {
    this.#options = options;
  }

  /** Resolves when the store knows of everything that was to be told before. Never rejects. */
  get told(): Promise<void> {
    return this.#told;
  }

  /** An outage begins, or has another reason now. */
  begin(outage: CheckerOutage, retryAfterMs: number): void {
    outage.isReported = this.#options.reporter.report('outage_began', outage.cause);
    this.pause(outage, retryAfterMs);
  }

  /** No probe is to go out for so long. */
  pause(outage: CheckerOutage, retryAfterMs: number): void {
    const { clock, outageTimeoutMs, store } = this.#options;
    outage.pause(clock.elapsed(), retryAfterMs);
    this.#tell(async () => {
      await store.reportOutage({ reason: outage.reason, retryAfterMs, failAfterMs: outageTimeoutMs });
      outage.judgedAt = clock.elapsed();
      outage.storedAt ??= outage.judgedAt;
    });
  }

  /** How long it is until {@link judgeWaiting} is due, in milliseconds. */
  untilJudgementMs(outage: CheckerOutage): number {
    const { clock, outageTimeoutMs } = this.#options;
    return Math.max(0, Math.ceil(outage.nextJudgementAt(outageTimeoutMs) - clock.elapsed()));
  }

  /** Has the store fail the tasks that have waited for too long, also where no probe may go out yet. */
  judgeWaiting(outage: CheckerOutage): void {
    // Concurrent calls find it done; the report sets the time again.
    outage.judgedAt = this.#options.clock.elapsed();
    this.pause(outage, 0);
  }

  /** An outage has outlasted a probe. Those that the first probe ends are counted; one that lasts is told to the operator each time. */
  outlast(outage: CheckerOutage): void {
    if (outage.isReported) return;
    outage.isReported = true;
    this.#options.reporter.insist('outage_began', outage.cause);
  }

  /**
   * Tells the operator that an outage is over: each time if its beginning was told, else as the count has grown; not of one that another
   * process has told of.
   */
  end(outage: CheckerOutage): void {
    if (outage.isFoundElsewhere && !outage.isReported) return;
    const { clock, reporter } = this.#options;
    const lastedMs = Math.round(clock.elapsed() - outage.since);
    const news = new Error(`numbers are checked again after ${lastedMs} ms`);
    const isReported = reporter.report('outage_ended', news);
    if (outage.isReported && !isReported) reporter.insist('outage_ended', news);
  }

  /** Tells the store that the outage is over. */
  endStored(): void {
    this.#tell(() => this.#options.store.endOutage());
  }

  #tell(tell: () => Promise<void>): void {
    this.#told = this.#told.then(tell).catch((error: unknown) => {
      this.#options.reporter.report('work_failed', error);
    });
  }
}
