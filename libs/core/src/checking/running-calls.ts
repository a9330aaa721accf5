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

/** Why a call was given up that took too long or whose answer is not waited for any more. A checker finds it in its signal. */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
  /** It says nothing about the numbers of the call, which may be made again as it is. */
  readonly retryAfterMs = 0;
}

/** Whether a call was left behind, at its deadline or because nobody waits any more: the checker may still be at it. */
export function isLeftBehind(outcome: CallOutcome): boolean {
  return outcome.kind === 'given_up' || ('error' in outcome && outcome.error instanceof CheckEnded);
}

/**
 * Calls that began in the same turn of the event loop. They share a deadline and a signal: of an instant check, a timer and a
 * controller of its own would be the better part of the cost.
 */
interface Turn {
  readonly context: CheckContext;
  readonly controller: AbortController;
  readonly time: RunningTime;
  /** End the calls that are under way. */
  readonly endCalls: Set<(outcome: CallOutcome) => void>;
}

/** Whose calls they are, and what for. */
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
   * Asks about these numbers. Never rejects: whatever the checker does is an outcome. When the deadline passes first, the check has
   * failed and its signal is aborted. A checker that ignores it is left behind; its late answer is kept, and the next call leaves that number
   * out. `isRepeat`: whether a check of one of them has failed before.
   */
  ask(numbers: readonly E164[], isRepeat = false): Promise<CallOutcome> {
    // As a rule there is none, and this is asked before each call.
    return this.#parts.late.isEmpty
      ? this.#call(numbers, isRepeat)
      : this.#askWithLateAnswers(numbers, isRepeat);
  }

  /**
   * Gives up the calls under way `graceMs` after the signal is aborted: their answers are paid for, but whoever stops is waiting. Call
   * the function that is returned when they have ended.
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
      // The checker gets a list of its own, since it is the host's code and may change it.
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
    // Every call of the turn may listen to it, of which Node would take more than ten for a leak.
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

/** A call that fails after this process has stood still says nothing about its number, nor about the upstream. */
function excused(outcome: CallOutcome): CallOutcome {
  return outcome.kind === 'failed'
    ? { kind: 'excused', error: outcome.error, retryAfterMs: outcome.retryAfterMs }
    : outcome;
}

/**
 * A checker may throw, or return a plain value, where it should return a promise. A promise may have a `then` of its own, which throws
 * or never calls back: `await` does not call that of a promise, and calls that of anything else where it may throw.
 */
async function askHost(ask: () => unknown): Promise<unknown> {
  return await ask();
}

/** What a checker answers or rejects with may be made to throw when it is looked at. */
function readSafely(read: () => CallOutcome): CallOutcome {
  try {
    return read();
  } catch (error) {
    return { kind: 'failed', error, retryAfterMs: undefined };
  }
}
