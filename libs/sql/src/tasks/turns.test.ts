import { accountId, type Claim, emptySummary, ManualClock, type TaskId } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { enqueueTask } from './task.fixture.js';
import { ModelTask, WaitingLine } from './waiting-line.fixture.js';

/** A store beside a model of the waiting tasks, and the rule of turns for accounts and for the tasks of each account. */
class TurnUse {
  readonly #clock = new ManualClock();
  readonly #store: SqlTaskStore;
  readonly #tasks = new Map<TaskId, ModelTask>();
  readonly #claims: Claim[] = [];
  readonly #accounts = new WaitingLine();
  readonly #tasksOf = new Map<string, WaitingLine>();

  constructor({ database }: DatabaseFile) {
    this.#store = new SqlTaskStore({ database, clock: this.#clock });
  }

  async do({ action, which, amount }: TurnStep): Promise<void> {
    const claim = this.#claims[this.#claims.length - 1 - (which % Math.max(1, this.#claims.length))];
    const [taskId, task] = [...this.#tasks][which % Math.max(1, this.#tasks.size)] ?? [];
    if (action === 'enqueue') await this.#enqueue(`account ${which % 4}`, amount % 4);
    if (action === 'wait') this.#clock.advance(amount);
    if (action === 'claim') await this.#claim(null, amount);
    if (action === 'claimOf' && taskId !== undefined) await this.#claim(taskId, amount);
    if (action === 'end' && claim !== undefined) await this.#end(claim);
    if (action === 'giveBack' && claim !== undefined) await this.#giveBack(claim, amount % 3);
    if (action === 'fail' && taskId !== undefined && task !== undefined && !task.isFailed) {
      await this.#store.fail(taskId, 'cancelled');
      task.isFailed = this.#claims.every(({ kind, taskId: id }) => kind !== 'finish' || id !== taskId);
    }
    this.#update();
  }

  async #enqueue(account: string, chunkCount: number): Promise<void> {
    const { taskId } = await enqueueTask(this.#store, { accountId: accountId(account), chunkCount });
    this.#tasks.set(taskId, new ModelTask(account, chunkCount));
  }

  async #claim(taskId: TaskId | null, leaseMs: number): Promise<void> {
    this.#update();
    const now = this.#clock.now();
    const task = taskId === null ? undefined : this.#tasks.get(taskId);
    const isThere = (task === undefined ? [...this.#tasks.values()] : [task]).some((one) =>
      one.isClaimable(now),
    );
    const { claims } = await this.#store.claim({ leaseMs, limit: 1, taskId });
    expect(claims).toHaveLength(isThere ? 1 : 0);
    for (const claim of claims) this.#serve(claim, leaseMs, taskId === null);
  }

  #serve(claim: Claim, leaseMs: number, isTurn: boolean): void {
    const task = this.#tasks.get(claim.taskId);
    expect(task?.isClaimable(this.#clock.now())).toBe(true);
    task?.claim(claim, this.#clock.now() + leaseMs);
    this.#claims.push(claim);
    const passedOver = [
      ...this.#accounts.serve(claim.accountId),
      ...this.#line(claim.accountId).serve(claim.taskId),
    ];
    // A claim for one given task ignores the turns of others, but counts as a turn itself.
    if (isTurn) expect(passedOver).toEqual([]);
  }

  async #giveBack({ lease }: Claim, pauseMs: number): Promise<void> {
    const isHeld = await this.#store.extendLease(lease, 1_000);
    await this.#store.giveBack(lease, pauseMs);
    if (isHeld) this.#tasks.get(lease.taskId)?.giveBack(lease.chunkIndex, this.#clock.now() + pauseMs);
    else await this.#follow(lease);
  }

  /** In a task that is to fail, the lease is not extended but may still be held. After its return the chunk is free as before. */
  async #follow({ taskId, chunkIndex, token }: Claim['lease']): Promise<void> {
    const latest = this.#claims.findLast(
      ({ lease }) => lease.taskId === taskId && lease.chunkIndex === chunkIndex,
    );
    const chunk = chunkIndex === null ? undefined : this.#tasks.get(taskId)?.chunks[chunkIndex];
    if (latest?.lease.token === token && chunk !== undefined && !chunk.isComplete) chunk.isLeased = false;
  }

  async #end({ kind, lease }: Claim): Promise<void> {
    const task = this.#tasks.get(lease.taskId);
    const chunk = lease.chunkIndex === null ? undefined : task?.chunks[lease.chunkIndex];
    if (kind === 'finish') {
      await this.#store.finish(lease, { status: 'done', failureReason: null, charged: 0 });
      const ended = await this.#store.find(lease.taskId);
      if (task !== undefined) task.hasEnded = ended?.finishedAt !== null;
      return;
    }
    if (chunk === undefined || chunk.isComplete) return;
    const nothing = {
      statuses: new Uint8Array(1),
      rows: emptySummary(),
      sources: {},
      checksFailed: 0,
      verified: 0,
    };
    const record = { ...nothing, revision: 0, isComplete: true, leaseMs: 7 };
    const answer = await this.#store.record(lease, record);
    if (answer.outcome !== 'recorded') return;
    Object.assign(chunk, { isComplete: true, isLeased: false });
    if (answer.finish === null) return;
    task?.claim(answer.finish, this.#clock.now() + record.leaseMs);
    this.#claims.push(answer.finish);
  }

  #update(): void {
    const now = this.#clock.now();
    const claimable = [...this.#tasks].filter(([, task]) => task.isClaimable(now));
    this.#accounts.update(new Set(claimable.map(([, { account }]) => account)));
    for (const name of new Set([...this.#tasks.values()].map(({ account }) => account))) {
      this.#line(name).update(
        new Set(claimable.filter(([, { account }]) => account === name).map(([id]) => id)),
      );
    }
  }

  #line(account: string): WaitingLine {
    const line = this.#tasksOf.get(account) ?? new WaitingLine();
    this.#tasksOf.set(account, line);
    return line;
  }
}

const ACTIONS = ['enqueue', 'enqueue', 'claim', 'claimOf', 'end', 'end', 'giveBack', 'fail', 'wait'] as const;

interface TurnStep {
  readonly action: (typeof ACTIONS)[number];
  readonly which: number;
  readonly amount: number;
}

// Half of the steps are claims, so that there are enough turns to test.
const step: fc.Arbitrary<TurnStep> = fc.record({
  action: fc.oneof(fc.constant('claim' as const), fc.constantFrom(...ACTIONS)),
  which: fc.nat(40),
  amount: fc.nat(9),
});

describe('turns', () => {
  it('serve no account twice while another one waits, nor a task within its account', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), async (steps) => {
        const file = await DatabaseFile.create();
        try {
          const use = new TurnUse(file);
          for (const one of steps) await use.do(one);
        } finally {
          await file.remove();
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('put a task whose finish was given back behind the others of its account', async () => {
    const file = await DatabaseFile.create();
    onTestFinished(() => file.remove());
    const store = new SqlTaskStore({ database: file.database });
    const next = async () => (await store.claim({ leaseMs: 1_000, limit: 1, taskId: null })).claims[0];
    const ending = await enqueueTask(store, { chunkCount: 0 });
    const waiting = await enqueueTask(store, { chunkCount: 1 });
    const finish = await next();
    if (finish !== undefined) await store.giveBack(finish.lease, 0);

    expect(finish).toMatchObject({ kind: 'finish', taskId: ending.taskId });
    expect(await next()).toMatchObject({ kind: 'check', taskId: waiting.taskId });
    expect(await next()).toMatchObject({ kind: 'finish', taskId: ending.taskId, tries: 1 });
  });
});
