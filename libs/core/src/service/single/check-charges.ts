import type { CountedCredits, DailyCredits } from '../../batch/daily-credits.js';
import type { CheckingParts } from '../../checking/running-calls.js';
import type { CreditCaps } from '../../model/accounts.js';
import type { AccountId, HoldId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import type { ObservedCredits } from '../../ports/optional/service-observer.js';
import { chargedAnswer, encodedAnswer, type KnownAnswer } from './known-answer.js';
import type { VerificationHolds } from './verification-holds.js';

export interface CheckChargesSettings
  extends Pick<CheckingParts, 'checkDeadlineMs' | 'observer' | 'reporter'> {
  readonly daily: DailyCredits;
  readonly ledger: CreditLedger;
  /** Milliseconds that a single check waits for its turn. */
  readonly checkWaitMs: number;
}

/** The hold of one single check. */
export interface CheckHold {
  readonly accountId: AccountId;
  readonly holds: VerificationHolds;
  readonly holdId: HoldId;
}

/**
 * The time that a hold lasts after the deadline of its check, before it counts as abandoned by a dead process. A check that is settled
 * later is charged by a new hold.
 */
const HOLD_MARGIN_MS = 10_000;

/** The credit of a single check: held before the check, and charged for its answer. */
export class CheckCharges {
  readonly #settings: CheckChargesSettings;

  constructor(settings: CheckChargesSettings) {
    this.#settings = settings;
  }

  /** Codes: `insufficient_credits`, `daily_limit_reached`. */
  async hold({ accountId, holdId }: CheckHold, caps: CreditCaps | undefined): Promise<CountedCredits> {
    const { checkDeadlineMs, checkWaitMs, daily, ledger } = this.#settings;
    const expiresAfterMs = checkWaitMs + checkDeadlineMs + HOLD_MARGIN_MS;
    const counted = await daily.count(caps, 1);
    try {
      await ledger.hold({ holdId, accountId, credits: 1, expiresAfterMs });
    } catch (refusal) {
      await counted.giveBack();
      throw refusal;
    }
    this.#observe('held');
    return counted;
  }

  /**
   * Releases the hold of a check without an answer. Resolves to the charged answer if an earlier attempt, in a process that stood still,
   * has charged this hold meanwhile.
   */
  async release({ accountId, holdId }: CheckHold): Promise<KnownAnswer | undefined> {
    return chargedAnswer(await this.#settings.ledger.settle({ holdId, accountId, credits: 0 }));
  }

  /** Charges an answer. If an earlier attempt of the request was charged, this changes nothing. */
  async charge({ accountId, holdId, holds }: CheckHold, answer: KnownAnswer): Promise<void> {
    const settlement = { holdId, accountId, credits: 1, ...kept(holds, answer) };
    const { charged } = await this.#settings.ledger.settle(settlement);
    if (charged > 0 && !holds.isPaid) this.#observe('charged');
    if (charged === 0) await this.#chargeAnew(accountId, holds, answer);
  }

  /**
   * Charges the answer by a new hold. The first hold was released before its settlement: by an operator, after a jump of the ledger's
   * clock, or while this process stood still.
   */
  async #chargeAnew(accountId: AccountId, holds: VerificationHolds, answer: KnownAnswer): Promise<void> {
    const { ledger, reporter } = this.#settings;
    const holdId = holds.next();
    try {
      await ledger.hold({ holdId, accountId, credits: 1, expiresAfterMs: HOLD_MARGIN_MS });
      await ledger.settle({ holdId, accountId, credits: 1, ...kept(holds, answer) });
      this.#observe('held');
      this.#observe('charged');
      const cause = new RangeError(
        'the hold of a single check had been released; the check was charged by a new one',
      );
      reporter.report('settlement_differs', cause);
    } catch (error) {
      const cause = new RangeError('the hold of a single check had been released; the check was free', {
        cause: error,
      });
      reporter.report('settlement_differs', cause);
    }
  }

  #observe(change: ObservedCredits['change']): void {
    this.#settings.observer?.onCredits?.({ purpose: 'single', change, credits: 1 });
  }
}

/** The text to keep with the charge: the answer, if the request has an id and so can be repeated. */
function kept({ isKeyed }: VerificationHolds, answer: KnownAnswer): { readonly keep?: string } {
  return isKeyed ? { keep: encodedAnswer(answer) } : {};
}
