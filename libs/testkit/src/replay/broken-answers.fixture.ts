import { MemoryReplayStore, type ReplayAnswer } from '@dialproof/core';
import { type BrokenReplays, brokenReplays, nameOf } from './broken-store.fixture.js';

const REPEAT = 'answers a repeat with the reply to the request';
const FOR_ITS_TIME = 'keeps an answer for its time, and no longer';
const FIRST = 'keeps the first answer of a request';
const COPIES = 'keeps copies of its arguments, and returns copies';

export const BROKEN_ANSWERS: readonly BrokenReplays[] = [
  brokenReplays('keeps replies as text', REPEAT, (store) => ({
    complete: (lease, answer) =>
      store.complete(lease, { ...answer, reply: Buffer.from(Buffer.from(answer.reply).toString('utf8')) }),
  })),
  brokenReplays('keeps no fingerprint', REPEAT, (store) => ({
    complete: (lease, answer) => store.complete(lease, { ...answer, fingerprint: '' }),
  })),
  brokenReplays('forgets an answer when it has given it', REPEAT, (store) => {
    const given = new Set<string>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome !== 'done') return begun;
        if (given.has(nameOf(request)))
          return { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' };
        given.add(nameOf(request));
        return begun;
      },
    };
  }),
  brokenReplays('keeps answers for ever', FOR_ITS_TIME, (store) => ({
    complete: (lease, answer) => store.complete(lease, { ...answer, keepMs: 1e12 }),
  })),
  brokenReplays('keeps answers for a minute', FOR_ITS_TIME, (store) => ({
    complete: (lease, answer) =>
      store.complete(lease, { ...answer, keepMs: Math.min(answer.keepMs, 60_000) }),
  })),
  brokenReplays(
    'keeps an answer for as long from the beginning',
    'keeps an answer from the moment of its arrival',
    (store, clock) => {
      const begunAt = new Map<string, number>();
      return {
        async begin(request) {
          const begun = await store.begin(request);
          if (begun.outcome === 'new') begunAt.set(begun.token, clock.elapsed());
          return begun;
        },
        complete: (lease, answer) => {
          const passedMs = clock.elapsed() - (begunAt.get(lease.token) ?? 0);
          return store.complete(lease, { ...answer, keepMs: answer.keepMs - passedMs });
        },
      };
    },
  ),
  brokenReplays('keeps the last answer of a request', FIRST, (store) => {
    const last = new Map<string, ReplayAnswer>();
    return {
      async complete(lease, answer) {
        last.set(nameOf(lease), answer);
        await store.complete(lease, answer);
      },
      async begin(request) {
        const begun = await store.begin(request);
        return begun.outcome === 'done' ? { ...begun, ...last.get(nameOf(request)) } : begun;
      },
    };
  }),
  brokenReplays('abandons a request that has an answer', FIRST, (store) => {
    const abandoned = new Set<string>();
    return {
      async abandon(lease) {
        abandoned.add(nameOf(lease));
        await store.abandon(lease);
      },
      begin: async (request) =>
        abandoned.has(nameOf(request))
          ? { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' }
          : store.begin(request),
    };
  }),
  brokenReplays("keeps the caller's bytes", COPIES, (store) => {
    const kept = new Map<string, Uint8Array>();
    return {
      async complete(lease, answer) {
        kept.set(nameOf(lease), answer.reply);
        await store.complete(lease, answer);
      },
      async begin(request) {
        const begun = await store.begin(request);
        const reply = kept.get(nameOf(request));
        return begun.outcome === 'done' && reply !== undefined
          ? { ...begun, reply: new Uint8Array(reply) }
          : begun;
      },
    };
  }),
  brokenReplays('gives its own bytes away', COPIES, (store) => {
    const given = new Map<string, Uint8Array>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome !== 'done') return begun;
        const reply = given.get(nameOf(request)) ?? begun.reply;
        given.set(nameOf(request), reply);
        return { ...begun, reply };
      },
    };
  }),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers requests and answers when it is opened again',
    create: async (clock) => ({
      store: new MemoryReplayStore({ clock }),
      reopen: async () => new MemoryReplayStore({ clock }),
      close: async () => {},
    }),
  },
];
