import type { Clock } from '@dialproof/core';

/** The waiting time after which a client's pace is known. */
const PERIOD_MS = 60_000;

interface Period {
  bytes: number;
  ms: number;
}

/**
 * The pace at which a client reads. Time counts only while the server waits for the client, so a fast client, for which pieces have to be
 * rendered, never has a pace. Buffers on the way empty in bursts, so the pace is measured over the last one to two minutes.
 */
export class ReaderPace {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #before: Period | undefined;
  #latest: Period = { bytes: 0, ms: 0 };
  /** The bytes of the last piece, which the client is still reading. */
  #given: { readonly bytes: number; readonly at: number } | undefined;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** The client has got a piece. */
  gave(bytes: number): void {
    this.#given = { bytes, at: this.#clock.elapsed() };
  }

  /** The client requests the next piece, so it has read the one before. */
  asked(): void {
    if (this.#given === undefined) return;
    this.#latest.bytes += this.#given.bytes;
    this.#latest.ms += this.#clock.elapsed() - this.#given.at;
    this.#given = undefined;
    if (this.#latest.ms < PERIOD_MS) return;
    this.#before = this.#latest;
    this.#latest = { bytes: 0, ms: 0 };
  }

  /** Undefined for a client that has not kept us waiting for a minute. */
  bytesPerSecond(): number | undefined {
    const waitsMs = this.#given === undefined ? 0 : this.#clock.elapsed() - this.#given.at;
    const ms = (this.#before?.ms ?? 0) + this.#latest.ms + waitsMs;
    if (ms < PERIOD_MS) return undefined;
    return (((this.#before?.bytes ?? 0) + this.#latest.bytes) * 1_000) / ms;
  }
}
