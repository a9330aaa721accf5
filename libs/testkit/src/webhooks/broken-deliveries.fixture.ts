import type { DeliveryClaim } from '@dialproof/core';
import { nextTurn, refusingCrowds } from '../runner/broken.fixture.js';
import { type BrokenWebhooks, brokenWebhooks, claiming } from './broken-store.fixture.js';
import { ADA } from './sample-webhooks.js';

const ONE_EACH = 'claims one delivery of each account in a call, and says that there are more';
const TURNS = 'serves accounts in turn, however much each has';
const AS_MANY = 'claims at most as many as asked';
const LEFT_OUT = 'leaves out the given webhooks, and their next time';
const WEBHOOK_TURNS = 'serves the webhooks of an account in turn, however much each has';
const NO_OTHER = 'lets a webhook that is left out delay no other of its account';
const CONCURRENT = 'gives concurrent claims different deliveries';
const HOLD_UP = 'does not let deliveries that wait hold up others';
const REPLAYS = 'replays abandoned deliveries, as the same event and without failures';
const ALL = 'replays delivered events too, on request';
const SINCE = 'replays events of that time or later, to that webhook only';
const ALONE = 'leaves waiting deliveries unchanged';
const ENABLES = 'enables the webhook, with the events of the meantime';
const NOTHING = 'reads no balance if no webhook has credits.low among its events';
const READ = 'reads the balance of an account at once, then at the interval, for one of several callers';
const LONGEST = 'claims at most as many accounts as asked, those first that are due longest';
const CROSSING = 'reports low credits once, and again only after they were not low';
const APART = 'keeps the credits of accounts apart';
const FIRST = 'counts an account as not low before when it gets its first webhook of the kind';

/** Stores with faults in turns, replays and readings of balances. */
export const BROKEN_DELIVERIES: readonly BrokenWebhooks[] = [
  brokenWebhooks(
    'refuses callers because of others of the account',
    'offers each delivery of events that come from many callers, while others record theirs',
    (store) => ({ expand: refusingCrowds((event, keepMs) => store.expand(event, keepMs)) }),
  ),
  brokenWebhooks('claims several of one account in a call', ONE_EACH, (store) => ({
    async claim(request) {
      const first = await store.claim(request);
      if (first.claims.length >= request.limit) return first;
      const second = await store.claim(request);
      return { ...second, claims: [...first.claims, ...second.claims].slice(0, request.limit) };
    },
  })),
  brokenWebhooks('never says that there are more', ONE_EACH, (store) => ({
    claim: async (request) => ({ ...(await store.claim(request)), retryAfterMs: null }),
  })),
  brokenWebhooks('serves the account that comes first, as long as it has something', TURNS, (store) => ({
    async claim(request) {
      const { claims } = await store.claim({ ...request, limit: 99 });
      const sorted = [...claims].sort((one, other) => (one.event.accountId < other.event.accountId ? -1 : 1));
      const chosen = sorted.slice(0, request.limit);
      for (const { lease } of sorted.slice(request.limit)) {
        await store.record(lease, { outcome: 'interrupted', retryAfterMs: 0 });
      }
      return { claims: chosen, retryAfterMs: 0 };
    },
  })),
  brokenWebhooks('claims more than it is asked for', AS_MANY, (store) => ({
    claim: (request) => store.claim({ ...request, limit: 99 }),
  })),
  brokenWebhooks('claims of webhooks that are to be left out', LEFT_OUT, (store) => ({
    claim: (request) => store.claim({ ...request, except: [] }),
  })),
  brokenWebhooks(
    'serves the webhook that was served last, as long as it has something',
    WEBHOOK_TURNS,
    (store) => {
      let last: string | undefined;
      return {
        async claim(request) {
          const others = (await store.list(ADA)).map(({ webhookId }) => webhookId);
          const except = [...request.except, ...others.filter((webhookId) => webhookId !== last)];
          const kept = await store.claim({
            ...request,
            except: last === undefined ? request.except : except,
          });
          const answer = kept.claims.length > 0 ? kept : await store.claim(request);
          last = answer.claims[0]?.lease.webhookId;
          return answer;
        },
      };
    },
  ),
  brokenWebhooks('leaves out every webhook of an account with one that is left out', NO_OTHER, (store) => ({
    async claim(request) {
      const webhooks = (await store.list(ADA)).map(({ webhookId }) => webhookId);
      const isLeftOut = webhooks.some((webhookId) => request.except.includes(webhookId));
      return await store.claim({ ...request, except: isLeftOut ? webhooks : request.except });
    },
  })),
  brokenWebhooks('looks for deliveries and then leases them', CONCURRENT, (store) => {
    let running: ReturnType<typeof store.claim> | undefined;
    return {
      async claim(request) {
        running ??= store.claim(request).finally(() => {
          running = undefined;
        });
        const answer = await running;
        await nextTurn();
        return answer;
      },
    };
  }),
  brokenWebhooks('lets no account be claimed while one of its deliveries waits', HOLD_UP, (store) => {
    let waits = false;
    return {
      async record(lease, result) {
        if (result.outcome === 'failed' && result.retryAfterMs !== null) waits = true;
        return await store.record(lease, result);
      },
      claim: async (request) =>
        waits ? { claims: [], retryAfterMs: request.leaseMs } : await store.claim(request),
    };
  }),
  brokenWebhooks('replays an event under another id', REPLAYS, (store) => {
    let replays = 0;
    return {
      replay(request) {
        replays += 1;
        return store.replay(request);
      },
      ...claiming((claim: DeliveryClaim) => {
        const eventId = replays === 0 ? claim.event.eventId : `${claim.event.eventId}-${replays}`;
        return { ...claim, event: { ...claim.event, eventId } };
      })(store),
    };
  }),
  brokenWebhooks('replays what was delivered, asked for or not', REPLAYS, (store) => ({
    replay: (request) => store.replay({ ...request, which: 'all' }),
  })),
  brokenWebhooks('never replays what was delivered', ALL, (store) => ({
    replay: (request) => store.replay({ ...request, which: 'undelivered' }),
  })),
  brokenWebhooks('replays everything, whenever it occurred', SINCE, (store) => ({
    replay: (request) => store.replay({ ...request, since: 0 }),
  })),
  brokenWebhooks('replays what occurred later, not then', SINCE, (store) => ({
    replay: (request) => store.replay({ ...request, since: request.since + 1 }),
  })),
  brokenWebhooks('makes what is to be delivered anyway due at once', ALONE, (store) => {
    const paused = new Map<string, () => Promise<unknown>>();
    return {
      async record(lease, result) {
        if (result.outcome !== 'failed') return await store.record(lease, result);
        const at = (retryAfterMs: number) => store.record(lease, { ...result, retryAfterMs });
        paused.set(lease.eventId, () => at(0));
        return null;
      },
      async replay(request) {
        for (const release of paused.values()) await release();
        return await store.replay(request);
      },
    };
  }),
  brokenWebhooks('replays nothing of a webhook that is disabled', ENABLES, (store) => ({
    async replay(request) {
      const webhooks = await store.list(request.accountId);
      const webhook = webhooks.find(({ webhookId }) => webhookId === request.webhookId);
      return webhook?.disabledAt === null ? await store.replay(request) : 0;
    },
  })),
  brokenWebhooks('reads the balance of every account', NOTHING, (store) => ({
    create: (webhook) => store.create({ ...webhook, events: [...webhook.events, 'credits.low'] }),
  })),
  brokenWebhooks('gives a reading to every caller', READ, (store) => ({
    claimBalanceReadings: (options) => store.claimBalanceReadings({ ...options, everyMs: 0 }),
  })),
  brokenWebhooks('claims more accounts than asked', LONGEST, (store) => ({
    claimBalanceReadings: (options) => store.claimBalanceReadings({ ...options, limit: 99 }),
  })),
  brokenWebhooks('reports low credits at every reading', CROSSING, (store) => ({
    async recordCredits(account, low, keepMs) {
      await store.recordCredits(account, null, keepMs);
      return await store.recordCredits(account, low, keepMs);
    },
  })),
  brokenWebhooks('never reports low credits a second time', CROSSING, (store) => ({
    recordCredits: async (account, low, keepMs) =>
      low === null ? 0 : await store.recordCredits(account, low, keepMs),
  })),
  brokenWebhooks('takes the credits of one account for those of all', APART, (store) => {
    let isLow = false;
    return {
      async recordCredits(_, low, keepMs) {
        const wasLow = isLow;
        isLow = low !== null;
        return low === null || wasLow ? 0 : await store.expand(low, keepMs);
      },
    };
  }),
  brokenWebhooks('remembers of a removed webhook that credits were low', FIRST, (store) => {
    const lows = new Set<string>();
    return {
      async recordCredits(account, low, keepMs) {
        if (low === null) lows.delete(account);
        if (low === null || lows.has(account)) return 0;
        lows.add(account);
        return await store.expand(low, keepMs);
      },
    };
  }),
];
