import { counted, DialproofError, type Settlement } from '@dialproof/core';
import type { SqlWriteSession } from '../database.js';
import type { RowOf } from '../query.js';
import type { Decision } from '../shared-writes.js';
import { ledgerQueries, serverLedgerQueries } from './ledger-queries.js';

/** A hold to open. */
export interface HoldToOpen {
  readonly holdId: string;
  readonly credits: number;
  /** Null if it never expires. */
  readonly expiresAt: number | null;
}

/** A hold to close. */
export interface HoldToClose {
  readonly holdId: string;
  /** The charge. The rest of the hold is returned. */
  readonly credits: number;
  /** The answer that is kept with the charge. */
  readonly keep?: string;
}

type KnownHold = RowOf<typeof ledgerQueries.selectHolds>;

/** The decision on a hold that is open. */
export const ACCEPTED = { answer: undefined } as const;

/**
 * Opens holds of one account if the balance covers all of them, within a write, by one statement on a server. Otherwise it changes nothing
 * and resolves to false.
 */
export async function openHolds(
  session: SqlWriteSession,
  accountId: string,
  holds: readonly HoldToOpen[],
  createdAt: number,
): Promise<boolean> {
  const credits = sumOf(holds, ({ credits }) => credits);
  const rows = holds.map(({ credits, expiresAt, holdId }) => ({
    ...{ hold_id: holdId, credits },
    expires_at: expiresAt,
  }));
  const asked = { accountId, credits, createdAt, holds: JSON.stringify(rows) };
  if (session.engine === 'postgres') return (await session.change(serverLedgerQueries.openHolds, asked)) > 0;
  if ((await session.change(ledgerQueries.setAside, { accountId, credits })) === 0) return false;
  const opened = await session.rows(ledgerQueries.openHolds, asked);
  // A repeat opens nothing.
  const returned = credits - sumOf(opened, ({ credits }) => credits);
  if (returned > 0)
    await session.change(ledgerQueries.takeBack, { accountId, credits: returned, returned, entries: 0 });
  return true;
}

/** Opens those of the holds that the balance covers, in their order, and refuses the others. A repeat is accepted. Within a transaction. */
export async function openCovered(
  session: SqlWriteSession,
  accountId: string,
  holds: readonly HoldToOpen[],
  createdAt: number,
): Promise<readonly Decision<void>[]> {
  // An account without a row has a balance of 0, which covers a hold of 0.
  if (holds.some((hold) => hold.credits === 0)) await session.change(ledgerQueries.addAccount, { accountId });
  const balance = await session.first(ledgerQueries.lockBalance, { accountId });
  const holdIds = JSON.stringify(holds.map(({ holdId }) => holdId));
  const known = new Set<string>();
  for (const { hold_id } of await session.rows(ledgerQueries.selectHolds, { holdIds })) known.add(hold_id);
  let available = balance?.available ?? 0;
  const covered: HoldToOpen[] = [];
  const decisions = holds.map((hold) => {
    if (known.has(hold.holdId)) return ACCEPTED;
    if (hold.credits > available) return { error: insufficientCredits(hold.credits, available) };
    known.add(hold.holdId);
    covered.push(hold);
    available -= hold.credits;
    return ACCEPTED;
  });
  if (covered.length > 0) await openHolds(session, accountId, covered, createdAt);
  return decisions;
}

function insufficientCredits(needed: number, available: number): DialproofError {
  return new DialproofError('insufficient_credits', {
    hint: `${counted(needed, 'credit is', 'credits are')} needed, ${counted(available, 'is', 'are')} available`,
  });
}

/** Closes holds of one account, within a write, by one statement on a server. Resolves to those that were open and cover their charge. */
export async function closeHolds(
  session: SqlWriteSession,
  accountId: string,
  holds: readonly HoldToClose[],
  closedAt: number,
): Promise<readonly KnownHold[]> {
  // If several requests name one hold, the first decides.
  const asked = new Map(holds.toReversed().map((hold) => [hold.holdId, hold]));
  const rows = Array.from(asked.values(), ({ credits, holdId, keep = null }) => ({
    hold_id: holdId,
    charged: credits,
    answer: keep,
  }));
  const closing = { accountId, closedAt, holds: JSON.stringify(rows) };
  if (session.engine === 'postgres') return await session.rows(serverLedgerQueries.closeHolds, closing);
  const closed = await session.rows(ledgerQueries.closeHolds, closing);
  if (closed.length === 0) return closed;
  const credits = sumOf(closed, ({ credits }) => credits);
  const returned = credits - sumOf(closed, ({ charged }) => charged);
  const charges = closed.filter(({ charged }) => charged > 0);
  const taken = { accountId, credits, returned, entries: charges.length };
  const balance = await session.first(ledgerQueries.takeBack, taken);
  if (balance === undefined) throw withoutBalance(accountId);
  if (charges.length > 0) {
    const firstEntry = balance.last_entry - charges.length + 1;
    const entries = charges.map(({ charged, hold_id }, index) => ({
      entry: firstEntry + index,
      hold_id,
      charged,
    }));
    const added = { accountId, createdAt: closedAt, entries: JSON.stringify(entries) };
    await session.change(ledgerQueries.addCharges, added);
  }
  return closed;
}

function withoutBalance(accountId: string): Error {
  return new Error(`account ${accountId} has holds and no balance`);
}

/** Settles holds of one account, within a write. On a server, each statement leaves the ledger whole. */
export async function settleHolds(
  session: SqlWriteSession,
  accountId: string,
  requests: readonly HoldToClose[],
  closedAt: number,
): Promise<readonly Decision<Settlement>[]> {
  const known = new Map<string, KnownHold>();
  /** Resolves to the requests that could close their hold now. */
  const close = async (some: readonly HoldToClose[]) => {
    for (const row of await closeHolds(session, accountId, some, closedAt)) known.set(row.hold_id, row);
    const others = some.map(({ holdId }) => holdId).filter((holdId) => known.get(holdId)?.charged == null);
    if (others.length > 0) {
      const rows = await session.rows(ledgerQueries.selectHolds, { holdIds: JSON.stringify(others) });
      for (const row of rows) known.set(row.hold_id, row);
    }
    return some.filter((request) => canBeClosed(known.get(request.holdId), accountId, request));
  };
  // A request above its hold may stand before one that the hold covers, and a server's statement sees no hold that was made while it waited
  // for the account's row. A second statement closes both.
  const missed = await close(requests);
  if (missed.length > 0 && (await close(missed)).length > 0) throw withoutBalance(accountId);
  return requests.map((request) => settlementOf(known.get(request.holdId), accountId, request));
}

function canBeClosed(hold: KnownHold | undefined, accountId: string, { credits }: HoldToClose): boolean {
  return hold?.charged === null && hold.account_id === accountId && hold.credits >= credits;
}

/** The outcome of a settle, from the hold as it is now. It has a RangeError for a mistake of the caller. */
function settlementOf(
  hold: KnownHold | undefined,
  accountId: string,
  { credits, holdId }: HoldToClose,
): Decision<Settlement> {
  if (hold === undefined) return { answer: { charged: 0, returned: 0 } };
  if (hold.account_id !== accountId) {
    return { error: new RangeError(`the hold ${holdId} is not one of account ${accountId}`) };
  }
  if (hold.charged === null) {
    const error = new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
    return { error };
  }
  const { answer, charged } = hold;
  const kept = answer === null ? {} : { kept: answer };
  return { answer: { charged, returned: hold.credits - charged, ...kept } };
}

function sumOf<Row>(rows: readonly Row[], credits: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + credits(row), 0);
}
