import type { AccountId, BalanceReadings, WebhookEvent } from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';
import { expandEvent } from './deliveries.js';
import { webhookQueries } from './webhook-queries.js';
import type { WebhookWork } from './webhook-work.js';

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
