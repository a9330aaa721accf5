import type { CreditCaps } from '../../model/accounts.js';
import { counted, DialproofError } from '../../model/errors.js';
import type { AccountId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';

type Balances = Pick<CreditLedger, 'balance'>;

/** The most credits that a task may hold. */
export interface CreditLimit {
  readonly credits: number;
  /** The end of the hint that refuses a task: `max_credits=5 allows no more`. */
  readonly allows: string;
}

/** The smallest limit of a request. Throws RangeError unless all are whole numbers, 0 or more. */
export function creditLimit(maxCredits: number | undefined, caps: CreditCaps | undefined): CreditLimit {
  const limits: readonly CreditLimit[] = [
    { allows: `max_credits=${maxCredits} allows no more`, credits: readMaxCredits(maxCredits) },
    ofToken('max_credits_per_task', caps?.maxCreditsPerTask),
    // A file that costs more than a whole day allows need not be read to its end.
    ofToken('max_credits_per_day', caps?.day?.maxCredits),
  ];
  return limits.reduce((least, limit) => (limit.credits < least.credits ? limit : least));
}

function ofToken(name: string, cap: number | undefined): CreditLimit {
  return { allows: `"${name}" of this token allows ${cap}`, credits: readMaxCredits(cap) };
}

/** Code: `max_credits_exceeded`, if `needed` is above the limit. `subject` begins the hint. */
export function assertWithinLimit(needed: number, { allows, credits }: CreditLimit, subject: string): void {
  if (needed <= credits) return;
  throw new DialproofError('max_credits_exceeded', {
    hint: `${subject} needs at least ${counted(needed, 'credit')}, and ${allows}`,
  });
}

/** Refuses an account without credits before its file is read. */
export async function assertHasCredits(ledger: Balances, accountId: AccountId): Promise<void> {
  const { available } = await ledger.balance(accountId);
  if (available > 0) return;
  throw new DialproofError('insufficient_credits', { hint: 'the account has no credits available' });
}

/**
 * Refuses a file as soon as it has more numbers than its limit allows, or than the account has credits. The balance is read again only when
 * the last known one is too low.
 */
export function affordable(
  ledger: Balances,
  accountId: AccountId,
  limit: CreditLimit,
): (rowsWithNumber: number) => Promise<void> {
  let available = 0;
  return async (rowsWithNumber) => {
    assertWithinLimit(rowsWithNumber, limit, 'the file');
    if (rowsWithNumber <= available) return;
    ({ available } = await ledger.balance(accountId));
    if (rowsWithNumber <= available) return;
    throw new DialproofError('insufficient_credits', {
      hint: `the file needs at least ${counted(rowsWithNumber, 'credit')}, ${counted(available, 'is', 'are')} available`,
    });
  };
}

/** The limit, or the largest safe integer for none. Throws RangeError unless it is a whole number, 0 or more. */
export function readMaxCredits(maxCredits: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(maxCredits) && maxCredits >= 0) return maxCredits;
  throw new RangeError(`the most credits must be a whole number, 0 or more, not ${maxCredits}`);
}
