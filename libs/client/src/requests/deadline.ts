import type { ClientClock } from '../client-options.js';
import { DialproofError } from '../dialproof-error.js';

/** Bounds how long something may take. Its signal is aborted when the time is over, and when the caller's signal is. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #clock: ClientClock;
  readonly #given: AbortSignal | undefined;
  readonly #over = new AbortController();
  #running: AbortController | undefined;

  constructor(clock: ClientClock, given: AbortSignal | undefined) {
    this.#clock = clock;
    this.#given = given;
    this.signal = given === undefined ? this.#over.signal : AbortSignal.any([given, this.#over.signal]);
  }

  /** Starts the time, or restarts it. */
  start(ms: number): void {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.#clock.sleep(ms, running.signal).then(
      () => this.#over.abort(new DialproofError('timed_out', { hint: `nothing came within ${ms} ms` })),
      () => {},
    );
  }

  /** Ends the time before it is over. Safe twice. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Aborts the bounded work, but not with `timed_out`. */
  leave(): void {
    this.stop();
    this.#over.abort();
  }

  /** The meaning of a failure of the bounded work: the caller's reason, `timed_out`, or `connection_failed`. */
  failure(thrown: unknown): unknown {
    if (this.#given?.aborted) return this.#given.reason;
    if (this.#over.signal.aborted) return this.#over.signal.reason;
    if (thrown instanceof DialproofError) return thrown;
    return new DialproofError('connection_failed', { hint: reasonOf(thrown), cause: thrown });
  }
}

/** The problem, without the address: Node has it in the cause of `fetch failed`. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  if (!(cause instanceof Error)) return thrown.message;
  // If several addresses were tried, the message is empty and the code has the reason.
  const code = 'code' in cause ? String(cause.code) : '';
  return [thrown.message, cause.message || code].filter(Boolean).join(': ');
}
