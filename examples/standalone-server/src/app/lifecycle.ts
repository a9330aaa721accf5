import type { ServerResponse } from 'node:http';

/** Where the server is between its start and its end, and which requests it still has to answer. */
export class Lifecycle {
  readonly #stopIdleMs: number;
  #phase: 'starting' | 'ready' | 'stopping' = 'starting';
  readonly #underWay = new Set<ServerResponse>();
  readonly #waiting = new Set<() => void>();

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

  /** From now on, clients have less patience shown to them. */
  beginToStop(): void {
    this.#phase = 'stopping';
    for (const response of this.#underWay) response.setTimeout(this.#stopIdleMs);
  }

  /** Counts a request as under way until its reply is out or its connection closed. */
  follow(response: ServerResponse): void {
    this.#underWay.add(response);
    response.once('close', () => {
      this.#underWay.delete(response);
      if (this.#underWay.size === 0) for (const resolve of this.#waiting) resolve();
    });
    if (this.#phase !== 'stopping') return;
    response.setTimeout(this.#stopIdleMs);
    response.setHeader('connection', 'close');
  }

  /** Resolves when no request is under way, or after so many milliseconds. */
  async quiet(timeoutMs: number): Promise<void> {
    if (this.#underWay.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
