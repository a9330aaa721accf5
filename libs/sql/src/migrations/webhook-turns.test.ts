import { ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlWebhookStore } from '../webhooks/sql-webhook-store.js';
import { webhookTurns } from './0014-webhook-turns.js';
import { fileBefore } from './file-before.fixture.js';

/** A webhook of Ada's and two deliveries, one of them still to be made. */
const DELIVERIES = `
  insert into webhooks (webhook_id, account_id, url, events, secret, created_at)
    values ('w', 'ada', 'https://ada.example/', '["task.done"]', 's', 0);
  insert into webhook_deliveries (event_id, webhook_id, account_id, type, occurred_at, data, keep_until, due_at)
    values ('open', 'w', 'ada', 'task.done', 0, '{}', 99, 0), ('told', 'w', 'ada', 'task.done', 0, '{}', 99, null);
  insert into webhook_accounts (account_id, due_at) values ('ada', 0);`;

it('claims what was to be delivered before webhooks had turns', async () => {
  const database = await temporaryDatabase(await fileBefore(webhookTurns, DELIVERIES));
  const store = new SqlWebhookStore({ database, clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  const claim = { leaseMs: 1_000, limit: 9, except: [] };
  expect((await store.claim(claim)).claims).toMatchObject([{ lease: { eventId: 'open', webhookId: 'w' } }]);
  expect(await store.claim(claim)).toEqual({ claims: [], retryAfterMs: 1_000 });
});
