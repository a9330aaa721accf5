import {
  type BulkNumberChecker,
  type Clock,
  type E164,
  isBulkNumberChecker,
  type NumberChecker,
  systemClock,
} from '@dialproof/core';
import { type AskEach, keepingAnswers } from '../calls/kept-answers.js';
import { type NumberOutcome, outcomesOf } from '../calls/number-outcomes.js';
import { functionOption, integerOption } from '../calls/option-checks.js';
import { type AnyChecker, type Ask, askOf, askOne, bulkOver } from '../calls/same-kind.js';
import { KnownOfNumber } from './known-of-number.js';

/** A call of a link that failed. Where another link had the answer, nobody else hears of it. */
export interface LinkFailure {
  /** Which link, from 0. */
  readonly link: number;
  readonly error: unknown;
}

export interface ChainOptions {
  /**
   * Whether a number that a link found on the second app is still asked about, since it may be on the first one too. Default false: put
   * the links that know the first app first.
   */
  readonly askAfterTelegram?: boolean;
  /** How many of the numbers of one bulk call a link for single numbers is asked about at once, 1 to 1,000. Default 10. */
  readonly singleConcurrency?: number;
  /** Hears of every call of a link that failed, unless it was aborted. What it throws is ignored. */
  readonly onLinkFailure?: (failure: LinkFailure) => void;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** Bulk if one of the links is, and either kind where their types do not say which they are. */
export type Chained<Link extends AnyChecker> = AnyChecker extends Link
  ? AnyChecker
  : [Extract<Link, BulkNumberChecker>] extends [never]
    ? NumberChecker
    : BulkNumberChecker;

/**
 * Asks each link only about the numbers that the links before left open, in their order. The README's truth table says what ends the
 * questions about a number and what the chain answers.
 *
 * The chain is bulk as soon as one link is, and its `maxNumbers` is the least of theirs. The deadline is that of one check, for all links
 * together.
 *
 * Throws TypeError for an empty chain or a link that is no checker, RangeError for an option out of its limits.
 */
export function chain<const Links extends readonly AnyChecker[]>(
  links: Links,
  options: ChainOptions = {},
): Chained<Links[number]> {
  if (!Array.isArray(links) || links.length === 0) throw new TypeError('a chain needs at least one link');
  const askAfterTelegram = options.askAfterTelegram ?? false;
  const concurrency = integerOption('singleConcurrency', options.singleConcurrency ?? 10, { max: 1_000 });
  const onLinkFailure = functionOption('onLinkFailure', options.onLinkFailure);
  const asks = links.map((link) => askLink(link, concurrency));

  const askEach: AskEach = async (numbers, context) => {
    const known = numbers.map((number) => ({ number, of: new KnownOfNumber(askAfterTelegram) }));
    for (const [link, askAbout] of asks.entries()) {
      const open = known.filter(({ of }) => of.isOpen);
      if (open.length === 0) break;
      context.signal.throwIfAborted();
      const outcomes = await askAbout(
        open.map(({ number }) => number),
        context,
      );
      for (const [index, outcome] of outcomes.entries()) open[index]?.of.add(outcome);
      if (!context.signal.aborted) tellOf(outcomes, (error) => onLinkFailure?.({ link, error }));
    }
    return known.map(({ of }) => of.outcome);
  };
  const ask = keepingAnswers(askEach, options.clock ?? systemClock);

  const bulk = links.filter(isBulkNumberChecker);
  const chained =
    bulk.length > 0
      ? bulkOver(ask, Math.min(...bulk.map(({ maxNumbers }) => maxNumbers)))
      : { check: askOne.bind(undefined, ask) };
  // The compiler cannot follow that a chain is bulk only where a link is.
  return chained as Chained<Links[number]>;
}

function askLink(link: AnyChecker, concurrency: number): AskEach {
  const ask = askOf(link);
  if (isBulkNumberChecker(link))
    return (numbers, context) => outcomesOf(numbers.length, () => ask(numbers, context));
  return async (numbers, context) => {
    const outcomes: NumberOutcome[] = [];
    const waiting = numbers.entries();
    const askNext = async (): Promise<void> => {
      for (const [index, number] of waiting) outcomes[index] = await askSingle(ask, number, context);
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, numbers.length) }, askNext));
    return outcomes;
  };
}

async function askSingle(ask: Ask, number: E164, context: Parameters<Ask>[1]): Promise<NumberOutcome> {
  if (context.signal.aborted) return { error: context.signal.reason };
  const [outcome] = await outcomesOf(1, () => ask([number], context));
  return outcome ?? { answer: 'check_failed' };
}

/** Reports each error once: all numbers of a bulk call that failed have the same one. */
function tellOf(outcomes: readonly NumberOutcome[], tell: (error: unknown) => void): void {
  const errors = new Set(outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : [])));
  for (const error of errors) {
    try {
      tell(error);
    } catch {
      // The host's own code: its defect must not cost the answers of the other links.
    }
  }
}
