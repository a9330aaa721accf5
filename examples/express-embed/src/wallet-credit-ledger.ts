import {
  type AccountId,
  type Clock,
  type CreditBalance,
  type CreditLedger,
  DialproofError,
  type HoldRequest,
  type Settlement,
  type SettleRequest,
  StoreTime,
  systemClock,
} from '@dialproof/core';
import type { Database, Transaction } from 'better-sqlite3';
import type { Billing } from './billing.js';
import { orUnavailable } from './database.js';

interface Hold {
  readonly userId: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
}

/**
 * Lets Dialproof spend the credits of the host's wallets. Every change is one statement with its condition inside, so that two changes
 * never spend the same credit. Statements that belong together are one transaction.
 */
export class WalletCreditLedger implements CreditLedger {
  readonly #billing: Billing;
  readonly #hold: Transaction<(request: HoldRequest) => void>;
  readonly #settle: Transaction<(request: SettleRequest) => Settlement>;
  readonly #releaseExpired: Transaction<(until: number) => number>;
  /** By which holds expire. */
  readonly #time: StoreTime;

  constructor(database: Database, billing: Billing, clock: Clock = systemClock) {
    this.#billing = billing;
    this.#time = new StoreTime(clock);
    const statements = prepareStatements(database);

    this.#hold = database.transaction(({ holdId, accountId, credits, expiresAfterMs }) => {
      const expiresAt = expiresAfterMs === null ? null : this.#time.after(expiresAfterMs);
      const opened = statements.openHold.run({ holdId, userId: accountId, credits, expiresAt });
      if (opened.changes === 0) return;
      const setAside = statements.setAside.run({ userId: accountId, credits });
      // Throwing undoes the hold, too. A hold of 0 credits needs no wallet.
      if (setAside.changes === 0 && credits > 0) throw this.#insufficientCredits(accountId, credits);
    });

    this.#settle = database.transaction((request) => {
      const { holdId, accountId, credits } = request;
      const closed = statements.closeHold.get({ holdId, userId: accountId, charged: credits });
      if (closed === undefined) return earlierOutcome(statements.findHold.get({ holdId }), request);
      const returned = closed.credits - credits;
      statements.takeBack.run({ userId: closed.userId, credits: closed.credits, returned });
      if (credits > 0) {
        statements.addEntry.run({ userId: closed.userId, credits: -credits, holdId, createdAt: clock.now() });
      }
      return { charged: credits, returned };
    });

    this.#releaseExpired = database.transaction((until) => {
      const released = statements.releaseExpired.all({ until });
      for (const { userId, credits } of released) {
        statements.takeBack.run({ userId, credits, returned: credits });
      }
      return released.length;
    });
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    orUnavailable(() => this.#hold.immediate(request));
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    assertCredits(request.credits);
    return orUnavailable(() => this.#settle.immediate(request));
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    return orUnavailable(() => this.#billing.wallet(accountId));
  }

  async releaseExpired({ all }: { readonly all: boolean }): Promise<number> {
    const until = all ? Number.MAX_SAFE_INTEGER : this.#time.now();
    return orUnavailable(() => this.#releaseExpired.immediate(until));
  }

  #insufficientCredits(accountId: AccountId, credits: number): DialproofError {
    const { available } = this.#billing.wallet(accountId);
    return new DialproofError('insufficient_credits', {
      hint: `${credits} credits are needed, ${available} are available`,
    });
  }
}

function earlierOutcome(hold: Hold | undefined, { holdId, accountId, credits }: SettleRequest): Settlement {
  if (hold === undefined) return { charged: 0, returned: 0 };
  if (hold.userId !== accountId) {
    throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
  }
  if (hold.charged === null) {
    throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
  }
  return { charged: hold.charged, returned: hold.credits - hold.charged };
}

function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}

function prepareStatements(database: Database) {
  return {
    openHold: database.prepare<{
      holdId: string;
      userId: string;
      credits: number;
      expiresAt: number | null;
    }>(`
      insert into holds (hold_id, user_id, credits, expires_at)
      values (:holdId, :userId, :credits, :expiresAt) on conflict do nothing`),
    closeHold: database.prepare<{ holdId: string; userId: string; charged: number }, Hold>(`
      update holds set charged = :charged
      where hold_id = :holdId and user_id = :userId and charged is null and credits >= :charged
      returning user_id as userId, credits, charged`),
    findHold: database.prepare<{ holdId: string }, Hold>(`
      select user_id as userId, credits, charged from holds where hold_id = :holdId`),
    releaseExpired: database.prepare<{ until: number }, Hold>(`
      update holds set charged = 0 where charged is null and expires_at <= :until
      returning user_id as userId, credits, charged`),
    setAside: database.prepare<{ userId: string; credits: number }>(`
      update wallets set available = available - :credits, held = held + :credits
      where user_id = :userId and available >= :credits`),
    takeBack: database.prepare<{ userId: string; credits: number; returned: number }>(`
      update wallets set available = available + :returned, held = held - :credits where user_id = :userId`),
    addEntry: database.prepare<{ userId: string; credits: number; holdId: string; createdAt: number }>(`
      insert into entries (user_id, credits, hold_id, created_at)
      values (:userId, :credits, :holdId, :createdAt)`),
  };
}
