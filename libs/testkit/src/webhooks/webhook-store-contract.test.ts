import type { Clock, WebhookStore } from '@dialproof/core';
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
    'reads the balance of an account at once, then at the interval, for one of several callers':
      sharing('claimBalanceReadings'),
    'offers each delivery of events that come from many callers, while others record theirs': [
      sharing('claim'),
      crowding('expand', 10),
    ],
    'takes the record of a lease whose time has passed, unless others were given one': (_, clock) =>
      new MemoryWebhookStore({ clock, entropy: ONE_TOKEN }),

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
