import { linkSignals } from '../async/linked-signal.js';
import type { Clock } from '../ports/clock.js';
import type { WorkSource } from '../ports/task-queue.js';
import type { FailureReporter } from '../reports/failure-reporter.js';

/** The delay of the next poll while a source works, and after it has failed. */
const POLL_MS = 1_000;
/** A source without work is called again after this time: other processes may have left work. */
const MAX_IDLE_MS = 5_000;

interface OtherWorkSettings {
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly workSources: readonly WorkSource[];
}

/** A source, and the time of its next call. */
interface ScheduledSource {
  readonly source: WorkSource;
  isWorking: boolean;
  /** By the clock's elapsed time. */
  nextAt: number;
}

/**
 * Runs the sources of other work beside the work on tasks. No call of `work` waits for them: a source may wait for foreign servers, and
 * only a few calls of `work` run at once.
 */
export class OtherWork {
  readonly #clock: Clock;
  readonly #reporter: FailureReporter;
  readonly #sources: readonly ScheduledSource[];

  constructor({ clock, reporter, workSources }: OtherWorkSettings) {
    this.#clock = clock;
    this.#reporter = reporter;
    this.#sources = workSources.map((source) => ({
      source,
      isWorking: false,
      nextAt: Number.NEGATIVE_INFINITY,
    }));
  }

  /** Milliseconds until there may be something to do; null if there are no sources. */
  get retryAfterMs(): number | null {
    if (this.#sources.length === 0) return null;
    const now = this.#clock.elapsed();
    return Math.min(
      ...this.#sources.map(({ isWorking, nextAt }) => (isWorking ? POLL_MS : Math.max(0, nextAt - now))),
    );
  }

  /** Makes all sources due: there may be something to do now. */
  nudge(): void {
    for (const scheduled of this.#sources) scheduled.nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Starts the work of the due sources, and returns its promises, which never reject. */
  begin(...signals: readonly (AbortSignal | undefined)[]): readonly Promise<void>[] {
    if (signals.some((signal) => signal?.aborted)) return [];
    const now = this.#clock.elapsed();
    return this.#sources
      .filter(({ isWorking, nextAt }) => !isWorking && nextAt <= now)
      .map((scheduled) => this.#work(scheduled, signals));
  }

  async #work(scheduled: ScheduledSource, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    const ended = linkSignals(...signals);
    scheduled.isWorking = true;
    scheduled.nextAt = Number.POSITIVE_INFINITY;
    const afterMs = await this.#workOf(scheduled.source, ended.signal);
    ended.unlink();
    scheduled.isWorking = false;
    // `nudge` may have asked for an earlier call in the meantime.
    scheduled.nextAt = Math.min(scheduled.nextAt, this.#clock.elapsed() + afterMs);
  }

  /** Resolves to the milliseconds until the next call of the source. */
  async #workOf(source: WorkSource, signal: AbortSignal): Promise<number> {
    try {
      const outcome = await source.work(signal);
      return outcome.did === 'work' ? 0 : Math.min(outcome.retryAfterMs ?? MAX_IDLE_MS, MAX_IDLE_MS);
    } catch (error) {
      this.#reporter.report('work_failed', error);
      return POLL_MS;
    }
  }
}
