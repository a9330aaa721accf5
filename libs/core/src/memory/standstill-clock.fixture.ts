import { ManualClock } from './manual-clock.js';

/** The clock of a process that can stand still: time passes, and callbacks that are due meanwhile run afterwards. */
export class StandstillClock extends ManualClock {
  #wokenAt = 0;

  override elapsed(): number {
    return Math.max(super.elapsed(), this.#wokenAt);
  }

  override schedule(delayMs: number, callback: () => void): () => void {
    return super.schedule(this.elapsed() - super.elapsed() + delayMs, callback);
  }

  /** Lets time pass. No callback runs before the clock is advanced. */
  block(ms: number): void {
    this.#wokenAt = this.elapsed() + ms;
  }

  /** Lets time pass, and runs the due callbacks at its end. */
  standStill(ms: number): void {
    this.block(ms);
    this.advance(ms);
  }
}
