import { integerOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { AccountTurns } from './account-turns.js';

export interface AccountShareOptions {
  /** The most calls that are under way at once, of all accounts together: a whole number from 1. */
  readonly inFlight: number;
  /**
   * The most of them that one account has, even while nobody else asks: a whole number from 1 to `inFlight`. Fewer keep some free, so that
   * an account that comes later need not wait for a call to end. Default: `inFlight`.
   */
  readonly inFlightPerAccount?: number;
}

/**
 * Shares the calls that are under way at once among the accounts. An account that asks alone has all of them, as far as `inFlightPerAccount`
 * allows. While others wait, each call that ends makes room for the account with the fewest under way: many calls of one account are
 * waited for by that account alone.
 *
 * Calls wait until their signal is aborted, and none is refused. Calls that say no account, since they are for several, count together as one.
 *
 * Throws TypeError or RangeError for options out of their limits.
 */
export function withAccountShare<Checker extends AnyChecker>(
  checker: Checker,
  options: AccountShareOptions,
): SameKind<Checker> {
  const ask = askOf(checker);
  const inFlight = integerOption('inFlight', options.inFlight);
  const perAccount = integerOption('inFlightPerAccount', options.inFlightPerAccount ?? inFlight, {
    max: inFlight,
  });
  const turns = new AccountTurns(inFlight, perAccount);

  return sameKind(checker, async (numbers, context) => {
    await turns.begin(context.accountId, context.signal);
    try {
      // A checker that ignores its signal would keep its slot for ever.
      return await unlessAborted(ask(numbers, context), context.signal);
    } finally {
      turns.end(context.accountId);
    }
  });
}
