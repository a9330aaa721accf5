import { type Clock, type DoNextWork, systemEntropy } from '@dialproof/core';

export interface WorkCallsOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  readonly sweepMs: number;
  readonly retryDelayMs: number;
  /** Starts another poll for work in some process, now. */
  readonly spread: () => void;
  /** Resolves to whether some process will poll after so many milliseconds. */
  readonly pollLater: (delayMs: number) => Promise<boolean>;
}

/** The share by which the time between sweeps varies. */
const JITTER = 0.2;

/** The calls of the work function in this process, for tickets and for its own polls. */
export class WorkCalls {
  readonly #work: DoNextWork;
  readonly #options: WorkCallsOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Tickets that wait until a call ends. There is no free call if this process has polled by itself. */
  readonly #waiting: (() => void)[] = [];
  /** When the alarm rings, by the clock's elapsed time. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #cancelAlarm = () => {};
  #interrupted = 0;

  constructor(work: DoNextWork, options: WorkCallsOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** How many polls the stop has cut short: other processes should begin as many. */
  get interrupted(): number {
    return this.#interrupted;
  }

  /** Calls for a ticket until nothing is left to do, once there is room for it. */
  async useTicket(): Promise<void> {
    while (this.#running.size >= this.#options.concurrency && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    await this.#begin();
  }

  /** Calls until nothing is left to do, if there is room. If there is none, a call under way will poll again before it ends. */
  poll(): void {
    if (this.#stopping.signal.aborted) return;
    this.#sweepLater();
    if (this.#running.size < this.#options.concurrency) void this.#begin();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelAlarm();
    for (const resume of this.#waiting.splice(0)) resume();
    await Promise.all(this.#running);
  }

  #begin(): Promise<void> {
    const calls = this.#callUntilNothing().finally(() => {
      this.#running.delete(calls);
      this.#waiting.shift()?.();
    });
    this.#running.add(calls);
    return calls;
  }

  async #callUntilNothing(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#sweepLater();
      const retryAfterMs = await this.#callOnce(signal);
      if (signal.aborted) break;
      if (retryAfterMs === 'again') continue;
      if (retryAfterMs !== null) await this.#pollLater(retryAfterMs);
      return;
    }
    this.#interrupted += 1;
  }

  /** Resolves to the milliseconds until the next poll; null when nothing waits. */
  async #callOnce(signal: AbortSignal): Promise<number | null | 'again'> {
    try {
      let isSpread = false;
      const spread = (): void => {
        if (!isSpread && !signal.aborted) this.#options.spread();
        isSpread = true;
      };
      const outcome = await this.#work(signal, spread);
      if (outcome.did === 'nothing') return outcome.retryAfterMs;
      // There may be more work.
      spread();
      return 'again';
    } catch {
      // The service has reported it to its `onError`; here it only has to be tried again.
      return this.#options.retryDelayMs;
    }
  }

  async #pollLater(afterMs: number): Promise<void> {
    // At least a millisecond, or a `retryAfterMs` of 0 would keep the process spinning.
    const delayMs = Math.max(afterMs, 1);
    // The sweeps of all processes find the work earlier.
    if (delayMs >= this.#options.sweepMs) return;
    if (!(await this.#options.pollLater(delayMs))) this.#setAlarm(delayMs);
  }

  #sweepLater(): void {
    this.#setAlarm(this.#options.sweepMs * (1 + JITTER * (systemEntropy.fraction() * 2 - 1)));
  }

  /** Sets the alarm, unless it is already set to an earlier time. */
  #setAlarm(delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const alarmAt = this.#options.clock.elapsed() + delayMs;
    if (alarmAt >= this.#alarmAt) return;
    this.#cancelAlarm();
    this.#alarmAt = alarmAt;
    this.#cancelAlarm = this.#options.clock.schedule(delayMs, () => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.poll();
    });
  }
}
