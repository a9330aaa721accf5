import type { DeliveryPage, WebhookDelivery, WebhookStore } from '@dialproof/core';
import { type BrokenWebhooks, brokenWebhooks } from './broken-store.fixture.js';

const OTHERS = 'shows nothing of a webhook that nothing has happened to, and no webhook of another account';
const TRIES = 'shows a waiting delivery, and the result of each try';
const ENDED = 'shows a delivery that was given up, and one whose receiver is gone';
const UNDER_WAY = 'shows no next try while one is under way, and counts none that was interrupted';
const PAGES = 'shows the newest first, page after page, also of events of the same time';

/** A store whose pages of deliveries come out as `change` says. */
const showing =
  (change: (page: DeliveryPage) => DeliveryPage) =>
  (store: WebhookStore): Partial<WebhookStore> => ({
    async deliveries(request) {
      const page = await store.deliveries(request);
      return page && change(page);
    },
  });

/** A store that shows each delivery as `change` says. */
const showingEach = (change: (delivery: WebhookDelivery) => Partial<WebhookDelivery>) =>
  showing((page) => ({
    ...page,
    deliveries: page.deliveries.map((delivery) => ({ ...delivery, ...change(delivery) })),
  }));

export const BROKEN_SHOWN_DELIVERIES: readonly BrokenWebhooks[] = [
  brokenWebhooks('shows an empty list of a webhook that there is not', OTHERS, (store) => ({
    deliveries: async (request) => (await store.deliveries(request)) ?? { deliveries: [], nextCursor: null },
  })),
  brokenWebhooks(
    'shows the tries without the last one',
    TRIES,
    showingEach(() => ({ lastAttempt: null })),
  ),
  brokenWebhooks(
    'shows no next try',
    TRIES,
    showingEach(() => ({ nextTryAt: null })),
  ),
  brokenWebhooks(
    'shows the failures since a replay as tries',
    ENDED,
    showingEach(({ attempts, state }) => ({ attempts: state === 'waiting' ? 0 : attempts })),
  ),
  brokenWebhooks(
    'shows abandoned deliveries as waiting',
    ENDED,
    showingEach(({ state }) => ({ state: state === 'undelivered' ? 'waiting' : state })),
  ),
  brokenWebhooks('shows the end of a lease as the next try', UNDER_WAY, (store, clock) => ({
    async deliveries(request) {
      const page = await store.deliveries(request);
      return (
        page && {
          ...page,
          deliveries: page.deliveries.map((delivery) =>
            delivery.state === 'waiting'
              ? { ...delivery, nextTryAt: delivery.nextTryAt ?? clock.now() + 60_000 }
              : delivery,
          ),
        }
      );
    },
  })),
  brokenWebhooks('counts tries that were interrupted', UNDER_WAY, (store) => {
    let interrupted = 0;
    return {
      async record(lease, result) {
        if (result.outcome === 'interrupted') interrupted += 1;
        return await store.record(lease, result);
      },
      ...showingEach(({ attempts }) => ({ attempts: attempts + interrupted }))(store),
    };
  }),
  brokenWebhooks(
    'shows the oldest first',
    PAGES,
    showing((page) => ({ ...page, deliveries: [...page.deliveries].reverse() })),
  ),
  brokenWebhooks('goes on behind the time of the last event', PAGES, (store) => ({
    async deliveries({ cursor, limit, ...request }) {
      const all = await store.deliveries({ ...request, cursor: null, limit: 1_000 });
      const before = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor);
      const following = (all?.deliveries ?? []).filter(({ occurredAt }) => occurredAt < before);
      const deliveries = following.slice(0, limit);
      const last = deliveries.at(-1);
      const isLast = last === undefined || following.length === deliveries.length;
      return { deliveries, nextCursor: isLast ? null : String(last.occurredAt) };
    },
  })),
  brokenWebhooks(
    'takes any text for a place among deliveries',
    'refuses a cursor of deliveries that it has not given',
    (store) => ({
      deliveries: (request) =>
        store.deliveries(request).catch(() => store.deliveries({ ...request, cursor: null })),
    }),
  ),
];
