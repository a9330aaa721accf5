import type { ServerResponse } from 'node:http';

/** The state of the server between its start and its end, and the requests that it still has to answer. */
export class Lifecycle {
  readonly #stopIdleMs: number;
  #phase: 'starting' | 'ready' | 'stopping' = 'starting';
  /** Requests from before the server began to stop, and later ones. */
  readonly #early = new UnderWay();
  readonly #late = new UnderWay();

  /** `stopIdleMs` is how long a transfer may stand still once the server stops. */
  constructor(stopIdleMs = 2_000) {
    this.#stopIdleMs = stopIdleMs;
  }

  get phase(): 'starting' | 'ready' | 'stopping' {
    return this.#phase;
  }

  becomeReady(): void {
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  /** From now on, slow clients get less time. */
  beginToStop(): void {
    this.#phase = 'stopping';
    for (const response of this.#early) response.setTimeout(this.#stopIdleMs);
  }

  /** Counts a request as under way until its reply is out or its connection closed. */
  follow(response: ServerResponse): void {
    if (this.#phase !== 'stopping') {
      this.#early.add(response);
      return;
    }
    this.#late.add(response);
    response.setTimeout(this.#stopIdleMs);
    response.setHeader('connection', 'close');
  }

  /**
   * Resolves when no request is under way, or after `ms` milliseconds. It waits for requests that came after the beginning of the stop no
   * longer than a transfer may stand still: otherwise clients with new requests would delay it.
   */
  async quiet(timeoutMs: number): Promise<void> {
    const began = performance.now();
    await this.#early.none(timeoutMs);
    const leftMs = timeoutMs - (performance.now() - began);
    await this.#late.none(Math.min(this.#stopIdleMs, Math.max(0, leftMs)));
  }
}

/** Replies that have not ended. */
class UnderWay {
  readonly #responses = new Set<ServerResponse>();
  readonly #waiting = new Set<() => void>();

  [Symbol.iterator](): Iterator<ServerResponse> {
    return this.#responses.values();
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.on('close', () => {
      this.#responses.delete(response);
      if (this.#responses.size === 0) for (const resolve of this.#waiting) resolve();
    });
  }

  /** Resolves when no reply is under way, or after `ms` milliseconds. */
  async none(timeoutMs: number): Promise<void> {
    if (this.#responses.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
