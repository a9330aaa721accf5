import { setMaxListeners } from 'node:events';
import type { E164 } from '../model/identifiers.js';
import type { ConsentDates } from '../model/reassigned.js';
import type { Clock } from '../ports/clock.js';
import type { CheckContext } from '../ports/number-checker.js';
import type { ServiceObserver } from '../ports/optional/service-observer.js';
import type { FailureReporter } from '../reports/failure-reporter.js';
import type { Breaker, EndedCall } from './breaker.js';
import type { CallOrigin } from './budget/waiting-calls.js';
import { type CallOutcome, type CheckerCalls, failedCall, observedCall } from './calls/checker-calls.js';
import type { LateAnswers, LateCalls, LateGroup } from './calls/late-answers.js';

export interface CheckingParts {
  readonly calls: CheckerCalls;
  readonly breaker: Breaker;
  readonly late: LateAnswers;
  readonly lateCalls: LateCalls;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly checkDeadlineMs: number;
  /** Milliseconds that each further number of a call adds to its deadline. */
  readonly checkDeadlinePerNumberMs: number;
  /** Its methods never throw. */
  readonly observer: ServiceObserver | undefined;
}

/**
 * The reason why a call was given up: it took too long, or its answer is no longer awaited. The checker gets it as the reason of its
 * signal.
 */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
  /** The numbers are not the cause, so the same call may be repeated. */
  readonly retryAfterMs = 0;
  /** How long the answer may still come, in milliseconds. A repeat before that would be paid for twice. */
  readonly lateForMs: number;

  constructor(message: string, lateForMs: number) {
    super(message);
    this.lateForMs = lateForMs;
  }
}

/** Milliseconds for which a failed call may still be answered: as long again as its deadline. */
export function lateForMs(outcome: CallOutcome): number {
  return 'error' in outcome && outcome.error instanceof CheckEnded ? outcome.error.lateForMs : 0;
}

/** Whether a call was abandoned, at its deadline or because its answer is no longer awaited. The checker may still be working on it. */
export function isLeftBehind(outcome: CallOutcome): boolean {
  return outcome.kind === 'given_up' || ('error' in outcome && outcome.error instanceof CheckEnded);
}

/**
 * Calls with the same count of numbers that began in the same turn of the event loop. They share a deadline and a signal, since a timer and
 * a controller for each call would be most of an instant check's cost.
 */
interface CallGroup {
  readonly context: CheckContext;
  readonly controller: AbortController;
  readonly cancelDeadline: () => void;
  readonly deadlineMs: number;
  /** The running calls within their deadline. */
  readonly calls: Set<RunningCall>;
  /** The running calls that have passed the deadline. */
  late?: LateGroup;
}

/** Receives the outcome of a call. It must not throw. */
type OnEnded = (outcome: CallOutcome) => void;

interface RunningCall extends EndedCall {
  readonly group: CallGroup;
  /** By the clock's elapsed time; 0 without an observer. */
  readonly beganAt: number;
  readonly onEnded: OnEnded;
}

/**
 * Calls of the checker for one account that may be given up together. Each call gets its outcome at its deadline at the latest, whatever
 * the checker does.
 */
export class RunningCalls {
  readonly #parts: CheckingParts;
  readonly #origin: CallOrigin;
  readonly #consentDates: { readonly consentDates?: ConsentDates };
  readonly #groups = new Set<CallGroup>();
  #group: CallGroup | undefined;

  /** `consentDates`: the dates of consent of the numbers, if some have one. */
  constructor(parts: CheckingParts, origin: CallOrigin, consentDates?: ConsentDates) {
    this.#parts = parts;
    this.#origin = origin;
    const areNeeded = parts.calls.tellsReassigned && consentDates !== undefined && consentDates.size > 0;
    this.#consentDates = areNeeded ? { consentDates } : {};
  }

  /** As {@link begin}, for one call that is awaited. For a single number, a late answer to an earlier call is used instead of a call. */
  ask(numbers: readonly E164[]): Promise<CallOutcome> {
    const [number, ...others] = numbers;
    const answer = number === undefined || others.length > 0 ? undefined : this.#parts.late.take(number);
    if (answer !== undefined)
      return Promise.resolve({ kind: 'answered', answers: [answer], defect: undefined });
    return new Promise((resolve) => this.begin(numbers, false, resolve));
  }

  /**
   * Calls the checker for these numbers. Whatever the checker does is an outcome. When the deadline passes, the check has failed, but the
   * upstream still has the numbers: the signal is aborted after as long again, and a late answer is stored in {@link LateAnswers}, where
   * callers look before the next call. `isRepeat`: whether a check of one of the numbers has failed before. `onEnded` is a callback, since
   * a promise for each call is a good part of an instant check's cost.
   */
  begin(numbers: readonly E164[], isRepeat: boolean, onEnded: OnEnded): void {
    const { breaker, checkDeadlineMs, checkDeadlinePerNumberMs, clock, observer } = this.#parts;
    const deadlineMs = checkDeadlineMs + (numbers.length - 1) * checkDeadlinePerNumberMs;
    if (this.#group?.deadlineMs !== deadlineMs) this.#group = this.#beginGroup(deadlineMs);
    const call: RunningCall = {
      order: breaker.beginCall(),
      purpose: this.#origin.purpose,
      numbers,
      isRepeat,
      group: this.#group,
      beganAt: observer?.onCall === undefined ? 0 : clock.elapsed(),
      onEnded,
    };
    this.#group.calls.add(call);
    void this.#askChecker(call);
  }

  /**
   * Gives up the running calls `graceMs` after the signal is aborted: their answers are paid for, but the stop must not take long. Call the
   * returned function when the calls have ended.
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
    for (const group of this.#groups) {
      this.#leaveGroup(group);
      group.controller.abort(notAwaited());
      for (const call of group.calls) this.#end(call, { kind: 'given_up' });
    }
  }

  /**
   * Calls the checker, which may throw, or return a plain value instead of a promise. A promise may have its own `then`, which throws or
   * never calls back: `await` ignores the `then` of a promise, and the `then` of other objects may throw here.
   */
  async #askChecker(call: RunningCall): Promise<void> {
    const { calls } = this.#parts;
    const { numbers, group } = call;
    let outcome: CallOutcome;
    try {
      outcome = calls.read(await calls.ask(numbers, group.context), numbers.length);
    } catch (error) {
      outcome = failedCall(error);
    }
    this.#end(call, outcome);
  }

  #end(call: RunningCall, outcome: CallOutcome): void {
    const { breaker, late, observer } = this.#parts;
    const { numbers, group } = call;
    if (!group.calls.delete(call)) {
      group.late?.end();
      if (outcome.kind === 'answered' && late.keep(numbers, outcome.answers)) breaker.takeAnswer();
      return;
    }
    if (group !== this.#group && group.calls.size === 0) this.#forget(group);
    const taken = breaker.take(call, outcome);
    this.#report(taken);
    if (observer?.onCall !== undefined) this.#observe(call, taken);
    call.onEnded(taken);
  }

  #observe({ beganAt, numbers, purpose }: RunningCall, outcome: CallOutcome): void {
    const { clock, observer } = this.#parts;
    observer?.onCall?.(
      observedCall(outcome, {
        purpose,
        count: numbers.length,
        isLate: outcome.kind !== 'given_up' && isLeftBehind(outcome),
        durationMs: clock.elapsed() - beganAt,
      }),
    );
  }

  #report(outcome: CallOutcome): void {
    if (outcome.kind === 'failed') this.#parts.reporter.report('check_failed', outcome.error);
    if (outcome.kind !== 'answered' || outcome.defect === undefined) return;
    this.#parts.reporter.report('check_failed', outcome.defect);
  }

  #beginGroup(deadlineMs: number): CallGroup {
    const { clock } = this.#parts;
    const controller = new AbortController();
    // Every call of the group may add a listener to the signal. Node would report more than ten as a leak.
    setMaxListeners(0, controller.signal);
    const group: CallGroup = {
      controller,
      context: Object.freeze({
        signal: controller.signal,
        accountId: this.#origin.accountId,
        ...this.#consentDates,
      }),
      // Delayed to the next turn: if the process stood still, answers that have arrived meanwhile are read first.
      cancelDeadline: clock.schedule(deadlineMs, () => setImmediate(() => this.#passDeadline(group))),
      deadlineMs,
      calls: new Set(),
    };
    this.#groups.add(group);
    setImmediate(() => {
      if (this.#group === group) this.#group = undefined;
      if (group.calls.size === 0) this.#forget(group);
    });
    return group;
  }

  /** Fails the calls of a group at their deadline. Their signal is not aborted yet, since late answers are paid for too. */
  #passDeadline(group: CallGroup): void {
    if (group.calls.size === 0) return;
    const { deadlineMs } = group;
    this.#leaveGroup(group);
    group.late = this.#parts.lateCalls.wait(group.calls.size, deadlineMs, () => {
      group.controller.abort(notAwaited());
    });
    const outcome = failedCall(new CheckEnded(`no answer within ${deadlineMs} ms`, deadlineMs));
    for (const call of group.calls) this.#end(call, outcome);
  }

  /** Closes a group to further calls, and cancels its deadline. */
  #leaveGroup(group: CallGroup): void {
    if (this.#group === group) this.#group = undefined;
    this.#forget(group);
  }

  #forget(group: CallGroup): void {
    group.cancelDeadline();
    this.#groups.delete(group);
  }
}

function notAwaited(): CheckEnded {
  return new CheckEnded('nobody waits for this check any more', 0);
}
