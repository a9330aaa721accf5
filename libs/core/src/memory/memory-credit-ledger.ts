import { DialproofError } from '../errors.js';
import type { AccountId, HoldId } from '../identifiers.js';
import type { CreditBalance, CreditLedger, HoldRequest, Settlement } from '../ports/credit-ledger.js';

/**
 * A ledger in this process's memory, for tests and for trying out: it forgets everything when the process ends, and keeps every
 * hold until then. No method waits between reading a balance and changing it, which is what makes each one atomic here.
 */
export class MemoryCreditLedger implements CreditLedger {
  readonly #available = new Map<AccountId, number>();
  readonly #open = new Map<HoldId, HoldRequest>();
  readonly #closed = new Map<HoldId, Settlement>();

  /** Gives an account credits, a whole number, 0 or more; else rejects with RangeError. */
  async grant(accountId: AccountId, credits: number): Promise<void> {
    assertCredits(credits);
    this.#give(accountId, credits);
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    if (this.#open.has(request.holdId) || this.#closed.has(request.holdId)) return;
    const available = this.#available.get(request.accountId) ?? 0;
    if (available < request.credits) {
      throw new DialproofError('insufficient_credits', {
        hint: `${request.credits} credits are needed, ${available} are available`,
      });
    }
    this.#give(request.accountId, -request.credits);
    this.#open.set(request.holdId, { ...request });
  }

  async settle(holdId: HoldId, credits: number): Promise<Settlement> {
    assertCredits(credits);
    return { ...this.#settle(holdId, credits) };
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    let held = 0;
    for (const hold of this.#open.values()) if (hold.accountId === accountId) held += hold.credits;
    return { available: this.#available.get(accountId) ?? 0, held };
  }

  async releaseExpired(now: number): Promise<number> {
    const expired = [...this.#open.values()].filter(
      (hold) => hold.expiresAt !== null && hold.expiresAt <= now,
    );
    for (const hold of expired) this.#settle(hold.holdId, 0);
    return expired.length;
  }

  #settle(holdId: HoldId, credits: number): Settlement {
    const hold = this.#open.get(holdId);
    if (hold === undefined) return this.#closed.get(holdId) ?? { charged: 0, returned: 0 };
    if (credits > hold.credits) {
      throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    }
    const settlement: Settlement = { charged: credits, returned: hold.credits - credits };
    this.#open.delete(holdId);
    this.#closed.set(holdId, settlement);
    this.#give(hold.accountId, settlement.returned);
    return settlement;
  }

  #give(accountId: AccountId, credits: number): void {
    this.#available.set(accountId, (this.#available.get(accountId) ?? 0) + credits);
  }
}

function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}
