import { setMaxListeners } from 'node:events';
import type { E164 } from '../model/e164.js';
import type { AccountId } from '../model/identifiers.js';
import type { Clock } from '../ports/clock.js';
import type { CheckContext } from '../ports/number-checker.js';
import type { ServiceObserver } from '../ports/service-observer.js';
import type { FailureReporter } from '../reports/failure-reporter.js';
import type { CallPurpose } from './budget/check-budget.js';
import { type CallOutcome, type CheckerCalls, failedCall, knownAnswers } from './calls/checker-calls.js';
import { type LateAnswers, withAnswers } from './calls/late-answers.js';
import { observedCall } from './calls/observed-call.js';
import { RunningTime } from './calls/running-time.js';
import type { EndedCall } from './outage/call-order.js';
import type { CheckerWatch } from './outage/checker-watch.js';

export interface CheckingParts {
  readonly calls: CheckerCalls;
  readonly watch: CheckerWatch;
  readonly late: LateAnswers;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly checkDeadlineMs: number;
  /** Its methods never throw. */
  readonly observer: ServiceObserver | undefined;
}

/** The reason why a call was given up: it took too long, or its answer is not awaited any more. A checker finds it in its signal. */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
  /** The numbers are not the cause, so the same call may be repeated. */
  readonly retryAfterMs = 0;
}

/** Whether a call was abandoned, at its deadline or because its answer is not awaited any more. The checker may still be working on it. */
export function isLeftBehind(outcome: CallOutcome): boolean {
  return outcome.kind === 'given_up' || ('error' in outcome && outcome.error instanceof CheckEnded);
}

/**
 * Calls that began in the same turn of the event loop. They share a deadline and a signal, since a timer and a controller for each call
 * would be most of an instant check's cost.
 */
interface Turn {
  readonly context: CheckContext;
  readonly controller: AbortController;
  readonly time: RunningTime;
  /** End the calls that are under way. */
  readonly endCalls: Set<(outcome: CallOutcome) => void>;
}

/** The account of the calls, and their purpose. */
export interface CallOrigin {
  readonly purpose: CallPurpose;
  readonly accountId: AccountId;
}

/** Calls of the checker for one account that may be given up together. Each ends at its deadline at the latest, whatever the checker does. */
export class RunningCalls {
  readonly #parts: CheckingParts;
  readonly #origin: CallOrigin;
  readonly #turns = new Set<Turn>();
  #turn: Turn | undefined;

  constructor(parts: CheckingParts, origin: CallOrigin) {
    this.#parts = parts;
    this.#origin = origin;
  }

  /**
   * Calls the checker for these numbers. Never rejects: whatever the checker does is an outcome. When the deadline passes first, the check
   * has failed and its signal is aborted. If the checker ignores the signal, its late answer is kept, and the next call leaves that number
   * out. `isRepeat`: whether a check of one of the numbers has failed before.
   */
  ask(numbers: readonly E164[], isRepeat = false): Promise<CallOutcome> {
    // Usually there is none, and this runs before each call.
    return this.#parts.late.isEmpty
      ? this.#call(numbers, isRepeat)
      : this.#askWithLateAnswers(numbers, isRepeat);
  }

  /**
   * Gives up the running calls `graceMs` after the signal is aborted: their answers are paid for, but the stop must not take long. Call the
   * returned function when they have ended.
   */
  giveUpAfter(signal: AbortSignal, graceMs: number): () => void {
    let cancel = (): void => undefined;
    const onAbort = (): void => {
      cancel = this.#parts.clock.schedule(graceMs, () => this.giveUp());
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    return () => {
      signal.removeEventListener('abort', onAbort);
      cancel();
    };
  }

  /** Gives up every call that is under way. */
  giveUp(): void {
    for (const turn of this.#turns) {
      this.#endTurn(turn, new CheckEnded('nobody waits for this check any more'), { kind: 'given_up' });
    }
  }

  async #askWithLateAnswers(numbers: readonly E164[], isRepeat: boolean): Promise<CallOutcome> {
    const { late } = this.#parts;
    const known = numbers.map((number) => late.take(number));
    const open = numbers.filter((_, place) => known[place] === undefined);
    if (open.length === 0) return { kind: 'answered', answers: known, defect: undefined };
    const outcome = await this.#call(open, isRepeat);
    if (open.length === numbers.length) return outcome;
    const asked = knownAnswers(outcome).values();
    return withAnswers(
      outcome,
      known.map((answer) => answer ?? asked.next().value),
    );
  }

  #call(numbers: readonly E164[], isRepeat: boolean): Promise<CallOutcome> {
    const { calls, clock, late, observer, watch } = this.#parts;
    const beganAt = observer?.onCall === undefined ? 0 : clock.elapsed();
    const { purpose } = this.#origin;
    const call: EndedCall = { order: watch.beginCall(), purpose, numbers, isRepeat };
    this.#turn ??= this.#beginTurn();
    const turn = this.#turn;
    return new Promise((resolve) => {
      const end = (outcome: CallOutcome): void => {
        if (!turn.endCalls.delete(end)) {
          if (outcome.kind === 'answered' && late.keep(numbers, outcome.answers)) watch.seeLateAnswer(call);
          return;
        }
        turn.time.reportStandstill();
        if (turn !== this.#turn && turn.endCalls.size === 0) this.#forget(turn);
        const isExcused = turn.time.isAfterStandstill && watch.excusesStandstills;
        const judged = isExcused ? excused(outcome) : outcome;
        const seen = watch.seeOutcome(call, judged);
        this.#report(seen);
        observer?.onCall?.(
          observedCall(seen, {
            purpose,
            count: numbers.length,
            isLate: seen.kind !== 'given_up' && isLeftBehind(seen),
            durationMs: clock.elapsed() - beganAt,
          }),
        );
        resolve(late.complete(numbers, seen));
      };
      turn.endCalls.add(end);
      // The checker gets its own list, since it is the host's code and may change the list.
      askHost(() => calls.ask([...numbers], turn.context)).then(
        (answer) => end(readSafely(() => calls.read(answer, numbers.length))),
        (error: unknown) => end(readSafely(() => failedCall(error))),
      );
    });
  }

  #report(outcome: CallOutcome): void {
    const isOwnFailure =
      outcome.kind === 'failed' ||
      outcome.kind === 'excused' ||
      (outcome.kind === 'unavailable' && outcome.timesPutOff !== undefined);
    if (isOwnFailure) this.#parts.reporter.report('check_failed', outcome.error);
    if (outcome.kind !== 'answered' || outcome.defect === undefined) return;
    this.#parts.reporter.report('check_failed', outcome.defect);
  }

  #beginTurn(): Turn {
    const { checkDeadlineMs, clock, watch } = this.#parts;
    const controller = new AbortController();
    // Every call of the turn may listen to it, and Node would take more than ten listeners for a leak.
    setMaxListeners(0, controller.signal);
    const turn: Turn = {
      controller,
      context: Object.freeze({ signal: controller.signal, accountId: this.#origin.accountId }),
      time: new RunningTime({
        clock,
        limitMs: checkDeadlineMs,
        onOver: () => {
          const late = new CheckEnded(`no answer within ${checkDeadlineMs} ms`);
          this.#endTurn(turn, late, failedCall(late));
        },
        onStandstill: (ms) => watch.noteStandstill(ms),
      }),
      endCalls: new Set(),
    };
    this.#turns.add(turn);
    setImmediate(() => {
      if (this.#turn === turn) this.#turn = undefined;
      if (turn.endCalls.size === 0) this.#forget(turn);
    });
    return turn;
  }

  #endTurn(turn: Turn, why: CheckEnded, outcome: CallOutcome): void {
    if (this.#turn === turn) this.#turn = undefined;
    this.#forget(turn);
    turn.controller.abort(why);
    for (const end of turn.endCalls) end(outcome);
  }

  #forget(turn: Turn): void {
    turn.time.cancel();
    this.#turns.delete(turn);
  }
}

/** A call that fails after a standstill of this process says nothing about its number or the upstream. */
function excused(outcome: CallOutcome): CallOutcome {
  return outcome.kind === 'failed'
    ? { kind: 'excused', error: outcome.error, retryAfterMs: outcome.retryAfterMs }
    : outcome;
}

/**
 * A checker may throw or return a plain value instead of a promise. A promise may have its own `then`, which throws or never calls back:
 * `await` ignores the `then` of a promise, and calls that of any other object in a place where it may throw.
 */
async function askHost(ask: () => unknown): Promise<unknown> {
  return await ask();
}

/** Answers and errors of a checker may throw when they are read. */
function readSafely(read: () => CallOutcome): CallOutcome {
  try {
    return read();
  } catch (error) {
    return { kind: 'failed', error, retryAfterMs: undefined };
  }
}
