import type { Clock, WebhookEvent, WebhookStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { MemoryWebhookStore } from '../memory/index.js';
import {
  byOwnTime,
  byWallClock,
  crowding,
  failing,
  type Mutant,
  ONE_TOKEN,
  provesSuite,
  sharing,
} from '../runner/suite-proof.fixture.js';
import type { WebhookStoreSubject } from './sample-webhooks.js';
import { webhookStoreContract } from './webhook-store-contract.js';

type Wrong = Mutant<WebhookStore, WebhookStoreSubject>;

const create = (clock: Clock, change: (right: WebhookStore) => WebhookStore): WebhookStoreSubject => ({
  store: change(new MemoryWebhookStore({ clock })),
  close: async () => {},
});

describe('MemoryWebhookStore', () => {
  provesSuite<WebhookStore, WebhookStoreSubject>(webhookStoreContract, create, {
    'gives an account as many webhooks as it may have, also at once': sharing('create'),
    'gives concurrent claims different deliveries': sharing('claim'),
    'reads the balance of an account at once, then at the interval, for one of several callers':
      sharing('claimBalanceReadings'),
    'offers each delivery of events that come from many callers, while others record theirs': crowding(
      'expand',
      10,
    ),
    'takes the record of a lease whose time has passed, unless others were given one': (_, clock) =>
      new MemoryWebhookStore({ clock, entropy: ONE_TOKEN }),
    'makes a delivery once, however often an event is expanded': (store) => ({
      async record(lease, result) {
        const disabled = await store.record(lease, result);
        await store.expire({ limit: 9 });
        return disabled;
      },
      expand: async (event, keepMs) => ((await store.expand(event, 0)) > 0 && keepMs > 0 ? 1 : 0),
    }),
    'changes nothing when its last rotation is repeated': (store) => ({
      rotate: (rotation) => store.rotate({ ...rotation, rotationId: `${Math.random()}` }),
    }),
    'keeps the credits of accounts apart': (store) => {
      let wasLow = false;
      return {
        async recordCredits(_, low, keepMs) {
          const isNew = low !== null && !wasLow;
          wasLow = low !== null;
          return isNew ? store.expand(low, keepMs) : 0;
        },
      };
    },
    'shows the newest first, page after page, also of events of the same time': (store) => ({
      async deliveries({ cursor, limit, ...request }) {
        const page = await store.deliveries({ ...request, limit: 1_000, cursor: null });
        const older =
          page?.deliveries.filter((one) => cursor === null || one.occurredAt < Number(cursor)) ?? [];
        const last = older.length > limit ? older[limit - 1] : undefined;
        return {
          deliveries: older.slice(0, limit),
          nextCursor: last === undefined ? null : `${last.occurredAt}`,
        };
      },
    }),
    'keeps copies of webhooks and events, and gives copies': (store) => {
      let kept: WebhookEvent | undefined;
      return {
        expand(event, keepMs) {
          kept = event;
          return store.expand(event, keepMs);
        },
        async claim(request) {
          const answer = await store.claim(request);
          return {
            ...answer,
            claims: answer.claims.map((claim) => ({ ...claim, event: kept ?? claim.event })),
          };
        },
      };
    },

    ...failing(
      byWallClock,
      'measures leases, pauses and secrets alike when the clock is set ahead',
      'measures leases, pauses and secrets alike when the clock is set back',
    ),
    ...failing<Wrong>(
      (_, clock) => ({ reopen: async () => new MemoryWebhookStore({ clock }) }),
      'remembers webhooks, secrets and deliveries when it is opened again',
      'remembers leases, failures and disabled webhooks when it is opened again',
      'remembers the result of a reading when it is opened again',
    ),
  });
});

describe('MemoryWebhookStore, by a time of its own', () => {
  webhookStoreContract({ describe, it }, byOwnTime(create));
});
