import { MemoryWebhookStore, type Webhook, type WebhookEvent } from '@dialproof/core';
import { nextTurn } from '../runner/broken.fixture.js';
import {
  type BrokenWebhooks,
  brokenWebhooks,
  claiming,
  forgetting,
  recordingBlindly,
} from './broken-store.fixture.js';
import { failedWith, GIVEN_UP } from './sample-webhooks.js';

const LISTS = 'lists the webhooks of an account, the oldest first';
const NO_SECRET = 'shows no secret';
const LIMIT = 'gives an account as many webhooks as it may have, also at once';
const AGAIN_MADE = 'finds an existing webhook unchanged';
const ROTATED = 'changes nothing when its last rotation is repeated';
const REMOVES = 'removes a webhook with its deliveries, for its account alone';
const REMOVED = 'takes nothing for a delivery whose webhook was removed meanwhile';
const SECRETS = 'keeps the secret before the last one valid for its time, and no other';
const COPIES = 'keeps copies of webhooks and events, and gives copies';
const EXPANDS = 'makes a delivery to each webhook of the account with such events';
const ONCE = 'makes a delivery once, however often an event is expanded';
const KEEPS = 'keeps deliveries for their time, and waiting ones longer';
const KEPT = 'replays nothing that was kept for its time';
const AGAIN = 'claims a delivery again when its lease has ended without a record, not before';
const DONE = 'claims no delivered or abandoned delivery again';
const PAUSE = 'claims a delivery that failed when its pause is over, and counts the failures';
const LATE = 'takes the record of a lease whose time has passed, unless others were given one';
const GONE = 'disables a webhook that is gone, and claims nothing more of it';
const FAILING = 'disables a webhook whose deliveries have failed for so long without a success';
const UNKNOWN = 'does nothing for a delivery that it does not know';

const copied = (event: WebhookEvent): WebhookEvent => ({ ...event, data: { ...event.data } });

export const BROKEN_WEBHOOKS: readonly BrokenWebhooks[] = [
  brokenWebhooks('lists the newest webhook first', LISTS, (store) => ({
    list: async (account) => [...(await store.list(account))].reverse(),
  })),
  brokenWebhooks('shows the secret of a webhook', NO_SECRET, (store) => ({
    create: async (webhook) => {
      const made = await store.create(webhook);
      return made && { ...made, webhook: Object.assign({ secret: webhook.secret }, made.webhook) };
    },
  })),
  brokenWebhooks('counts the webhooks of an account and then adds one', LIMIT, (store) => ({
    async create(webhook) {
      const { length } = await store.list(webhook.accountId);
      await nextTurn();
      return length >= webhook.maxPerAccount ? undefined : store.create({ ...webhook, maxPerAccount: 99 });
    },
  })),
  brokenWebhooks('counts the webhooks of all accounts', LIMIT, (store) => {
    let made = 0;
    return {
      async create(webhook) {
        if (made >= webhook.maxPerAccount) return undefined;
        made += 1;
        return await store.create(webhook);
      },
    };
  }),
  brokenWebhooks('makes another webhook of one that is made again', AGAIN_MADE, (store) => {
    let made = 0;
    return {
      async create(webhook) {
        made += 1;
        return await store.create({ ...webhook, webhookId: `${webhook.webhookId}-${made}` });
      },
    };
  }),
  brokenWebhooks('shows the secret that a repeat brings', AGAIN_MADE, (store) => ({
    create: async (webhook) => {
      const made = await store.create(webhook);
      return made && { ...made, secret: webhook.secret };
    },
  })),
  brokenWebhooks('rotates once more for a repeat', ROTATED, (store) => {
    let rotations = 0;
    return {
      rotate(rotation) {
        rotations += 1;
        return store.rotate({ ...rotation, rotationId: `${rotations}` });
      },
    };
  }),
  brokenWebhooks('takes every rotation for a repeat', SECRETS, (store) => ({
    rotate: (rotation) => store.rotate({ ...rotation, rotationId: 'the rotation' }),
  })),
  brokenWebhooks('removes the webhook of another account', REMOVES, (store) => {
    const owners = new Map<string, Webhook>();
    return {
      async create(webhook) {
        const made = await store.create(webhook);
        if (made !== undefined) owners.set(made.webhook.webhookId, made.webhook);
        return made;
      },
      remove: ({ accountId, webhookId }) => store.remove(owners.get(webhookId) ?? { accountId, webhookId }),
    };
  }),
  brokenWebhooks('takes what is recorded for a webhook that is not there any more', REMOVED, (store) => ({
    record: async (lease, result) =>
      (await store.record(lease, result)) ?? (result.outcome === 'gone' ? 'gone' : null),
  })),
  brokenWebhooks('ends the old secret at once', SECRETS, (store) => ({
    rotate: (rotation) => store.rotate({ ...rotation, keepOldMs: 0 }),
  })),
  brokenWebhooks('never ends the old secret', SECRETS, (store) => ({
    rotate: (rotation) => store.rotate({ ...rotation, keepOldMs: 1e12 }),
  })),
  brokenWebhooks(
    'gives the old secret first',
    SECRETS,
    claiming((claim) => ({ ...claim, secrets: [...claim.secrets].reverse() })),
  ),
  brokenWebhooks('keeps the data of an event where its caller can change it', COPIES, (store) => {
    const known = new Map<string, WebhookEvent>();
    return {
      expand(event, keepMs) {
        known.set(event.eventId, event);
        return store.expand(event, keepMs);
      },
      ...claiming((claim) => ({ ...claim, event: copied(known.get(claim.event.eventId) ?? claim.event) }))(
        store,
      ),
    };
  }),
  brokenWebhooks('sends every event to every webhook', EXPANDS, (store) => ({
    create: (webhook) => store.create({ ...webhook, events: ['task.done', 'task.failed', 'credits.low'] }),
  })),
  brokenWebhooks(
    'leaves out the counts of an event',
    EXPANDS,
    claiming((claim) => ({ ...claim, event: { ...claim.event, data: {} } })),
  ),
  brokenWebhooks(
    'names the webhook after the account',
    EXPANDS,
    claiming((claim) => ({ ...claim, lease: { ...claim.lease, webhookId: claim.event.accountId } })),
  ),
  brokenWebhooks('makes a delivery again for an event that comes again', ONCE, (store) => {
    let repeats = 0;
    return {
      expand(event, keepMs) {
        repeats += 1;
        return store.expand({ ...event, eventId: `${event.eventId}-${repeats}` }, keepMs);
      },
    };
  }),
  brokenWebhooks('forgets a delivery as soon as it has succeeded', ONCE, (store) => ({
    async expand(event, keepMs) {
      const made = await store.expand(event, 0);
      return keepMs > 0 ? made : 0;
    },
    async record(lease, result) {
      const disabled = await store.record(lease, result);
      await store.expire({ limit: 9 });
      return disabled;
    },
  })),
  brokenWebhooks('removes everything that was kept for its time, whatever the limit', KEEPS, (store) => ({
    expire: () => store.expire({ limit: 1e9 }),
  })),
  brokenWebhooks('removes deliveries before their time', KEEPS, (store) => ({
    expand: (event, keepMs) => store.expand(event, keepMs / 2),
  })),
  brokenWebhooks('replays what was kept for its time', KEPT, (store) => ({
    expand: (event, keepMs) => store.expand(event, keepMs * 2),
  })),
  brokenWebhooks('never claims a delivery again', AGAIN, (store) => ({
    claim: (request) => store.claim({ ...request, leaseMs: 1e12 }),
  })),
  brokenWebhooks('counts every claim as a failure', AGAIN, (store) => {
    const claims = new Map<string, number>();
    return claiming((claim) => {
      const failures = claims.get(claim.lease.eventId) ?? 0;
      claims.set(claim.lease.eventId, failures + 1);
      return { ...claim, failures };
    })(store);
  }),
  brokenWebhooks('claims again what was given up', DONE, (store) => ({
    record: (lease, result) =>
      store.record(lease, result.outcome === 'failed' ? { ...result, retryAfterMs: 0 } : result),
  })),
  brokenWebhooks('tries again at once', PAUSE, (store) => ({
    record: (lease, result) =>
      store.record(
        lease,
        result.outcome === 'failed' && result.retryAfterMs !== null ? { ...result, retryAfterMs: 0 } : result,
      ),
  })),
  brokenWebhooks('counts an interrupted delivery as a failure', PAUSE, (store) => ({
    record: (lease, result) =>
      store.record(
        lease,
        result.outcome === 'interrupted' ? failedWith({ retryAfterMs: result.retryAfterMs }) : result,
      ),
  })),
  brokenWebhooks('does not look at the token of a lease', LATE, recordingBlindly),
  brokenWebhooks('goes on delivering to a webhook that is gone', GONE, (store) => ({
    async record(lease, result) {
      if (result.outcome !== 'gone') return await store.record(lease, result);
      await store.record(lease, GIVEN_UP);
      return 'gone';
    },
  })),
  brokenWebhooks('never disables a webhook that fails', FAILING, (store) => ({
    record: (lease, result) =>
      store.record(lease, result.outcome === 'failed' ? { ...result, disableAfterMs: 1e12 } : result),
  })),
  brokenWebhooks('disables a webhook at its first failure', FAILING, (store) => ({
    record: (lease, result) =>
      store.record(lease, result.outcome === 'failed' ? { ...result, disableAfterMs: 0 } : result),
  })),
  brokenWebhooks('disables the webhook of a lease that it does not know', UNKNOWN, (store) => ({
    record: async (lease, result) =>
      (await store.record(lease, result)) ?? (result.outcome === 'gone' ? 'gone' : null),
  })),
  ...(['ahead', 'back'] as const).map((direction) => {
    const title = `measures leases, pauses and secrets alike when the clock is set ${direction}`;
    const create: BrokenWebhooks['create'] = async (clock) => {
      const { schedule } = clock;
      const wall = { now: () => clock.now(), elapsed: () => clock.now(), schedule };
      return { store: new MemoryWebhookStore({ clock: wall }), close: async () => {} };
    };
    return { fault: `goes by the wall clock, which is set ${direction}`, caughtBy: title, create };
  }),
  forgetting('forgets webhooks', 'remembers webhooks, secrets and deliveries when it is opened again'),
  forgetting(
    'forgets leases and failures',
    'remembers leases, failures and disabled webhooks when it is opened again',
  ),
  forgetting('forgets the result of a reading', 'remembers the result of a reading when it is opened again'),
];
