import { beginWait } from '../../../async/wait.js';
import type { Clock } from '../../../ports/clock.js';

/** If an answer waits longer than this for its record, no further call of a task begins. In milliseconds. */
const RECORDED_WITHIN_MS = 25;

/** The answers of one record. */
interface Unrecorded {
  /** When the first of the answers came, by the clock's elapsed time. */
  readonly since: number;
}

/**
 * The answers of this process that are not recorded yet. A process that is killed loses them. So no call begins while an answer has waited
 * too long: at most the calls under way and the answers of 25 milliseconds are lost, however slow the store is. The answers of all accounts
 * count together: counted by account, each further account could lose as much again.
 */
export class UnrecordedAnswers {
  readonly #clock: Clock;
  /** Ordered by `since`, the oldest first. */
  readonly #unrecorded = new Set<Unrecorded>();
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes answers that wait for a record from now on, until the returned function is called. */
  begin(): () => void {
    const answers = { since: this.#clock.elapsed() };
    this.#unrecorded.add(answers);
    return () => {
      this.#unrecorded.delete(answers);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resume of waiting) resume();
    };
  }

  /** Whether an answer has waited too long. */
  get isLate(): boolean {
    const [oldest] = this.#unrecorded;
    return oldest !== undefined && this.#clock.elapsed() - oldest.since >= RECORDED_WITHIN_MS;
  }

  /** Resolves when no answer has waited too long, or the signal is aborted. */
  async recorded(signal: AbortSignal): Promise<void> {
    while (this.isLate && !signal.aborted) {
      const wait = beginWait({ signal });
      this.#waiting.push(wait.wake);
      await wait.ended;
    }
  }
}
