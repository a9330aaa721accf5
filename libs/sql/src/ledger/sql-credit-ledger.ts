import type {
  AccountId,
  Clock,
  CreditBalance,
  CreditLedger,
  CreditStatement,
  HoldId,
  HoldRequest,
  LedgerUpkeep,
  OpenHold,
  OpenHoldsRequest,
  Settlement,
  SettleRequest,
  StatementPage,
  StatementRequest,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/time-of.js';
import { BatchedHolds } from './batched-holds.js';
import { assertCredits, grantCredits } from './grant-credits.js';
import type { HoldWriter } from './hold-writer.js';
import { type JournalEntry, readJournal } from './journal.js';
import { auditLedger, type LedgerAudit } from './ledger-audit.js';
import { compileLedgerQueries, type LedgerQueries } from './ledger-queries.js';
import { SingleHolds } from './single-holds.js';
import { readStatement } from './statement.js';

export interface SqlCreditLedgerOptions {
  readonly database: SqlDatabase;
  /**
   * The clock for the times of journal entries and holds, and for the expiry of holds. Default: the database server's clock; for a file,
   * the machine's own.
   */
  readonly clock?: Clock;
}

/**
 * A ledger in a database. The journal lists the changes of an account's credits, grants and charges, and its entries never change. A
 * hold is a row that is closed once. The balance is kept beside them: available plus held always equals the sum of the journal, and
 * held the sum of the open holds.
 */
export class SqlCreditLedger implements CreditLedger, CreditStatement, LedgerUpkeep {
  readonly #database: SqlDatabase;
  readonly #queries: LedgerQueries;
  readonly #time: DatabaseTime;
  readonly #holds: HoldWriter;

  constructor({ database, clock }: SqlCreditLedgerOptions) {
    this.#database = database;
    this.#queries = compileLedgerQueries(database.builder);
    this.#time = timeOf(database, clock);
    const parts = { database, queries: this.#queries, time: this.#time };
    this.#holds = database.engine === 'postgres' ? new BatchedHolds(parts) : new SingleHolds(parts);
  }

  /**
   * Gives an account credits, and adds it to the ledger if it is new. `note` is the reason. Rejects with RangeError unless `credits` is a
   * whole number, 0 or more. A repeat gives the credits again.
   */
  async grant(accountId: AccountId, credits: number, note: string | null = null): Promise<void> {
    assertCredits(credits);
    const now = this.#time.wallNow();
    await this.#database.write(
      (session) => grantCredits(session, this.#queries, { accountId, credits, note, now }),
      { locks: true },
    );
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    await this.#holds.hold(request);
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    assertCredits(request.credits);
    return await this.#holds.settle(request);
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    const row = await this.#database.read.first(this.#queries.selectBalance, { accountId });
    return row ?? { available: 0, held: 0 };
  }

  releaseExpired({ all }: { readonly all: boolean }): Promise<number> {
    return this.#holds.releaseExpired(all);
  }

  async openHolds({ after, limit }: OpenHoldsRequest): Promise<readonly OpenHold[]> {
    const rows = await this.#database.read.rows(this.#queries.selectOpen, { after: after ?? '', limit });
    // The column holds ids of holds.
    return rows.map((row) => ({
      holdId: row.hold_id as HoldId,
      accountId: storedAccountId(row.account_id),
    }));
  }

  statement(request: StatementRequest): Promise<StatementPage> {
    return readStatement(this.#database, this.#queries, request);
  }

  /** The account's journal: the changes of its credits, oldest entry first. It is read in pages, so it may be long. */
  journal(accountId: AccountId): AsyncIterable<JournalEntry> {
    return readJournal(this.#database, this.#queries, accountId);
  }

  /** Adds everything up and compares it with the balances. It reads the whole ledger: use it for audits and drills, not for requests. */
  audit(): Promise<LedgerAudit> {
    return auditLedger(this.#database);
  }
}
