/** For so long a client has to keep us waiting before its pace can be told. */
const PERIOD_MS = 60_000;

interface Period {
  bytes: number;
  ms: number;
}

/**
 * How fast a client takes what it is sent. Time counts only while the client keeps us waiting: a fast one, for which pieces have to be made, never
 * has a pace. What is buffered on the way arrives in bursts, so the pace is that of the latest one to two minutes.
 */
export class ReaderPace {
  readonly #now: () => number;
  #before: Period | undefined;
  #latest: Period = { bytes: 0, ms: 0 };
  /** What the client has been given and has not asked beyond. */
  #given: { readonly bytes: number; readonly at: number } | undefined;

  /** `now`: the time that has passed since some moment, in milliseconds. Default the process's own. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The client has got a piece. */
  gave(bytes: number): void {
    this.#given = { bytes, at: this.#now() };
  }

  /** The client asks for the next piece: it has taken the one before. */
  asked(): void {
    if (this.#given === undefined) return;
    this.#latest.bytes += this.#given.bytes;
    this.#latest.ms += this.#now() - this.#given.at;
    this.#given = undefined;
    if (this.#latest.ms < PERIOD_MS) return;
    this.#before = this.#latest;
    this.#latest = { bytes: 0, ms: 0 };
  }

  /** Undefined for a client that has not kept us waiting for a minute. */
  bytesPerSecond(): number | undefined {
    const waitsMs = this.#given === undefined ? 0 : this.#now() - this.#given.at;
    const ms = (this.#before?.ms ?? 0) + this.#latest.ms + waitsMs;
    if (ms < PERIOD_MS) return undefined;
    return (((this.#before?.bytes ?? 0) + this.#latest.bytes) * 1_000) / ms;
  }
}
