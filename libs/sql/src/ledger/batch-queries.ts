import { sql } from '../query.js';
import type { BalanceRow, BatchChanges, HoldRow } from './ledger-batch.js';

type ChangeValues = ReturnType<typeof columnsOf> & { now: number };

/** The queries of a ledger's batches, in PostgreSQL's own SQL. Each takes its rows as arrays, so any number of rows is one round trip. */
export const batchQueries = {
  /** Makes balances for accounts without one. */
  addAccounts: sql<{ accountIds: readonly string[] }>`
    insert into balances (account_id, available, held)
    select account_id, 0, 0 from unnest(${'accountIds'}::text[]) as account(account_id) order by account_id
    on conflict do nothing`,
  /** Locks in the order of the ids, so that two batches cannot deadlock. */
  lockBalances: sql<{ accountIds: readonly string[] }, BalanceRow>`
    select account_id, available, held, last_entry from balances
    where account_id = any(${'accountIds'}::text[]) order by account_id for update`,
  holds: sql<{ holdIds: readonly string[] }, HoldRow>`
    select hold_id, account_id, credits, charged, answer from holds where hold_id = any(${'holdIds'}::text[])`,
  /** Writes all changes of a batch. */
  apply: sql<ChangeValues>`with
    opened as (
      insert into holds (hold_id, account_id, credits, expires_at, charged, answer, created_at, closed_at)
      select hold_id, account_id, credits, expires_at, charged, answer, ${'now'}::bigint,
        case when charged is not null then ${'now'}::bigint end
      from unnest(${'openedIds'}::text[], ${'openedAccounts'}::text[], ${'openedCredits'}::bigint[],
        ${'openedExpiry'}::bigint[], ${'openedCharged'}::bigint[], ${'openedAnswers'}::text[])
        as hold(hold_id, account_id, credits, expires_at, charged, answer)
    ),
    closed as (
      update holds set charged = hold.charged, answer = hold.answer, closed_at = ${'now'}::bigint
      from unnest(${'closedIds'}::text[], ${'closedCharged'}::bigint[], ${'closedAnswers'}::text[])
        as hold(hold_id, charged, answer)
      where holds.hold_id = hold.hold_id
    ),
    charged as (
      insert into journal (account_id, entry, kind, credits, hold_id, created_at)
      select account_id, entry, 'charge', -credits, hold_id, ${'now'}::bigint
      from unnest(${'chargeAccounts'}::text[], ${'chargeEntries'}::bigint[], ${'chargeCredits'}::bigint[],
        ${'chargeHolds'}::text[]) as charge(account_id, entry, credits, hold_id)
    )
    update balances set available = balance.available, held = balance.held, last_entry = balance.last_entry
    from unnest(${'accountIds'}::text[], ${'available'}::bigint[], ${'held'}::bigint[], ${'lastEntries'}::bigint[])
      as balance(account_id, available, held, last_entry)
    where balances.account_id = balance.account_id`,
};

/** The changes of a batch by column, one array each. */
export function columnsOf({ opened, closed, charges, balances }: BatchChanges) {
  return {
    openedIds: opened.map(({ holdId }) => holdId),
    openedAccounts: opened.map(({ accountId }) => accountId),
    openedCredits: opened.map(({ credits }) => credits),
    openedExpiry: opened.map(({ expiresAt }) => expiresAt),
    openedCharged: opened.map(({ charged }) => charged),
    openedAnswers: opened.map(({ answer }) => answer),
    closedIds: closed.map(({ holdId }) => holdId),
    closedCharged: closed.map(({ charged }) => charged),
    closedAnswers: closed.map(({ answer }) => answer),
    chargeAccounts: charges.map(({ accountId }) => accountId),
    chargeEntries: charges.map(({ entry }) => entry),
    chargeCredits: charges.map(({ credits }) => credits),
    chargeHolds: charges.map(({ holdId }) => holdId),
    accountIds: balances.map(({ account_id }) => account_id),
    available: balances.map(({ available }) => available),
    held: balances.map(({ held }) => held),
    lastEntries: balances.map(({ last_entry }) => last_entry),
  };
}
