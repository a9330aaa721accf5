import type { Clock } from '../ports/clock.js';
import type { CheckContext } from '../ports/number-checker.js';

/** The failure of a check that took too long or that nobody waits for any more. */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
}

/** The context of one check. Its signal is made when it is first asked for: it would be most of the cost of an instant check. */
class RunningCheck implements CheckContext {
  #controller: AbortController | undefined;
  #ended: CheckEnded | undefined;
  readonly #reject: (reason: CheckEnded) => void;

  constructor(reject: (reason: CheckEnded) => void) {
    this.#reject = reject;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  end(why: string): void {
    this.#ended = new CheckEnded(why);
    this.#reject(this.#ended);
    this.#controller?.abort(this.#ended);
  }
}

/**
 * Checks that end together: each within its deadline, all of them when the signal is aborted. One listener on the signal serves them
 * all, since a listener for each check would cost more than the check.
 */
export class RunningChecks {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #running = new Set<RunningCheck>();
  readonly #endAll = (): void => {
    for (const check of this.#running) check.end('nobody waits for this check any more');
    this.#running.clear();
  };

  constructor(clock: Clock, deadlineMs: number, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#endAll, { once: true });
  }

  /**
   * Resolves to the check's answer. Rejects with what the check rejects with, or with CheckEnded when the deadline passes or the
   * signal is aborted first; the signal in the check's context is aborted then. A check that ignores it is left behind, and its
   * late answer goes nowhere.
   */
  run<Answer>(check: (context: CheckContext) => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const running = new RunningCheck(reject);
      this.#running.add(running);
      const cancelTimer = this.#clock.schedule(this.#deadlineMs, () => {
        this.#running.delete(running);
        running.end(`no answer within ${this.#deadlineMs} ms`);
      });
      const release = (): void => {
        cancelTimer();
        this.#running.delete(running);
      };
      if (this.#signal?.aborted) running.end('nobody waits for this check any more');
      callChecker(check, running).then(
        (answer) => {
          release();
          resolve(answer);
        },
        (error) => {
          release();
          reject(error);
        },
      );
    });
  }

  /** Lets go of the signal. To be called when no check runs any more. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#endAll);
  }
}

/** A checker is the host's code: it may throw, or return a plain value, where it should return a promise. */
function callChecker<Answer>(
  check: (context: CheckContext) => Promise<Answer>,
  context: CheckContext,
): Promise<Answer> {
  try {
    return Promise.resolve(check(context));
  } catch (error) {
    return Promise.reject(error);
  }
}
