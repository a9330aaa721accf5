import type {
  DeliveryClaim,
  DeliveryClaimAnswer,
  DeliveryClaimRequest,
  DeliveryLease,
  DeliveryResult,
  WebhookDisabledReason,
  WebhookEvent,
  WebhookKey,
} from '@dialproof/core';
import { storedAccountId } from '../json-rows.js';
import type { DueRow } from './delivery-queries.js';
import { webhookQueries } from './webhook-queries.js';
import { claimOfRow, typesOfText, type WebhookWork } from './webhook-row.js';

/** Makes the deliveries of an event, within a write. */
export async function expandEvent(work: WebhookWork, event: WebhookEvent, keepMs: number): Promise<number> {
  const { session, now, time } = work;
  const { accountId, eventId, occurredAt, type } = event;
  const data = JSON.stringify(event.data);
  const keepUntil = time.after(keepMs);
  await session.change(webhookQueries.lockAccount, { accountId });
  const webhooks = await session.rows(webhookQueries.list, { accountId });
  const wanted = webhooks.filter(({ events }) => typesOfText(events).includes(type));
  let made = 0;
  for (const { disabled_at: disabledAt, webhook_id: webhookId } of wanted) {
    made += await session.change(webhookQueries.add, {
      ...{ eventId, webhookId, accountId, type, occurredAt, data, keepUntil },
      dueAt: disabledAt === null ? now : null,
    });
  }
  if (made > 0) {
    for (const { webhook_id: webhookId } of wanted)
      await session.change(webhookQueries.followDeliveries, { webhookId });
    await session.change(webhookQueries.follow, { accountId });
  }
  return made;
}

export async function claimDeliveries(
  work: WebhookWork,
  { except, leaseMs, limit }: DeliveryClaimRequest,
): Promise<DeliveryClaimAnswer> {
  const { session, now, time } = work;
  const leaseUntil = time.after(leaseMs);
  const claims: DeliveryClaim[] = [];
  for (const { account_id: accountId } of await session.rows(webhookQueries.due, {
    now,
    limit: limit + except.length,
  })) {
    if (claims.length >= limit) break;
    const due = await session.rows(webhookQueries.dueWebhooks, { accountId, now });
    const webhook = due.find(({ webhook_id: webhookId }) => !except.includes(webhookId));
    if (webhook === undefined) continue;
    const key = { accountId: storedAccountId(accountId), webhookId: webhook.webhook_id };
    const row = await session.first(webhookQueries.nextDue, { ...key, now });
    const claim = row && (await claimDue(work, row, leaseUntil));
    await followWebhook(work, key);
    await session.change(webhookQueries.passWebhookTurn, key);
    await session.change(webhookQueries.passTurn, { accountId });
    if (claim !== undefined) claims.push(claim);
  }
  const waiting = await session.rows(webhookQueries.nextDueAt, { limit: except.length + 1 });
  const next = waiting.find(({ webhook_id: webhookId }) => !except.includes(webhookId));
  return { claims, retryAfterMs: next === undefined ? null : Math.max(0, (next.due_at ?? now) - now) };
}

/** Leases a due delivery. One whose data is damaged is given up: it is shown as failed, and does not stop all others. */
async function claimDue(
  { session, newToken, now, wallNow }: WebhookWork,
  row: DueRow,
  leaseUntil: number,
): Promise<DeliveryClaim | undefined> {
  const lease = { eventId: row.event_id, webhookId: row.webhook_id, token: newToken() };
  if ((await session.change(webhookQueries.lease, { ...lease, now, leaseUntil })) === 0) return undefined;
  const claim = claimOfRow(row, lease, now);
  if (claim === undefined) {
    const ending = { status: null, failure: null, dueAt: null, failed: 1, delivered: 0, triedAt: wallNow };
    await session.first(webhookQueries.end, { ...lease, ...ending });
  }
  return claim;
}

/** Updates both lines after changes of a webhook's deliveries, within a write: first that of webhooks, then that of accounts. */
export async function followWebhook(
  { session }: WebhookWork,
  { accountId, webhookId }: WebhookKey,
): Promise<void> {
  await session.change(webhookQueries.followDeliveries, { webhookId });
  await session.change(webhookQueries.follow, { accountId });
}

/** Records the outcome of a delivery, within a write. */
export async function recordDelivery(
  work: WebhookWork,
  lease: DeliveryLease,
  result: DeliveryResult,
): Promise<WebhookDisabledReason | null> {
  const { session, wallNow } = work;
  await session.change(webhookQueries.lockAccountOf, lease);
  const ended = await endLease(work, lease, result);
  if (ended === undefined) return null;
  const { webhookId } = lease;
  const reason = await disabledBy(work, webhookId, result);
  if (reason !== null) {
    await session.change(webhookQueries.disable, { webhookId, reason, wallNow });
    await session.change(webhookQueries.closeAll, { webhookId });
  }
  await followWebhook(work, { accountId: storedAccountId(ended.account_id), webhookId });
  return reason;
}

async function endLease(
  { session, time, wallNow }: WebhookWork,
  lease: DeliveryLease,
  result: DeliveryResult,
): Promise<{ readonly account_id: string } | undefined> {
  if (result.outcome === 'interrupted') {
    return await session.first(webhookQueries.interrupt, {
      ...lease,
      dueAt: time.after(result.retryAfterMs),
    });
  }
  const retryAfterMs = result.outcome === 'failed' ? result.retryAfterMs : null;
  return await session.first(webhookQueries.end, {
    ...lease,
    ...result.answer,
    dueAt: retryAfterMs === null ? null : time.after(retryAfterMs),
    failed: result.outcome === 'delivered' ? 0 : 1,
    delivered: result.outcome === 'delivered' ? 1 : 0,
    triedAt: wallNow,
  });
}

async function disabledBy(
  { session, now }: WebhookWork,
  webhookId: string,
  result: DeliveryResult,
): Promise<WebhookDisabledReason | null> {
  switch (result.outcome) {
    case 'delivered':
      await session.change(webhookQueries.succeed, { webhookId });
      return null;
    case 'interrupted':
      return null;
    case 'gone':
      return 'gone';
    case 'failed': {
      const webhook = await session.first(webhookQueries.fail, { webhookId, now });
      const since = webhook?.failing_since ?? now;
      return now - since >= result.disableAfterMs ? 'failing' : null;
    }
  }
}
