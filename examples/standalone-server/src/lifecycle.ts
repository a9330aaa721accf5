/** Where the server is between its start and its end, and which requests it still has to answer. */
export class Lifecycle {
  #phase: 'starting' | 'ready' | 'stopping' = 'starting';
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  get phase(): 'starting' | 'ready' | 'stopping' {
    return this.#phase;
  }

  becomeReady(): void {
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  beginToStop(): void {
    this.#phase = 'stopping';
  }

  requestBegins(): void {
    this.#underWay += 1;
  }

  requestEnds(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when no request is under way. */
  async quiet(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
