import {
  chargesMonth,
  type HoldId,
  type LedgerUpkeep,
  type OpenHold,
  type OpenHoldsRequest,
  type PruneRequest,
  type SumUpRequest,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import type { RowOf } from '../query.js';
import type { DatabaseTime } from '../time/database-time.js';
import { ledgerQueries, upkeepQueries } from './ledger-queries.js';

type ClosedHold = RowOf<typeof upkeepQueries.selectClosed>;
type AccountCharge = RowOf<typeof upkeepQueries.oldestCharge>;

/** The most holds, or charges, in one write. More would make other writes wait. */
const ROWS_PER_WRITE = 100;

/** The {@link LedgerUpkeep} of a ledger in a database. */
export class SqlLedgerUpkeep implements LedgerUpkeep {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;

  constructor(database: SqlDatabase, time: DatabaseTime) {
    this.#database = database;
    this.#time = time;
  }

  async openHolds({ after, limit }: OpenHoldsRequest): Promise<readonly OpenHold[]> {
    const rows = await this.#database.read.rows(upkeepQueries.selectOpen, { after: after ?? '', limit });
    return rows.map((row) => ({
      // The column holds ids of holds.
      holdId: row.hold_id as HoldId,
      accountId: storedAccountId(row.account_id),
    }));
  }

  async pruneHolds({ closedBeforeMs, limit }: PruneRequest): Promise<number> {
    const { read } = this.#database;
    const until = Math.floor((await this.#wallNow()) - closedBeforeMs);
    let pruned = 0;
    while (pruned < limit) {
      const asked = { until, limit: Math.min(limit - pruned, ROWS_PER_WRITE) };
      const holds = await read.rows(upkeepQueries.selectClosed, asked);
      if (holds.length === 0) break;
      pruned += await this.#database.write((session) => this.#prune(session, holds));
    }
    return pruned;
  }

  async sumUpCharges({ endedBeforeMs, limit }: SumUpRequest): Promise<number> {
    const { read } = this.#database;
    const before = chargesMonth((await this.#wallNow()) - endedBeforeMs).from;
    let summed = 0;
    while (summed < limit) {
      const oldest = await read.first(upkeepQueries.oldestCharge, { before });
      if (oldest === undefined) break;
      const count = Math.min(limit - summed, ROWS_PER_WRITE);
      summed += await this.#database.write((session) => this.#sumUpSome(session, oldest, count));
    }
    return summed;
  }

  /**
   * The clock that stamps holds and entries. The time of the ledger in a file stays ahead after a clock that was once set ahead, and would
   * take new holds for old ones.
   */
  async #wallNow(): Promise<number> {
    await this.#time.present(this.#database.read);
    return this.#time.wallNow();
  }

  async #prune(session: SqlSession, closed: readonly ClosedHold[]): Promise<number> {
    await this.#lock(session, new Set(closed.map(({ account_id }) => account_id)));
    const holdIds = JSON.stringify(closed.map(({ hold_id }) => hold_id));
    const removed = await session.rows(upkeepQueries.removeClosed, { holdIds });
    const charges = new Map<string, number>();
    for (const { account_id, charged } of removed)
      charges.set(account_id, (charges.get(account_id) ?? 0) + charged);
    for (const [accountId, charged] of charges)
      if (charged > 0) await session.change(upkeepQueries.addPruned, { accountId, charged });
    return removed.length;
  }

  /** Adds charges of the account to the sum of the oldest one's month. Resolves to their number; 0 if another process has done so. */
  async #sumUpSome(session: SqlSession, oldest: AccountCharge, limit: number): Promise<number> {
    const month = { accountId: oldest.account_id, ...chargesMonth(oldest.created_at) };
    await this.#lock(session, [month.accountId]);
    // One more, for the sum of an earlier call.
    const found = await session.rows(upkeepQueries.chargesOfMonth, { ...month, limit: limit + 1 });
    const entries = found.slice(0, found[0]?.kind === 'charge' ? limit : limit + 1);
    const last = entries.at(-1);
    if (last === undefined) return 0;
    const credits = entries.reduce((sum, entry) => sum + entry.credits, 0);
    await session.change(upkeepQueries.setSum, { accountId: month.accountId, entry: last.entry, credits });
    await session.change(upkeepQueries.removeSummed, { ...month, entry: last.entry });
    return entries.filter(({ kind }) => kind === 'charge').length;
  }

  async #lock(session: SqlSession, accountIds: Iterable<string>): Promise<void> {
    await session.rows(ledgerQueries.lockBalances, { accountIds: JSON.stringify([...accountIds]) });
  }
}
