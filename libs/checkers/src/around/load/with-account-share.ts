import { assertOptionNames } from '@dialproof/core';
import { integerOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { AccountTurns } from './account-turns.js';

export interface AccountShareOptions {
  /** The most calls that are under way at once, of all accounts together: a whole number from 1. */
  readonly inFlight: number;
  /**
   * The most of them for one account, even while no other account checks: a whole number from 1 to `inFlight`. A lower value keeps some
   * places free, so that a later account need not wait for a call to end. Default: `inFlight`.
   */
  readonly inFlightPerAccount?: number;
}

/**
 * Shares the calls under way among the accounts. A single account has all of them, as far as `inFlightPerAccount` allows. While others
 * wait, each call that ends makes room for the account with the fewest under way: only the account itself waits for its many calls.
 *
 * Calls wait until their signal is aborted, and none is refused. Calls without an account, since they are for several, count together as
 * one account.
 *
 * Throws TypeError or RangeError for options out of their limits.
 */
export function withAccountShare<Checker extends AnyChecker>(
  checker: Checker,
  options: AccountShareOptions,
): SameKind<Checker> {
  assertOptionNames('withAccountShare', options, { inFlight: true, inFlightPerAccount: true });
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
