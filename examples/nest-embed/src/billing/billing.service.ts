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
import { translateSqliteError } from '@dialproof/sql';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { HOST_DATABASE } from '../database.module.js';

interface Hold {
  readonly userId: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
}

/** The clock of the wallets. Optional: without a provider of it, the machine's. */
export const BILLING_CLOCK = Symbol('billing clock');

/**
 * The host's wallets, as Dialproof's ledger. Every change is one statement with its condition inside, so that two changes never spend
 * the same credit. Statements that belong together are one transaction.
 */
@Injectable()
export class BillingService implements CreditLedger {
  private readonly statements: ReturnType<typeof prepareStatements>;
  /** By which holds expire. */
  private readonly time: StoreTime;

  constructor(
    @Inject(HOST_DATABASE) private readonly database: Database,
    @Optional() @Inject(BILLING_CLOCK) clock: Clock = systemClock,
  ) {
    this.statements = prepareStatements(database);
    this.time = new StoreTime(clock);
  }

  /** Gives a user more to spend, what they have paid for or a present; it opens the wallet of a new one. */
  grant(userId: string, credits: number): void {
    this.statements.grant.run({ userId, credits });
  }

  async balance(userId: AccountId): Promise<CreditBalance> {
    return this.statements.balance.get({ userId }) ?? { available: 0, held: 0 };
  }

  async hold({ holdId, accountId: userId, credits, expiresAfterMs }: HoldRequest): Promise<void> {
    assertCredits(credits);
    const expiresAt = expiresAfterMs === null ? null : this.time.after(expiresAfterMs);
    this.inTransaction(() => {
      if (this.statements.openHold.run({ holdId, userId, credits, expiresAt }).changes === 0) return;
      const setAside = this.statements.setAside.run({ userId, credits });
      // Throwing undoes the hold, too. A hold of 0 credits needs no wallet.
      if (setAside.changes === 0 && credits > 0) throw new DialproofError('insufficient_credits');
    });
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    const { holdId, accountId: userId, credits } = request;
    assertCredits(credits);
    return this.inTransaction(() => {
      const closed = this.statements.closeHold.get({ holdId, userId, charged: credits });
      if (closed === undefined) return this.earlierOutcome(request);
      this.statements.takeBack.run({ userId, credits: closed.credits, charged: credits });
      return { charged: credits, returned: closed.credits - credits };
    });
  }

  async releaseExpired({ all }: { readonly all: boolean }): Promise<number> {
    const until = all ? Number.MAX_SAFE_INTEGER : this.time.now();
    return this.inTransaction(() => {
      const released = this.statements.releaseExpired.all({ until });
      for (const { userId, credits } of released) {
        this.statements.takeBack.run({ userId, credits, charged: 0 });
      }
      return released.length;
    });
  }

  private earlierOutcome({ holdId, accountId, credits }: SettleRequest): Settlement {
    const hold = this.statements.findHold.get({ holdId });
    if (hold === undefined) return { charged: 0, returned: 0 };
    if (hold.userId !== accountId) {
      throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
    }
    if (hold.charged === null) {
      throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    }
    return { charged: hold.charged, returned: hold.credits - hold.charged };
  }

  private inTransaction<Result>(work: () => Result): Result {
    try {
      return this.database.transaction(work).immediate();
    } catch (error) {
      // A full disk becomes `storage_unavailable`, a 503 to callers. Errors of others than SQLite stay as they are.
      throw translateSqliteError(error);
    }
  }
}

function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}

function prepareStatements(database: Database) {
  return {
    grant: database.prepare<{ userId: string; credits: number }>(`
      insert into wallets (user_id, available) values (:userId, :credits)
      on conflict do update set available = available + :credits`),
    balance: database.prepare<{ userId: string }, CreditBalance>(`
      select available, held from wallets where user_id = :userId`),
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
    takeBack: database.prepare<{ userId: string; credits: number; charged: number }>(`
      update wallets set held = held - :credits, available = available + :credits - :charged
      where user_id = :userId`),
  };
}
