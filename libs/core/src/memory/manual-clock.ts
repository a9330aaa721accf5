import type { Clock } from '../ports/clock.js';

interface Appointment {
  /** The time at which it is due, by the elapsed time, not the wall clock. */
  readonly due: number;
  readonly callback: () => void;
}

/** A clock for tests: it stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  /** In the order of scheduling. Appointments that are due at the same time run in this order. */
  readonly #appointments = new Set<Appointment>();

  /** `now`: the initial time, in milliseconds since 1970. Default: a moment in 2026. */
  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  /** How many scheduled callbacks have neither run nor been cancelled. */
  get pending(): number {
    return this.#appointments.size;
  }

  /** Milliseconds until the next scheduled callback; null if there is none. */
  get untilNextMs(): number | null {
    const next = this.#nextDue(Number.POSITIVE_INFINITY);
    return next === undefined ? null : next.due - this.#elapsed;
  }

  now(): number {
    return Math.floor(this.#now);
  }

  elapsed(): number {
    return this.#elapsed;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const appointment = { due: this.#elapsed + Math.max(0, delayMs), callback };
    this.#appointments.add(appointment);
    return () => {
      this.#appointments.delete(appointment);
    };
  }

  /**
   * Lets `ms` milliseconds pass, on the wall clock too. Callbacks that become due run before it returns, in the order of their times, and
   * each sees the clock at its time. Callbacks that they schedule run too if they are due within `ms`. Promises of a callback continue once
   * the caller awaits.
   */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      this.#appointments.delete(next);
      this.#pass(next.due - this.#elapsed);
      next.callback();
    }
    this.#pass(end - this.#elapsed);
  }

  /** Sets the wall clock to `now`, in either direction, as an operator may. No time elapses, so no callback runs. */
  set(now: number): void {
    this.#now = now;
  }

  #nextDue(end: number): Appointment | undefined {
    let earliest: Appointment | undefined;
    for (const appointment of this.#appointments) {
      if (appointment.due <= end && (earliest === undefined || appointment.due < earliest.due)) {
        earliest = appointment;
      }
    }
    return earliest;
  }

  #pass(ms: number): void {
    this.#elapsed += ms;
    this.#now += ms;
  }
}
