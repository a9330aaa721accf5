import {
  type AccountId,
  type Clock,
  type CreditBalance,
  type CreditLedger,
  DialproofError,
  type HoldRequest,
  type Settlement,
  type SettleRequest,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { SharedTime } from '../shared-time.js';
import { assertCredits, grantCredits } from './grant-credits.js';
import { type JournalEntry, readJournal } from './journal.js';
import { auditLedger, type LedgerAudit } from './ledger-audit.js';
import { compileLedgerQueries, type LedgerQueries } from './ledger-queries.js';

export interface SqlCreditLedgerOptions {
  readonly database: SqlDatabase;
  /** Where the times of journal entries and holds come from, and the time by which holds expire. Default the machine's own clock. */
  readonly clock?: Clock;
}

/** A {@link SettleRequest} whose ids may come from a row. */
interface StoredSettleRequest {
  readonly holdId: string;
  readonly accountId: string;
  readonly credits: number;
}

/** How many holds are released in one write: few enough not to keep others waiting. */
const EXPIRED_PER_WRITE = 500;

/**
 * A ledger in a database. The journal has what an account's credits were changed by, grants and charges, and is only ever added to;
 * a hold is a row that is closed once; and the balance is kept beside them, so that available plus held is always the sum of the
 * journal, and held that of the open holds.
 */
export class SqlCreditLedger implements CreditLedger {
  readonly #database: SqlDatabase;
  readonly #queries: LedgerQueries;
  readonly #clock: Clock;
  readonly #time: SharedTime;

  constructor({ database, clock = systemClock }: SqlCreditLedgerOptions) {
    this.#database = database;
    this.#queries = compileLedgerQueries(database.builder);
    this.#clock = clock;
    this.#time = new SharedTime(database.builder, clock);
  }

  /**
   * Gives an account credits and makes it known to the ledger. `note` says what for. Rejects with RangeError unless `credits` is a
   * whole number, 0 or more. A repeat gives them again.
   */
  async grant(accountId: AccountId, credits: number, note: string | null = null): Promise<void> {
    assertCredits(credits);
    const now = this.#clock.now();
    await this.#database.write((session) =>
      grantCredits(session, this.#queries, { accountId, credits, note, now }),
    );
  }

  async hold(request: HoldRequest): Promise<void> {
    assertCredits(request.credits);
    const { holdId, accountId, credits, expiresAfterMs } = request;
    const createdAt = this.#clock.now();
    await this.#database.write(async (session) => {
      if (expiresAfterMs !== null) await this.#time.follow(session);
      const expiresAt = expiresAfterMs === null ? null : this.#time.time.after(expiresAfterMs);
      // An account that has no balance yet has 0, which is enough.
      if (credits === 0) await session.change(this.#queries.addAvailable, { accountId, credits });
      const opened = await session.change(this.#queries.openHold, {
        holdId,
        accountId,
        credits,
        createdAt,
        expiresAt,
      });
      if (opened === 0) return this.#acceptRepeat(session, request);
      const setAside = await session.change(this.#queries.setAside, { accountId, credits });
      // Only where writes run side by side: another hold took the credits after this one saw them.
      if (setAside === 0) await this.#refuse(session, request);
    });
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    assertCredits(request.credits);
    const closedAt = this.#clock.now();
    return await this.#database.write((session) => this.#close(session, request, closedAt));
  }

  async balance(accountId: AccountId): Promise<CreditBalance> {
    return await this.#balance(this.#database.read, accountId);
  }

  async releaseExpired({ all }: { readonly all: boolean }): Promise<number> {
    let released = 0;
    for (;;) {
      const count = await this.#database.write(async (session) => {
        const until = all ? Number.MAX_SAFE_INTEGER : await this.#time.follow(session);
        return await this.#releaseSome(session, until);
      });
      released += count;
      if (count < EXPIRED_PER_WRITE) return released;
    }
  }

  /** The account's journal, oldest entry first: what its credits were changed by. Read in pages, so it may be long. */
  journal(accountId: AccountId): AsyncIterable<JournalEntry> {
    return readJournal(this.#database, this.#queries, accountId);
  }

  /** Adds everything up and compares it with the balances. It reads all of the ledger: for statements and drills, not for requests. */
  audit(): Promise<LedgerAudit> {
    return auditLedger(this.#database);
  }

  async #acceptRepeat(session: SqlSession, request: HoldRequest): Promise<void> {
    const known = await session.first(this.#queries.selectHold, { holdId: request.holdId });
    if (known === undefined) await this.#refuse(session, request);
  }

  async #refuse(session: SqlSession, { accountId, credits }: HoldRequest): Promise<never> {
    const { available } = await this.#balance(session, accountId);
    throw new DialproofError('insufficient_credits', {
      hint: `${credits} credits are needed, ${available} are available`,
    });
  }

  async #close(session: SqlSession, request: StoredSettleRequest, closedAt: number): Promise<Settlement> {
    const { holdId, accountId, credits: charged } = request;
    const closed = await session.first(this.#queries.closeHold, { holdId, accountId, charged, closedAt });
    if (closed === undefined) return await this.#earlierOutcome(session, request);
    const { credits } = closed;
    const returned = credits - charged;
    await session.change(this.#queries.takeBack, { accountId, credits, returned });
    if (charged > 0) {
      await session.change(this.#queries.addEntry, {
        accountId,
        kind: 'charge',
        credits: -charged,
        holdId,
        note: null,
        createdAt: closedAt,
      });
    }
    return { charged, returned };
  }

  async #earlierOutcome(session: SqlSession, request: StoredSettleRequest): Promise<Settlement> {
    const { holdId, accountId, credits } = request;
    const hold = await session.first(this.#queries.selectHold, { holdId });
    if (hold === undefined) return { charged: 0, returned: 0 };
    if (hold.account_id !== accountId) {
      throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
    }
    if (hold.charged === null) {
      throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    }
    return { charged: hold.charged, returned: hold.credits - hold.charged };
  }

  async #releaseSome(session: SqlSession, until: number): Promise<number> {
    const expired = await session.rows(this.#queries.selectExpired, { until, limit: EXPIRED_PER_WRITE });
    const closedAt = this.#clock.now();
    for (const { hold_id: holdId, account_id: accountId } of expired) {
      await this.#close(session, { holdId, accountId, credits: 0 }, closedAt);
    }
    return expired.length;
  }

  async #balance(session: SqlSession, accountId: AccountId): Promise<CreditBalance> {
    return (await session.first(this.#queries.selectBalance, { accountId })) ?? { available: 0, held: 0 };
  }
}
