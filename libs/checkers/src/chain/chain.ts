import {
  assertOptionNames,
  type BulkNumberChecker,
  type Clock,
  isBulkNumberChecker,
  millisecondsOption,
  type NumberChecker,
  systemClock,
} from '@dialproof/core';
import { isAnswered, resultOf } from '../calls/number-outcomes.js';
import { functionOption } from '../calls/option-checks.js';
import { type AnyChecker, type Ask, askOf, bulkOver, singleOver } from '../calls/same-kind.js';
import { ChainLink, CollectWindow } from './chain-link.js';
import { KnownOfNumber } from './known-of-number.js';

/** A failed call of a link. If another link had the answer, this is the only report. */
export interface LinkFailure {
  /** The index of the link, from 0. */
  readonly link: number;
  readonly error: unknown;
}

export interface ChainOptions {
  /**
   * If a link is for single numbers: milliseconds for which a bulk link collects numbers for one call, 0 to 10,000; a full call begins at
   * once. Default: a quarter of the time that its calls take, at most 1,000.
   */
  readonly collectMs?: number;
  /** Hears of every call of a link that failed, unless it was aborted. What it throws is ignored. */
  readonly onLinkFailure?: (failure: LinkFailure) => void;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

type KindOf<Link> = [Link] extends [BulkNumberChecker]
  ? 'bulk'
  : [Link] extends [NumberChecker]
    ? 'single'
    : 'either';

type Kinds<Links extends readonly AnyChecker[]> = { [Place in keyof Links]: KindOf<Links[Place]> }[number];

/** Bulk if all of the links are, single if one of them is, and either kind where their types do not say which they are. */
export type Chained<Links extends readonly AnyChecker[]> =
  'single' extends Kinds<Links>
    ? NumberChecker
    : 'either' extends Kinds<Links>
      ? AnyChecker
      : BulkNumberChecker;

/**
 * Asks each link only about the numbers that the links before left open, in their order. The README's truth table shows after which answers
 * no further link is asked, and the answer of the chain.
 *
 * The chain is bulk if all of its links are, and its `maxNumbers` is the least of theirs. With a link for single numbers it is single too,
 * so that the service's limits of calls apply to that link, and numbers wait for their turn before their deadline begins. Its bulk links
 * then collect the numbers that are under way at once. The deadline is that of one check, for all links together.
 *
 * A number with a date of consent is asked about at a link with `tellsReassigned` too, also if its status is known, unless it is dead or such
 * a link has said `yes` or `no` before. If that link fails, `reassigned` is left out; an outage of it is one of the chain.
 *
 * An answer of a link is kept until the chain has answered: a number whose check failed, met an outage or was too slow is not asked about
 * there again within an hour. Each link keeps at most 100,000 answers.
 *
 * Throws TypeError for an empty chain or a link that is no checker, RangeError for an option out of its limits.
 */
export function chain<const Links extends readonly AnyChecker[]>(
  links: Links,
  options: ChainOptions = {},
): Chained<Links> {
  assertOptionNames('chain', options, {
    clock: true,
    collectMs: true,
    onLinkFailure: true,
  });
  if (!Array.isArray(links) || links.length === 0) throw new TypeError('a chain needs at least one link');
  for (const link of links) askOf(link);
  const bulk = links.filter(isBulkNumberChecker);
  const isBulk = bulk.length === links.length;
  const ask = askInTurn(linksOf(links, options, isBulk));
  const tellsReassigned = links.some((link) => link.tellsReassigned === true);
  const chained = isBulk
    ? bulkOver(ask, Math.min(...bulk.map(({ maxNumbers }) => maxNumbers)), tellsReassigned)
    : singleOver(ask, tellsReassigned);
  // The compiler cannot infer that a chain is bulk only if all links are.
  return chained as Chained<Links>;
}

function linksOf(
  checkers: readonly AnyChecker[],
  { clock = systemClock, ...options }: ChainOptions,
  isBulk: boolean,
): readonly ChainLink[] {
  const onLinkFailure = functionOption('onLinkFailure', options.onLinkFailure);
  const collectMs =
    options.collectMs === undefined
      ? undefined
      : millisecondsOption('collectMs', options.collectMs, { least: 0, most: 10_000 });
  return checkers.map((checker, link) => {
    const window = isBulk ? undefined : new CollectWindow(collectMs);
    return new ChainLink(checker, {
      clock,
      window,
      onFailure(error) {
        try {
          onLinkFailure?.({ link, error });
        } catch {
          // `onLinkFailure` is code of the host. Its error must not lose the answers of the other links.
        }
      },
    });
  });
}

function askInTurn(links: readonly ChainLink[]): Ask {
  return async (numbers, context) => {
    const { consentDates, signal } = context;
    const known = numbers.map((number) => ({
      number,
      of: new KnownOfNumber(consentDates?.get(number)),
    }));
    for (const link of links) {
      const open = known.filter(({ of }) => of.isOpenFor(link));
      if (open.length === 0) continue;
      signal.throwIfAborted();
      const asked = open.map(({ number }) => number);
      const outcomes = await link.ask(asked, context);
      for (const [index, outcome] of outcomes.entries()) open[index]?.of.add(outcome, link);
    }
    const answers = resultOf(known.map(({ of }) => of.outcome));
    if (!signal.aborted) {
      const answered = known.filter(({ of }) => isAnswered(of.outcome)).map(({ number }) => number);
      for (const link of links) link.forget(answered);
    }
    return answers;
  };
}
