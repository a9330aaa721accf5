import { join } from 'node:path';
import { ManualClock } from '@dialproof/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteSchemaDialect } from '../sqlite/sqlite-schema-dialect.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlWebhookStore } from '../webhooks/sql-webhook-store.js';
import { webhookTurns } from './0014-webhook-turns.js';
import { ALL_MIGRATIONS } from './all-migrations.js';

/** A file as it was before the migration, with a webhook of Ada's and two deliveries, of which one is to be delivered. */
async function fileBefore(): Promise<string> {
  const folder = await temporaryFolder();
  const { builder } = await temporaryDatabase(join(folder, 'builder.db'));
  const file = join(folder, 'test.db');
  const raw = new Database(file);
  raw.exec(
    'create table schema_migrations (version integer primary key not null, name text not null, applied_at integer not null) strict',
  );
  for (const { name, statements, version } of ALL_MIGRATIONS) {
    if (version >= webhookTurns.version) break;
    for (const statement of statements({ builder, dialect: sqliteSchemaDialect })) {
      const { parameters, sql } = statement.compile();
      raw.prepare(sql).run(...parameters);
    }
    raw.prepare('insert into schema_migrations values (?, ?, 0)').run(version, name);
  }
  raw.exec(`
    insert into webhooks (webhook_id, account_id, url, events, secret, created_at)
      values ('w', 'ada', 'https://ada.example/', '["task.done"]', 's', 0);
    insert into webhook_deliveries (event_id, webhook_id, account_id, type, occurred_at, data, keep_until, due_at)
      values ('open', 'w', 'ada', 'task.done', 0, '{}', 99, 0), ('told', 'w', 'ada', 'task.done', 0, '{}', 99, null);
    insert into webhook_accounts (account_id, due_at) values ('ada', 0);`);
  raw.close();
  return file;
}

it('claims what was to be delivered before webhooks had turns', async () => {
  const database = await temporaryDatabase(await fileBefore());
  const store = new SqlWebhookStore({ database, clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  const claim = { leaseMs: 1_000, limit: 9, except: [] };
  expect((await store.claim(claim)).claims).toMatchObject([{ lease: { eventId: 'open', webhookId: 'w' } }]);
  expect(await store.claim(claim)).toEqual({ claims: [], retryAfterMs: 1_000 });
});
