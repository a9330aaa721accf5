import type { Clock } from '@dialproof/core';

/** How often it is seen that the process runs, in milliseconds, while calls are under way. */
const TICK_MS = 500;
/** A tick that is later than this has waited for a process that stood still. */
const USUAL_DELAY_MS = 250;
/** How long after a standstill calls fail that it has spoilt: their connections have closed meanwhile, their own timers run at last. */
const AFTERMATH_MS = 1_000;

/** Sees when this process has stood still while calls were under way: a busy event loop, SIGSTOP, a machine that slept. */
export class Standstills {
  readonly #clock: Clock;
  #underWay = 0;
  /** When the next tick is due, by the elapsed time. */
  #due = 0;
  #cancelTick: () => void = () => undefined;
  /** When the last standstill ended, by the elapsed time. */
  #stoodUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call begins, at the elapsed time that is returned. */
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
