import { DialproofError } from '../../model/errors.js';
import { type HoldId, type KeyedVerification, keyedVerificationHoldId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import { chargedAnswer, type KnownAnswer } from './known-answer.js';

/** How often a request may be given up and its hold released before it needs another id. */
const MAX_ATTEMPTS = 100;

/** The holds of one single check, each used once. */
export interface VerificationHolds {
  /** Whether the check has a request id, so that it may be repeated. */
  readonly isKeyed: boolean;
  /** Whether an earlier attempt of the request was charged. If so, no further hold is made. */
  readonly isPaid: boolean;
  /** The answer that was charged, if the ledger has kept it. */
  readonly answer: KnownAnswer | undefined;
  /** The id of the next hold. */
  next(): HoldId;
}

/** The holds of a check without a request id. */
export function newHolds(next: () => HoldId): VerificationHolds {
  return { isKeyed: false, isPaid: false, answer: undefined, next };
}

/**
 * The holds of a check with a request id, behind those of its earlier attempts. An attempt that was never settled is released, since no
 * other call makes the same request now. Codes: `too_many_requests`.
 */
export async function keyedHolds(
  ledger: Pick<CreditLedger, 'settle'>,
  request: KeyedVerification,
): Promise<VerificationHolds> {
  const { accountId } = request;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const holdId = keyedVerificationHoldId(request, attempt);
    // Changes nothing if the hold was never made or is closed, and returns its outcome.
    const settled = await ledger.settle({ holdId, accountId, credits: 0 });
    if (settled.returned > 0) continue;
    let unused = attempt;
    return {
      isKeyed: true,
      isPaid: settled.charged > 0,
      answer: chargedAnswer(settled),
      next() {
        unused += 1;
        return keyedVerificationHoldId(request, unused - 1);
      },
    };
  }
  throw new DialproofError('too_many_requests', {
    hint: `this request was given up ${MAX_ATTEMPTS} times; send it as another one`,
  });
}
