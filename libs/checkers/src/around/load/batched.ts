import {
  assertOptionNames,
  type BulkNumberChecker,
  type CheckContext,
  type Clock,
  type E164,
  isBulkNumberChecker,
  KeptAnswers,
  millisecondsOption,
  type NumberChecker,
  systemClock,
} from '@dialproof/core';
import {
  type AskEach,
  answerOf,
  isOutage,
  keepingAnswers,
  type NumberOutcome,
  outcomesOf,
  retryAfterOf,
} from '../../calls/number-outcomes.js';
import { integerOption } from '../../calls/option-checks.js';
import { askOf, askOne } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { Batch } from './batch.js';

export interface BatchingOptions {
  /** Milliseconds for which numbers are collected, 0 to 10,000; a full call begins at once. Default 10. */
  readonly collectMs?: number;
  /** The most numbers of one call, at most the checker's own `maxNumbers`. Default: that. */
  readonly maxNumbers?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** A batch that may be joined. */
interface OpenBatch {
  readonly batch: Batch;
  readonly cancel: () => void;
  /** It is sent when it has this many numbers. */
  mostNumbers: number;
}

/**
 * Joins the numbers of single checks and small bulk calls of some milliseconds into one bulk call. It returns a bulk checker that also has
 * `check`, for single numbers. A number that the answer leaves open has a failed check, and the others have their answers.
 *
 * When a call rejects, one of its numbers may be the cause: their next calls have at most a tenth of its numbers, and so on down to one. An
 * error with a `retryAfterMs`, 0 included, is not blamed on the numbers: they are collected with any others once more. A bulk call with
 * such a number is made unchanged, since its caller divides it.
 *
 * An answer that comes when the caller has given up, since others waited for the call, is kept until its number is asked about again, for
 * an hour at most.
 *
 * A call for several accounts says none in its `accountId`.
 *
 * Throws TypeError for a checker that is not bulk, TypeError or RangeError for an option out of its limits.
 */
export function batched(
  checker: BulkNumberChecker,
  options: BatchingOptions = {},
): NumberChecker & BulkNumberChecker {
  assertOptionNames('batched', options, { clock: true, collectMs: true, maxNumbers: true });
  const collectMs = millisecondsOption('collectMs', options.collectMs ?? 10, { least: 0, most: 10_000 });
  return batchedFor(() => collectMs, checker, options);
}

/** The same with a function for the time, which is called at the first number of each call. */
export function batchedFor(
  collectMs: () => number,
  checker: BulkNumberChecker,
  options: Omit<BatchingOptions, 'collectMs'>,
): NumberChecker & BulkNumberChecker {
  const ask = askOf(checker);
  if (!isBulkNumberChecker(checker)) throw new TypeError('batching needs a bulk checker');
  const maxNumbers = integerOption('maxNumbers', options.maxNumbers ?? checker.maxNumbers, {
    max: checker.maxNumbers,
  });
  const clock = options.clock ?? systemClock;
  const rejected = new RejectedNumbers();
  const kept = new KeptAnswers(clock);
  const open: Partial<Record<'usual' | 'rejected', OpenBatch>> = {};

  const close = (batch: Batch): void => {
    for (const kind of ['usual', 'rejected'] as const) {
      if (open[kind]?.batch !== batch) continue;
      open[kind].cancel();
      delete open[kind];
    }
  };

  const send = (batch: Batch): void => {
    close(batch);
    void batch.send(ask).then(({ late, outcomes }) => {
      rejected.note(outcomes);
      // Late answers are kept too: they are paid for.
      kept.keep(
        late,
        late.map((number) => answerOf(outcomes.get(number))),
      );
    });
  };

  const begin = (): OpenBatch => {
    const batch = new Batch(close);
    return { batch, mostNumbers: maxNumbers, cancel: clock.schedule(collectMs(), () => send(batch)) };
  };

  const place = (number: E164, context: CheckContext): Batch => {
    const most = rejected.mostNumbers(number);
    const kind = most === undefined ? 'usual' : 'rejected';
    const before = open[kind];
    if (before !== undefined && most !== undefined && before.batch.size >= most) send(before.batch);
    open[kind] ??= begin();
    const joined = open[kind];
    joined.mostNumbers = Math.min(joined.mostNumbers, most ?? maxNumbers);
    joined.batch.join(number, context);
    if (joined.batch.size >= joined.mostNumbers) send(joined.batch);
    return joined.batch;
  };

  const askEach: AskEach = async (numbers, context) => {
    context.signal.throwIfAborted();
    if (numbers.length > 1 && numbers.some((number) => rejected.mostNumbers(number) !== undefined)) {
      const outcomes = await outcomesOf(numbers.length, () => ask(numbers, context));
      if (outcomes.some((outcome) => 'answer' in outcome)) rejected.forget(numbers);
      return outcomes;
    }
    const places = numbers.map((number) => ({ number, batch: place(number, context) }));
    try {
      const all = Promise.all(places.map(({ batch }) => batch.ended));
      const ended = await unlessAborted(all, context.signal);
      return numbers.map((number, index) => ended[index]?.get(number) ?? { answer: 'check_failed' });
    } finally {
      for (const { batch, number } of places) batch.leave(number);
    }
  };

  const collect = keepingAnswers(askEach, clock, kept);
  return {
    maxNumbers,
    tellsReassigned: checker.tellsReassigned === true,
    checkMany: collect,
    check: (number, context) => askOne(collect, number, context),
  };
}

/** The most numbers that are remembered: the one that was noted longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;
/** The factor by which the next call of a number is smaller than the rejected one, as in the service. */
const DIVISOR = 10;

/** For a number whose last call failed for another reason than its numbers: its next call has the usual size. */
const ANY = Number.POSITIVE_INFINITY;

/** Numbers whose last call was rejected, but not with an outage. One of them may be the cause, unless the error has a `retryAfterMs`. */
class RejectedNumbers {
  readonly #mostNumbers = new Map<E164, number>();

  /** The most numbers that the next call with this one is to have; undefined if it may have as many as any. */
  mostNumbers(number: E164): number | undefined {
    if (this.#mostNumbers.size === 0) return undefined;
    const mostNumbers = this.#mostNumbers.get(number);
    return mostNumbers === ANY ? undefined : mostNumbers;
  }

  /** Notes the outcomes of the numbers of one call. */
  note(outcomes: ReadonlyMap<E164, NumberOutcome>): void {
    for (const [number, outcome] of outcomes) {
      if ('error' in outcome && isOutage(outcome.error)) continue;
      const before = this.#mostNumbers.get(number);
      this.#mostNumbers.delete(number);
      if (!('error' in outcome)) continue;
      this.#mostNumbers.set(number, mostAfter(outcome.error, before, outcomes.size));
      const [oldest] = this.#mostNumbers.keys();
      if (this.#mostNumbers.size > MAX_REMEMBERED && oldest !== undefined) this.#mostNumbers.delete(oldest);
    }
  }

  forget(numbers: readonly E164[]): void {
    for (const number of numbers) this.#mostNumbers.delete(number);
  }
}

/**
 * The limit of the next call with the numbers of a failed call. `before`: their limit so far. {@link ANY}: an earlier failure asked for a
 * pause and did not lower the limit. Then both failures count now.
 */
function mostAfter(error: unknown, before: number | undefined, numbers: number): number {
  if (before === undefined && retryAfterOf(error) !== undefined) return ANY;
  const divisor = before === ANY ? DIVISOR ** 2 : DIVISOR;
  return Math.max(1, Math.floor(numbers / divisor));
}
