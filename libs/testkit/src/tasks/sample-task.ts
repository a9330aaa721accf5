import assert from 'node:assert/strict';
import {
  accountId,
  type ChunkResult,
  type Claim,
  type ClaimAnswer,
  newTaskId,
  type Task,
  type TaskContents,
  type TaskDraft,
  type TaskEnding,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';

/** When the tasks of the suite are created; claims come later. */
export const CREATED = Date.UTC(2026, 0, 1);
/** The moment at which the cases claim, unless they say otherwise. */
export const NOW = CREATED + 60_000;
/** How long the leases of the suite last. */
export const LEASE_MS = 10_000;
export const OWNER = accountId('account-of-the-suite');

/** Numbers, and rows, of a sample chunk. */
const CHUNK_ROWS = 3;
/** Rows without a number in a sample task. */
export const ROWS_WITHOUT_NUMBER = 2;

export function sampleDraft(changes: Partial<TaskDraft> = {}): TaskDraft {
  return {
    taskId: newTaskId(),
    accountId: OWNER,
    createdAt: CREATED,
    leaseUntil: NOW + LEASE_MS,
    ...changes,
  };
}

/** The chunk at this position; no two are the same, and the bytes are not text. */
export function sampleChunk(index: number): Uint8Array {
  return Uint8Array.of(0, 255, index >> 8, index & 255, 10, 13);
}

export function sampleContents(chunkCount: number, changes: Partial<TaskContents> = {}): TaskContents {
  return {
    total: chunkCount * CHUNK_ROWS + ROWS_WITHOUT_NUMBER,
    rowsWithoutNumber: ROWS_WITHOUT_NUMBER,
    heldCredits: chunkCount * CHUNK_ROWS,
    file: {
      name: 'customers, März 😀.xlsx',
      type: 'xlsx',
      // As are the names of sheets.
      sheet: 'März "VIP\'s" 😀 <&>',
      // Headers are what files hold, and files hold everything.
      columns: ['name', 'Téléphone "mobile"', '', '\u0000\n'],
      phoneColumn: { index: 1, name: 'Téléphone "mobile"' },
      rowBlocks: 0,
    },
    chunks: Array.from({ length: chunkCount }, (_, index) => sampleChunk(index)),
    ...changes,
  };
}

/** What checking a sample chunk gave: two of three numbers verified. */
export function sampleResult(changes: Partial<ChunkResult> = {}): ChunkResult {
  return {
    statuses: Uint8Array.of(0, 2, 255),
    rows: { wa_registered: 1, telegram_registered: 0, dead: 1, inactive: 0, unknown: 1 },
    verified: 2,
    ...changes,
  };
}

export function sampleEnding(changes: Partial<TaskEnding> = {}): TaskEnding {
  return { status: 'done', failureReason: null, charged: 2, finishedAt: NOW + 500, ...changes };
}

export async function enqueueTask(
  store: TaskStore,
  chunkCount: number,
  draft: Partial<TaskDraft> = {},
): Promise<Task> {
  const { taskId } = await beginDraft(store, draft);
  return store.enqueue(taskId, sampleContents(chunkCount));
}

export async function beginDraft(store: TaskStore, changes: Partial<TaskDraft> = {}): Promise<TaskDraft> {
  const draft = sampleDraft(changes);
  await store.begin(draft);
  return draft;
}

export function claimAt(store: TaskStore, now: number, leaseMs: number = LEASE_MS): Promise<ClaimAnswer> {
  return store.claim({ now, leaseUntil: now + leaseMs });
}

/** Claims, and expects a claim of this kind. */
export async function claimOf<Kind extends Claim['kind']>(
  store: TaskStore,
  kind: Kind,
  now: number = NOW,
): Promise<Extract<Claim, { kind: Kind }>> {
  const { claim } = await claimAt(store, now);
  assert.ok(claim !== null, `expected a claim to ${kind}, there was none`);
  assert.equal(claim.kind, kind);
  // The kind, by which the union is told apart, has just been compared.
  return claim as Extract<Claim, { kind: Kind }>;
}

/** Claims, and expects that there is nothing to be claimed before `retryAt`. */
export async function claimNothing(store: TaskStore, now: number, retryAt: number | null): Promise<void> {
  const answer = await claimAt(store, now);
  assert.deepEqual(answer.claim, null);
  if (answer.claim === null) assert.equal(answer.retryAt, retryAt, 'retryAt');
}

/** The task, which has to exist. */
export async function taskOf(store: TaskStore, taskId: TaskId): Promise<Task> {
  const task = await store.find(taskId);
  assert.ok(task !== undefined, 'the task is gone');
  return task;
}

/** Claims and records every chunk of the only task in the store. */
export async function recordAll(store: TaskStore, taskId: TaskId, chunkCount: number): Promise<void> {
  for (let index = 0; index < chunkCount; index += 1) {
    const { chunkIndex } = await claimOf(store, 'check');
    await store.record(taskId, chunkIndex, sampleResult());
  }
}

/** A task of one chunk that was checked and finished at `finishedAt` of {@link sampleEnding}. */
export async function finishedTask(store: TaskStore): Promise<Task> {
  const { taskId } = await enqueueTask(store, 1);
  await recordAll(store, taskId, 1);
  await claimOf(store, 'finish');
  return store.finish(taskId, sampleEnding());
}
