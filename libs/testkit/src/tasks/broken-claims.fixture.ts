import type { ClaimAnswer, Task, TaskId, TaskStore } from '@dialproof/core';
import { brokenStore, PerTask, showing } from './broken-store.fixture.js';

/** Chunks under other numbers: `order` gives the numbers of a task's chunks in the order in which they are claimed. */
function renumbered(store: TaskStore, order: (count: number) => readonly number[]): Partial<TaskStore> {
  const orders = new Map<TaskId, readonly number[]>();
  const placeOf = (taskId: TaskId, index: number | null) =>
    index === null ? null : (orders.get(taskId)?.indexOf(index) ?? index);
  return {
    enqueue(taskId, contents) {
      const numbers = order(contents.chunks.length);
      orders.set(taskId, numbers);
      const chunks = numbers.map((index) => contents.chunks[index] ?? new Uint8Array());
      return store.enqueue(taskId, { ...contents, chunks });
    },
    async claim(request) {
      const answer = await store.claim(request);
      const { claim } = answer;
      if (claim?.kind !== 'check') return answer;
      const chunkIndex = orders.get(claim.task.taskId)?.[claim.chunkIndex] ?? claim.chunkIndex;
      return { claim: { ...claim, chunkIndex } };
    },
    record: (taskId, index, result) => store.record(taskId, placeOf(taskId, index) ?? index, result),
    async statuses(taskId) {
      const statuses = await store.statuses(taskId);
      return statuses.map((_, index) => statuses[placeOf(taskId, index) ?? index]);
    },
    extendLease: ({ taskId, chunkIndex }, leaseUntil) =>
      store.extendLease({ taskId, chunkIndex: placeOf(taskId, chunkIndex) }, leaseUntil),
    giveBack: ({ taskId, chunkIndex }, giveBack) =>
      store.giveBack({ taskId, chunkIndex: placeOf(taskId, chunkIndex) }, giveBack),
  };
}

/** What is claimed, as `change` makes it. */
function answering(store: TaskStore, change: (answer: ClaimAnswer) => ClaimAnswer): Partial<TaskStore> {
  return { claim: async (request) => change(await store.claim(request)) };
}

const withRetryAt = (change: (retryAt: number | null) => number | null) => (answer: ClaimAnswer) =>
  answer.claim === null ? { claim: null, retryAt: change(answer.retryAt) } : answer;

const IN_ORDER = 'claims the chunks of a task in their order, as they were stored';

export const BROKEN_CLAIMS = [
  brokenStore('loses the last chunk', IN_ORDER, (store) => ({
    enqueue: (taskId, contents) =>
      store.enqueue(taskId, { ...contents, chunks: contents.chunks.slice(0, -1) }),
  })),
  brokenStore('sorts chunks by the text of their numbers', IN_ORDER, (store) =>
    renumbered(store, (count) => [...Array(count).keys()].sort()),
  ),
  brokenStore('claims the last chunk first', IN_ORDER, (store) =>
    renumbered(store, (count) => [...Array(count).keys()].reverse()),
  ),
  brokenStore('keeps chunks as text', IN_ORDER, (store) => ({
    enqueue: (taskId, contents) =>
      store.enqueue(taskId, {
        ...contents,
        chunks: contents.chunks.map((chunk) => Buffer.from(Buffer.from(chunk).toString('utf8'))),
      }),
  })),
  brokenStore('starts a task when it is enqueued', 'makes a draft a queued task, as a whole', (store) =>
    showing(store, (task) => (task.status === 'queued' ? { ...task, status: 'processing' } : task)),
  ),
  brokenStore('never counts the rows without a number', 'starts a task with its first claim', (store) => ({
    enqueue: (taskId, contents) => store.enqueue(taskId, { ...contents, rowsWithoutNumber: 0 }),
  })),
  brokenStore('starts a task with every claim', 'starts a task with its first claim', (store) => {
    const startedAt = new PerTask<{ time: number | null }>(() => ({ time: null }));
    const show = (task: Task) => ({ ...task, startedAt: startedAt.of(task.taskId).time ?? task.startedAt });
    const shown = showing(store, show);
    return {
      ...shown,
      async claim(request) {
        const { claim, ...rest } = await store.claim(request);
        if (claim === null || claim.kind === 'discard') return { claim, retryAt: null, ...rest };
        startedAt.of(claim.task.taskId).time = request.now;
        return { claim: { ...claim, task: show(claim.task) } };
      },
    };
  }),
  brokenStore(
    'believes the clock also when it starts a task before it was created',
    'starts no task before it was created, whatever the clock says',
    (store) => ({
      async claim(request) {
        const answer = await store.claim(request);
        const { claim } = answer;
        if (claim?.kind !== 'check') return answer;
        return { claim: { ...claim, task: { ...claim.task, startedAt: request.now } } };
      },
    }),
  ),
  brokenStore(
    'gives the same to all who claim at once',
    'gives concurrent claims different chunks',
    (store) => {
      let running: Promise<ClaimAnswer> | undefined;
      return {
        claim(request) {
          running ??= store.claim(request).finally(() => {
            running = undefined;
          });
          return running;
        },
      };
    },
  ),
  brokenStore(
    'gives a finish to all who claim at once',
    'gives the finish to one at a time, and again when that lease ends',
    (store) => {
      let last: ClaimAnswer | undefined;
      return {
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim === null && last?.claim?.kind === 'finish') return last;
          last = answer;
          return answer;
        },
      };
    },
  ),
  brokenStore(
    'offers the finish when every chunk is claimed',
    'offers the finish when every chunk is recorded, not before',
    (store) => {
      let last: Task | undefined;
      return {
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim?.kind === 'check') last = answer.claim.task;
          if (answer.claim !== null || last === undefined) return answer;
          return { claim: { kind: 'finish', task: last, verified: 0, failureReason: null } };
        },
      };
    },
  ),
  brokenStore(
    'adds up wrongly what was verified',
    'offers the finish when every chunk is recorded, not before',
    (store) => {
      const counted = new PerTask(() => ({ chunks: 0, verified: 0 }));
      return {
        async record(taskId, index, result) {
          counted.of(taskId).verified = result.verified;
          return store.record(taskId, index, result);
        },
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim?.kind !== 'finish') return answer;
          return { claim: { ...answer.claim, verified: counted.of(answer.claim.task.taskId).verified } };
        },
      };
    },
  ),
  brokenStore(
    'never ends a task without chunks',
    'offers the finish of a task without chunks at once, started',
    (store) => {
      const empty = new Set<TaskId>();
      return {
        enqueue(taskId, contents) {
          if (contents.chunks.length === 0) empty.add(taskId);
          return store.enqueue(taskId, contents);
        },
        async claim(request) {
          const answer = await store.claim(request);
          const isOfEmpty = answer.claim?.kind === 'finish' && empty.has(answer.claim.task.taskId);
          return isOfEmpty ? { claim: null, retryAt: null } : answer;
        },
      };
    },
  ),
  brokenStore('offers the finish of what has ended', 'claims nothing of a task that has ended', (store) => {
    let ended: Task | undefined;
    return {
      async finish(taskId, ending) {
        ended = await store.finish(taskId, ending);
        return ended;
      },
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claim !== null || ended === undefined) return answer;
        return { claim: { kind: 'finish', task: ended, verified: 2, failureReason: null } };
      },
    };
  }),
  brokenStore(
    'never says when to come again',
    'tells the earliest end of a lease when everything is claimed',
    (store) =>
      answering(
        store,
        withRetryAt(() => null),
      ),
  ),
  brokenStore(
    'says the last end of a lease',
    'tells the earliest end of a lease when everything is claimed',
    (store) => {
      let latest = 0;
      return {
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim !== null) latest = Math.max(latest, request.leaseUntil);
          return withRetryAt((retryAt) => (retryAt === null ? null : Math.max(retryAt, latest)))(answer);
        },
      };
    },
  ),
  brokenStore('says to come again at once', 'claims nothing of a task that has ended', (store) =>
    answering(
      store,
      withRetryAt((retryAt) => retryAt ?? 0),
    ),
  ),
];
