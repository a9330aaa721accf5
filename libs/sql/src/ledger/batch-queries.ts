import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import type { BalanceRow, BatchChanges, HoldRow } from './ledger-batch.js';

export type BatchQueries = ReturnType<typeof compileBatchQueries>;

type ChangeValues = ReturnType<typeof valuesOf> & { now: number };

/** The queries of a ledger's batches, in PostgreSQL's own SQL. Each takes its rows as arrays, so any number of rows is one round trip. */
export function compileBatchQueries(builder: Kysely<Tables>) {
  return {
    /** Makes balances for accounts without one. */
    addAccounts: compileQuery<{ accountIds: readonly string[] }>()((value) => ({
      compile: () =>
        sql`insert into balances (account_id, available, held)
          select account_id, 0, 0 from unnest(${value('accountIds')}::text[]) as account(account_id) order by account_id
          on conflict do nothing`.compile(builder),
    })),
    /** Locks in the order of the ids, so that two batches cannot deadlock. */
    lockBalances: compileQuery<{ accountIds: readonly string[] }>()((value) => ({
      compile: () =>
        sql<BalanceRow>`select account_id, available, held, last_entry from balances
          where account_id = any(${value('accountIds')}::text[]) order by account_id for update`.compile(
          builder,
        ),
    })),
    holds: compileQuery<{ holdIds: readonly string[] }>()((value) => ({
      compile: () =>
        sql<HoldRow>`select hold_id, account_id, credits, charged, answer from holds
          where hold_id = any(${value('holdIds')}::text[])`.compile(builder),
    })),
    /** Writes all changes of a batch. */
    apply: compileQuery<ChangeValues>()((value) => ({
      compile: () =>
        sql`with
          opened as (
            insert into holds (hold_id, account_id, credits, expires_at, charged, answer, created_at, closed_at)
            select hold_id, account_id, credits, expires_at, charged, answer, ${value('now')}::bigint,
              case when charged is not null then ${value('now')}::bigint end
            from unnest(${value('openedIds')}::text[], ${value('openedAccounts')}::text[], ${value('openedCredits')}::bigint[],
              ${value('openedExpiry')}::bigint[], ${value('openedCharged')}::bigint[], ${value('openedAnswers')}::text[])
              as hold(hold_id, account_id, credits, expires_at, charged, answer)
          ),
          closed as (
            update holds set charged = hold.charged, answer = hold.answer, closed_at = ${value('now')}::bigint
            from unnest(${value('closedIds')}::text[], ${value('closedCharged')}::bigint[], ${value('closedAnswers')}::text[])
              as hold(hold_id, charged, answer)
            where holds.hold_id = hold.hold_id
          ),
          charged as (
            insert into journal (account_id, entry, kind, credits, hold_id, created_at)
            select account_id, entry, 'charge', -credits, hold_id, ${value('now')}::bigint
            from unnest(${value('chargeAccounts')}::text[], ${value('chargeEntries')}::bigint[], ${value('chargeCredits')}::bigint[],
              ${value('chargeHolds')}::text[]) as charge(account_id, entry, credits, hold_id)
          )
          update balances set available = balance.available, held = balance.held, last_entry = balance.last_entry
          from unnest(${value('accountIds')}::text[], ${value('available')}::bigint[], ${value('held')}::bigint[],
            ${value('lastEntries')}::bigint[]) as balance(account_id, available, held, last_entry)
          where balances.account_id = balance.account_id`.compile(builder),
    })),
  };
}

/** The changes of a batch by column, one array each. */
export function valuesOf({ opened, closed, charges, balances }: BatchChanges) {
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
