interface Counts {
  answers: number;
  recovered: number;
}

/**
 * The counts of recently answered calls, and of suspects among them. Answers more than two windows before the last answer do not count.
 * While nothing is answered, the counts stay.
 */
export class RecentAnswers {
  readonly #windowMs: number;
  /** By the elapsed time. */
  #beganAt = Number.NEGATIVE_INFINITY;
  #window: Counts = { answers: 0, recovered: 0 };
  #windowBefore: Counts = { answers: 0, recovered: 0 };

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get answers(): number {
    return this.#windowBefore.answers + this.#window.answers;
  }

  /** The suspects among them. */
  get recovered(): number {
    return this.#windowBefore.recovered + this.#window.recovered;
  }

  note(now: number, isRecovered: boolean): void {
    const passedMs = now - this.#beganAt;
    if (passedMs >= this.#windowMs) {
      this.#windowBefore = passedMs < 2 * this.#windowMs ? this.#window : { answers: 0, recovered: 0 };
      this.#window = { answers: 0, recovered: 0 };
      this.#beganAt = now;
    }
    this.#window.answers += 1;
    if (isRecovered) this.#window.recovered += 1;
  }

  clear(): void {
    this.#beganAt = Number.NEGATIVE_INFINITY;
    this.#window = { answers: 0, recovered: 0 };
    this.#windowBefore = { answers: 0, recovered: 0 };
  }
}
