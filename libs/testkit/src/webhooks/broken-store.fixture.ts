import {
  type DeliveryClaim,
  type DeliveryLease,
  type ManualClock,
  MemoryWebhookStore,
  type WebhookStore,
} from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { WebhookStoreSubject } from './webhook-store-subject.js';

export type BrokenWebhooks = Broken<WebhookStoreSubject, [ManualClock]>;

export async function correctWebhooks(clock: ManualClock): Promise<WebhookStoreSubject> {
  return { store: new MemoryWebhookStore({ clock }), close: async () => {} };
}

/** A store that does everything but this right. */
export function brokenWebhooks(
  fault: string,
  caughtBy: string,
  make: (store: WebhookStore, clock: ManualClock) => Partial<WebhookStore>,
): BrokenWebhooks {
  const create = async (clock: ManualClock) => {
    const store: WebhookStore = new MemoryWebhookStore({ clock });
    return { store: withFault(store, make(store, clock)), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** A store whose claims come out as `change` says. */
export const claiming =
  (change: (claim: DeliveryClaim) => DeliveryClaim) =>
  (store: WebhookStore): Partial<WebhookStore> => ({
    async claim(request) {
      const { claims, retryAfterMs } = await store.claim(request);
      return { claims: claims.map(change), retryAfterMs };
    },
  });

/** A store whose records ignore the token. */
export function recordingBlindly(store: WebhookStore): Partial<WebhookStore> {
  const current = new Map<string, DeliveryLease>();
  const nameOf = ({ eventId, webhookId }: DeliveryLease): string => `${eventId} ${webhookId}`;
  return {
    async claim(request) {
      const answer = await store.claim(request);
      for (const { lease } of answer.claims) current.set(nameOf(lease), lease);
      return answer;
    },
    record: (lease, result) => store.record(current.get(nameOf(lease)) ?? lease, result),
  };
}

/** A store that is empty when it is reopened. */
export function forgetting(fault: string, caughtBy: string): BrokenWebhooks {
  const create = async (clock: ManualClock) => ({
    store: new MemoryWebhookStore({ clock }),
    reopen: async () => new MemoryWebhookStore({ clock }),
    close: async () => {},
  });
  return { fault, caughtBy, create };
}
