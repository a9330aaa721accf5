import { nextTurn } from '../runner/broken.fixture.js';
import { type BrokenReplays, brokenReplays, nameOf } from './broken-store.fixture.js';
import { ADA, LEASE_MS } from './sample-request.js';

const REMOVES = 'removes expired answers, at most as many as asked';
const BOUND = 'remembers as many requests of an account as it may, and still answers repeats';
const ROOM = 'has a place again after a request was abandoned or has expired';

export const BROKEN_PLACES: readonly BrokenReplays[] = [
  brokenReplays('removes nothing', REMOVES, () => ({ expire: async () => 0 })),
  brokenReplays('removes everything at once', REMOVES, (store) => ({
    expire: () => store.expire({ limit: 1_000 }),
  })),
  brokenReplays('counts what it was told to remove', REMOVES, (store) => ({
    async expire({ limit }) {
      await store.expire({ limit });
      return limit;
    },
  })),
  brokenReplays('bounds nothing', BOUND, (store) => ({
    begin: (request) => store.begin({ ...request, maxPerAccount: Number.POSITIVE_INFINITY }),
  })),
  brokenReplays('refuses repeats too when there is no place', BOUND, (store) => {
    let isFull = false;
    return {
      async begin(request) {
        if (isFull && request.accountId === ADA) return { outcome: 'full', retryAfterMs: LEASE_MS };
        const begun = await store.begin(request);
        isFull = begun.outcome === 'full';
        return begun;
      },
    };
  }),
  brokenReplays('counts the requests of all accounts', BOUND, (store) => {
    let isFull = false;
    return {
      async begin(request) {
        if (isFull && request.accountId !== ADA) return { outcome: 'full', retryAfterMs: LEASE_MS };
        const begun = await store.begin(request);
        isFull ||= begun.outcome === 'full';
        return begun;
      },
    };
  }),
  brokenReplays('does not say when there is a place', BOUND, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'full' ? { ...begun, retryAfterMs: 0 } : begun;
    },
  })),
  brokenReplays(
    'counts requests and then begins one',
    'has the places of an account taken once, also at once',
    (store) => {
      let begun = 0;
      return {
        async begin(request) {
          const isFull = begun >= request.maxPerAccount;
          await nextTurn();
          begun += 1;
          if (isFull) return { outcome: 'full', retryAfterMs: LEASE_MS };
          return await store.begin({ ...request, maxPerAccount: Number.POSITIVE_INFINITY });
        },
      };
    },
  ),
  brokenReplays('keeps the place of what was abandoned', ROOM, (store) => {
    let abandoned = 0;
    return {
      begin: (request) => store.begin({ ...request, maxPerAccount: request.maxPerAccount - abandoned }),
      async abandon(lease) {
        abandoned += 1;
        await store.abandon(lease);
      },
    };
  }),
  brokenReplays('keeps places until what had them is removed', ROOM, (store) => {
    const known = new Set<string>();
    return {
      async begin(request) {
        if (!known.has(nameOf(request)) && known.size >= request.maxPerAccount)
          return { outcome: 'full', retryAfterMs: LEASE_MS };
        known.add(nameOf(request));
        return await store.begin(request);
      },
    };
  }),
  brokenReplays(
    'takes a place for each time that a request begins',
    'takes no further place for a request that begins anew',
    (store) => {
      let begun = 0;
      return {
        async begin(request) {
          if (begun >= request.maxPerAccount) return { outcome: 'full', retryAfterMs: LEASE_MS };
          const answer = await store.begin(request);
          if (answer.outcome === 'new') begun += 1;
          return answer;
        },
      };
    },
  ),
];
