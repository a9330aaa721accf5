import { accountId, ManualClock } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { sql } from '../query.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlWebhookStore } from './sql-webhook-store.js';

const ANN = accountId('ann');
const BOB = accountId('bob');
const DAY_MS = 86_400_000;

describeOnEachDatabase('a delivery whose stored data is damaged', (create) => {
  it('is given up, and the deliveries behind it are claimed', async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const clock = new ManualClock(1_767_225_600_000);
    const store = new SqlWebhookStore({ database, clock });
    for (const account of [ANN, BOB]) {
      const webhook = { accountId: account, url: 'https://example.com/', events: ['task.done' as const] };
      await store.create({
        ...webhook,
        webhookId: `of-${account}`,
        secret: 'whsec_c2VjcmV0',
        maxPerAccount: 9,
        madeWith: null,
      });
      const event = { type: 'task.done' as const, accountId: account, data: { task_id: 'a' } };
      await store.expand({ ...event, eventId: `event-of-${account}`, occurredAt: clock.now() }, DAY_MS);
    }
    const damage = sql<{ ann: string }>`update webhook_deliveries set data = '{' where account_id = ${'ann'}`;
    await database.write((session) => session.change(damage, { ann: ANN }));
    const request = { leaseMs: 60_000, limit: 10, except: [] };
    const { claims } = await store.claim(request);
    expect(claims).toMatchObject([{ event: { accountId: BOB, data: { task_id: 'a' } } }]);
    clock.advance(DAY_MS / 2);
    expect((await store.claim(request)).claims).toMatchObject([{ event: { accountId: BOB } }]);
  });
});
