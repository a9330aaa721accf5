import type { AccountId } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import { sql } from '../query.js';

/** The sums of one account. */
export interface AccountAudit {
  readonly accountId: AccountId;
  /** The sum of all grants, and of all charges, in the journal. */
  readonly granted: number;
  readonly charged: number;
  readonly available: number;
  readonly held: number;
  readonly openHolds: number;
  /** Whether granted less charged equals available plus held, the open holds add up to held, and the closed and pruned ones to charged. */
  readonly addsUp: boolean;
}

export interface LedgerAudit {
  readonly accounts: readonly AccountAudit[];
  /** The number of open holds of all accounts. */
  readonly openHolds: number;
  /** Whether every account adds up. */
  readonly addsUp: boolean;
}

/**
 * Adds up the journal and the holds of every account and compares the sums with its balance, all at one moment. It reads the whole ledger:
 * use it for audits and drills, not for requests.
 */
export async function auditLedger(database: Pick<SqlDatabase, 'read'>): Promise<LedgerAudit> {
  const rows = await database.read.rows(AUDIT, {});
  const accounts = rows.map(({ account_id, available, held, granted, charges, ...holds }) => {
    const charged = Math.abs(charges);
    const addsUp =
      granted - charged === available + held &&
      holds.open_credits === held &&
      holds.closed_charged + holds.pruned_charges === charged;
    return {
      accountId: storedAccountId(account_id),
      granted,
      charged,
      available,
      held,
      openHolds: holds.open_holds,
      addsUp,
    };
  });
  return {
    accounts,
    openHolds: accounts.reduce((sum, account) => sum + account.openHolds, 0),
    addsUp: accounts.every((account) => account.addsUp),
  };
}

interface AuditRow {
  readonly account_id: string;
  readonly available: number;
  readonly held: number;
  readonly pruned_charges: number;
  readonly granted: number;
  readonly charges: number;
  readonly open_holds: number;
  readonly open_credits: number;
  readonly closed_charged: number;
}

// One statement, since two would see the ledger at two moments.
const AUDIT = sql<object, AuditRow>`
  with entries as (
    select account_id, sum(credits) filter (where kind = 'grant') as granted, sum(credits) filter (where kind <> 'grant') as charges
    from journal group by account_id
  ),
  sums as (
    select account_id, count(*) filter (where charged is null) as open_holds,
      sum(credits) filter (where charged is null) as open_credits, sum(charged) as charged
    from holds group by account_id
  )
  select balances.account_id, balances.available, balances.held, balances.pruned_charges,
    coalesce(entries.granted, 0) as granted, coalesce(entries.charges, 0) as charges,
    coalesce(sums.open_holds, 0) as open_holds, coalesce(sums.open_credits, 0) as open_credits,
    coalesce(sums.charged, 0) as closed_charged
  from balances left join entries on entries.account_id = balances.account_id
    left join sums on sums.account_id = balances.account_id
  order by balances.account_id`;
