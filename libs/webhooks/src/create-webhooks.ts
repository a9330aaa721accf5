import { randomUUID } from 'node:crypto';
import {
  accountId,
  DialproofError,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookEventType,
} from '@dialproof/core';
import { readWebhookUrl } from './address/webhook-url.js';
import { newSecret } from './secret.js';
import { readWebhooksOptions, type WebhooksOptions } from './webhook-options.js';
import type { Webhooks } from './webhooks.js';
import { WebhookWork } from './work/webhook-work.js';

const DAY_MS = 86_400_000;
const LONGEST_OVERLAP_MS = 30 * DAY_MS;

/** Makes webhooks of their parts. It opens and starts nothing; a wrong option throws TypeError or RangeError here and not later. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const settings = readWebhooksOptions(options);
  const { maxPerAccount, rules, store } = settings;
  const working = new WebhookWork(settings);
  const never = new AbortController().signal;

  return {
    async create({ accountId: account, events, url }) {
      const secret = newSecret();
      const webhook = await store.create({
        webhookId: randomUUID(),
        accountId: accountId(account),
        url: readWebhookUrl(url, rules),
        events: readEvents(events),
        secret,
        maxPerAccount,
      });
      if (webhook !== undefined) return { ...webhook, secret };
      const hint = `the account has ${maxPerAccount} webhooks, which is as many as it may have`;
      throw new DialproofError('too_many_webhooks', { hint });
    },
    list: async (account) => await store.list(accountId(account)),
    async remove(webhook) {
      if (!(await store.remove(keyOf(webhook)))) throw notFound();
    },
    async rotate({ keepOldMs = DAY_MS, ...webhook }) {
      if (!Number.isSafeInteger(keepOldMs) || keepOldMs < 0 || keepOldMs > LONGEST_OVERLAP_MS) {
        throw new RangeError(
          `keepOldMs must be a whole number from 0 to ${LONGEST_OVERLAP_MS}, not ${keepOldMs}`,
        );
      }
      const secret = newSecret();
      if (!(await store.rotate({ ...keyOf(webhook), secret, keepOldMs }))) throw notFound();
      return { secret };
    },
    async replay({ since, which = 'undelivered', ...webhook }) {
      if (!Number.isFinite(since)) throw new TypeError(`since must be milliseconds since 1970, not ${since}`);
      const deliveries = await store.replay({ ...keyOf(webhook), since, which });
      if (deliveries === undefined) throw notFound();
      return { deliveries };
    },
    work: async (signal) => await working.work(signal ?? never),
  };
}

function keyOf(webhook: Pick<Webhook, 'accountId' | 'webhookId'>): Pick<Webhook, 'accountId' | 'webhookId'> {
  return { accountId: accountId(webhook.accountId), webhookId: webhook.webhookId };
}

/** Each type once. Throws TypeError for what is no list of them: the host has not checked it. */
function readEvents(events: readonly WebhookEventType[]): readonly WebhookEventType[] {
  const known = WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
  if (known.length > 0 && known.length === new Set(events).size) return known;
  throw new TypeError(
    `events must be one or more of ${WEBHOOK_EVENT_TYPES.join(', ')}, not ${String(events)}`,
  );
}

/** Of another account's webhook too. */
function notFound(): DialproofError {
  return new DialproofError('webhook_not_found');
}
