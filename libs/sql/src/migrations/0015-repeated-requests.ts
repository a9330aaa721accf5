import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Adds the number of an account's remembered requests, the end of each, and the request that gave a webhook its secret. */
export const repeatedRequests: Migration = {
  version: 15,
  name: 'repeated requests',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema
      .alterTable('replays')
      .addColumn('forget_at', dialect.integer, (column) => column.notNull().defaultTo(0)),
    {
      compile: () =>
        sql`update replays set forget_at = until + case when reply is null then 86400000 else 0 end`.compile(
          builder,
        ),
    },
    schema.dropIndex('replays_until'),
    schema.createIndex('replays_forget').on('replays').column('forget_at'),
    schema.createIndex('replays_of_account').on('replays').columns(['account_id', 'forget_at']),
    schema
      .createTable('replay_accounts')
      .addColumn('account_id', 'text', (column) => column.primaryKey())
      .addColumn('requests', dialect.integer, (column) => column.notNull())
      .modifyEnd(dialect.tableEnd),
    {
      compile: () =>
        sql`insert into replay_accounts select account_id, count(*) from replays group by account_id`.compile(
          builder,
        ),
    },
    schema.alterTable('webhooks').addColumn('rotation_id', 'text'),
  ],
};
