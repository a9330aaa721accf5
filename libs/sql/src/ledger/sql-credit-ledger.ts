import {
  type AccountId,
  assertOptionNames,
  type Clock,
  type CreditBalance,
  type CreditLedger,
  type CreditStatement,
  DialproofError,
  type HoldId,
  type HoldRequest,
  type LedgerUpkeep,
  type OpenHold,
  type OpenHoldsRequest,
  type PruneRequest,
  type Settlement,
  type SettleRequest,
  type StatementPage,
  type StatementRequest,
  type SumUpRequest,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import type { RowOf } from '../query.js';
import { byStatement, SharedWrites } from '../shared-writes.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';
import { ACCEPTED, closeHolds, type HoldToClose, openCovered, openHolds, settleHolds } from './holds.js';
import { ledgerQueries } from './ledger-queries.js';
import { SqlLedgerUpkeep } from './ledger-upkeep.js';

/** The most holds that are read at once to be released. */
const EXPIRED_AT_ONCE = 500;

export interface SqlCreditLedgerOptions {
  readonly database: SqlDatabase;
  /**
   * The clock for the times of journal entries and holds, and for the expiry of holds. Default: the database server's clock; for a file,
   * the machine's own.
   */
  readonly clock?: Clock;
}

/**
 * A ledger in a database. The journal lists the changes of an account's credits, grants and charges; its entries never change, except that
 * charges are summed up. A hold is a row that is closed once. The balance is kept beside them: available plus held always equals the sum of
 * the journal, held the sum of the open holds, and the charges of the journal what closed and pruned holds were charged.
 */
export class SqlCreditLedger implements CreditLedger, CreditStatement, LedgerUpkeep {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;
  readonly #holds: SharedWrites<AccountId, HoldRequest, void>;
  readonly #expiringHolds: SharedWrites<AccountId, HoldRequest, void>;
  readonly #settles: SharedWrites<AccountId, SettleRequest, Settlement>;
  readonly #upkeep: SqlLedgerUpkeep;

  constructor(options: SqlCreditLedgerOptions) {
    assertOptionNames('SqlCreditLedger', options, { clock: true, database: true });
    const { database, clock } = options;
    this.#database = database;
    this.#time = timeOf(database, clock);
    this.#upkeep = new SqlLedgerUpkeep(database, this.#time);
    const each = byStatement(database);
    this.#holds = new SharedWrites(each, this.#open);
    // A power cut may lose a hold that can expire. Its settlement makes it durable.
    this.#expiringHolds = new SharedWrites(each, this.#open, { durable: false });
    this.#settles = new SharedWrites(each, this.#settle);
  }

  /**
   * Gives an account credits, and adds it to the ledger if it is new. `note` is the reason. Rejects with RangeError unless `credits` is a
   * whole number, 0 or more. A repeat gives the credits again.
   */
  async grant(accountId: AccountId, credits: number, note: string | null = null): Promise<void> {
    assertCredits(credits);
    const now = this.#time.wallNow();
    await this.#database.write((session) => grantCredits(session, { accountId, credits, note, now }));
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    await (request.expiresAfterMs === null ? this.#holds : this.#expiringHolds).ask(
      request.accountId,
      request,
    );
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    assertCredits(request.credits);
    return await this.#settles.ask(request.accountId, request);
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    const row = await this.#database.read.first(ledgerQueries.selectBalance, { accountId });
    return row ?? { available: 0, held: 0 };
  }

  async releaseExpired(): Promise<number> {
    const { read } = this.#database;
    const until = await this.#database.write((session) => this.#time.follow(session));
    const asked = { until, limit: EXPIRED_AT_ONCE };
    let released = 0;
    for (;;) {
      const releasedBefore = released;
      const expired = await read.rows(ledgerQueries.selectExpired, asked);
      for (const [accountId, holds] of byAccount(expired)) {
        const closedAt = this.#time.wallNow();
        const close = (session: SqlWriteSession) => closeHolds(session, accountId, holds, closedAt);
        released += (await this.#database.writeEach(close)).length;
      }
      // Holds of an account without a balance, which is damage, stay: they would be read again and again.
      if (expired.length < EXPIRED_AT_ONCE || released === releasedBefore) return released;
    }
  }

  openHolds(request: OpenHoldsRequest): Promise<readonly OpenHold[]> {
    return this.#upkeep.openHolds(request);
  }

  pruneHolds(request: PruneRequest): Promise<number> {
    return this.#upkeep.pruneHolds(request);
  }

  sumUpCharges(request: SumUpRequest): Promise<number> {
    return this.#upkeep.sumUpCharges(request);
  }

  statement(request: StatementRequest): Promise<StatementPage> {
    return readStatement(this.#database, request);
  }

  readonly #open = async (
    session: SqlWriteSession,
    accountId: AccountId,
    requests: readonly HoldRequest[],
  ) => {
    await this.#time.follow(session);
    const holds = requests.map(({ credits, expiresAfterMs, holdId }) => ({
      ...{ holdId, credits },
      expiresAt: expiresAfterMs === null ? null : this.#time.time.after(expiresAfterMs),
    }));
    const now = this.#time.wallNow();
    if (await openHolds(session, accountId, holds, now)) return holds.map(() => ACCEPTED);
    const openSome = (whole: SqlWriteSession) => openCovered(whole, accountId, holds, now);
    return await (session.engine === 'sqlite' ? openSome(session) : this.#database.write(openSome));
  };

  readonly #settle = async (
    session: SqlWriteSession,
    accountId: AccountId,
    requests: readonly SettleRequest[],
  ) => {
    await this.#time.follow(session);
    return await settleHolds(session, accountId, requests, this.#time.wallNow());
  };
}

function byAccount(
  rows: readonly RowOf<typeof ledgerQueries.selectExpired>[],
): ReadonlyMap<string, readonly HoldToClose[]> {
  const holds = new Map<string, HoldToClose[]>();
  for (const { account_id: accountId, hold_id: holdId } of rows) {
    const ofAccount = holds.get(accountId) ?? [];
    ofAccount.push({ holdId, credits: 0 });
    holds.set(accountId, ofAccount);
  }
  return holds;
}

/** A page of an account's journal, the newest entry first. */
async function readStatement(
  database: SqlDatabase,
  { accountId, cursor, limit }: StatementRequest,
): Promise<StatementPage> {
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
  // One extra entry shows whether another page follows.
  const rows = await database.read.rows(ledgerQueries.selectNewest, { accountId, before, limit: limit + 1 });
  const entries = rows.slice(0, limit).map(({ entry, kind, credits, hold_id, created_at }) => ({
    entryId: String(entry),
    kind,
    credits,
    // The column holds ids of holds.
    holdId: hold_id as HoldId | null,
    at: created_at,
  }));
  return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null };
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a statement has given' });
}

interface Grant {
  readonly accountId: string;
  /** How many credits the account gets: a whole number, 0 or more. */
  readonly credits: number;
  /** The reason, for readers of the journal. */
  readonly note: string | null;
  readonly now: number;
}

/** Gives an account credits, within the caller's write. */
export async function grantCredits(session: SqlSession, grant: Grant): Promise<void> {
  const { accountId, credits, note, now } = grant;
  const entries = credits === 0 ? 0 : 1;
  const balance = await session.first(ledgerQueries.addAvailable, { accountId, credits, entries });
  if (credits === 0 || balance === undefined) return;
  const entry = { accountId, entry: balance.last_entry, credits, note, createdAt: now };
  await session.change(ledgerQueries.addGrant, entry);
}

/** Throws RangeError unless it is a whole number, 0 or more. */
export function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}
