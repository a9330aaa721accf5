import { counted, DialproofError } from '../../model/errors.js';
import type { AccountId, HoldId } from '../../model/identifiers.js';
import { assertOptionNames } from '../../model/options.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import type {
  CreditBalance,
  CreditLedger,
  HoldRequest,
  Settlement,
  SettleRequest,
} from '../../ports/credit-ledger.js';
import type {
  CreditStatement,
  StatementPage,
  StatementRequest,
} from '../../ports/optional/credit-statement.js';
import type {
  LedgerUpkeep,
  OpenHold,
  OpenHoldsRequest,
  PruneRequest,
  SumUpRequest,
} from '../../ports/optional/ledger-upkeep.js';
import { MemoryStatement } from './memory-statement.js';

export interface MemoryCreditLedgerOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
}

interface KeptHold {
  readonly accountId: AccountId;
  readonly credits: number;
  /** The time of expiry, by the clock's elapsed time; infinite for a hold that never expires. */
  readonly expiresAt: number;
}

interface ClosedHold {
  readonly settlement: Settlement;
  /** The time of closing, by the clock's elapsed time. */
  readonly closedAt: number;
  readonly accountId: AccountId;
}

/**
 * A ledger in this process's memory, for tests and for trying out: everything is lost when the process ends. Until then, everything stays
 * that its upkeep does not prune. Each method is atomic, since none awaits anything between reading a balance and changing it.
 */
export class MemoryCreditLedger implements CreditLedger, CreditStatement, LedgerUpkeep {
  readonly #available = new Map<AccountId, number>();
  readonly #clock: Clock;
  readonly #open = new Map<HoldId, KeptHold>();
  readonly #closed = new Map<HoldId, ClosedHold>();
  readonly #statement = new MemoryStatement();

  constructor(options: MemoryCreditLedgerOptions = {}) {
    assertOptionNames('MemoryCreditLedger', options, { clock: true });
    const { clock = systemClock } = options;
    this.#clock = clock;
  }

  /** Grants credits to an account. Rejects with RangeError unless they are a whole number, 0 or more. */
  async grant(accountId: AccountId, credits: number): Promise<void> {
    assertCredits(credits);
    this.#give(accountId, credits);
    this.#statement.add(accountId, { kind: 'grant', credits, holdId: null, at: this.#clock.now() });
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    if (this.#open.has(request.holdId) || this.#closed.has(request.holdId)) return;
    const available = this.#available.get(request.accountId) ?? 0;
    if (available < request.credits) {
      throw new DialproofError('insufficient_credits', {
        hint: `${counted(request.credits, 'credit is', 'credits are')} needed, ${counted(available, 'is', 'are')} available`,
      });
    }
    this.#give(request.accountId, -request.credits);
    this.#open.set(request.holdId, {
      accountId: request.accountId,
      credits: request.credits,
      expiresAt:
        request.expiresAfterMs === null
          ? Number.POSITIVE_INFINITY
          : this.#clock.elapsed() + request.expiresAfterMs,
    });
  }

  async settle({ holdId, accountId, credits, keep }: SettleRequest): Promise<Settlement> {
    assertCredits(credits);
    const owner = (this.#open.get(holdId) ?? this.#closed.get(holdId))?.accountId;
    if (owner !== undefined && owner !== accountId) {
      throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
    }
    return this.#settle(holdId, credits, keep);
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    let held = 0;
    for (const hold of this.#open.values()) if (hold.accountId === accountId) held += hold.credits;
    return { available: this.#available.get(accountId) ?? 0, held };
  }

  async releaseExpired(): Promise<number> {
    const until = this.#clock.elapsed();
    const expired = [...this.#open].filter(([, hold]) => hold.expiresAt <= until);
    for (const [holdId] of expired) this.#settle(holdId, 0);
    return expired.length;
  }

  async statement(request: StatementRequest): Promise<StatementPage> {
    return this.#statement.page(request);
  }

  async openHolds({ after, limit }: OpenHoldsRequest): Promise<readonly OpenHold[]> {
    return [...this.#open]
      .filter(([holdId, { expiresAt }]) => expiresAt === Number.POSITIVE_INFINITY && (after ?? '') < holdId)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([holdId, { accountId }]) => ({ holdId, accountId }));
  }

  async pruneHolds({ closedBeforeMs, limit }: PruneRequest): Promise<number> {
    const until = this.#clock.elapsed() - closedBeforeMs;
    const expired = [...this.#closed]
      .filter(([, { closedAt }]) => closedAt <= until)
      .sort(([, a], [, b]) => a.closedAt - b.closedAt)
      .slice(0, limit);
    for (const [holdId] of expired) this.#closed.delete(holdId);
    return expired.length;
  }

  async sumUpCharges({ endedBeforeMs, limit }: SumUpRequest): Promise<number> {
    return this.#statement.sumUp(this.#clock.now() - endedBeforeMs, limit);
  }

  #settle(holdId: HoldId, credits: number, keep?: string): Settlement {
    const hold = this.#open.get(holdId);
    if (hold === undefined) {
      return this.#closed.get(holdId)?.settlement ?? { charged: 0, returned: 0 };
    }
    if (credits > hold.credits) {
      throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    }
    const settlement: Settlement = {
      charged: credits,
      returned: hold.credits - credits,
      ...(keep === undefined ? {} : { kept: keep }),
    };
    this.#open.delete(holdId);
    this.#closed.set(holdId, { settlement, accountId: hold.accountId, closedAt: this.#clock.elapsed() });
    this.#give(hold.accountId, settlement.returned);
    const at = this.#clock.now();
    this.#statement.add(hold.accountId, { kind: 'charge', credits: 0 - credits, holdId, at });
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

/**
 * A ledger for hosts without billing: every account has 2^53 - 1 credits, nothing is held and nothing is stored. So it grants every hold,
 * and settles every hold as requested, even one that was never made.
 */
export class UnlimitedLedger implements CreditLedger {
  async hold(): Promise<void> {
    // Credits never run out.
  }

  async settle({ credits }: SettleRequest): Promise<Settlement> {
    return { charged: credits, returned: 0 };
  }

  async balance(): Promise<CreditBalance> {
    return { available: Number.MAX_SAFE_INTEGER, held: 0 };
  }

  async releaseExpired(): Promise<number> {
    return 0;
  }
}
