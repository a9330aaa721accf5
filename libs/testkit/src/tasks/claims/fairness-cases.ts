import assert from 'node:assert/strict';
import { type AccountId, accountId, type CheckClaim, type TaskId, type TaskStore } from '@dialproof/core';
import type { DefineTimedCase, SubjectTime } from '../../runner/own-time.js';
import { SeededRandom } from '../../runner/seeded-random.js';
import {
  beginDraft,
  claimNext,
  claimOf,
  enqueueTask,
  expectKind,
  LEASE_MS,
  partialRecord,
  recorded,
  sampleRecord,
  type TaskStoreSubject,
} from '../subject/sample-task.js';

const [ADA, BOB, EVE] = [accountId('ada'), accountId('bob'), accountId('eve')];

export function fairnessCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('does not let an account wait for the finishes of another', async ({ store }) => {
    for (let tasks = 0; tasks < 5; tasks += 1) await enqueueTask(store, 0, { accountId: ADA });
    await enqueueTask(store, 2, { accountId: BOB });
    const { claims } = await claimNext(store, { limit: 4 });
    assert.equal(claims.filter((claim) => claim.accountId === BOB).length, 2);
  });

  it('keeps to the turns of accounts among abandoned drafts', async ({ store }, time) => {
    await enqueueTask(store, 6, { accountId: ADA });
    await enqueueTask(store, 6, { accountId: BOB });
    const served: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await beginDraft(store, { accountId: ADA, leaseMs: 1 });
      await time.pass(1);
      const { lease } = await claimOf(store, 'discard', { leaseMs: 100 * LEASE_MS });
      await store.discard(lease);
      served.push((await serveNext(store)).accountId);
    }
    assert.deepEqual(served, Array(3).fill(served.slice(0, 2)).flat());
    assert.equal(new Set(served).size, 2);
  });

  it('passes over the accounts of which the caller has enough', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2, { accountId: ADA });
    await enqueueTask(store, 0, { accountId: ADA });
    await enqueueTask(store, 1, { accountId: BOB });
    const { claims } = await claimNext(store, { limit: 9, except: [EVE, ADA] });
    assert.deepEqual(
      claims.map(({ accountId, kind }) => [accountId, kind]),
      [[BOB, 'check']],
    );
    const more = await claimNext(store, { limit: 9, except: [ADA] });
    assert.deepEqual(more.claims, []);
    assert.notEqual(more.retryAfterMs, 0, 'the caller would ask again at once');
    assert.equal((await claimNext(store, { taskId, except: [ADA] })).claims.length, 1);
    assert.equal((await claimNext(store, { limit: 9 })).claims.length, 2);
  });

  for (const [seed, limit] of [
    [1, 1],
    [2, 5],
  ] as const) {
    it(`serves nobody twice while another waits, ${limit} at a time (seed ${seed})`, async ({
      store,
    }, time) => {
      const run = new TurnsRun(store, time, new SeededRandom(seed));
      for (let step = 0; step < 150; step += 1) await run.step(limit);
    });
  }
}

/** Claims a chunk, records it and returns its account. */
async function serveNext(store: TaskStore) {
  const claim = await claimOf(store, 'check');
  await recorded(store, claim.lease, sampleRecord({ revision: claim.revision }));
  return claim;
}

const ACCOUNTS = ['ada', 'bob', 'eve', 'joe'].map(accountId);
const CHUNKS = 3;
/** So long that no lease ends during a run: claimed work is free again only when it is given back. */
const RUN_LEASE_MS = 86_400_000;
const PAUSE_MS = 20_000;

/** Something that is served in turn: an account, or a task among those of its account. */
interface Party {
  /** The number of the claim by which it was served last. */
  servedLast: number;
  /** The number of the claim since which it has been claimable and not served; null if it is not claimable now. */
  waitsSince: number | null;
}

/** Uses a store at random: accounts with several tasks, pauses, and a clock that is set. Each claim must be of the account whose turn it is. */
class TurnsRun {
  readonly #store: TaskStore;
  readonly #time: SubjectTime;
  readonly #random: SeededRandom;
  readonly #accounts = new Map<AccountId, Party>();
  readonly #tasks = new Map<TaskId, Party & { readonly accountId: AccountId; free: number }>();
  readonly #claimed: CheckClaim[] = [];
  /** Tasks whose chunk pauses until time passes again. */
  #resting: TaskId[] = [];
  #claims = 0;

  constructor(store: TaskStore, time: SubjectTime, random: SeededRandom) {
    this.#store = store;
    this.#time = time;
    this.#random = random;
  }

  async step(limit: number): Promise<void> {
    // Turns do not go by the time of day.
    this.#time.setClock(this.#random.below(3) - 1);
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
    const { claims } = await claimNext(this.#store, { limit, leaseMs: RUN_LEASE_MS });
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

  /** Gives a chunk back, with or without a pause. Sometimes it records an answer first. */
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

/** Expects that none of the others has waited since before the last turn of the served one. */
function expectTurn(served: Party, all: Iterable<Party>, what: string): void {
  for (const { waitsSince } of all) {
    const waited = waitsSince !== null && waitsSince < served.servedLast;
    assert.ok(
      !waited,
      `an ${what} was served twice while another one had waited`.replace('an task', 'a task'),
    );
  }
}
