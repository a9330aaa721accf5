import type { Claim, ClaimAnswer, Lease, Task, TaskId, TaskStore } from '@dialproof/core';
import { brokenStore, claiming, noting, PerTask, showing } from '../subject/broken-store.fixture.js';
import { sampleContents } from '../subject/sample-task.js';

/** Chunks under other numbers: `order` gives the numbers of a task's chunks in the order in which they are claimed. */
function renumbered(store: TaskStore, order: (count: number) => readonly number[]): Partial<TaskStore> {
  const orders = new Map<TaskId, readonly number[]>();
  const inside = (lease: Lease): Lease => {
    const { taskId, chunkIndex } = lease;
    return chunkIndex === null
      ? lease
      : { ...lease, chunkIndex: orders.get(taskId)?.indexOf(chunkIndex) ?? chunkIndex };
  };
  const shown = (claim: Claim): Claim => {
    if (claim.kind !== 'check') return claim;
    const chunkIndex = orders.get(claim.taskId)?.[claim.chunkIndex] ?? claim.chunkIndex;
    return { ...claim, chunkIndex, lease: { ...claim.lease, chunkIndex } };
  };
  const { claim } = claiming(store, shown);
  return {
    ...(claim && { claim }),
    enqueue(lease, contents) {
      const numbers = order(contents.chunks.length);
      orders.set(lease.taskId, numbers);
      const chunks = numbers.map((index) => contents.chunks[index] ?? new Uint8Array());
      return store.enqueue(lease, { ...contents, chunks });
    },
    record: (lease, record) => store.record(inside(lease), record),
    extendLease: (lease, ms) => store.extendLease(inside(lease), ms),
    giveBack: (lease, ms) => store.giveBack(inside(lease), ms),
    async statuses(taskId) {
      const statuses = await store.statuses(taskId);
      return statuses.map((_, index) => statuses[orders.get(taskId)?.indexOf(index) ?? index]);
    },
  };
}

/** A store with another `retryAfterMs`. */
const saying = (store: TaskStore, change: (ms: number | null) => number | null): Partial<TaskStore> => ({
  async claim(request) {
    const answer = await store.claim(request);
    return { ...answer, retryAfterMs: change(answer.retryAfterMs) };
  },
});

const IN_ORDER = 'claims the chunks of a task in their order, unchanged';
const STARTS = 'starts a task with its first claim';
const MANY = 'claims at most as many pieces of work as asked, of any kind';
const OF_ONE = 'claims only work of the named task, and has the next time for it';
const SLIM = 'carries the facts for the work, and neither header nor file';
const EMPTY = 'offers the finish of a task without chunks at once, started';
const FINISH_ONCE = 'gives the finish to one at a time, and again when that lease ends';
const EARLIEST = 'has the earliest end of a lease when everything is claimed';

export const BROKEN_CLAIMS = [
  brokenStore('loses the last chunk', IN_ORDER, (store) => ({
    enqueue: (lease, contents) => store.enqueue(lease, { ...contents, chunks: contents.chunks.slice(0, -1) }),
  })),
  brokenStore('sorts chunks by the text of their numbers', IN_ORDER, (store) =>
    renumbered(store, (count) => [...Array(count).keys()].sort()),
  ),
  brokenStore('claims the last chunk first', IN_ORDER, (store) =>
    renumbered(store, (count) => [...Array(count).keys()].reverse()),
  ),
  brokenStore('keeps chunks as text', IN_ORDER, (store) => ({
    enqueue: (lease, contents) =>
      store.enqueue(lease, {
        ...contents,
        chunks: contents.chunks.map((chunk) => Buffer.from(Buffer.from(chunk).toString('utf8'))),
      }),
  })),
  brokenStore('brings the whole file with every claim', SLIM, (store) =>
    claiming(store, (claim) => Object.assign({ file: sampleContents(0).file }, claim)),
  ),
  brokenStore('claims one thing at a time, whatever it is asked for', MANY, (store) => ({
    claim: (request) => store.claim({ ...request, limit: 1 }),
  })),
  brokenStore('claims one thing more than it is asked for', MANY, (store) => ({
    claim: (request) => store.claim({ ...request, limit: request.limit + 1 }),
  })),
  brokenStore('says that there is nothing more as soon as it has claimed something', MANY, (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      return answer.claims.length === 0 ? answer : { ...answer, retryAfterMs: null };
    },
  })),
  brokenStore(
    'claims of every account',
    'passes over the accounts of which the caller has enough',
    (store) => ({ claim: (request) => store.claim({ ...request, except: [] }) }),
  ),
  brokenStore('claims of any task, whichever it is asked for', OF_ONE, (store) => ({
    claim: (request) => store.claim({ ...request, taskId: null }),
  })),
  brokenStore('says when there is more of any task', OF_ONE, (store) => ({
    async claim(request) {
      const { claims, outage } = await store.claim(request);
      const { retryAfterMs } = await store.claim({ ...request, limit: 0, taskId: null });
      return { claims, outage, retryAfterMs };
    },
  })),
  brokenStore('starts a task when it is enqueued', 'makes a draft a queued task, as a whole', (store) =>
    showing(store, (task) => (task.status === 'queued' ? { ...task, status: 'processing' } : task)),
  ),
  brokenStore('never counts the rows without a number', STARTS, (store) => ({
    enqueue: (lease, contents) => store.enqueue(lease, { ...contents, rowsWithoutNumber: 0 }),
  })),
  brokenStore('counts the rows without a number as failed checks', STARTS, (store) =>
    showing(store, (task) =>
      task.startedAt === null ? task : { ...task, checksFailed: task.checksFailed + 2 },
    ),
  ),
  brokenStore('starts a task with every claim', STARTS, (store, clock) => {
    const started = new PerTask<{ at: number | null }>(() => ({ at: null }));
    const notes = noting(store, ({ taskId }, claim) => {
      if (claim?.kind === 'check') started.of(taskId).at = clock.now();
    });
    return {
      ...notes,
      ...showing(store, (task) => ({ ...task, startedAt: started.of(task.taskId).at ?? task.startedAt })),
    };
  }),
  brokenStore(
    'believes the clock also when it starts a task before it was created',
    'starts no task before it was created, whatever the clock says',
    (store, clock) => {
      const show = (task: Task) => (task.startedAt === null ? task : { ...task, startedAt: clock.now() });
      return showing(store, show);
    },
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
  brokenStore('hands out a chunk without its record', 'hands out the record of a chunk', (store) =>
    claiming(store, (claim) => (claim.kind === 'check' ? { ...claim, statuses: null } : claim)),
  ),
  brokenStore('hands out a chunk as of no record', 'hands out the record of a chunk', (store) =>
    claiming(store, (claim) => (claim.kind === 'check' ? { ...claim, revision: 0 } : claim)),
  ),
  brokenStore('never ends a task without chunks', EMPTY, (store) => {
    const empty = new Set<TaskId>();
    return {
      ...claiming(store, (claim) => (claim.kind === 'finish' && empty.has(claim.taskId) ? null : claim)),
      enqueue(lease, contents) {
        if (contents.chunks.length === 0) empty.add(lease.taskId);
        return store.enqueue(lease, contents);
      },
    };
  }),
  brokenStore('ends a task without starting it', EMPTY, (store) =>
    showing(store, (task) =>
      task.status === 'processing' && task.processed === task.total ? { ...task, status: 'queued' } : task,
    ),
  ),
  brokenStore('gives a finish to all who claim at once', FINISH_ONCE, (store) => {
    let last: ClaimAnswer | undefined;
    return {
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claims.length === 0 && last?.claims[0]?.kind === 'finish') return last;
        last = answer;
        return answer;
      },
    };
  }),
  brokenStore('counts a lease that ended as a try', FINISH_ONCE, (store) => {
    const claimed = new PerTask(() => ({ times: 0 }));
    return claiming(store, (claim) => {
      if (claim.kind !== 'finish') return claim;
      claimed.of(claim.taskId).times += 1;
      return { ...claim, tries: claimed.of(claim.taskId).times - 1 };
    });
  }),
  brokenStore('offers the finish of what has ended', 'claims nothing of a task that has ended', (store) => {
    let finish: Claim | undefined;
    let hasEnded = false;
    const notes = noting(store, (_, claim) => {
      if (claim?.kind === 'finish') finish = claim;
    });
    return {
      ...notes,
      async finish(lease, ending) {
        hasEnded = true;
        await store.finish(lease, ending);
      },
      async claim(request) {
        const answer = await notes.claim(request);
        return hasEnded && finish !== undefined ? { ...answer, claims: [...answer.claims, finish] } : answer;
      },
    };
  }),
  brokenStore('says to come again at once', 'claims nothing of a task that has ended', (store) =>
    saying(store, (ms) => ms ?? 0),
  ),
  brokenStore('never says when to come again', EARLIEST, (store) => saying(store, () => null)),
  brokenStore('says the last end of a lease', EARLIEST, (store) => {
    let longest = 0;
    return {
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claims.length > 0) longest = Math.max(longest, request.leaseMs);
        const { retryAfterMs } = answer;
        return { ...answer, retryAfterMs: retryAfterMs === null ? null : Math.max(retryAfterMs, longest) };
      },
    };
  }),
  brokenStore('says a time that is too early', 'has something to claim at the time that it says', (store) =>
    saying(store, (ms) => (ms === null ? null : Math.floor(ms / 1_000) * 1_000)),
  ),
];
