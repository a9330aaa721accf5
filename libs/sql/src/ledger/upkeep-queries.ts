import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export type UpkeepQueries = ReturnType<typeof compileUpkeepQueries>;

type Month = { accountId: string; from: number; until: number };

/** The queries that prune closed holds and sum up charges. */
export function compileUpkeepQueries(builder: Kysely<Tables>) {
  return { ...holdQueries(builder), ...sumQueries(builder) };
}

function holdQueries(builder: Kysely<Tables>) {
  return {
    /** The open holds that never expire. */
    selectOpen: compileQuery<{ after: string; limit: number }>()((value) =>
      builder
        .selectFrom('holds')
        .select(['hold_id', 'account_id'])
        .where('charged', 'is', null)
        .where('expires_at', 'is', null)
        .where('hold_id', '>', value('after'))
        .orderBy('hold_id')
        .limit(value('limit')),
    ),
    selectClosed: compileQuery<{ until: number; limit: number }>()((value) =>
      builder
        .selectFrom('holds')
        .select(['hold_id', 'account_id'])
        .where('charged', 'is not', null)
        .where('closed_at', '<=', value('until'))
        .orderBy('closed_at')
        .limit(value('limit')),
    ),
    /** Removes a closed hold. An open one stays, whatever its time. */
    removeClosed: compileQuery<{ holdId: string }>()((value) =>
      builder
        .deleteFrom('holds')
        .where('hold_id', '=', value('holdId'))
        .where('charged', 'is not', null)
        .returning('charged'),
    ),
    addPruned: compileQuery<{ accountId: string; charged: number }>()((value) =>
      builder
        .updateTable('balances')
        .set((eb) => ({ pruned_charges: eb('pruned_charges', '+', value('charged')) }))
        .where('account_id', '=', value('accountId')),
    ),
    /** On a server: locks accounts in the order of their ids, as every write of the ledger does. */
    lockAccounts: compileQuery<{ accountIds: readonly string[] }>()((value) => ({
      compile: () =>
        sql`select account_id from balances
          where account_id = any(${value('accountIds')}::text[]) order by account_id for update`.compile(
          builder,
        ),
    })),
  };
}

function sumQueries(builder: Kysely<Tables>) {
  return {
    oldestCharge: compileQuery<{ before: number }>()((value) =>
      builder
        .selectFrom('journal')
        .select(['account_id', 'created_at'])
        .where(sql<boolean>`kind = 'charge'`)
        .where('created_at', '<', value('before'))
        .orderBy('created_at')
        .limit(1),
    ),
    /** The oldest charge of each account. */
    oldestCharges: compileQuery<{ before: number; limit: number }>()((value) =>
      builder
        .selectFrom('journal')
        .select(['account_id', (eb) => eb.fn.min('created_at').as('created_at')])
        .where(sql<boolean>`kind = 'charge'`)
        .where('created_at', '<', value('before'))
        .groupBy('account_id')
        .orderBy('account_id')
        .limit(value('limit')),
    ),
    /** The first charges of an account's month, and what is summed up of them. */
    chargesOfMonth: compileQuery<Month & { limit: number }>()((value) =>
      builder
        .selectFrom('journal')
        .select(['entry', 'kind', 'credits'])
        .where('account_id', '=', value('accountId'))
        .where('kind', '<>', 'grant')
        .where('created_at', '>=', value('from'))
        .where('created_at', '<', value('until'))
        .orderBy('entry')
        .limit(value('limit')),
    ),
    /** Makes an entry the sum. */
    setSum: compileQuery<{ accountId: string; entry: number; credits: number }>()((value) =>
      builder
        .updateTable('journal')
        .set({ kind: 'charges_of_month', credits: value('credits'), hold_id: null })
        .where('account_id', '=', value('accountId'))
        .where('entry', '=', value('entry')),
    ),
    /** Removes the entries that the sum of this number includes. */
    removeSummed: compileQuery<Month & { entry: number }>()((value) =>
      builder
        .deleteFrom('journal')
        .where('account_id', '=', value('accountId'))
        .where('entry', '<', value('entry'))
        .where('kind', '<>', 'grant')
        .where('created_at', '>=', value('from'))
        .where('created_at', '<', value('until')),
    ),
  };
}
