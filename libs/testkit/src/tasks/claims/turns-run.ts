import assert from 'node:assert/strict';
import { type AccountId, accountId, type CheckClaim, type TaskId, type TaskStore } from '@dialproof/core';
import type { SubjectTime } from '../../runner/own-time.js';
import type { SeededRandom } from '../../runner/seeded-random.js';
import { claimNext, enqueueTask, expectKind, partialRecord, recorded } from '../subject/sample-task.js';

const ACCOUNTS = ['ada', 'bob', 'eve', 'joe'].map(accountId);
const CHUNKS = 3;
/** So long that no lease ends during a run: claimed work is free again only when it is given back. */
const LEASE_MS = 86_400_000;
const PAUSE_MS = 20_000;

/** Something that is served in turn: an account, or a task among those of its account. */
interface Party {
  /** The number of the claim by which it was served last. */
  servedLast: number;
  /** The number of the claim since which it could be claimed at every moment without being served; null if it cannot now. */
  waitsSince: number | null;
}

/** Random use of a store by accounts with several tasks, some of which rest, and the required turns. */
export class TurnsRun {
  readonly #store: TaskStore;
  readonly #time: SubjectTime;
  readonly #random: SeededRandom;
  readonly #accounts = new Map<AccountId, Party>();
  readonly #tasks = new Map<TaskId, Party & { readonly accountId: AccountId; free: number }>();
  readonly #claimed: CheckClaim[] = [];
  /** Chunks that rest until the next time that passes. */
  #resting: TaskId[] = [];
  #claims = 0;

  constructor(store: TaskStore, time: SubjectTime, random: SeededRandom) {
    this.#store = store;
    this.#time = time;
    this.#random = random;
  }

  async step(limit: number): Promise<void> {
    const action = this.#random.below(10);
    if (action < 1 || this.#tasks.size === 0) await this.#addTask();
    else if (action < 6) await this.#claim(1 + this.#random.below(limit));
    else if (action < 9) await this.#giveBack();
    else await this.#rest();
  }

  async #addTask(): Promise<void> {
    const account = this.#random.pick(ACCOUNTS);
    const { taskId } = await enqueueTask(this.#store, CHUNKS, { accountId: account });
    this.#tasks.set(taskId, { accountId: account, free: 0, servedLast: 0, waitsSince: null });
    this.#release(taskId, CHUNKS);
  }

  async #claim(limit: number): Promise<void> {
    const { claims } = await claimNext(this.#store, { limit, leaseMs: LEASE_MS });
    const free = [...this.#tasks.values()].reduce((sum, task) => sum + task.free, 0);
    assert.equal(
      claims.length,
      Math.min(limit, free),
      'it claims all that it is asked for, if there is as much',
    );
    for (const one of claims) {
      const claim = expectKind(one, 'check');
      this.#claimed.push(claim);
      this.#serve(claim.taskId);
    }
  }

  /** Gives a chunk back, at once or for a pause, with something recorded now and then. */
  async #giveBack(): Promise<void> {
    if (this.#claimed.length === 0) return;
    const claim = this.#random.pick(this.#claimed);
    this.#claimed.splice(this.#claimed.indexOf(claim), 1);
    if (this.#random.below(2) === 0) {
      await recorded(this.#store, claim.lease, partialRecord({ revision: claim.revision }));
    }
    const rests = this.#random.below(2) === 0;
    await this.#store.giveBack(claim.lease, rests ? PAUSE_MS : 0);
    if (rests) this.#resting.push(claim.taskId);
    else this.#release(claim.taskId, 1);
  }

  async #rest(): Promise<void> {
    await this.#time.pass(PAUSE_MS);
    for (const taskId of this.#resting) this.#release(taskId, 1);
    this.#resting = [];
  }

  #release(taskId: TaskId, chunks: number): void {
    const task = this.#tasks.get(taskId);
    assert.ok(task !== undefined);
    task.free += chunks;
    task.waitsSince ??= this.#claims;
    const account = this.#accounts.get(task.accountId) ?? { servedLast: 0, waitsSince: null };
    account.waitsSince ??= this.#claims;
    this.#accounts.set(task.accountId, account);
  }

  #serve(taskId: TaskId): void {
    const task = this.#tasks.get(taskId);
    const account = task && this.#accounts.get(task.accountId);
    assert.ok(task !== undefined && account !== undefined && task.free > 0, 'nothing of it could be claimed');
    expectTurn(account, this.#accounts.values(), 'account');
    const siblings = [...this.#tasks.values()].filter(({ accountId }) => accountId === task.accountId);
    expectTurn(task, siblings, 'task');
    this.#claims += 1;
    task.free -= 1;
    task.servedLast = this.#claims;
    task.waitsSince = task.free > 0 ? this.#claims : null;
    account.servedLast = this.#claims;
    account.waitsSince = siblings.some(({ free }) => free > 0) ? this.#claims : null;
  }
}

/** Expects that none of these was waiting already when this one was served last. */
function expectTurn(served: Party, all: Iterable<Party>, what: string): void {
  for (const { waitsSince } of all) {
    const waited = waitsSince !== null && waitsSince < served.servedLast;
    assert.ok(
      !waited,
      `an ${what} was served twice while another one had waited`.replace('an task', 'a task'),
    );
  }
}
