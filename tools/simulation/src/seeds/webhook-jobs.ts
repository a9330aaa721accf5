import type { JobEnd, ShownDelivery } from './account.js';
import { expectStatus, type JobParts, read, request } from './job-parts.js';
import { FOR_GOOD, type Job } from './plan.js';
import type { Asked } from './requests.js';

type WebhookJob = Extract<Job, { readonly kind: 'webhook' }>;

/** Makes a webhook, changes its secret and deletes it, as planned. */
export async function doWebhook(parts: JobParts, job: WebhookJob): Promise<JobEnd> {
  const { account, receivers, world } = parts;
  const url = `https://${account.name}.example/${job.id}`;
  receivers.open(url, job.receiver);
  const make: Asked = {
    path: '/v1/webhooks',
    json: { url, events: ['task.done', 'task.failed', 'list.changed', 'list.skipped'] },
    key: `webhook-${job.id}`,
  };
  const made = await request(parts, make);
  if (!expectStatus(parts, make, made, 201)) return { kind: 'refused' };
  const { secret, webhook_id: webhookId } = read<{ secret: string; webhook_id: string }>(made);
  const path = `/v1/webhooks/${webhookId}`;
  const secrets = [{ secret, from: 0 }];
  const end = { kind: 'webhook', webhookId, url, secrets, madeAt: world.now } as const;
  if (job.rotateAfterMs !== null) {
    await world.pass(job.rotateAfterMs);
    const rotate: Asked = { method: 'POST', path: `${path}/secret`, key: `secret-${job.id}` };
    const rotated = await request(parts, rotate);
    if (!expectStatus(parts, rotate, rotated, 200)) return { kind: 'refused' };
    secrets.push({ ...read<{ secret: string }>(rotated), from: world.now });
  }
  if (job.removeAfterMs === null) return { ...end, removedAt: null };
  await world.pass(job.removeAfterMs);
  const remove: Asked = { method: 'DELETE', path };
  const removed = await request(parts, remove);
  // A repeat finds nothing.
  if (removed.status !== 404) expectStatus(parts, remove, removed, 204);
  return { ...end, removedAt: world.now };
}

/** The longest time until the last delivery, after all trouble: up to the third try, and the lease of a killed process. */
const DELIVERED_WITHIN_MS = 600_000;
const PAUSE_MS = 30_000;

/** Waits for the deliveries of an account, and notes them as they are listed. */
export async function awaitDeliveries(parts: JobParts): Promise<void> {
  const { account, world } = parts;
  const until = world.now + DELIVERED_WITHIN_MS;
  for (const [job, end] of account.ends) {
    if (end.kind !== 'webhook' || end.removedAt !== null || job.kind !== 'webhook') continue;
    const path = `/v1/webhooks/${end.webhookId}/deliveries?limit=100`;
    for (;;) {
      const reply = await request(parts, { path });
      if (!expectStatus(parts, { path }, reply, 200)) break;
      const { deliveries } = read<{ deliveries: ShownDelivery[] }>(reply);
      account.deliveries.set(end.webhookId, deliveries);
      const isOver = deliveries.every(({ state }) => state !== 'waiting');
      if (isOver || job.receiver.until === FOR_GOOD || world.now > until) break;
      await world.pass(PAUSE_MS);
    }
  }
}
