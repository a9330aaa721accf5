import { ManualClock } from '@dialproof/core';

/**
 * After this many turns of the event loop without activity, everything waits for the clock. Reading an upload takes a few turns between two
 * statements.
 */
const QUIET_TURNS = 12;

/** The longest that anything may take in this world, in milliseconds of its clock. */
const LONGEST_MS = 7 * 86_400_000;

/** A hold of the clock that lasts longer than this is an error. In milliseconds of real time. */
const LONGEST_HOLD_MS = 60_000;

/** The clock of a world, which moves only when everybody waits for it. No thread takes part, so that the event loop is idle then. */
export class VirtualTime {
  readonly clock: ManualClock;
  /** Counts everything that happens: statements, questions, requests. */
  activity = 0;
  /**
   * The clock moves by at least this much at a time. Where only background work is left, those who look for work every second then look
   * less often.
   */
  leastStepMs = 0;
  #holds = 0;
  #isAbandoned = false;
  #onFree = () => {};

  constructor(now: number) {
    this.clock = new ManualClock(now);
  }

  /** Resolves to the outcome of a promise, and moves the clock as often as it takes. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    const giveUpAt = this.clock.elapsed() + LONGEST_MS;
    for (;;) {
      await this.#quiet();
      if (this.#isAbandoned) throw new Error('the process was killed');
      if (isSettled) return await promise;
      const ms = this.clock.untilNextMs;
      if (ms === null || this.clock.elapsed() >= giveUpAt) throw new Error('nothing will ever happen again');
      this.clock.advance(Math.max(ms, this.leastStepMs));
    }
  }

  /** Lets time pass, and runs everything that becomes due. */
  async pass(ms: number): Promise<void> {
    await this.until(new Promise<void>((resolve) => this.clock.schedule(ms, resolve)));
  }

  /** Stops the clock while something is under way outside of the event loop. The returned function ends that and is safe to call twice. */
  hold(): () => void {
    let isHeld = true;
    this.#holds += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.activity += 1;
      if (this.#holds === 0) this.#onFree();
    };
  }

  /** Makes every `until` and `pass` reject from now on: the process that waits in them was killed. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#onFree();
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  async #quiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS && !this.#isAbandoned; ) {
      if (this.#holds > 0) await this.#free();
      const before = this.activity;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.activity === before && this.#holds === 0 ? quiet + 1 : 0;
    }
  }

  async #free(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#onFree = resolve;
      timer = setTimeout(() => reject(new Error('something is under way for ever')), LONGEST_HOLD_MS);
    }).finally(() => clearTimeout(timer));
  }
}
