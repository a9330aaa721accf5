import {
  type AccountId,
  type CreditBalance,
  type CreditLedger,
  DialproofError,
  type HoldId,
  type HoldRequest,
  type Settlement,
} from '@dialproof/core';
import { translateSqliteError } from '@dialproof/sql';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { HOST_DATABASE } from '../database.module.js';

export interface Wallet {
  readonly creditLimit: number;
  /** Charged, and not paid for yet. */
  readonly used: number;
  readonly held: number;
}

interface Hold {
  readonly userId: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
}

/**
 * The host's wallets, as Dialproof's ledger. Users spend on account: up to their limit, which counts what they have used and not
 * paid for and what is held. Every change is a statement with its condition in itself, so that no two can be made of one balance;
 * statements that belong together are one transaction.
 */
@Injectable()
export class BillingService implements CreditLedger {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(@Inject(HOST_DATABASE) private readonly database: Database) {
    this.statements = prepareStatements(database);
  }

  /** Lets a user spend more before paying; it opens the wallet of a new one. */
  raiseLimit(userId: string, credits: number): void {
    this.statements.raiseLimit.run({ userId, credits });
  }

  wallet(userId: string): Wallet {
    return this.statements.wallet.get({ userId }) ?? { creditLimit: 0, used: 0, held: 0 };
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    const { creditLimit, used, held } = this.wallet(accountId);
    return { available: creditLimit - used - held, held };
  }

  async hold({ holdId, accountId: userId, credits, expiresAt }: HoldRequest): Promise<void> {
    assertCredits(credits);
    this.inTransaction(() => {
      if (this.statements.openHold.run({ holdId, userId, credits, expiresAt }).changes === 0) return;
      const setAside = this.statements.setAside.run({ userId, credits });
      // What is thrown undoes the hold, too. One of 0 credits needs no wallet.
      if (setAside.changes === 0 && credits > 0) throw new DialproofError('insufficient_credits');
    });
  }

  async settle(holdId: HoldId, credits: number): Promise<Settlement> {
    assertCredits(credits);
    return this.inTransaction(() => {
      const closed = this.statements.closeHold.get({ holdId, charged: credits });
      if (closed === undefined) return this.earlierOutcome(holdId, credits);
      const { userId } = closed;
      this.statements.takeBack.run({ userId, credits: closed.credits, charged: credits });
      if (credits > 0) this.statements.charge.run({ userId, credits, holdId, now: Date.now() });
      return { charged: credits, returned: closed.credits - credits };
    });
  }

  async releaseExpired(now: number): Promise<number> {
    return this.inTransaction(() => {
      const released = this.statements.releaseExpired.all({ now });
      for (const { userId, credits } of released) {
        this.statements.takeBack.run({ userId, credits, charged: 0 });
      }
      return released.length;
    });
  }

  private earlierOutcome(holdId: HoldId, credits: number): Settlement {
    const hold = this.statements.findHold.get({ holdId });
    if (hold === undefined) return { charged: 0, returned: 0 };
    if (hold.charged === null) {
      throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    }
    return { charged: hold.charged, returned: hold.credits - hold.charged };
  }

  private inTransaction<Result>(work: () => Result): Result {
    try {
      return this.database.transaction(work).immediate();
    } catch (error) {
      // To Dialproof a full disk is `storage_unavailable`, a 503 to its callers. What is no error of SQLite comes back as it is.
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
    raiseLimit: database.prepare<{ userId: string; credits: number }>(`
      insert into wallets (user_id, credit_limit) values (:userId, :credits)
      on conflict do update set credit_limit = credit_limit + :credits`),
    wallet: database.prepare<{ userId: string }, Wallet>(`
      select credit_limit as creditLimit, used, held from wallets where user_id = :userId`),
    openHold: database.prepare<{
      holdId: string;
      userId: string;
      credits: number;
      expiresAt: number | null;
    }>(`
      insert into holds (hold_id, user_id, credits, expires_at)
      values (:holdId, :userId, :credits, :expiresAt) on conflict do nothing`),
    closeHold: database.prepare<{ holdId: string; charged: number }, Hold>(`
      update holds set charged = :charged where hold_id = :holdId and charged is null and credits >= :charged
      returning user_id as userId, credits, charged`),
    findHold: database.prepare<{ holdId: string }, Hold>(`
      select user_id as userId, credits, charged from holds where hold_id = :holdId`),
    releaseExpired: database.prepare<{ now: number }, Hold>(`
      update holds set charged = 0 where charged is null and expires_at <= :now
      returning user_id as userId, credits, charged`),
    setAside: database.prepare<{ userId: string; credits: number }>(`
      update wallets set held = held + :credits
      where user_id = :userId and credit_limit - used - held >= :credits`),
    takeBack: database.prepare<{ userId: string; credits: number; charged: number }>(`
      update wallets set held = held - :credits, used = used + :charged where user_id = :userId`),
    charge: database.prepare<{ userId: string; credits: number; holdId: string; now: number }>(`
      insert into charges (user_id, credits, hold_id, charged_at) values (:userId, :credits, :holdId, :now)`),
  };
}
