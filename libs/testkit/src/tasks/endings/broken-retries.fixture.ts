import { DialproofError, type RetryContents, type Task, type TaskId, type TaskRetry } from '@dialproof/core';
import { FaultError, nextTurn } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, claiming, noting, PerTask, showing } from '../subject/broken-store.fixture.js';

const BEGINS = 'begins a retry of a task that has ended, which looks as before';
const NOT_TWICE = 'begins no retry of a task that has not ended, or whose retry was begun';
const RESUMES = 'makes a task queued again whose retry is resumed, as a whole';
const OPENS = 'claims reopened and unchecked chunks, and no others';
const SETTLES = 'settles each run by itself and adds up the charges';
const REPEATS = 'changes nothing when a retry is resumed again';
const ANOTHER = 'leaves a task unchanged whose retry is discarded, and gives the next retry another run';
const GIVEN_UP = 'offers an abandoned retry to be discarded, with its run';

/** A store that shows resumed tasks by `show`, from the task and its earlier state. */
function resuming(show: (task: Task, before: Task) => Task): Parameters<typeof brokenStore>[2] {
  return (store) => {
    const before = new Map<TaskId, Task>();
    return {
      ...showing(store, (task) => {
        const earlier = before.get(task.taskId);
        return earlier === undefined ? task : show(task, earlier);
      }),
      async resume(lease, contents) {
        const earlier = before.get(lease.taskId) ?? (await store.find(lease.taskId));
        const task = await store.resume(lease, contents);
        if (earlier !== undefined) before.set(lease.taskId, earlier);
        return earlier === undefined ? task : show(task, earlier);
      },
    };
  };
}

export const BROKEN_RETRIES = [
  brokenStore('queues a task as soon as its retry is begun', BEGINS, (store) => {
    const begun = new Set<TaskId>();
    return {
      async beginRetry(taskId, leaseMs) {
        begun.add(taskId);
        return store.beginRetry(taskId, leaseMs);
      },
      ...showing(store, (task) =>
        begun.has(task.taskId) && task.finishedAt !== null ? { ...task, status: 'queued' } : task,
      ),
    };
  }),
  brokenStore('gives a retry the run of the task', BEGINS, (store) => ({
    async beginRetry(taskId, leaseMs) {
      const retry = await store.beginRetry(taskId, leaseMs);
      return retry && { ...retry, run: retry.run - 1 };
    },
  })),
  brokenStore('looks whether a retry was begun and then begins it', NOT_TWICE, (store) => {
    const begun = new Map<TaskId, TaskRetry>();
    return {
      async beginRetry(taskId, leaseMs) {
        const isBegun = begun.has(taskId);
        await nextTurn();
        const retry = await store.beginRetry(taskId, leaseMs);
        if (retry !== undefined) begun.set(taskId, retry);
        return isBegun ? retry : begun.get(taskId);
      },
    };
  }),
  brokenStore('rejects a retry of what has not ended', NOT_TWICE, (store) => ({
    async beginRetry(taskId, leaseMs) {
      const retry = await store.beginRetry(taskId, leaseMs);
      if (retry === undefined) throw new FaultError('the task has not ended');
      return retry;
    },
  })),
  brokenStore(
    'does not reject a retry of an unknown task',
    'begins no retry of an unknown task',
    (store) => ({
      beginRetry: (taskId, leaseMs) => store.beginRetry(taskId, leaseMs).catch(() => undefined),
    }),
  ),
  brokenStore(
    'counts the rows twice whose check had failed',
    RESUMES,
    resuming((task, before) => ({
      ...task,
      processed: Math.max(task.processed, before.processed),
      summary: { ...task.summary, unknown: Math.max(task.summary.unknown, before.summary.unknown) },
    })),
  ),
  brokenStore(
    'still counts failed checks that are open again',
    RESUMES,
    resuming((task, before) => ({
      ...task,
      checksFailed: task.checksFailed + before.checksFailed,
    })),
  ),
  brokenStore(
    'forgets with a retry which sources had answered',
    RESUMES,
    resuming((task) => (task.status === 'queued' ? { ...task, sources: {} } : task)),
  ),
  brokenStore(
    'forgets the charge with a retry',
    RESUMES,
    resuming((task, before) => ({
      ...task,
      credits: { ...task.credits, charged: task.credits.charged - before.credits.charged },
    })),
  ),
  brokenStore(
    'forgets with a retry when a task was started',
    RESUMES,
    resuming((task) => (task.status === 'queued' ? { ...task, startedAt: null } : task)),
  ),
  brokenStore(
    'shows of a retried task when it had ended',
    RESUMES,
    resuming((task, { finishedAt }) => ({
      ...task,
      finishedAt: task.finishedAt ?? finishedAt,
    })),
  ),
  brokenStore('leaves the statuses of a chunk that is open again', RESUMES, (store) => {
    const kept = new PerTask<{ statuses: readonly (Uint8Array | undefined)[] | null }>(() => ({
      statuses: null,
    }));
    return {
      async resume(lease, contents) {
        kept.of(lease.taskId).statuses = await store.statuses(lease.taskId);
        return store.resume(lease, contents);
      },
      statuses: async (taskId) => kept.of(taskId).statuses ?? store.statuses(taskId),
    };
  }),
  brokenStore(
    'shows of a retried task why it had failed',
    'forgets the failure reason of a resumed task',
    resuming((task, { failureReason }) => ({ ...task, failureReason })),
  ),
  brokenStore('opens every chunk again', OPENS, (store) => ({
    async resume(lease, contents) {
      const statuses = await store.statuses(lease.taskId);
      const all: RetryContents['reopened'] = statuses.flatMap((known, chunkIndex) =>
        known === undefined ? [] : [{ chunkIndex, statuses: known }],
      );
      return store.resume(lease, { ...contents, reopened: [...all, ...contents.reopened] });
    },
  })),
  brokenStore('opens no chunk again', OPENS, (store) => ({
    resume: (lease, contents) => store.resume(lease, { ...contents, reopened: [] }),
  })),
  brokenStore(
    'opens complete chunks alone',
    'opens numbers again of a chunk that was never complete',
    (store) => {
      const complete = new Set<string>();
      return {
        record(lease, record) {
          if (record.isComplete) complete.add(`${lease.taskId} ${lease.chunkIndex}`);
          return store.record(lease, record);
        },
        resume: (lease, contents) =>
          store.resume(lease, {
            ...contents,
            reopened: contents.reopened.filter(({ chunkIndex }) =>
              complete.has(`${lease.taskId} ${chunkIndex}`),
            ),
          }),
      };
    },
  ),
  brokenStore('hands out a chunk that is open again as new', OPENS, (store) =>
    claiming(store, (claim) => (claim.kind === 'check' ? { ...claim, statuses: null } : claim)),
  ),
  brokenStore('settles every run under the first', OPENS, (store) =>
    claiming(store, (claim) => ({ ...claim, run: 1 })),
  ),
  brokenStore('settles what was verified in all runs', SETTLES, (store) => {
    const sums = new PerTask(() => ({ verified: 0 }));
    return {
      async record(lease, record) {
        const answer = await store.record(lease, record);
        if (answer.outcome !== 'recorded') return answer;
        const sum = sums.of(lease.taskId);
        sum.verified += record.verified;
        return answer.finish === null
          ? answer
          : { ...answer, finish: { ...answer.finish, verified: sum.verified } };
      },
    };
  }),
  brokenStore('shows what the last run cost', SETTLES, (store) => {
    const last = new PerTask(() => ({ charged: 0 }));
    return {
      ...showing(store, (task) => ({ ...task, credits: { ...task.credits, ...last.of(task.taskId) } })),
      async finish(lease, ending) {
        last.of(lease.taskId).charged = ending.charged;
        await store.finish(lease, ending);
      },
    };
  }),
  brokenStore('rejects the repeat of a resume', REPEATS, (store) => {
    const resumed = new Set<string>();
    return {
      async resume(lease, contents) {
        if (resumed.has(lease.token)) throw new DialproofError('task_not_found');
        resumed.add(lease.token);
        return store.resume(lease, contents);
      },
    };
  }),
  brokenStore('answers the repeat of a resume with the first answer', REPEATS, (store) => {
    const first = new Map<string, Task>();
    return {
      async resume(lease, contents) {
        const task = first.get(lease.token) ?? (await store.resume(lease, contents));
        first.set(lease.token, task);
        return task;
      },
    };
  }),
  brokenStore('gives the run of a discarded retry again', ANOTHER, (store) => ({
    async beginRetry(taskId, leaseMs) {
      const retry = await store.beginRetry(taskId, leaseMs);
      return retry && { ...retry, run: 2 };
    },
  })),
  brokenStore('ends the task with its retry', ANOTHER, (store) => {
    const discarded = new Set<TaskId>();
    return {
      async discard(lease) {
        discarded.add(lease.taskId);
        await store.discard(lease);
      },
      find: async (taskId) => (discarded.has(taskId) ? undefined : store.find(taskId)),
    };
  }),
  brokenStore('never offers a retry to be discarded', GIVEN_UP, (store) =>
    claiming(store, (claim) => (claim.kind === 'discard' && claim.run > 1 ? null : claim)),
  ),
  brokenStore('discards a retry under the run of the task', GIVEN_UP, (store) =>
    claiming(store, (claim) => (claim.kind === 'discard' ? { ...claim, run: 1 } : claim)),
  ),
  brokenStore('resumes a retry that is being discarded', GIVEN_UP, (store) =>
    blindly(store, (current) => ({
      async resume(lease, contents) {
        const held = current(lease);
        if (held.token === lease.token) return store.resume(lease, contents);
        await store.discard(held);
        const retry = await store.beginRetry(lease.taskId, 1_000);
        return store.resume(retry?.lease ?? lease, contents);
      },
    })),
  ),
  brokenStore(
    'gives a retry up when its time has passed, claimed or not',
    'resumes a retry whose time has passed, unless it is claimed',
    (store, clock) => {
      const ends = new Map<string, number>();
      return {
        async beginRetry(taskId, leaseMs) {
          const retry = await store.beginRetry(taskId, leaseMs);
          if (retry !== undefined) ends.set(retry.lease.token, clock.elapsed() + leaseMs);
          return retry;
        },
        async resume(lease, contents) {
          if ((ends.get(lease.token) ?? 0) <= clock.elapsed()) throw new DialproofError('task_not_found');
          return store.resume(lease, contents);
        },
      };
    },
  ),
  brokenStore('lets anybody resume a retry', 'resumes nothing under a lease of something else', (store) =>
    blindly(store, (current) => ({ resume: (lease, contents) => store.resume(current(lease), contents) })),
  ),
  brokenStore(
    'lets the finish of one run end the next',
    'ends no run by the finish of the one before',
    (store) =>
      blindly(store, (current) => ({ finish: (lease, ending) => store.finish(current(lease), ending) })),
  ),
  brokenStore(
    'drops the answers of a worker of the run before',
    'counts the answers of a late worker of the run before in the present run',
    (store) => {
      const old = new Set<string>();
      const given = new PerTask<string[]>(() => []);
      const notes = noting(store, (lease) => void given.of(lease.taskId).push(lease.token));
      return {
        ...notes,
        async resume(lease, contents) {
          for (const token of given.of(lease.taskId)) old.add(token);
          return store.resume(lease, contents);
        },
        record: async (lease, record) =>
          old.has(lease.token) ? { outcome: 'closed' } : notes.record(lease, record),
      };
    },
  ),
  brokenStore(
    'takes answers from before a chunk was reopened',
    'changes nothing by answers from before a chunk was reopened',
    (store) => ({
      async record(lease, record) {
        const answer = await store.record(lease, record);
        if (answer.outcome !== 'outdated') return answer;
        return store.record(lease, { ...record, revision: answer.revision });
      },
    }),
  ),
];
