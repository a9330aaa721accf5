import {
  type AccountId,
  type Claim,
  type ClaimRequest,
  type Lease,
  type ManualClock,
  MemoryTaskStore,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';

/** A task as the turns know it. */
export interface TurnTask {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly chunkCount: number;
}

/** The order in which tasks are asked for work. */
export interface Turns {
  add(task: TurnTask): void;
  /** Next first. */
  order(): readonly TaskId[];
  /** Something of this one was claimed at this time. */
  served(claim: Claim, now: number): void;
  /** A task was asked, and there was nothing to be claimed. */
  passed?(taskId: TaskId): void;
}

/** A store of stores, one for each task, that claims from them in a given order. */
export function tasksApart(turns: Turns, clock: ManualClock, asksForMany = false): TaskStore {
  const stores = new Map<TaskId, TaskStore>();
  const drafts = new Map<TaskId, AccountId>();
  const storeOf = (taskId: TaskId): TaskStore => stores.get(taskId) ?? new MemoryTaskStore({ clock });
  const behind = ({ taskId }: Lease): TaskStore => storeOf(taskId);

  const claimNext = async (request: ClaimRequest, limit: number): Promise<readonly Claim[]> => {
    const wanted = request.taskId === null ? [...drafts.keys(), ...turns.order()] : [request.taskId];
    for (const taskId of wanted) {
      const { claims } = await storeOf(taskId).claim({ ...request, limit });
      for (const claim of claims) turns.served(claim, clock.now());
      if (claims.length > 0) return claims;
      turns.passed?.(taskId);
    }
    return [];
  };
  const retryAfterMs = async (request: ClaimRequest): Promise<number | null> => {
    const waits: number[] = [];
    for (const [taskId, store] of stores) {
      if (request.taskId !== null && request.taskId !== taskId) continue;
      const answer = await store.claim({ ...request, limit: 0 });
      if (answer.retryAfterMs !== null) waits.push(answer.retryAfterMs);
    }
    return waits.length === 0 ? null : Math.min(...waits);
  };

  return {
    async begin(draft) {
      const store = storeOf(draft.taskId);
      const lease = await store.begin(draft);
      stores.set(draft.taskId, store);
      drafts.set(draft.taskId, draft.accountId);
      return lease;
    },
    async enqueue(lease, contents) {
      const task = await behind(lease).enqueue(lease, contents);
      const { taskId, accountId } = task;
      if (drafts.delete(taskId)) turns.add({ taskId, accountId, chunkCount: contents.chunks.length });
      return task;
    },
    async claim(request) {
      const claims: Claim[] = [];
      while (claims.length < request.limit) {
        const next = await claimNext(request, asksForMany ? request.limit - claims.length : 1);
        if (next.length === 0) break;
        claims.push(...next);
      }
      const [first] = stores.values();
      const outage = (await first?.claim({ ...request, limit: 0 }))?.outage ?? null;
      return { claims, outage, retryAfterMs: await retryAfterMs(request) };
    },
    async reportOutage(report) {
      for (const store of stores.values()) await store.reportOutage(report);
    },
    async endOutage() {
      for (const store of stores.values()) await store.endOutage();
    },
    async endLeases() {
      for (const store of stores.values()) await store.endLeases();
    },
    appendRows: (lease, index, block) => behind(lease).appendRows(lease, index, block),
    discard: (lease) => behind(lease).discard(lease),
    beginRetry: (taskId, leaseMs) => storeOf(taskId).beginRetry(taskId, leaseMs),
    resume: (lease, contents) => behind(lease).resume(lease, contents),
    find: (taskId) => storeOf(taskId).find(taskId),
    rowBlock: (taskId, index) => storeOf(taskId).rowBlock(taskId, index),
    statuses: (taskId) => storeOf(taskId).statuses(taskId),
    extendLease: (lease, leaseMs) => behind(lease).extendLease(lease, leaseMs),
    record: (lease, record) => behind(lease).record(lease, record),
    giveBack: (lease, retryAfter) => behind(lease).giveBack(lease, retryAfter),
    fail: (taskId, reason) => storeOf(taskId).fail(taskId, reason),
    finish: (lease, ending) => behind(lease).finish(lease, ending),
  };
}
