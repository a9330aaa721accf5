import { nextTurn, refusingCrowds } from '../runner/broken.fixture.js';
import { type BrokenReplays, brokenReplays, nameOf } from './broken-store.fixture.js';

const BEGINS = 'begins a request that it does not know';
const ANEW = 'begins a request anew when its lease has ended, not before';

export const BROKEN_BEGINS: readonly BrokenReplays[] = [
  brokenReplays(
    'refuses callers because of others of the account',
    'answers the different requests of many callers of an account, and their repeats',
    (store) => ({ begin: refusingCrowds((request) => store.begin(request)) }),
  ),
  brokenReplays('takes every request for new', BEGINS, (store) => ({
    begin: (request) => store.begin({ ...request, leaseMs: 0 }),
  })),
  brokenReplays('does not say when to come again', BEGINS, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'in_progress' ? { ...begun, retryAfterMs: 0 } : begun;
    },
  })),
  brokenReplays(
    'reads whether a request is known and then begins it',
    'begins a request once that comes several times at once',
    (store) => {
      const begun = new Set<string>();
      return {
        async begin(request) {
          const isKnown = begun.has(nameOf(request));
          await nextTurn();
          begun.add(nameOf(request));
          const answer = await store.begin(request);
          return isKnown || answer.outcome !== 'in_progress'
            ? answer
            : { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' };
        },
      };
    },
  ),
  brokenReplays(
    'reads whether a lease has ended and then takes it over',
    'begins a request once whose lease has ended',
    (store, clock) => {
      const until = new Map<string, number>();
      return {
        async begin(request) {
          const isFree = (until.get(nameOf(request)) ?? Number.POSITIVE_INFINITY) <= clock.elapsed();
          await nextTurn();
          until.set(nameOf(request), clock.elapsed() + request.leaseMs);
          const answer = await store.begin(request);
          return isFree && answer.outcome === 'in_progress'
            ? { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' }
            : answer;
        },
      };
    },
  ),
  brokenReplays('leaves a request to a process that was killed', ANEW, (store) => ({
    begin: (request) => store.begin({ ...request, leaseMs: 1e12 }),
  })),
  brokenReplays('gives every lease the same token', ANEW, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'new' ? { ...begun, token: 'the token' } : begun;
    },
  })),
  brokenReplays('does not say that a request was begun', ANEW, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'new' ? { ...begun, wasBegun: false } : begun;
    },
  })),
  brokenReplays(
    'takes an abandoned request for one that was begun',
    'shows whether a request had been begun before',
    (store) => {
      const begun = new Set<string>();
      return {
        async begin(request) {
          const answer = await store.begin(request);
          const wasBegun = begun.has(nameOf(request));
          begun.add(nameOf(request));
          return answer.outcome === 'new' ? { ...answer, wasBegun } : answer;
        },
      };
    },
  ),
  brokenReplays(
    'gives a request that was begun another id',
    'shows whether a request had been begun before',
    (store) => ({
      async begin(request) {
        const begun = await store.begin(request);
        return begun.outcome === 'new' ? { ...begun, requestId: begun.token } : begun;
      },
    }),
  ),
  brokenReplays('gives a key one id for ever', 'shows whether a request had been begun before', (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'new' ? { ...begun, requestId: nameOf(request) } : begun;
    },
  })),
];
