import type { ClaimAnswer, TaskId } from '@dialproof/core';
import { nextTurn } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, claiming, keyOf, PerTask } from '../subject/broken-store.fixture.js';

const run = (atOnce: number, seed: number) =>
  `is never wrong about a task while ${atOnce} use it at once (seed ${seed})`;

/** Faults that show in the random use of a store, too. */
export const BROKEN_RUNS = [
  brokenStore('takes what late workers record at whatever revision', run(1, 1), (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome !== 'outdated') return answer;
      return store.record(lease, { ...record, revision: answer.revision });
    },
  })),
  brokenStore('lets late workers give back what others work on', run(1, 2), (store) =>
    blindly(store, (current) => ({ giveBack: (lease, ms) => store.giveBack(current(lease), ms) })),
  ),
  brokenStore('forgets what was verified before the last record', run(5, 3), (store) => {
    const last = new PerTask(() => ({ verified: 0 }));
    return {
      ...claiming(store, (claim) =>
        claim.kind === 'finish' ? { ...claim, verified: last.of(claim.taskId).verified } : claim,
      ),
      record(lease, record) {
        last.of(lease.taskId).verified = record.verified;
        return store.record(lease, record);
      },
    };
  }),
  brokenStore('gives all who claim at once the same', run(5, 4), (store) => {
    let running: Promise<ClaimAnswer> | undefined;
    return {
      claim(request) {
        running ??= store.claim(request).finally(() => {
          running = undefined;
        });
        return running;
      },
    };
  }),
  brokenStore('counts what several record at once several times', run(16, 5), (store) => {
    const recording = new Set<string>();
    const twice = new Set<TaskId>();
    return {
      async record(lease, record) {
        if (recording.has(keyOf(lease))) twice.add(lease.taskId);
        recording.add(keyOf(lease));
        await nextTurn();
        recording.delete(keyOf(lease));
        return store.record(lease, record);
      },
      async find(taskId) {
        const task = await store.find(taskId);
        return task && twice.has(taskId) ? { ...task, processed: task.processed + 1 } : task;
      },
    };
  }),
];
