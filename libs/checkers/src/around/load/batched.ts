import {
  type BulkNumberChecker,
  type CheckContext,
  type Clock,
  type E164,
  isBulkNumberChecker,
  type NumberChecker,
  systemClock,
} from '@dialproof/core';
import { type AskEach, answerOf, KeptAnswers, keepingAnswers } from '../../calls/kept-answers.js';
import { isOutage, type NumberOutcome, outcomesOf } from '../../calls/number-outcomes.js';
import { integerOption, numberOption } from '../../calls/option-checks.js';
import { askOf, askOne } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { Batch } from './batch.js';

export interface BatchingOptions {
  /** How long numbers are collected for, in milliseconds, 0 to 10,000; a full call begins at once. Default 10. */
  readonly collectMs?: number;
  /** The most numbers of one call, at most the checker's own `maxNumbers`. Default: that. */
  readonly maxNumbers?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** How many numbers of rejected calls are remembered: the one that was noted longest ago is forgotten. */
const MAX_ALONE = 10_000;

/**
 * Makes one bulk call of the numbers that are asked about within some milliseconds, by single checks or small bulk calls. What it gives back is
 * a bulk checker and has `check` as well, for those who ask about one number.
 *
 * A number that the answer leaves open has a failed check, and the others have their answers. When a call rejects, one of its numbers may be
 * why: the next time, each of them is asked about in a call of its own caller's, together with nothing else.
 *
 * An answer that comes when the caller has given up, since others waited for the call, is kept until its number is asked about again, for an
 * hour at most.
 *
 * A call for several accounts says none in its `accountId`.
 *
 * Throws TypeError for a checker that is not bulk, TypeError or RangeError for an option out of its limits.
 */
export function batched(
  checker: BulkNumberChecker,
  options: BatchingOptions = {},
): NumberChecker & BulkNumberChecker {
  const collectMs = numberOption('collectMs', options.collectMs ?? 10, { max: 10_000 });
  return batchedFor(() => collectMs, checker, options);
}

/** The same with a time that may be another for each call. It is asked for when the first number of a call has come. */
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
  const alone = new Set<E164>();
  const kept = new KeptAnswers(clock);
  let open: { readonly batch: Batch; readonly cancel: () => void } | undefined;

  const close = (batch: Batch): void => {
    if (open?.batch !== batch) return;
    open.cancel();
    open = undefined;
  };

  const send = (batch: Batch): void => {
    close(batch);
    void batch.send(ask).then(({ late, outcomes }) => {
      noteRejected(alone, outcomes);
      // They are paid for.
      kept.keep(
        late,
        late.map((number) => answerOf(outcomes.get(number))),
      );
    });
  };

  const place = (number: E164, { accountId }: CheckContext): Batch => {
    if (open === undefined) {
      const batch = new Batch(close);
      open = { batch, cancel: clock.schedule(collectMs(), () => send(batch)) };
    }
    const { batch } = open;
    batch.join(number, accountId);
    if (batch.size >= maxNumbers) send(batch);
    return batch;
  };

  const askEach: AskEach = async (numbers, context) => {
    context.signal.throwIfAborted();
    if (alone.size > 0 && numbers.some((number) => alone.has(number))) {
      const outcomes = await outcomesOf(numbers.length, () => ask(numbers, context));
      if (outcomes.some((outcome) => 'answer' in outcome)) for (const number of numbers) alone.delete(number);
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
    checkMany: collect,
    check: (number, context) => askOne(collect, number, context),
  };
}

function noteRejected(alone: Set<E164>, outcomes: ReadonlyMap<E164, NumberOutcome>): void {
  for (const [number, outcome] of outcomes) {
    if (!('error' in outcome) || isOutage(outcome.error)) continue;
    alone.delete(number);
    alone.add(number);
    const [oldest] = alone;
    if (alone.size > MAX_ALONE && oldest !== undefined) alone.delete(oldest);
  }
}
