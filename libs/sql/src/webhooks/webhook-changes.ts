import type {
  AccountId,
  BalanceReadings,
  NewWebhook,
  ReplayRequest,
  SecretRotation,
  StoredWebhook,
  WebhookEvent,
  WebhookKey,
} from '@dialproof/core';
import { storedAccountId } from '../json-rows.js';
import { assertGood } from '../tokens/sql-account-tokens.js';
import { tokenQueries } from '../tokens/token-queries.js';
import { expandEvent, followWebhook } from './deliveries.js';
import { webhookQueries } from './webhook-queries.js';
import { typesOfText, type WebhookWork, webhookOfRow } from './webhook-row.js';

/** Is earlier than every time. */
const NEVER = Number.MIN_SAFE_INTEGER;

export async function createWebhook(
  work: WebhookWork,
  webhook: NewWebhook,
): Promise<StoredWebhook | undefined> {
  const { session, wallNow } = work;
  const { accountId, events, madeWith, maxPerAccount, secret, url, webhookId } = webhook;
  // This write and an erasure of the account wait for each other.
  await session.change(tokenQueries.lockAccount, { accountId });
  await session.change(webhookQueries.join, { accountId });
  if (madeWith !== null) {
    await assertGood(session, { accountId, tokenId: madeWith, now: wallNow });
  }
  const earlier = await storedWebhook(work, webhook);
  if (earlier !== undefined) return earlier;
  const others = await session.rows(webhookQueries.list, { accountId });
  if (others.length >= maxPerAccount) return undefined;
  await session.change(webhookQueries.insert, {
    webhookId,
    accountId,
    url,
    events: JSON.stringify(events),
    secret,
    createdAt: wallNow,
  });
  if (events.includes('credits.low') && !others.some(wantsCredits)) {
    await session.change(webhookQueries.watch, { accountId, lookedAt: NEVER });
  }
  return await storedWebhook(work, webhook);
}

async function storedWebhook(
  { session }: WebhookWork,
  { accountId, webhookId }: WebhookKey,
): Promise<StoredWebhook | undefined> {
  const row = await session.first(webhookQueries.find, { accountId, webhookId });
  return row === undefined ? undefined : { webhook: webhookOfRow(row), secret: row.secret };
}

export async function rotateSecret(
  work: WebhookWork,
  { accountId, keepOldMs, rotationId, secret, webhookId }: SecretRotation,
): Promise<string | undefined> {
  const { session, time } = work;
  const oldUntil = time.after(keepOldMs);
  await session.change(webhookQueries.rotate, { accountId, webhookId, rotationId, secret, oldUntil });
  return (await storedWebhook(work, { accountId, webhookId }))?.secret;
}

export async function removeWebhook(
  work: WebhookWork,
  { accountId, webhookId }: WebhookKey,
): Promise<boolean> {
  const { session } = work;
  await session.change(webhookQueries.lockAccount, { accountId });
  const removed = await session.change(webhookQueries.remove, { accountId, webhookId });
  if (removed === 0) return false;
  await session.change(webhookQueries.removeAll, { webhookId });
  await session.change(webhookQueries.follow, { accountId });
  const left = await session.rows(webhookQueries.list, { accountId });
  if (!left.some(wantsCredits)) await session.change(webhookQueries.watch, { accountId, lookedAt: null });
  return true;
}

export async function replayDeliveries(
  work: WebhookWork,
  request: ReplayRequest,
): Promise<number | undefined> {
  const { session, now } = work;
  const { accountId, since, webhookId, which } = request;
  await session.change(webhookQueries.lockAccount, { accountId });
  const enabled = await session.change(webhookQueries.enable, { accountId, webhookId });
  if (enabled === 0) return undefined;
  const delivered = which === 'all' ? 1 : 0;
  const replayed = await session.change(webhookQueries.reopen, { webhookId, since, delivered, now });
  await followWebhook(work, { accountId, webhookId });
  return replayed;
}

function wantsCredits({ events }: { readonly events: string }): boolean {
  return typesOfText(events).includes('credits.low');
}

export async function claimBalanceReadings(
  { session, now }: WebhookWork,
  { everyMs, limit }: { readonly everyMs: number; readonly limit: number },
): Promise<BalanceReadings> {
  const before = now - everyMs;
  const accounts: AccountId[] = [];
  for (const { account_id: accountId } of await session.rows(webhookQueries.unseen, { before, limit })) {
    const looked = await session.change(webhookQueries.markRead, { accountId, before, now });
    if (looked > 0) accounts.push(storedAccountId(accountId));
  }
  const last = await session.first(webhookQueries.lastReading, {});
  const nextAt = last === undefined ? null : (last.looked_at ?? now) + everyMs;
  return { accounts, retryAfterMs: nextAt === null ? null : Math.max(0, nextAt - now) };
}

export async function recordCredits(
  work: WebhookWork,
  accountId: AccountId,
  low: WebhookEvent | null,
  keepMs: number,
): Promise<number> {
  const { session } = work;
  const changed = await session.change(webhookQueries.setLow, { accountId, isLow: low === null ? 0 : 1 });
  return low === null || changed === 0 ? 0 : await expandEvent(work, low, keepMs);
}
