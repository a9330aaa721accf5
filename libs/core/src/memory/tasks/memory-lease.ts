/** A lease in the {@link MemoryTaskStore}, and the pause after it. Times are those of `Clock.elapsed`. */
export class MemoryLease {
  #token: string | null = null;
  #until = Number.NEGATIVE_INFINITY;

  /** The time from which it can be taken; in the past if it can be taken now. */
  get freeAt(): number {
    return this.#until;
  }

  /** Takes it with a new `token`, and returns that. */
  take(now: number, leaseMs: number, token: string): string {
    this.#token = token;
    this.#until = now + leaseMs;
    return token;
  }

  isHeldBy(token: string): boolean {
    return this.#token === token;
  }

  /** Whether it is held, so that answers may still be recorded under it. */
  isLive(now: number): boolean {
    return this.#token !== null && this.#until > now;
  }

  extend(until: number): void {
    this.#until = until;
  }

  /** Ends it. It cannot be taken before `freeAt`. */
  end(freeAt: number = Number.NEGATIVE_INFINITY): void {
    this.#token = null;
    this.#until = freeAt;
  }
}
