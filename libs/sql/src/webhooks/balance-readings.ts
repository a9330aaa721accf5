import type { AccountId, BalanceReadings, WebhookEvent } from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';
import { expandEvent } from './deliveries.js';
import type { WebhookWork } from './webhook-work.js';

export async function claimBalanceReadings(
  { session, queries, now }: WebhookWork,
  { everyMs, limit }: { readonly everyMs: number; readonly limit: number },
): Promise<BalanceReadings> {
  const before = now - everyMs;
  const accounts: AccountId[] = [];
  for (const { account_id: accountId } of await session.rows(queries.unseen, { before, limit })) {
    const looked = await session.change(queries.markRead, { accountId, before, now });
    if (looked > 0) accounts.push(storedAccountId(accountId));
  }
  const last = await session.first(queries.lastReading, {});
  const nextAt = last === undefined ? null : (last.looked_at ?? now) + everyMs;
  return { accounts, retryAfterMs: nextAt === null ? null : Math.max(0, nextAt - now) };
}

export async function recordCredits(
  work: WebhookWork,
  accountId: AccountId,
  low: WebhookEvent | null,
  keepMs: number,
): Promise<number> {
  const { session, queries } = work;
  const changed = await session.change(queries.setLow, { accountId, isLow: low === null ? 0 : 1 });
  return low === null || changed === 0 ? 0 : await expandEvent(work, low, keepMs);
}
