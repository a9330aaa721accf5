import type { DefineTimedCase } from '../../runner/own-time.js';
import { SeededRandom } from '../../runner/seeded-random.js';
import type { TaskStoreSubject } from '../subject/task-store-subject.js';
import { StoreRun } from './store-run.js';

export function interleavingCases(it: DefineTimedCase<TaskStoreSubject>): void {
  for (const [seed, atOnce] of [
    [1, 1],
    [2, 1],
    [3, 5],
    [4, 5],
    [5, 16],
    [6, 50],
  ] as const) {
    it(`is never wrong about a task while ${atOnce} use it at once (seed ${seed})`, async ({
      store,
    }, time) => {
      const run = new StoreRun(store, time, new SeededRandom(seed));
      for (let used = 0; used < 360; used += atOnce) await run.step(atOnce);
      await run.drain();
    });
  }
}
