import {
  type AccountId,
  type Clock,
  type CreditBalance,
  type CreditEntry,
  type CreditLedger,
  type CreditStatement,
  DialproofError,
  type HoldRequest,
  type Settlement,
  type SettleRequest,
  type StatementPage,
  type StatementRequest,
  StoreTime,
  systemClock,
} from '@dialproof/core';
import { translateSqliteError } from '@dialproof/sql/sqlite';
import type { Database } from 'better-sqlite3';

interface Hold {
  readonly userId: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
  readonly answer: string | null;
}

/**
 * The host's wallets, which Dialproof spends from. Every change is one statement with its condition inside, so that two changes never
 * spend the same credit. Statements that belong together are one transaction.
 */
export class WalletCreditLedger implements CreditLedger, CreditStatement {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** The time by which holds expire. */
  readonly #time: StoreTime;

  constructor(database: Database, clock: Clock = systemClock) {
    this.#database = database;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
    this.#time = new StoreTime(clock);
  }

  /** Gives a user more to spend; opens the wallet of a new one. */
  grant(userId: string, credits: number): void {
    this.#inTransaction(() => {
      this.#statements.grant.run({ userId, credits });
      this.#addEntry(userId, credits, null);
    });
  }

  async balance(userId: AccountId): Promise<CreditBalance> {
    return this.#statements.balance.get({ userId }) ?? { available: 0, held: 0 };
  }

  async hold({ holdId, accountId: userId, credits, expiresAfterMs }: HoldRequest): Promise<void> {
    assertCredits(credits);
    const expiresAt = expiresAfterMs === null ? null : this.#time.after(expiresAfterMs);
    this.#inTransaction(() => {
      const opened = this.#statements.openHold.run({ holdId, userId, credits, expiresAt });
      if (opened.changes === 0) return;
      const setAside = this.#statements.setAside.run({ userId, credits });
      // Throwing undoes the hold, too. A hold of 0 credits needs no wallet.
      if (setAside.changes === 0 && credits > 0) throw new DialproofError('insufficient_credits');
    });
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    const { holdId, accountId: userId, credits, keep = null } = request;
    assertCredits(credits);
    return this.#inTransaction(() => {
      const closed = this.#statements.closeHold.get({ holdId, userId, charged: credits, answer: keep });
      if (closed === undefined) return earlierOutcome(this.#statements.findHold.get({ holdId }), request);
      this.#statements.takeBack.run({ userId, credits: closed.credits, charged: credits });
      if (credits > 0) this.#addEntry(userId, -credits, holdId);
      return settlementOf(closed);
    });
  }

  async releaseExpired(): Promise<number> {
    const until = this.#time.now();
    return this.#inTransaction(() => {
      const released = this.#statements.releaseExpired.all({ until });
      for (const { userId, credits } of released) {
        this.#statements.takeBack.run({ userId, credits, charged: 0 });
      }
      return released.length;
    });
  }

  async statement({ accountId: userId, cursor, limit }: StatementRequest): Promise<StatementPage> {
    if (cursor !== null && !/^\d{1,15}$/.test(cursor)) throw new DialproofError('malformed_request');
    const before = Number(cursor ?? Number.MAX_SAFE_INTEGER);
    // One more than requested, to know whether a page follows.
    const rows = this.#statements.entries.all({ userId, before, limit: limit + 1 });
    const entries = rows.slice(0, limit).map(({ entryId, ...entry }): CreditEntry => {
      return { entryId: String(entryId), kind: entry.holdId === null ? 'grant' : 'charge', ...entry };
    });
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null };
  }

  #addEntry(userId: string, credits: number, holdId: string | null): void {
    this.#statements.countEntry.run({ userId });
    this.#statements.addEntry.run({ userId, credits, holdId, at: this.#clock.now() });
  }

  #inTransaction<Result>(work: () => Result): Result {
    try {
      return this.#database.transaction(work).immediate();
    } catch (error) {
      // A full disk becomes `storage_unavailable`, a 503 to callers. Errors that are not SQLite's stay unchanged.
      throw translateSqliteError(error);
    }
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
  return settlementOf(hold);
}

function settlementOf({ answer, charged, credits }: Hold): Settlement {
  const returned = credits - (charged ?? 0);
  return { charged: charged ?? 0, returned, ...(answer === null ? {} : { kept: answer }) };
}

function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}

type Values<Name extends string> = Readonly<Record<Name, string | number | null>>;

function prepareStatements(database: Database) {
  return {
    grant: database.prepare<Values<'userId' | 'credits'>>(`
      insert into wallets (user_id, available) values (:userId, :credits)
      on conflict do update set available = available + :credits`),
    balance: database.prepare<Values<'userId'>, CreditBalance>(`
      select available, held from wallets where user_id = :userId`),
    openHold: database.prepare<Values<'holdId' | 'userId' | 'credits' | 'expiresAt'>>(`
      insert into holds (hold_id, user_id, credits, expires_at)
      values (:holdId, :userId, :credits, :expiresAt) on conflict do nothing`),
    closeHold: database.prepare<Values<'holdId' | 'userId' | 'charged' | 'answer'>, Hold>(`
      update holds set charged = :charged, answer = :answer
      where hold_id = :holdId and user_id = :userId and charged is null and credits >= :charged
      returning user_id as userId, credits, charged, answer`),
    findHold: database.prepare<Values<'holdId'>, Hold>(`
      select user_id as userId, credits, charged, answer from holds where hold_id = :holdId`),
    releaseExpired: database.prepare<Values<'until'>, Hold>(`
      update holds set charged = 0 where charged is null and expires_at <= :until
      returning user_id as userId, credits, charged, answer`),
    setAside: database.prepare<Values<'userId' | 'credits'>>(`
      update wallets set available = available - :credits, held = held + :credits
      where user_id = :userId and available >= :credits`),
    takeBack: database.prepare<Values<'userId' | 'credits' | 'charged'>>(`
      update wallets set held = held - :credits, available = available + :credits - :charged
      where user_id = :userId`),
    countEntry: database.prepare<Values<'userId'>>(`
      update wallets set last_entry = last_entry + 1 where user_id = :userId`),
    addEntry: database.prepare<Values<'userId' | 'credits' | 'holdId' | 'at'>>(`
      insert into entries (user_id, entry, credits, hold_id, created_at)
      select user_id, last_entry, :credits, :holdId, :at from wallets where user_id = :userId`),
    entries: database.prepare<
      Values<'userId' | 'before' | 'limit'>,
      Pick<CreditEntry, 'credits' | 'holdId' | 'at'> & { entryId: number }
    >(`
      select entry as entryId, credits, hold_id as holdId, created_at as at from entries
      where user_id = :userId and entry < :before order by entry desc limit :limit`),
  };
}
