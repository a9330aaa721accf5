import { ManualClock } from '@dialproof/core';

/** After this many turns of the event loop without activity, everything waits for the clock. Reading an upload takes a few turns between two statements. */
const QUIET_TURNS = 12;

/** If nothing is scheduled, the world counts as stuck after this many milliseconds of real time. */
const MOST_STUCK = 500;

/** The longest that anything may take in this world, in milliseconds of its clock. */
const LONGEST_MS = 7 * 86_400_000;

/** The clock of a world, which moves only when everybody waits for it. */
export class VirtualTime {
  readonly clock: ManualClock;
  /** Rises with everything that happens: statements, questions, requests. */
  activity = 0;

  readonly #hasThreads: boolean;

  /** `hasThreads`: whether files are used, whose calls run in threads. */
  constructor(now: number, { hasThreads = true }: { readonly hasThreads?: boolean } = {}) {
    this.clock = new ManualClock(now);
    this.#hasThreads = hasThreads;
  }

  /** Resolves to the outcome of a promise, and moves the clock as often as it takes. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    const giveUpAt = this.clock.elapsed() + LONGEST_MS;
    for (let stuck = 0; ; ) {
      await this.#quiet();
      if (isSettled) return await promise;
      const ms = this.clock.untilNextMs;
      if (ms !== null && this.clock.elapsed() < giveUpAt) this.clock.advance(ms);
      else if (ms === null && this.#hasThreads && stuck < MOST_STUCK) {
        // A thread of Node's pool that was not seen may still be at work.
        stuck += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      } else throw new Error('nothing will ever happen again');
    }
  }

  /** Lets time pass, and everything happen that becomes due. */
  async pass(ms: number): Promise<void> {
    await this.until(new Promise<void>((resolve) => this.clock.schedule(ms, resolve)));
  }

  async #quiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const before = this.activity;
      await new Promise((resolve) => setImmediate(resolve));
      const isQuiet =
        this.activity === before && (!this.#hasThreads || quiet < QUIET_TURNS - 1 || !isFileInUse());
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }
}

/** Whether an asynchronous call of node:fs is under way. It runs in a thread, so the event loop looks idle meanwhile. */
function isFileInUse(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|FileHandleCloseReq)/i.test(name));
}
