import assert from 'node:assert/strict';
import {
  type CheckClaim,
  type Claim,
  type FinishClaim,
  hasEnded,
  type Lease,
  newTaskId,
  type Task,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import type { DefineTimedCase, SubjectTime } from '../../runner/own-time.js';
import { SeededRandom } from '../../runner/seeded-random.js';
import {
  beginDraft,
  OUTAGE,
  ROWS_WITHOUT_NUMBER,
  sampleContents,
  sampleEnding,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';
import {
  answersOf,
  expectFollows,
  expectSound,
  LeaseBook,
  nextRecord,
  reopenedStatuses,
} from './expected-state.js';

/** Random use of a store by several workers that crash, come late and repeat calls. Checks the invariants after each step. */
export class StoreRun {
  readonly #store: TaskStore;
  readonly #time: SubjectTime;
  readonly #random: SeededRandom;
  readonly #leases: LeaseBook;
  /** The last seen state of every task between two steps. */
  readonly #seen = new Map<TaskId, Task>();
  /** Tasks that are retried during this step: their later state may precede the seen one. */
  readonly #retried = new Set<TaskId>();
  /** Every claim of the run: late workers still act on old ones. */
  readonly #everClaimed: Claim[] = [];
  /** The leases of uploads that have become tasks, and one of no task: no work is under them. */
  readonly #idle: Lease[] = [{ taskId: newTaskId(), chunkIndex: null, token: 'of no task' }];

  constructor(store: TaskStore, time: SubjectTime, random: SeededRandom) {
    this.#store = store;
    this.#time = time;
    this.#random = random;
    this.#leases = new LeaseBook(time);
  }

  /** Lets `atOnce` workers act at the same time, then checks every task. */
  async step(atOnce: number): Promise<void> {
    await this.#time.pass(this.#random.below(4) * 1_000);
    await Promise.all(Array.from({ length: atOnce }, () => this.#act()));
    this.#leases.settle();
    await this.#look();
  }

  /** Does all remaining work, like a single worker, and expects every task to have ended correctly. */
  async drain(): Promise<void> {
    await this.#store.endOutage();
    for (let turns = 0; turns < 5_000; turns += 1) {
      const { claims, retryAfterMs } = await this.#claim(1);
      const [claim] = claims;
      if (claim !== undefined) {
        await this.#do(claim, true);
      } else if (retryAfterMs !== null) {
        await this.#time.pass(Math.ceil(retryAfterMs));
      } else {
        this.#leases.settle();
        await this.#look();
        for (const task of this.#seen.values()) await this.#expectEnded(task);
        return;
      }
    }
    assert.fail('the work does not come to an end');
  }

  async #act(): Promise<void> {
    const action = this.#random.below(40);
    if (action < 3) await this.#addTask();
    else if (action < 5) await beginDraft(this.#store, { leaseMs: this.#random.below(20) * 1_000 });
    else if (action < 18) await this.#claim(1 + this.#random.below(3));
    else if (action < 20) await this.#retry();
    else if (action < 21)
      await this.#store.reportOutage({ ...OUTAGE, retryAfterMs: 5_000, failAfterMs: 60_000 });
    else if (action < 23) await this.#store.endOutage();
    else if (action < 24) await this.#actLate(this.#random.pick(this.#idle));
    else if (this.#everClaimed.length === 0) return;
    else if (action < 34) await this.#do(this.#random.pick(this.#everClaimed), this.#random.below(2) === 0);
    else if (action < 36) await this.#giveBack(this.#random.pick(this.#everClaimed));
    else if (action < 37) await this.#store.fail(this.#random.pick(this.#everClaimed).taskId, 'cancelled');
    else await this.#extend(this.#random.pick(this.#everClaimed));
  }

  async #addTask(): Promise<void> {
    const lease = await beginDraft(this.#store);
    const task = await this.#store.enqueue(lease, sampleContents(this.#random.below(7)));
    this.#seen.set(task.taskId, task);
    this.#idle.push(lease, { ...lease, taskId: newTaskId(), chunkIndex: 0 });
  }

  /** Calls the store by a lease under which no work is left. The store must change nothing. */
  async #actLate(lease: Lease): Promise<void> {
    assert.equal(await this.#store.extendLease(lease, 60_000), false, 'no work is left under this lease');
    await this.#store.giveBack(lease, 60_000);
  }

  async #claim(limit: number) {
    const leaseMs = (1 + this.#random.below(30)) * 1_000;
    const before = this.#time.elapsed();
    const answer = await this.#store.claim({ leaseMs, limit, taskId: null });
    assert.ok(answer.claims.length <= limit, `${answer.claims.length} things were claimed, ${limit} wanted`);
    for (const claim of answer.claims) this.#took(claim, before + leaseMs);
    if (this.#time.isOfClock && answer.claims.length === 0) assert.notEqual(answer.retryAfterMs, 0);
    return answer;
  }

  #took(claim: Claim, until: number): void {
    this.#leases.take(claim.lease, until);
    this.#everClaimed.push(claim);
  }

  async #do(claim: Claim, wantsAll: boolean): Promise<void> {
    if (claim.kind === 'discard') await this.#discard(claim.lease);
    else if (claim.kind === 'check') await this.#record(claim, wantsAll);
    else await this.#finish(claim);
  }

  async #discard(lease: Lease): Promise<void> {
    this.#leases.free(lease);
    await this.#store.discard(lease);
  }

  async #record({ lease, ...claim }: CheckClaim, wantsAll: boolean): Promise<void> {
    let { revision, statuses } = claim;
    for (let tries = 0; tries < 3; tries += 1) {
      const record = nextRecord(statuses, revision, wantsAll);
      this.#leases.free(lease);
      const before = this.#time.elapsed();
      const answer = await this.#store.record(lease, record);
      if (answer.outcome === 'closed') return;
      if (answer.outcome === 'recorded') {
        if (record.isComplete) this.#leases.end(lease);
        if (answer.finish !== null) this.#took(answer.finish, before + record.leaseMs);
        return;
      }
      ({ revision, statuses } = answer);
      // The whole chunk is answered already.
      if (answersOf(statuses).processed === statuses.length) return;
    }
  }

  async #finish({ lease, verified, failureReason }: FinishClaim): Promise<void> {
    const status = failureReason === null ? 'done' : 'failed';
    this.#leases.free(lease);
    await this.#store.finish(lease, sampleEnding({ status, failureReason, charged: verified }));
  }

  async #giveBack({ lease }: Claim): Promise<void> {
    this.#leases.free(lease);
    await this.#store.giveBack(lease, this.#random.below(5) * 1_000);
  }

  async #extend({ lease }: Claim): Promise<void> {
    const leaseMs = this.#random.below(20) * 1_000;
    const before = this.#time.elapsed();
    if (await this.#store.extendLease(lease, leaseMs)) this.#leases.extend(lease, before + leaseMs);
  }

  /** Begins to retry an ended task; some retries are discarded or forgotten. */
  async #retry(): Promise<void> {
    const ended = [...this.#seen.values()].filter(({ status }) => hasEnded(status));
    if (ended.length === 0) return;
    const { taskId } = this.#random.pick(ended);
    this.#retried.add(taskId);
    const retry = await this.#store.beginRetry(taskId, 10_000);
    if (retry === undefined) return;
    const becomes = this.#random.below(4);
    if (becomes === 0) return;
    if (becomes === 1) return this.#store.discard(retry.lease);
    const statuses = await this.#store.statuses(taskId);
    const reopened = statuses.flatMap((known, chunkIndex) => {
      const again = reopenedStatuses(known);
      return again === undefined ? [] : [{ chunkIndex, statuses: again }];
    });
    expectSound(await this.#store.resume(retry.lease, { heldCredits: reopened.length, reopened }));
  }

  async #look(): Promise<void> {
    for (const [taskId, earlier] of this.#seen) {
      const task = await taskOf(this.#store, taskId);
      expectSound(task);
      if (!this.#retried.has(taskId)) expectFollows(task, earlier);
      const chunks = (await this.#store.statuses(taskId)).map(answersOf);
      const processed = chunks.reduce((sum, chunk) => sum + chunk.processed, 0);
      const withoutNumber = task.startedAt === null ? 0 : ROWS_WITHOUT_NUMBER;
      assert.equal(task.processed, withoutNumber + processed, 'progress is what is recorded');
      const failed = chunks.reduce((sum, chunk) => sum + chunk.checksFailed, 0);
      assert.equal(task.checksFailed, failed, 'failed checks are what is recorded');
      const verified = chunks.reduce((sum, chunk) => sum + chunk.verified, 0);
      const named = Object.values(task.sources).reduce((sum, rows) => sum + rows, 0);
      assert.equal(named, verified, 'every answer is counted once at its source');
      this.#seen.set(taskId, task);
    }
    this.#retried.clear();
  }

  async #expectEnded(task: Task): Promise<void> {
    assert.ok(hasEnded(task.status), `the task is ${task.status}, and nothing is left to be done`);
    if (task.status === 'done') assert.equal(task.processed, task.total);
    const chunks = (await this.#store.statuses(task.taskId)).map(answersOf);
    const verified = chunks.reduce((sum, chunk) => sum + chunk.verified, 0);
    assert.equal(task.credits.charged, verified, 'what was verified is charged, once');
  }
}

export function interleavingCases(it: DefineTimedCase<TaskStoreSubject>): void {
  for (const [seed, atOnce] of [
    [1, 1],
    [2, 5],
    [3, 16],
    [4, 50],
  ] as const) {
    it(`is never wrong about a task while ${atOnce} use it at once (seed ${seed})`, async ({
      store,
    }, time) => {
      const run = new StoreRun(store, time, new SeededRandom(seed));
      for (let used = 0; used < 120; used += atOnce) await run.step(atOnce);
      await run.drain();
    });
  }
}
