import { DialproofError } from '../../model/errors.js';
import { counted } from '../../model/hint-text.js';
import type { AccountId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';

type Balances = Pick<CreditLedger, 'balance'>;

/** Refuses an account without credits before its file is read. */
export async function assertHasCredits(ledger: Balances, accountId: AccountId): Promise<void> {
  const { available } = await ledger.balance(accountId);
  if (available > 0) return;
  throw new DialproofError('insufficient_credits', { hint: 'the account has no credits available' });
}

/**
 * Refuses a file as soon as it has more numbers than its caller allows, or than the account has credits. The balance is read only when
 * the one that was read last is too low: credits may have come in the meantime.
 */
export function affordable(
  ledger: Balances,
  accountId: AccountId,
  maxCredits: number,
): (rowsWithNumber: number) => Promise<void> {
  let available = 0;
  return async (rowsWithNumber) => {
    if (rowsWithNumber > maxCredits) {
      throw new DialproofError('max_credits_exceeded', {
        hint: `the file needs at least ${counted(rowsWithNumber, 'credit')}, and max_credits allows ${maxCredits}`,
      });
    }
    if (rowsWithNumber <= available) return;
    ({ available } = await ledger.balance(accountId));
    if (rowsWithNumber <= available) return;
    throw new DialproofError('insufficient_credits', {
      hint: `the file needs at least ${counted(rowsWithNumber, 'credit')}, ${counted(available, 'is', 'are')} available`,
    });
  };
}

/** Any number of credits where the caller sets no limit. Throws RangeError unless it is a whole number, 0 or more. */
export function readMaxCredits(maxCredits: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(maxCredits) && maxCredits >= 0) return maxCredits;
  throw new RangeError(`maxCredits must be a whole number, 0 or more, not ${maxCredits}`);
}
