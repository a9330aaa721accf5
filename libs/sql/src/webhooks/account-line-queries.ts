import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { passingOver } from '../lock-order.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

type OfAccount = { accountId: string };

/** The queries of the line of accounts: whose deliveries are next, and whose balance has to be read. */
export function compileAccountLineQueries(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  return { ...turnQueries(builder, engine), ...creditQueries(builder, engine) };
}

function turnQueries(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  const accounts = builder.selectFrom('webhook_accounts');
  return {
    /** Adds the account to the line, and locks its row. */
    join: compileQuery<OfAccount>()((value) =>
      builder
        .insertInto('webhook_accounts')
        .values({ account_id: value('accountId') })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({ account_id: eb.ref('excluded.account_id') })),
        ),
    ),
    /** Changes nothing, and locks the account's row: what follows depends on its webhooks and deliveries. */
    lockAccount: compileQuery<OfAccount>()((value) =>
      builder
        .updateTable('webhook_accounts')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', value('accountId')),
    ),
    lockAccountOf: compileQuery<{ webhookId: string }>()((value) =>
      builder
        .updateTable('webhook_accounts')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', (eb) =>
          eb
            .selectFrom('webhooks')
            .select('webhooks.account_id')
            .where('webhook_id', '=', value('webhookId')),
        ),
    ),
    /** The accounts with something due, in turn. The sum keeps SQLite from scanning the whole line by turn. */
    due: compileQuery<{ now: number; limit: number }>()((value) =>
      passingOver(
        engine,
        accounts
          .select('account_id')
          .where('due_at', '<=', value('now'))
          .orderBy((eb) => eb('turn', '+', sql.lit(0)))
          .limit(value('limit')),
      ),
    ),
    /** Updates the account's row after changes of its webhooks. */
    follow: compileQuery<OfAccount>()((value) =>
      builder
        .updateTable('webhook_accounts')
        .set((eb) => ({
          due_at: eb
            .selectFrom('webhooks')
            .select((sub) => sub.fn.min('webhooks.due_at').as('due_at'))
            .where('webhooks.account_id', '=', value('accountId')),
        }))
        .where('account_id', '=', value('accountId')),
    ),
    passTurn: compileQuery<OfAccount>()((value) =>
      builder
        .updateTable('webhook_accounts')
        .set((eb) => ({
          turn: eb
            .selectFrom('webhook_accounts as other')
            .select((sub) => sub(sub.fn.max('other.turn'), '+', sql.lit(1)).as('turn')),
        }))
        .where('account_id', '=', value('accountId')),
    ),
  };
}

function creditQueries(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  const accounts = builder.selectFrom('webhook_accounts');
  const change = builder.updateTable('webhook_accounts');
  return {
    /** Sets the time of the account's last reading. With null, its balance is not read any more. */
    watch: compileQuery<OfAccount & { lookedAt: number | null }>()((value) =>
      change.set({ looked_at: value('lookedAt'), is_low: 0 }).where('account_id', '=', value('accountId')),
    ),
    unseen: compileQuery<{ before: number; limit: number }>()((value) =>
      passingOver(
        engine,
        accounts
          .select('account_id')
          .where('looked_at', '<=', value('before'))
          .orderBy('looked_at')
          .limit(value('limit')),
      ),
    ),
    markRead: compileQuery<OfAccount & { before: number; now: number }>()((value) =>
      change
        .set({ looked_at: value('now') })
        .where('account_id', '=', value('accountId'))
        .where('looked_at', '<=', value('before')),
    ),
    lastReading: compileQuery()(() =>
      accounts.select('looked_at').where('looked_at', 'is not', null).orderBy('looked_at').limit(sql.lit(1)),
    ),
    setLow: compileQuery<OfAccount & { isLow: number }>()((value) =>
      change
        .set({ is_low: value('isLow') })
        .where('account_id', '=', value('accountId'))
        .where('is_low', '<>', value('isLow')),
    ),
  };
}
