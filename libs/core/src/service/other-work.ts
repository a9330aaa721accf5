import { linkSignals } from '../async/linked-signal.js';
import type { Clock } from '../ports/clock.js';
import type { WorkSource } from '../ports/task-queue.js';
import type { FailureReporter } from '../reports/failure-reporter.js';

/** How soon to look again while a source works, and after it has failed. */
const POLL_MS = 1_000;
/** A source that has nothing is asked again so much later, for what other processes have left. */
const MAX_IDLE_MS = 5_000;

interface OtherWorkSettings {
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly workSources: readonly WorkSource[];
}

/** When a source is asked next. */
interface Turn {
  readonly source: WorkSource;
  isWorking: boolean;
  /** By the clock's elapsed time. */
  nextAt: number;
}

/**
 * Has the sources of other work do theirs beside the work on tasks. Nobody waits for them: a source may wait for strangers, and a call
 * of the service's work is one of the few that check numbers.
 */
export class OtherWork {
  readonly #clock: Clock;
  readonly #reporter: FailureReporter;
  readonly #turns: readonly Turn[];

  constructor({ clock, reporter, workSources }: OtherWorkSettings) {
    this.#clock = clock;
    this.#reporter = reporter;
    this.#turns = workSources.map((source) => ({
      source,
      isWorking: false,
      nextAt: Number.NEGATIVE_INFINITY,
    }));
  }

  /** Milliseconds until there may be something to do; null where there are no sources. */
  get retryAfterMs(): number | null {
    if (this.#turns.length === 0) return null;
    const now = this.#clock.elapsed();
    return Math.min(
      ...this.#turns.map(({ isWorking, nextAt }) => (isWorking ? POLL_MS : Math.max(0, nextAt - now))),
    );
  }

  /** Says that there may be something to do now. */
  nudge(): void {
    for (const turn of this.#turns) turn.nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Has the sources work that are due, and returns their work. It never rejects. */
  begin(...signals: readonly (AbortSignal | undefined)[]): readonly Promise<void>[] {
    if (signals.some((signal) => signal?.aborted)) return [];
    const now = this.#clock.elapsed();
    return this.#turns
      .filter(({ isWorking, nextAt }) => !isWorking && nextAt <= now)
      .map((turn) => this.#work(turn, signals));
  }

  async #work(turn: Turn, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    const ended = linkSignals(...signals);
    turn.isWorking = true;
    turn.nextAt = Number.POSITIVE_INFINITY;
    const afterMs = await this.#workOf(turn.source, ended.signal);
    ended.unlink();
    turn.isWorking = false;
    // A nudge that came meanwhile is earlier.
    turn.nextAt = Math.min(turn.nextAt, this.#clock.elapsed() + afterMs);
  }

  /** Resolves to when to ask the source again. */
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
