import type { Clock, FailureReporter } from '@dialproof/core';

export interface StepOutcome {
  /** Whether anything was done. */
  readonly did: boolean;
  /** Milliseconds after which there may be more to do; null if nothing is expected. */
  readonly afterMs: number | null;
}

export interface StepSettings {
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** Milliseconds after which it is repeated at the latest while other work continues: other processes may have added more. */
  readonly pollMs: number;
}

/** The pause after a failed step. */
const RETRY_MS = 5_000;

/**
 * The shortest pause of a step that did nothing, whatever it asks for: otherwise a wrong answer of the store would keep the process
 * spinning.
 */
const LEAST_PAUSE_MS = 100;

/** A step of work that runs when it is due. A failure is reported, and the step is repeated; other steps are not affected. */
export class Step {
  readonly #run: () => Promise<StepOutcome>;
  readonly #settings: StepSettings;
  #nextAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #running: Promise<boolean> | undefined;

  constructor(run: () => Promise<StepOutcome>, settings: StepSettings) {
    this.#run = run;
    this.#settings = settings;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Milliseconds until it is due, polling aside. */
  get dueInMs(): number {
    return this.isRunning
      ? Number.POSITIVE_INFINITY
      : Math.max(0, this.#nextAt - this.#settings.clock.elapsed());
  }

  makeDue(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Runs it, and resolves to whether anything was done; undefined if it is not due or already running. */
  doIfDue(): Promise<boolean> | undefined {
    const { clock, pollMs } = this.#settings;
    if (this.isRunning || clock.elapsed() < Math.min(this.#nextAt, this.#lastAt + pollMs)) return undefined;
    const running = this.#do().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Resolves when it is not running. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #do(): Promise<boolean> {
    const { clock, reporter } = this.#settings;
    // Before the call: work that is added during it makes the step due again.
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#lastAt = clock.elapsed();
    try {
      const { afterMs, did } = await this.#run();
      const pauseMs = did ? 0 : LEAST_PAUSE_MS;
      if (afterMs !== null)
        this.#nextAt = Math.min(this.#nextAt, clock.elapsed() + Math.max(afterMs, pauseMs));
      return did;
    } catch (error) {
      reporter.report('work_failed', error);
      this.#nextAt = Math.min(this.#nextAt, clock.elapsed() + RETRY_MS);
      return false;
    }
  }
}
