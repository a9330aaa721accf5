import type { Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export type AccountQueries = ReturnType<typeof compileAccountQueries>;

export function compileAccountQueries(builder: Kysely<Tables>) {
  const select = builder.selectFrom('accounts').select(['account_id', 'email', 'created_at', 'suspended_at']);
  return {
    /** Adds an account unless its email address is taken. */
    addAccount: compileQuery<{
      accountId: string;
      email: string | null;
      emailKey: string | null;
      createdAt: number;
    }>()((value) =>
      builder
        .insertInto('accounts')
        .values({
          account_id: value('accountId'),
          email: value('email'),
          email_key: value('emailKey'),
          created_at: value('createdAt'),
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing()),
    ),
    findById: compileQuery<{ accountId: string }>()((value) =>
      select.where('account_id', '=', value('accountId')),
    ),
    findByEmailKey: compileQuery<{ emailKey: string }>()((value) =>
      select.where('email_key', '=', value('emailKey')),
    ),
    /** An account that is already suspended keeps its time of suspension. */
    suspend: compileQuery<{ accountId: string; now: number }>()((value) =>
      builder
        .updateTable('accounts')
        .set((eb) => ({ suspended_at: eb.fn.coalesce('suspended_at', eb.val(value('now'))) }))
        .where('account_id', '=', value('accountId')),
    ),
    reinstate: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('accounts')
        .set({ suspended_at: null })
        .where('account_id', '=', value('accountId')),
    ),
  };
}
