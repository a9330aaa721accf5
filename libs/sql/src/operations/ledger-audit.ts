import type { AccountId } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { compileQuery } from '../query.js';
import { storedAccountId } from '../stored-account-id.js';

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
 * Adds up the journal and the holds of every account and compares the sums with its balance, all at one moment. It reads the whole ledger: use it
 * for audits and drills, not for requests.
 */
export async function auditLedger(database: Pick<SqlDatabase, 'builder' | 'read'>): Promise<LedgerAudit> {
  const rows = await database.read.rows(compileAudit(database), {});
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

// One statement, since two would see the ledger at two moments.
function compileAudit({ builder }: Pick<SqlDatabase, 'builder'>) {
  return compileQuery()(() =>
    builder
      .with('entries', (db) =>
        db
          .selectFrom('journal')
          .select((eb) => [
            'account_id',
            eb.fn.sum<number>('credits').filterWhere('kind', '=', 'grant').as('granted'),
            eb.fn.sum<number>('credits').filterWhere('kind', '<>', 'grant').as('charges'),
          ])
          .groupBy('account_id'),
      )
      .with('sums', (db) =>
        db
          .selectFrom('holds')
          .select((eb) => [
            'account_id',
            eb.fn.countAll<number>().filterWhere('charged', 'is', null).as('open_holds'),
            eb.fn.sum<number>('credits').filterWhere('charged', 'is', null).as('open_credits'),
            eb.fn.sum<number>('charged').as('charged'),
          ])
          .groupBy('account_id'),
      )
      .selectFrom('balances')
      .leftJoin('entries', 'entries.account_id', 'balances.account_id')
      .leftJoin('sums', 'sums.account_id', 'balances.account_id')
      .select((eb) => [
        'balances.account_id',
        'balances.available',
        'balances.held',
        'balances.pruned_charges',
        eb.fn.coalesce('entries.granted', eb.lit(0)).as('granted'),
        eb.fn.coalesce('entries.charges', eb.lit(0)).as('charges'),
        eb.fn.coalesce('sums.open_holds', eb.lit(0)).as('open_holds'),
        eb.fn.coalesce('sums.open_credits', eb.lit(0)).as('open_credits'),
        eb.fn.coalesce('sums.charged', eb.lit(0)).as('closed_charged'),
      ])
      .orderBy('balances.account_id'),
  );
}
