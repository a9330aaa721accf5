import { accountId, DialproofError, type Task, type WatchRequest } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { queuedTask, serviceWith } from '../fixtures/fake-service.fixture.js';
import { type TrialTask, trialTask } from '../fixtures/trial-task.fixture.js';
import { idOf, listen } from './event-listener.fixture.js';
import { SharedWatches } from './shared-watches.js';
import { stateId } from './task-event.js';
import type { TaskFollower } from './task-follower.js';

const TASK = queuedTask();
const [QUEUED, FIRST, SECOND, DONE] = [
  TASK,
  queuedTask({ status: 'processing', processed: 0 }),
  queuedTask({ status: 'processing', processed: 1 }),
  queuedTask({ status: 'done', processed: 2 }),
] as const;

/** A watch with the states that the test gives it. */
class HeldWatch {
  readonly request: WatchRequest;
  /** How often the next state was requested. */
  asked = 0;
  hasReturned = false;
  #give = (_result: IteratorResult<Task>): void => {};
  #refuse = (_error: unknown): void => {};

  constructor(request: WatchRequest) {
    this.request = request;
  }

  give(task: Task): void {
    this.#give({ done: false, value: task });
  }

  end(): void {
    this.#give({ done: true, value: undefined });
  }

  fail(error: unknown): void {
    this.#refuse(error);
  }

  [Symbol.asyncIterator](): AsyncIterator<Task> {
    return {
      next: () => {
        this.asked += 1;
        return new Promise((resolve, reject) => {
          this.#give = resolve;
          this.#refuse = reject;
        });
      },
      return: async () => {
        this.hasReturned = true;
        return { done: true, value: undefined };
      },
    };
  }
}

/** Watches of a service whose answers the test decides. */
function subject() {
  const begun: HeldWatch[] = [];
  const watch = (request: WatchRequest) => {
    const held = new HeldWatch(request);
    begun.push(held);
    return held;
  };
  const watches = new SharedWatches(serviceWith({ watch }));
  return { begun, watches, follow: (found: Task = QUEUED) => watches.follow(found) };
}

const settle = () => new Promise(setImmediate);
const idAfter = async (next: Promise<Task | undefined>) => {
  const task = await next;
  return task && stateId(task);
};
const idsAfter = (followers: readonly TaskFollower[]) =>
  Promise.all(followers.map((follower) => idAfter(follower.next())));

/** The reads of the store for a task that `count` streams follow to its end, over three seconds. */
async function readsOf(count: number): Promise<number> {
  const trial: TrialTask = await trialTask();
  const { clock, service, store } = trial;
  let reads = 0;
  const find = store.find.bind(store);
  store.find = (id) => {
    reads += 1;
    return find(id);
  };
  const watches = new SharedWatches(service);
  const listeners = Array.from({ length: count }, () => listen(trial, { watches }));
  const pieces = () => Promise.all(listeners.map(async (listener) => idOf(await listener.piece())));
  await pieces();
  expect(new Set(await pieces())).toEqual(new Set(['queued-0']));
  let next = pieces();
  for (let second = 0; second < 3; second += 1) {
    await settle();
    clock.advance(1_000);
  }
  await trial.finish();
  for (;;) {
    const [id, ...others] = new Set(await next);
    expect(others).toEqual([]);
    if (id === undefined) return reads;
    next = pieces();
  }
}

describe('streams of one task', () => {
  it('cost as many reads of the store together as one alone', async () => {
    const alone = await readsOf(1);
    expect(alone).toBeGreaterThanOrEqual(4);
    expect(await readsOf(50)).toBe(alone);
  });
});

describe('followers of one task', () => {
  it('share a watch, which is asked for the next state when one of them waits', async () => {
    const { begun, follow } = subject();
    const followers = [follow(), follow(), follow()];
    const first = idsAfter(followers);
    await settle();
    begun[0]?.give(QUEUED);
    expect(await first).toEqual(['queued-0', 'queued-0', 'queued-0']);
    expect([begun.length, begun[0]?.asked]).toEqual([1, 1]);
    void idsAfter(followers);
    await settle();
    expect(begun[0]?.asked).toBe(2);
  });

  it('get their states whether or not another one joins, which gets the latest state and the end', async () => {
    const { begun, follow } = subject();
    const [quick, slow] = [follow(), follow()];
    const first = idsAfter([quick, slow]);
    await settle();
    begun[0]?.give(QUEUED);
    await first;
    const seen: (string | undefined)[] = [];
    for (const state of [FIRST, SECOND]) {
      const next = idAfter(quick.next());
      await settle();
      begun[0]?.give(state);
      seen.push(await next);
    }
    expect(seen).toEqual(['processing-0', 'processing-1']);
    expect(await idAfter(slow.next())).toBe('processing-1');
    const last = idAfter(quick.next());
    await settle();
    begun[0]?.give(DONE);
    expect(await last).toBe('done-2');
    expect(await idsAfter([slow, quick])).toEqual(['done-2', undefined]);
    expect(await idAfter(slow.next())).toBeUndefined();
  });

  it('begin with the present task, and do not get the same state again from the watch', async () => {
    const { begun, follow } = subject();
    const early = follow();
    const first = idAfter(early.next());
    await settle();
    begun[0]?.give(QUEUED);
    await first;
    const late = follow(FIRST);
    expect(await idAfter(late.next())).toBe('processing-0');
    const next = [idAfter(early.next()), idAfter(late.next())];
    await settle();
    begun[0]?.give(FIRST);
    expect(await next[0]).toBe('processing-0');
    await settle();
    begun[0]?.give(SECOND);
    expect(await next[1]).toBe('processing-1');
  });

  it('get the state that the watch has read since they found the task', async () => {
    const { begun, follow } = subject();
    const first = follow();
    const early = idAfter(first.next());
    await settle();
    begun[0]?.give(SECOND);
    expect(await early).toBe(stateId(SECOND));
    const late = follow(FIRST);
    expect([await idAfter(late.next()), await idAfter(late.next())]).toEqual([
      stateId(FIRST),
      stateId(SECOND),
    ]);
  });

  it('do not get a state older than the one that they have found', async () => {
    const { begun, follow } = subject();
    const first = follow();
    const early = idAfter(first.next());
    await settle();
    begun[0]?.give(QUEUED);
    expect(await early).toBe('queued-0');
    const late = follow(SECOND);
    expect(await idAfter(late.next())).toBe(stateId(SECOND));
    const [told, skipped] = [idAfter(first.next()), idAfter(late.next())];
    await settle();
    begun[0]?.give(FIRST);
    expect(await told).toBe(stateId(FIRST));
    await settle();
    begun[0]?.give(DONE);
    expect(await skipped).toBe(stateId(DONE));
  });

  it('end with a task that has ended when they join, before the watch knows it', async () => {
    const { begun, follow } = subject();
    const early = follow();
    const first = idAfter(early.next());
    await settle();
    begun[0]?.give(QUEUED);
    await first;
    const late = follow(DONE);
    expect([await idAfter(late.next()), await idAfter(late.next())]).toEqual(['done-2', undefined]);
  });

  it('fail together with the store, and later ones begin anew', async () => {
    const { begun, follow } = subject();
    const followers = [follow(), follow()];
    const failing = Promise.allSettled(followers.map((follower) => follower.next()));
    await settle();
    begun[0]?.fail(new DialproofError('storage_unavailable'));
    const code = { reason: { code: 'storage_unavailable' } };
    expect(await failing).toMatchObject([code, code]);
    const next = idAfter(follow().next());
    await settle();
    begun[1]?.give(QUEUED);
    expect([await next, begun.length]).toEqual(['queued-0', 2]);
  });

  it('leave one by one, and the watch ends with the last', async () => {
    const { begun, follow } = subject();
    const [one, other] = [follow(), follow()];
    const [first, second] = [one.next(), idAfter(other.next())];
    await settle();
    one.leave();
    one.leave();
    expect([await first, await one.next()]).toEqual([undefined, undefined]);
    begun[0]?.give(QUEUED);
    expect(await second).toBe('queued-0');
    expect([begun[0]?.request.signal?.aborted, begun[0]?.hasReturned]).toEqual([false, false]);
    other.leave();
    expect([begun[0]?.request.signal?.aborted, begun[0]?.hasReturned]).toEqual([true, true]);
    void follow().next();
    expect(begun).toHaveLength(2);
  });

  it('begin anew after its end, which a retry may have undone', async () => {
    const { begun, follow } = subject();
    const early = follow();
    const last = idAfter(early.next());
    await settle();
    begun[0]?.give(DONE);
    expect(await last).toBe('done-2');
    const late = idAfter(follow().next());
    await settle();
    begun[1]?.give(FIRST);
    expect(await late).toBe('processing-0');
  });

  it('end with the watch, as when the service closes', async () => {
    const { begun, follow } = subject();
    const followers = [follow(), follow()];
    const ended = idsAfter(followers);
    await settle();
    begun[0]?.end();
    expect(await ended).toEqual([undefined, undefined]);
  });

  it('have no watch in common with another account', async () => {
    const { begun, watches } = subject();
    void watches.follow(TASK).next();
    void watches.follow({ ...TASK, accountId: accountId('other') }).next();
    expect(begun.map(({ request }) => request.accountId)).toEqual(['acme', 'other']);
  });
});
