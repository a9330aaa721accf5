import { brokenQueue, calling, NOTHING, queueSubject } from './broken-queue.fixture.js';

const RETRY = 'calls again by itself after retryAfterMs';

export const BROKEN_CALLS = [
  brokenQueue(
    'never comes back after retryAfterMs',
    RETRY,
    calling(async (work, signal) => {
      const outcome = await work(signal);
      return outcome.did === 'nothing' ? NOTHING : outcome;
    }),
  ),
  brokenQueue('takes retryAfterMs for a number of seconds', RETRY, (queue) => ({
    start: (work) =>
      queue.start(async (signal) => {
        const outcome = await work(signal);
        if (outcome.did === 'work' || outcome.retryAfterMs === null) return outcome;
        return { did: 'nothing', retryAfterMs: outcome.retryAfterMs * 1_000 };
      }),
  })),
  brokenQueue(
    'asks again and again until retryAfterMs have passed',
    'waits for retryAfterMs and does not call all the time until then',
    calling(async (work, signal) => {
      const outcome = await work(signal);
      if (outcome.did === 'work' || outcome.retryAfterMs === null) return outcome;
      return { did: 'nothing', retryAfterMs: 0 };
    }),
  ),
  brokenQueue('stops after a call that rejects', 'continues by itself after a call that rejects', (queue) => {
    let hasFailed = false;
    return {
      start: (work) =>
        queue.start(async (signal) => {
          if (hasFailed) return NOTHING;
          try {
            return await work(signal);
          } catch {
            hasFailed = true;
            return NOTHING;
          }
        }),
    };
  }),
  brokenQueue(
    'expects a promise, whatever the work does',
    'continues by itself after a call that throws',
    (queue) => {
      let hasThrown = false;
      return {
        start: (work) =>
          queue.start((signal) => {
            if (hasThrown) return Promise.resolve(NOTHING);
            try {
              return work(signal);
            } catch {
              hasThrown = true;
              return Promise.resolve(NOTHING);
            }
          }),
      };
    },
  ),
  brokenQueue(
    'ignores wakes after a call that rejects',
    'continues after a wake when every call so far has failed',
    (queue) => {
      let hasFailed = false;
      return {
        start: (work) =>
          queue.start(async (signal) => {
            if (hasFailed) return NOTHING;
            try {
              return await work(signal);
            } catch (error) {
              hasFailed = true;
              throw error;
            }
          }),
      };
    },
  ),
  brokenQueue(
    'takes a call that rejects for the end of the work',
    'continues by itself after a call that rejects',
    calling((work, signal) => work(signal).catch(() => NOTHING)),
  ),
  {
    fault: 'does one thing after the other',
    caughtBy: 'does several pieces of work at once',
    create: async () => queueSubject(() => ({}), 1),
  },
];
