import {
  type AccountId,
  type AccountSuspensions,
  accountId,
  type Claim,
  emptySummary,
  type Lease,
  type TaskContents,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';

export interface UseStep {
  readonly action:
    | 'begin'
    | 'enqueue'
    | 'discard'
    | 'retry'
    | 'resume'
    | 'claim'
    | 'record'
    | 'extend'
    | 'giveBack'
    | 'fail'
    | 'finish'
    | 'outage'
    | 'endOutage'
    | 'suspend'
    | 'reinstate'
    | 'wait';
  readonly which: number;
  readonly amount: number;
}

const ACCOUNTS = 3;

const SOURCES = ['constructor', '__proto__', 'other', ...Array.from({ length: 30 }, (_, n) => `source-${n}`)];

/** Whether a claim of this step passes over an account. */
export function passesOver(which: number): boolean {
  return which % 4 === 0;
}

function accountOf(which: number): AccountId {
  return accountId(`account ${which % ACCOUNTS}`);
}

/**
 * Performs steps on a store, and returns after each the answer and all tasks, without the tokens of leases. Two stores that keep the
 * contract return the same. Only one draft or retry is under way at a time, since the order among them is not defined. Each account has
 * one task that never ends, since stores may forget the turn of an account without tasks.
 */
export class StoreUse {
  readonly #store: TaskStore & AccountSuspensions;
  readonly #ids: readonly TaskId[];
  readonly #leases: Lease[] = [];
  readonly #revisions = new Map<string, number>();
  /** The draft or retry under way, with its last lease. Undefined once it has ended. */
  #begun: { readonly lease: Lease; readonly isHeld: boolean } | undefined;
  #used = 0;

  constructor(store: TaskStore & AccountSuspensions, ids: readonly TaskId[]) {
    this.#store = store;
    this.#ids = ids;
  }

  /** Gives each account its endless task. */
  async begin(): Promise<void> {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      await this.#begin(account);
      await this.#enqueue(1 + account);
    }
  }

  async do(step: UseStep): Promise<unknown> {
    const answer = await this.#act(step).catch((error: Error) => `${error.name}: ${error.message}`);
    const tasks = await Promise.all(this.#ids.slice(0, this.#used).map((id) => this.#store.find(id)));
    const statuses = await Promise.all(this.#ids.slice(0, this.#used).map((id) => this.#store.statuses(id)));
    return { step, answer, tasks, statuses };
  }

  async #act({ action, which, amount }: UseStep): Promise<unknown> {
    const store = this.#store;
    const lease = this.#leases[this.#leases.length - 1 - (which % Math.max(1, this.#leases.length))];
    const known = this.#ids[which % Math.max(1, this.#used)];
    switch (action) {
      case 'begin':
        return this.#begun === undefined && this.#used < this.#ids.length ? await this.#begin(which) : null;
      case 'enqueue':
        return await this.#enqueue(amount);
      case 'discard':
        if (lease === undefined) return null;
        if (this.#begun?.isHeld && this.#begun.lease.token === lease.token) this.#begun = undefined;
        return await store.discard(lease);
      case 'retry':
        return await this.#retry(known, amount);
      case 'resume':
        return await this.#resume(which, amount);
      case 'claim':
        return await this.#claim(which, amount);
      case 'record':
        return lease && (await this.#record(lease, which, amount));
      case 'extend':
        return lease && (await store.extendLease(lease, amount));
      case 'giveBack':
        if (lease === undefined) return null;
        if (this.#begun?.lease.token === lease.token) this.#begun = { lease, isHeld: false };
        return await store.giveBack(lease, amount % 5);
      case 'fail':
        return known && (await store.fail(known, 'cancelled'));
      case 'finish':
        return lease && (await this.#finish(lease));
      case 'outage':
        return await store.reportOutage({
          reason: 'checker_unavailable',
          isInferred: which % 2 === 0,
          retryAfterMs: amount,
          failAfterMs: 10 + which,
        });
      case 'endOutage':
        return await store.endOutage();
      case 'suspend':
        return await store.suspendAccount(accountOf(which));
      case 'reinstate':
        return await store.reinstateAccount(accountOf(which));
      case 'wait':
        return null;
    }
  }

  async #begin(which: number): Promise<unknown> {
    const taskId = this.#ids[this.#used];
    if (taskId === undefined) return null;
    this.#used += 1;
    const account = accountOf(which);
    const lease = await this.#store.begin({ taskId, accountId: account, run: 1, leaseMs: 5 + which });
    this.#hold(lease);
    await this.#store.appendRows(lease, 0, Uint8Array.of(which));
    return await this.#store.rowBlock(taskId, 0);
  }

  async #enqueue(amount: number): Promise<unknown> {
    const draft = this.#begun?.lease;
    if (draft === undefined) return null;
    const chunks = Array.from({ length: amount % 4 }, (_, index) => Uint8Array.of(index));
    const contents: TaskContents = {
      total: chunks.length * 3 + 1,
      rowsWithoutNumber: 1,
      heldCredits: chunks.length * 3,
      file: {
        name: 'a.csv',
        type: 'csv',
        sheet: null,
        encoding: 'utf-8',
        phoneColumn: { index: 0, name: 'phone' },
        notes: [],
        rowBlocks: 1,
        numbersPerChunk: 1,
      },
      chunks,
    };
    const task = await this.#store.enqueue(draft, contents);
    this.#begun = undefined;
    return task;
  }

  async #retry(taskId: TaskId | undefined, amount: number): Promise<unknown> {
    if (taskId === undefined || this.#begun !== undefined) return null;
    const retry = await this.#store.beginRetry(taskId, 5 + amount);
    if (retry !== undefined) this.#hold(retry.lease);
    return retry?.run;
  }

  async #resume(which: number, amount: number): Promise<unknown> {
    const lease = this.#leases[which % Math.max(1, this.#leases.length)];
    const resumed = this.#begun?.lease ?? lease;
    if (resumed === undefined) return null;
    const { length } = await this.#store.statuses(resumed.taskId);
    const reopened = Array.from({ length }, (_, chunkIndex) => chunkIndex)
      .filter((chunkIndex) => (amount >> chunkIndex) % 2 === 1)
      .map((chunkIndex) => ({ chunkIndex, statuses: Uint8Array.of(amount) }));
    const task = await this.#store.resume(resumed, { heldCredits: amount, reopened });
    this.#begun = undefined;
    return task;
  }

  async #claim(which: number, amount: number): Promise<unknown> {
    const taskId = which % 5 === 0 ? (this.#ids[amount % Math.max(1, this.#used)] ?? null) : null;
    const limit = 1 + (which % 3);
    const except = passesOver(which) ? [accountOf(amount)] : [];
    const { claims, retryAfterMs } = await this.#store.claim({ leaseMs: 1 + amount, limit, taskId, except });
    for (const claim of claims) {
      if (claim.kind === 'discard') this.#hold(claim.lease);
      else this.#leases.push(claim.lease);
      if (claim.kind === 'check') this.#revisions.set(keyOf(claim.lease), claim.revision);
    }
    return { claims: claims.map(withoutToken), retryAfterMs };
  }

  async #record(lease: Lease, which: number, amount: number): Promise<unknown> {
    const key = keyOf(lease);
    const failed = amount % 3 === 0 ? 1 : 0;
    const answer = await this.#store.record(lease, {
      revision: this.#revisions.get(key) ?? 0,
      statuses: Uint8Array.of(which, amount),
      rows: { ...emptySummary(), dead: 1, unknown: failed },
      // More sources than a task counts by name, and names of properties that every object has.
      sources: amount % 2 === 0 ? {} : { [SOURCES[which % SOURCES.length] ?? '']: 1, twilio: 2 },
      checksFailed: failed,
      verified: 1,
      isComplete: which % 4 !== 0,
      leaseMs: 1 + amount,
    });
    if (answer.outcome !== 'closed') this.#revisions.set(key, answer.revision);
    if (answer.outcome !== 'recorded' || answer.finish === null) return answer;
    this.#leases.push(answer.finish.lease);
    return { ...answer, finish: withoutToken(answer.finish) };
  }

  async #finish(lease: Lease): Promise<void> {
    if (this.#ids.indexOf(lease.taskId) < ACCOUNTS) return;
    await this.#store.finish(lease, { status: 'done', failureReason: null, charged: 2 });
  }

  #hold(lease: Lease): void {
    this.#leases.push(lease);
    this.#begun = { lease, isHeld: true };
  }
}

function keyOf({ taskId, chunkIndex }: Lease): string {
  return `${taskId} ${chunkIndex}`;
}

function withoutToken(claim: Claim): unknown {
  return { ...claim, lease: { ...claim.lease, token: null } };
}
