import assert from 'node:assert/strict';
import { type Claim, hasEnded, type Task, type TaskId, type TaskStore } from '@dialproof/core';
import type { SeededRandom } from '../runner/seeded-random.js';
import { expectSound } from './observed-task.js';
import { beginDraft, enqueueTask, NOW, sampleEnding, sampleResult, taskOf } from './sample-task.js';

/** Random use of a store by several workers that crash, come late and repeat themselves, and what must be true all the while. */
export class StoreRun {
  readonly #store: TaskStore;
  readonly #random: SeededRandom;
  /** Every task as it was last seen between two steps. */
  readonly #seen = new Map<TaskId, Task>();
  readonly #chunkCounts = new Map<TaskId, number>();
  /** When the leases end, by what they are on. */
  readonly #heldUntil = new Map<string, number>();
  /** What is given back during this step: whether a claim of it comes before or after that cannot be told. */
  readonly #returning = new Set<string>();
  /** Everything that was ever claimed: workers that come late act on it too. */
  readonly #everClaimed: Claim[] = [];
  #now = NOW;

  constructor(store: TaskStore, random: SeededRandom) {
    this.#store = store;
    this.#random = random;
  }

  /** Lets `atOnce` workers act at the same time, then looks at every task. */
  async step(atOnce: number): Promise<void> {
    this.#now += this.#random.below(4);
    await Promise.all(Array.from({ length: atOnce }, () => this.#act()));
    for (const key of this.#returning) this.#heldUntil.delete(key);
    this.#returning.clear();
    await this.#look();
  }

  /** Does all that is left to be done, as a single worker would, and expects every task to have ended as it should. */
  async drain(): Promise<void> {
    for (let turns = 0; turns < 5_000; turns += 1) {
      const claim = await this.#claim();
      if (claim !== 'nothing') {
        await this.#do(claim);
      } else if (!(await this.#waitForMore())) {
        await this.#look();
        for (const task of this.#seen.values()) this.#expectEnded(task);
        return;
      }
    }
    assert.fail('the work does not come to an end');
  }

  async #act(): Promise<void> {
    const action = this.#random.below(20);
    if (action < 1) await this.#addTask();
    else if (action < 2) await beginDraft(this.#store, { leaseUntil: this.#now + this.#random.below(20) });
    else if (action < 10) await this.#claim();
    else if (action < 18 && this.#everClaimed.length > 0)
      await this.#do(this.#random.pick(this.#everClaimed));
    else if (action < 19 && this.#everClaimed.length > 0) {
      await this.#giveBack(this.#random.pick(this.#everClaimed));
    } else await this.#lookAtOne();
  }

  async #addTask(): Promise<void> {
    const chunkCount = this.#random.below(7);
    const task = await enqueueTask(this.#store, chunkCount);
    this.#chunkCounts.set(task.taskId, chunkCount);
    this.#seen.set(task.taskId, task);
  }

  async #claim(): Promise<Claim | 'nothing'> {
    const leaseUntil = this.#now + 1 + this.#random.below(30);
    const answer = await this.#store.claim({ now: this.#now, leaseUntil });
    if (answer.claim === null) {
      const { retryAt } = answer;
      assert.ok(retryAt === null || retryAt > this.#now, `retryAt ${retryAt} is not after ${this.#now}`);
      return 'nothing';
    }
    const { claim } = answer;
    const key = keyOf(claim);
    const heldUntil = this.#returning.has(key) ? 0 : (this.#heldUntil.get(key) ?? 0);
    assert.ok(heldUntil <= this.#now, `${key} was claimed while it was leased`);
    this.#heldUntil.set(key, leaseUntil);
    this.#everClaimed.push(claim);
    return claim;
  }

  async #do(claim: Claim): Promise<void> {
    if (claim.kind === 'discard') return this.#store.discard(claim.taskId);
    const { taskId } = claim.task;
    const seen = this.#seen.get(taskId) ?? claim.task;
    if (claim.kind === 'check') {
      expectSound(await this.#store.record(taskId, claim.chunkIndex, sampleResult()), seen);
      return;
    }
    const { verified, failureReason } = claim;
    const status = failureReason === null ? 'done' : 'failed';
    const ending = sampleEnding({ status, failureReason, charged: verified, finishedAt: this.#now });
    expectSound(await this.#store.finish(taskId, ending), seen);
  }

  async #giveBack(claim: Claim): Promise<void> {
    const taskId = claim.kind === 'discard' ? claim.taskId : claim.task.taskId;
    if (claim.kind === 'check' && this.#random.below(6) === 0) {
      await this.#store.fail(taskId, 'checker_unavailable');
      return;
    }
    this.#returning.add(keyOf(claim));
    const chunkIndex = claim.kind === 'check' ? claim.chunkIndex : null;
    const notBefore = this.#now + this.#random.below(5);
    await this.#store.giveBack({ taskId, chunkIndex }, { notBefore, outageSince: null });
  }

  async #lookAtOne(): Promise<void> {
    const seen = [...this.#seen.values()];
    if (seen.length === 0) return;
    const earlier = this.#random.pick(seen);
    expectSound(await taskOf(this.#store, earlier.taskId), earlier);
  }

  async #look(): Promise<void> {
    for (const [taskId, earlier] of this.#seen) {
      const task = await taskOf(this.#store, taskId);
      expectSound(task, earlier);
      const recorded = (await this.#store.statuses(taskId)).filter((statuses) => statuses !== undefined);
      const processed = task.status === 'queued' ? 0 : 2 + recorded.length * 3;
      assert.equal(task.processed, processed, 'progress is what is recorded');
      this.#seen.set(taskId, task);
    }
  }

  async #waitForMore(): Promise<boolean> {
    const answer = await this.#store.claim({ now: this.#now, leaseUntil: this.#now + 1 });
    assert.equal(answer.claim, null, 'there was nothing to claim a moment ago');
    if (answer.claim !== null || answer.retryAt === null) return false;
    this.#now = answer.retryAt;
    return true;
  }

  #expectEnded(task: Task): void {
    assert.ok(hasEnded(task.status), `the task is ${task.status}, and nothing is left to be done`);
    if (task.status === 'failed') return;
    assert.equal(task.processed, task.total);
    assert.equal(task.credits.charged, (this.#chunkCounts.get(task.taskId) ?? 0) * 2);
  }
}

function keyOf(claim: Claim): string {
  if (claim.kind === 'discard') return `discard ${claim.taskId}`;
  return `${claim.kind} ${claim.task.taskId} ${claim.kind === 'check' ? claim.chunkIndex : ''}`;
}
