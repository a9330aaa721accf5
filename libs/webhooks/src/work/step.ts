import type { Clock, FailureReporter } from '@dialproof/core';

export interface StepOutcome {
  /** Whether anything was done. */
  readonly did: boolean;
  /** Milliseconds after which there may be more to do; null: nothing is known of. */
  readonly afterMs: number | null;
}

export interface StepSettings {
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  /** It is done again after so many milliseconds at the latest, while other work goes on: others may have brought more. */
  readonly pollMs: number;
}

/** How soon a step that has failed is tried again. */
const RETRY_MS = 5_000;

/** A step that did nothing waits so long at least, whatever it says, or a store that is wrong about itself would keep the process spinning. */
const LEAST_PAUSE_MS = 100;

/** Something that is done whenever it is due. A failure is reported and tried again; it keeps no other step from being done. */
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

  /** Does it, and resolves to whether anything was done; undefined where it is not due, or being done. */
  doIfDue(): Promise<boolean> | undefined {
    const { clock, pollMs } = this.#settings;
    if (this.isRunning || clock.elapsed() < Math.min(this.#nextAt, this.#lastAt + pollMs)) return undefined;
    const running = this.#do().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Resolves when it is not being done. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #do(): Promise<boolean> {
    const { clock, reporter } = this.#settings;
    // Before the call: what is brought during it makes the step due again.
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
