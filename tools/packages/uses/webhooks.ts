import assert from 'node:assert/strict';
import { accountId, isDialproofError } from '@dialproof/core';
import { MemoryEventOutbox, MemoryWebhookStore } from '@dialproof/testkit/memory';
import { createWebhooks } from '@dialproof/webhooks';

async function main(): Promise<void> {
  const webhooks = createWebhooks({ store: new MemoryWebhookStore(), outbox: new MemoryEventOutbox() });
  const alice = accountId('alice');
  const url = 'https://alice.example/hooks';
  const { secret } = await webhooks.create({ accountId: alice, url, events: ['task.done'] });
  assert.match(secret, /^whsec_/);
  assert.equal((await webhooks.list(alice)).length, 1);
  const isRefusal = (error: unknown): boolean => isDialproofError(error, 'invalid_webhook_url');
  const inside = { accountId: alice, url: 'https://169.254.169.254/', events: ['task.done'] } as const;
  await assert.rejects(webhooks.create(inside), isRefusal);
  assert.equal((await webhooks.work()).did, 'nothing');
  console.log('webhooks was used');
}

main();
