import {
  accountId,
  assertOptionNames,
  counted,
  DialproofError,
  type Entropy,
  keyedWebhookId,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookEventType,
} from '@dialproof/core';
import { readWebhookUrl } from './address/webhook-url.js';
import { readWebhooksOptions, type WebhooksOptions } from './webhook-options.js';
import type { Webhooks } from './webhooks.js';
import { WebhookWork } from './work/webhook-work.js';

const DAY_MS = 86_400_000;
const LONGEST_OVERLAP_MS = 30 * DAY_MS;
const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** Creates webhooks from their parts. It opens and starts nothing. Wrong options throw TypeError or RangeError here. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  assertOptionNames('createWebhooks', options, {
    allowNetworks: true,
    allowPrivateNetworks: true,
    clock: true,
    closeGraceMs: true,
    creditsLow: true,
    disableAfterMs: true,
    entropy: true,
    keepMs: true,
    maxInFlight: true,
    maxInFlightPerWebhook: true,
    maxPerAccount: true,
    onError: true,
    outbox: true,
    resolve: true,
    store: true,
    timeoutMs: true,
    trustedCertificates: true,
  });
  const settings = readWebhooksOptions(options);
  const { entropy, maxPerAccount, rules, store } = settings;
  const working = new WebhookWork(settings);
  const never = new AbortController().signal;

  return {
    async create({ accountId: account, events, madeWith = null, requestId, url }) {
      const owner = accountId(account);
      const asked = { url: readWebhookUrl(url, rules), events: readEvents(events) };
      const webhookId = requestId === undefined ? entropy.uuid() : keyedWebhookId(owner, named(requestId));
      const secret = newSecret(entropy);
      const made = await store.create({
        ...asked,
        webhookId,
        accountId: owner,
        secret,
        maxPerAccount,
        madeWith,
      });
      if (made !== undefined) {
        assertSame(made.webhook, asked);
        return { ...made.webhook, secret: made.secret };
      }
      const hint = `the account has ${counted(maxPerAccount, 'webhook')}, the maximum`;
      throw new DialproofError('too_many_webhooks', { hint });
    },
    list: async (account) => await store.list(accountId(account)),
    async deliveries({ cursor = null, limit = DEFAULT_PAGE, ...webhook }) {
      if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
        throw new RangeError(`limit must be a whole number from 1 to ${LARGEST_PAGE}, not ${limit}`);
      }
      const page = await store.deliveries({ ...keyOf(webhook), cursor, limit });
      if (page === undefined) throw notFound();
      return page;
    },
    async remove(webhook) {
      if (!(await store.remove(keyOf(webhook)))) throw notFound();
    },
    async rotate({ keepOldMs = DAY_MS, requestId, ...webhook }) {
      if (!Number.isSafeInteger(keepOldMs) || keepOldMs < 0 || keepOldMs > LONGEST_OVERLAP_MS) {
        throw new RangeError(
          `keepOldMs must be a whole number from 0 to ${LONGEST_OVERLAP_MS}, not ${keepOldMs}`,
        );
      }
      const rotationId = requestId === undefined ? entropy.uuid() : named(requestId);
      const rotation = { ...keyOf(webhook), rotationId, secret: newSecret(entropy), keepOldMs };
      const secret = await store.rotate(rotation);
      if (secret === undefined) throw notFound();
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

const MAX_REQUEST_ID_CHARS = 255;

/** Throws TypeError for an invalid id: all requests with it would count as one. */
function named(requestId: string): string {
  if (typeof requestId === 'string' && requestId !== '' && requestId.length <= MAX_REQUEST_ID_CHARS) {
    return requestId;
  }
  throw new TypeError(`requestId must be text of 1 to ${MAX_REQUEST_ID_CHARS} characters`);
}

/** An earlier request with the same id may have made another webhook. */
function assertSame(made: Pick<Webhook, 'url' | 'events'>, asked: Pick<Webhook, 'url' | 'events'>): void {
  const isSame = made.url === asked.url && readEvents(made.events).join() === asked.events.join();
  if (isSame) return;
  throw new DialproofError('idempotency_key_reused', {
    hint: 'a webhook with another address or for other events was made with this key before',
  });
}

/** Each type once. Throws TypeError for anything else, which the host should have checked. */
function readEvents(events: readonly WebhookEventType[]): readonly WebhookEventType[] {
  const known = WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
  if (known.length > 0 && known.length === new Set(events).size) return known;
  throw new TypeError(
    `events must be one or more of ${WEBHOOK_EVENT_TYPES.join(', ')}, not ${String(events)}`,
  );
}

/** The same error for another account's webhook. */
function notFound(): DialproofError {
  return new DialproofError('webhook_not_found');
}

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new signing secret, as customers give it to a library that verifies. */
export function newSecret(entropy: Pick<Entropy, 'bytes'>): string {
  return `whsec_${entropy.bytes(SECRET_BYTES).toString('base64')}`;
}
