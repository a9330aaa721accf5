import type { E164 } from '../phone/e164.js';
import type { Clock } from '../ports/clock.js';
import { type CallOutcome, type CheckerCalls, failedCall } from './checker-calls.js';
import { RunningCall } from './running-call.js';

export interface RunningCallsParts {
  readonly calls: CheckerCalls;
  readonly clock: Clock;
  readonly checkDeadlineMs: number;
}

/** Calls that began in the same turn of the event loop and so have the same deadline. */
interface Turn {
  readonly calls: RunningCall[];
  readonly cancelDeadline: () => void;
}

const NOBODY_WAITS = 'nobody waits for this check any more';

/**
 * Calls of a checker that end together: each at its deadline, all of them when the signal is aborted. Of an instant check, a listener
 * on the signal, a timer and a promise would each be the better part of the cost: so one listener serves all calls, one timer those of a
 * turn, and the outcome is told by a call.
 */
export class RunningCalls {
  readonly #parts: RunningCallsParts;
  readonly #signal: AbortSignal | undefined;
  readonly #turns = new Set<Turn>();
  #turn: Turn | undefined;
  readonly #onAbort = (): void => {
    for (const { calls } of this.#turns) for (const call of calls) call.giveUp(NOBODY_WAITS);
  };

  constructor(parts: RunningCallsParts, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /**
   * Asks about these numbers and tells the outcome, exactly once. When the deadline passes or the signal is aborted first, the check
   * has failed and the signal in its context is aborted; a checker that ignores it is left behind, and its late answer goes nowhere.
   * Once the signal is aborted nobody is asked.
   */
  start(numbers: readonly E164[], done: (outcome: CallOutcome) => void): void {
    const { calls } = this.#parts;
    const call = new RunningCall(numbers.length, done);
    if (this.#signal?.aborted) {
      call.giveUp(NOBODY_WAITS);
      return;
    }
    this.#turn ??= this.#beginTurn();
    this.#turn.calls.push(call);
    askHost(() => calls.ask(numbers, call)).then(
      (answer) => call.tell(calls.read(answer, numbers.length)),
      (reason: unknown) => call.tell(failedCall(reason, numbers.length)),
    );
  }

  /** Lets go of the signal and of the deadlines. To be called when no call is under way any more. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    for (const { cancelDeadline } of this.#turns) cancelDeadline();
    this.#turns.clear();
  }

  #beginTurn(): Turn {
    const { checkDeadlineMs, clock } = this.#parts;
    const calls: RunningCall[] = [];
    const cancelDeadline = clock.schedule(checkDeadlineMs, () => {
      this.#endTurn(turn);
      this.#turns.delete(turn);
      for (const call of calls) call.giveUp(`no answer within ${checkDeadlineMs} ms`);
    });
    const turn = { calls, cancelDeadline };
    this.#turns.add(turn);
    setImmediate(() => this.#endTurn(turn));
    return turn;
  }

  #endTurn(turn: Turn): void {
    if (this.#turn === turn) this.#turn = undefined;
  }
}

/** A checker is the host's code: it may throw, or return a plain value, where it should return a promise. */
function askHost(ask: () => unknown): Promise<unknown> {
  try {
    return Promise.resolve(ask());
  } catch (error) {
    return Promise.reject(error);
  }
}
