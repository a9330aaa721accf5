import { DialproofError } from '../../model/errors.js';
import { type HoldId, type KeyedVerification, keyedVerificationHoldId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import { chargedAnswer, type KnownAnswer } from './known-answer.js';

/** The most abandoned attempts of a request. After that the request needs another id. */
const MAX_ATTEMPTS = 100;

/** The holds of one single check. Each is used once. */
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
 * The holds of a check with a request id, which follow those of its earlier attempts. An attempt that was never settled is released, since
 * no other call makes the same request now. Code: `too_many_requests`.
 */
export async function keyedHolds(
  ledger: Pick<CreditLedger, 'settle'>,
  request: KeyedVerification,
): Promise<VerificationHolds> {
  const { accountId } = request;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const holdId = keyedVerificationHoldId(request, attempt);
    // If the hold was never made or is closed, this changes nothing and returns its outcome.
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

/** The most stored answers. The oldest is dropped first. */
const MAX_ANSWERS = 1_000;

/**
 * The answers of single checks whose settlement failed. The upstream has charged for them, so the repeat of the request settles them
 * without another check. They are kept in this process, since the ledger has failed.
 */
export class UnsettledAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  get(request: KeyedVerification): KnownAnswer | undefined {
    return this.#answers.get(nameOf(request));
  }

  add(request: KeyedVerification, answer: KnownAnswer): void {
    this.#answers.set(nameOf(request), answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  delete(request: KeyedVerification): void {
    this.#answers.delete(nameOf(request));
  }
}

/** The key of a request. No account id, number or date contains NUL. */
function nameOf({ accountId, date, phone, requestId }: KeyedVerification): string {
  return `${accountId}\0${phone}\0${date ?? ''}\0${requestId}`;
}
