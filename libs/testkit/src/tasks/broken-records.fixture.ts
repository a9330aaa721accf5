import {
  type ChunkResult,
  DialproofError,
  type StatusSummary,
  type Task,
  type TaskId,
  type TaskStore,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenStore, PerTask, showing } from './broken-store.fixture.js';

/** A task with more rows counted than it has. */
function plus(task: Task, rows: StatusSummary): Task {
  const summary = { ...task.summary };
  for (const status of VERIFICATION_STATUSES) summary[status] += rows[status];
  return {
    ...task,
    summary,
    processed: VERIFICATION_STATUSES.reduce((sum, status) => sum + summary[status], 0),
  };
}

/** A store whose counts go up by everything in `extra` besides what is recorded as it should be. */
function counting(
  store: TaskStore,
  record: (extra: ChunkResult[], taskId: TaskId, chunkIndex: number, result: ChunkResult) => Promise<void>,
): Partial<TaskStore> {
  const extras = new PerTask<ChunkResult[]>(() => []);
  const show = (task: Task) => extras.of(task.taskId).reduce((shown, { rows }) => plus(shown, rows), task);
  return {
    ...showing(store, show),
    async record(taskId, chunkIndex, result) {
      await record(extras.of(taskId), taskId, chunkIndex, result);
      return show(await store.record(taskId, chunkIndex, result));
    },
  };
}

const isRecorded = async (store: TaskStore, taskId: TaskId, chunkIndex: number) =>
  (await store.statuses(taskId))[chunkIndex] !== undefined;

export const BROKEN_RECORDS = [
  brokenStore(
    'does not add up the summary',
    'adds the rows of a chunk to the progress of its task',
    (store) => showing(store, (task) => ({ ...task, processed: task.processed - task.summary.unknown })),
  ),
  brokenStore('lets processed fall', 'adds the rows of a chunk to the progress of its task', (store) =>
    showing(store, (task) => (task.processed === task.total ? { ...task, processed: 0 } : task)),
  ),
  brokenStore(
    'is done with the last record',
    'adds the rows of a chunk to the progress of its task',
    (store) => showing(store, (task) => (task.processed === task.total ? { ...task, status: 'done' } : task)),
  ),
  brokenStore('counts dead numbers as inactive', 'counts rows of each status under its own name', (store) =>
    showing(store, (task) => {
      const { dead, inactive } = task.summary;
      return { ...task, summary: { ...task.summary, dead: inactive, inactive: dead } };
    }),
  ),
  brokenStore('counts rows in 16 bits', 'counts rows of each status under its own name', (store) =>
    showing(store, (task) => ({
      ...task,
      summary: { ...task.summary, unknown: task.summary.unknown % 32_768 },
    })),
  ),
  brokenStore(
    'gives statuses in the order of recording',
    'gives recorded statuses back in the order of the chunks',
    (store) => {
      const recorded = new PerTask<Uint8Array[]>(() => []);
      return {
        async record(taskId, index, result) {
          const isRepeat = await isRecorded(store, taskId, index);
          const task = await store.record(taskId, index, result);
          if (!isRepeat) recorded.of(taskId).push(result.statuses);
          return task;
        },
        statuses: async (taskId) =>
          (await store.statuses(taskId)).map((_, position) => recorded.of(taskId)[position]),
      };
    },
  ),
  brokenStore(
    'leaves out what is not recorded',
    'gives recorded statuses back in the order of the chunks',
    (store) => ({
      statuses: async (taskId) => (await store.statuses(taskId)).filter((statuses) => statuses !== undefined),
    }),
  ),
  brokenStore(
    'takes empty statuses for none',
    'gives recorded statuses back in the order of the chunks',
    (store) => ({
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map((statuses) => (statuses?.length === 0 ? undefined : statuses)),
    }),
  ),
  brokenStore(
    'counts a chunk twice that is recorded twice',
    'lets the first record of a chunk count',
    (store) =>
      counting(store, async (extra, taskId, index, result) => {
        if (await isRecorded(store, taskId, index)) extra.push(result);
      }),
  ),
  brokenStore(
    'overwrites statuses with a second record',
    'lets the first record of a chunk count',
    (store) => {
      const last = new PerTask(() => new Map<number, Uint8Array>());
      return {
        async record(taskId, index, result) {
          last.of(taskId).set(index, result.statuses);
          return store.record(taskId, index, result);
        },
        statuses: async (taskId) =>
          (await store.statuses(taskId)).map((statuses, index) => statuses && last.of(taskId).get(index)),
      };
    },
  ),
  brokenStore('rejects the repeat of a record', 'lets the first record of a chunk count', (store) => ({
    async record(taskId, index, result) {
      if (await isRecorded(store, taskId, index)) throw new FaultError('duplicate key');
      return store.record(taskId, index, result);
    },
  })),
  brokenStore(
    'looks whether a chunk is recorded and then counts it',
    'counts a chunk once that is recorded at several places at once',
    (store) => {
      const counted = new Set<string>();
      return counting(store, async (extra, taskId, index, result) => {
        const isRepeat = await isRecorded(store, taskId, index);
        await nextTurn();
        if (!isRepeat && counted.has(`${taskId} ${index}`)) extra.push(result);
        counted.add(`${taskId} ${index}`);
      });
    },
  ),
  brokenStore(
    'loses what is recorded after the end of its lease',
    'records what comes after the end of its lease',
    (store) => {
      const claims = new Map<string, number>();
      return {
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim?.kind === 'check') {
            const key = `${answer.claim.task.taskId} ${answer.claim.chunkIndex}`;
            claims.set(key, (claims.get(key) ?? 0) + 1);
          }
          return answer;
        },
        async record(taskId, index, result) {
          const task = await store.find(taskId);
          // Who claimed it first has lost it to the second.
          const isLost = (claims.get(`${taskId} ${index}`) ?? 0) > 1;
          return isLost && task !== undefined ? task : store.record(taskId, index, result);
        },
      };
    },
  ),
  brokenStore(
    'rejects what is recorded without a lease',
    'records what was given back meanwhile',
    (store) => {
      const givenBack = new Set<string>();
      return {
        async giveBack(target, giveBack) {
          givenBack.add(`${target.taskId} ${target.chunkIndex}`);
          await store.giveBack(target, giveBack);
        },
        async record(taskId, index, result) {
          if (givenBack.has(`${taskId} ${index}`)) throw new FaultError('not leased');
          return store.record(taskId, index, result);
        },
      };
    },
  ),
  brokenStore(
    'goes on recording on a task that was told to fail',
    'records nothing on a task that was told to fail',
    (store) => {
      const failing = new Set<TaskId>();
      return {
        ...counting(store, async (extra, taskId, _, result) => {
          if (failing.has(taskId)) extra.push(result);
        }),
        async fail(taskId, reason) {
          failing.add(taskId);
          await store.fail(taskId, reason);
        },
      };
    },
  ),
  brokenStore(
    'goes on recording on a task that has ended',
    'records nothing on a task that has ended',
    (store) =>
      counting(store, async (extra, taskId, _, result) => {
        if ((await store.find(taskId))?.finishedAt !== null) extra.push(result);
      }),
  ),
  brokenStore('rejects with an error that has no code', 'records nothing on what is no task', (store) => ({
    async record(taskId, index, result) {
      try {
        return await store.record(taskId, index, result);
      } catch (error) {
        if (error instanceof DialproofError) throw new Error('task_not_found');
        throw error;
      }
    },
  })),
  brokenStore(
    'charges what was recorded, verified or not',
    'lets the first record of a chunk count',
    (store) => ({
      record: (taskId, index, result) =>
        store.record(taskId, index, { ...result, verified: result.statuses.length }),
    }),
  ),
];
