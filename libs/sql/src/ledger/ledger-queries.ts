import type { Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export type LedgerQueries = ReturnType<typeof compileLedgerQueries>;

export function compileLedgerQueries(builder: Kysely<Tables>) {
  return { ...holdQueries(builder), ...balanceQueries(builder), ...journalQueries(builder) };
}

function holdQueries(builder: Kysely<Tables>) {
  const selectHold = builder.selectFrom('holds').select(['account_id', 'credits', 'charged', 'answer']);
  return {
    /** Makes the hold if its account has the credits and no hold has that id. */
    openHold: compileQuery<{
      holdId: string;
      accountId: string;
      credits: number;
      createdAt: number;
      expiresAt: number | null;
    }>()((value) =>
      builder
        .insertInto('holds')
        .columns(['hold_id', 'account_id', 'credits', 'created_at', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('balances')
            .select([
              eb.val(value('holdId')).as('hold_id'),
              'account_id',
              eb.val(value('credits')).as('credits'),
              eb.val(value('createdAt')).as('created_at'),
              eb.val(value('expiresAt')).as('expires_at'),
            ])
            .where('account_id', '=', value('accountId'))
            .where('available', '>=', value('credits')),
        )
        .onConflict((conflict) => conflict.column('hold_id').doNothing()),
    ),
    /** Closes the account's hold if it is open and covers the charge. */
    closeHold: compileQuery<{
      holdId: string;
      accountId: string;
      charged: number;
      closedAt: number;
      answer: string | null;
    }>()((value) =>
      builder
        .updateTable('holds')
        .set({ charged: value('charged'), closed_at: value('closedAt'), answer: value('answer') })
        .where('hold_id', '=', value('holdId'))
        .where('account_id', '=', value('accountId'))
        .where('charged', 'is', null)
        .where('credits', '>=', value('charged'))
        .returning('credits'),
    ),
    selectHold: compileQuery<{ holdId: string }>()((value) =>
      selectHold.where('hold_id', '=', value('holdId')),
    ),
    selectExpired: compileQuery<{ until: number; limit: number }>()((value) =>
      builder
        .selectFrom('holds')
        .select(['hold_id', 'account_id'])
        .where('charged', 'is', null)
        .where('expires_at', '<=', value('until'))
        .limit(value('limit')),
    ),
  };
}

function balanceQueries(builder: Kysely<Tables>) {
  return {
    selectBalance: compileQuery<{ accountId: string }>()((value) =>
      builder
        .selectFrom('balances')
        .select(['available', 'held'])
        .where('account_id', '=', value('accountId')),
    ),
    /** Moves credits from available to held, if there are enough. */
    setAside: compileQuery<{ accountId: string; credits: number }>()((value) =>
      builder
        .updateTable('balances')
        .set((eb) => ({
          available: eb('available', '-', value('credits')),
          held: eb('held', '+', value('credits')),
        }))
        .where('account_id', '=', value('accountId'))
        .where('available', '>=', value('credits')),
    ),
    /** Takes credits out of held. `returned` of them become available again. */
    takeBack: compileQuery<{ accountId: string; credits: number; returned: number; entries: number }>()(
      (value) =>
        builder
          .updateTable('balances')
          .set((eb) => ({
            available: eb('available', '+', value('returned')),
            held: eb('held', '-', value('credits')),
            last_entry: eb('last_entry', '+', value('entries')),
          }))
          .where('account_id', '=', value('accountId'))
          .returning('last_entry'),
    ),
    addAccount: compileQuery<{ accountId: string }>()((value) =>
      builder
        .insertInto('balances')
        .values({ account_id: value('accountId'), available: 0, held: 0 })
        .onConflict((conflict) => conflict.column('account_id').doNothing()),
    ),
    /** Makes credits available, and takes the number of the entry. */
    addAvailable: compileQuery<{ accountId: string; credits: number; entries: number }>()((value) =>
      builder
        .insertInto('balances')
        .values({
          account_id: value('accountId'),
          available: value('credits'),
          held: 0,
          last_entry: value('entries'),
        })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({
            available: eb('balances.available', '+', eb.ref('excluded.available')),
            last_entry: eb('balances.last_entry', '+', eb.ref('excluded.last_entry')),
          })),
        )
        .returning('last_entry'),
    ),
  };
}

function journalQueries(builder: Kysely<Tables>) {
  return {
    addEntry: compileQuery<{
      accountId: string;
      entry: number;
      kind: 'grant' | 'charge';
      credits: number;
      holdId: string | null;
      note: string | null;
      createdAt: number;
    }>()((value) =>
      builder.insertInto('journal').values({
        account_id: value('accountId'),
        entry: value('entry'),
        kind: value('kind'),
        credits: value('credits'),
        hold_id: value('holdId'),
        note: value('note'),
        created_at: value('createdAt'),
      }),
    ),
    selectNewest: compileQuery<{ accountId: string; before: number; limit: number }>()((value) =>
      builder
        .selectFrom('journal')
        .select(['entry', 'kind', 'credits', 'hold_id', 'created_at'])
        .where('account_id', '=', value('accountId'))
        .where('entry', '<', value('before'))
        .orderBy('entry', 'desc')
        .limit(value('limit')),
    ),
  };
}
