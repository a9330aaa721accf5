import type { Clock } from '@dialproof/core';

/** The interval of the ticks that show that the process runs, in milliseconds, while calls are under way. */
const TICK_MS = 500;
/** A tick that is later than this shows a standstill of the process. */
const USUAL_DELAY_MS = 250;
/**
 * The time after a standstill within which the calls that it has spoilt fail: their connections have closed meanwhile, and their own timers
 * run late.
 */
const AFTERMATH_MS = 1_000;

/** Sees when this process has stood still while calls were under way: a busy event loop, SIGSTOP, a machine that slept. */
export class Standstills {
  readonly #clock: Clock;
  #underWay = 0;
  /** The elapsed time at which the next tick is due. */
  #due = 0;
  #cancelTick: () => void = () => undefined;
  /** The elapsed time at which the last standstill ended. */
  #stoodUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the beginning of a call. Returns the elapsed time. */
  begin(): number {
    this.#underWay += 1;
    if (this.#underWay === 1) this.#schedule();
    return this.#clock.elapsed();
  }

  /** Whether a standstill may be why a call has failed just now that began at `beganAt`. To be called before {@link end}. */
  mayHaveSpoilt(beganAt: number): boolean {
    // It may fail in the blocked phase of the event loop, before the tick.
    this.#see();
    return this.#stoodUntil > beganAt && this.#clock.elapsed() - this.#stoodUntil <= AFTERMATH_MS;
  }

  /** A call has ended. */
  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#cancelTick();
  }

  #see(): void {
    const now = this.#clock.elapsed();
    if (now - this.#due > USUAL_DELAY_MS) this.#stoodUntil = now;
  }

  #schedule(): void {
    this.#due = this.#clock.elapsed() + TICK_MS;
    this.#cancelTick = this.#clock.schedule(TICK_MS, () => {
      this.#see();
      this.#schedule();
    });
  }
}
