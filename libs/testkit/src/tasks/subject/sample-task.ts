import assert from 'node:assert/strict';
import {
  accountId,
  type ChunkRecord,
  type Claim,
  type ClaimAnswer,
  type ClaimRequest,
  type FinishClaim,
  type Lease,
  newTaskId,
  type OutageReport,
  type RecordAnswer,
  type RetryContents,
  type Task,
  type TaskContents,
  type TaskDraft,
  type TaskEnding,
  type TaskId,
  type TaskRetry,
  type TaskStore,
} from '@dialproof/core';
import { DRIFT_MS, expectRetryAfter, type KeepsTime } from '../../runner/own-time.js';
import type { Reopens } from '../../runner/test-runner.js';

/** The only chunk of a finished task. Its number with the failed check is open again. */
export const REOPENED: RetryContents = {
  heldCredits: 1,
  reopened: [{ chunkIndex: 0, statuses: Uint8Array.of(0, 2, 254) }],
};
/** Begins a retry, and expects that to be possible. */
export async function beginRetry(store: TaskStore, taskId: TaskId): Promise<TaskRetry> {
  const retry = await store.beginRetry(taskId, LEASE_MS);
  assert.ok(retry !== undefined, 'no retry was begun');
  return retry;
}

/** The subject of a case: a store of its own. */
export interface TaskStoreSubject extends KeepsTime, Reopens<TaskStore> {
  readonly store: TaskStore;
}

/** The length of the suite's leases, unless a case has another one. */
export const LEASE_MS = 60_000;
/** This long before its end, a lease has to be valid still. */
export const MARGIN_MS = 2 * DRIFT_MS;
export const OWNER = accountId('account-of-the-suite');

/** Numbers, and rows, of a sample chunk. */
export const CHUNK_ROWS = 3;
/** Rows without a number in a sample task. */
export const ROWS_WITHOUT_NUMBER = 2;

export function sampleDraft(changes: Partial<TaskDraft> = {}): TaskDraft {
  return { taskId: newTaskId(), accountId: OWNER, run: 1, leaseMs: LEASE_MS, ...changes };
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
      // A sheet's name may have these characters.
      sheet: 'März "VIP\'s" 😀 <&>',
      encoding: null,
      phoneColumn: { index: 1, name: 'Téléphone "mobile"\u0000\n' },
      notes: [{ code: 'lines_skipped', hint: 'Läßt "2" Zeilen aus:\u0000\n😀' }],
      rowBlocks: 0,
      numbersPerChunk: 1,
      upload: { payloadDigest: 'b5bb9d8014a0f9b1', run: 1 },
    },
    chunks: Array.from({ length: chunkCount }, (_, index) => sampleChunk(index)),
    ...changes,
  };
}

/** The result of checking a sample chunk: two of three numbers verified, the check of the third failed. */
export function sampleRecord(changes: Partial<ChunkRecord> = {}): ChunkRecord {
  return {
    revision: 0,
    statuses: Uint8Array.of(0, 2, 255),
    rows: { wa_registered: 1, telegram_registered: 0, dead: 1, inactive: 0, unknown: 1 },
    sources: { twilio: 2 },
    checksFailed: 1,
    verified: 2,
    isComplete: true,
    leaseMs: LEASE_MS,
    ...changes,
  };
}

/** The result of the first number of a sample chunk, while the others are open. */
export function partialRecord(changes: Partial<ChunkRecord> = {}): ChunkRecord {
  const rows = { wa_registered: 1, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };
  const statuses = Uint8Array.of(0, 254, 254);
  const sources = { evidence: 1 };
  return sampleRecord({
    statuses,
    rows,
    sources,
    checksFailed: 0,
    verified: 1,
    isComplete: false,
    ...changes,
  });
}

/** Pauses for half a minute. Tasks that wait for a day fail. */
export const OUTAGE: OutageReport = {
  reason: 'checker_unavailable',
  isInferred: false,
  retryAfterMs: 30_000,
  failAfterMs: 86_400_000,
};

export function sampleEnding(changes: Partial<TaskEnding> = {}): TaskEnding {
  return { status: 'done', failureReason: null, charged: 2, ...changes };
}

export async function enqueueTask(
  store: TaskStore,
  chunkCount: number,
  draft: Partial<TaskDraft> = {},
): Promise<Task> {
  const lease = await beginDraft(store, draft);
  return store.enqueue(lease, sampleContents(chunkCount));
}

export function beginDraft(store: TaskStore, changes: Partial<TaskDraft> = {}): Promise<Lease> {
  return store.begin(sampleDraft(changes));
}

/** Claims the next work, with these changes of the request. */
export function claimNext(store: TaskStore, changes: Partial<ClaimRequest> = {}): Promise<ClaimAnswer> {
  return store.claim({ leaseMs: LEASE_MS, limit: 1, taskId: null, ...changes });
}

/** Claims, and expects one claim of this kind. */
export async function claimOf<Kind extends Claim['kind']>(
  store: TaskStore,
  kind: Kind,
  changes: Partial<ClaimRequest> = {},
): Promise<Extract<Claim, { kind: Kind }>> {
  const { claims } = await claimNext(store, changes);
  const [claim] = claims;
  assert.ok(claim !== undefined, `expected a claim to ${kind}, there was none`);
  assert.equal(claims.length, 1, 'more was claimed than one thing');
  return expectKind(claim, kind);
}

export function expectKind<Kind extends Claim['kind']>(
  claim: Claim,
  kind: Kind,
): Extract<Claim, { kind: Kind }> {
  assert.equal(claim.kind, kind);
  // The kind, which discriminates the union, has just been compared.
  return claim as Extract<Claim, { kind: Kind }>;
}

/** Claims, and expects nothing, and the given `retryAfterMs`. */
export async function claimNothing(
  store: TaskStore,
  retryAfterMs: number | null,
  changes: Partial<ClaimRequest> = {},
): Promise<void> {
  const answer = await claimNext(store, changes);
  assert.deepEqual(
    answer.claims.map(({ kind }) => kind),
    [],
    'something could be claimed',
  );
  expectRetryAfter(answer, retryAfterMs);
}

/** The task, which has to exist. */
export async function taskOf(store: TaskStore, taskId: TaskId): Promise<Task> {
  const task = await store.find(taskId);
  assert.ok(task !== undefined, 'the task is gone');
  return task;
}

/** Records, and expects it to have been recorded. */
export async function recorded(
  store: TaskStore,
  lease: Lease,
  record: ChunkRecord,
): Promise<Extract<RecordAnswer, { outcome: 'recorded' }>> {
  const answer = await store.record(lease, record);
  assert.equal(answer.outcome, 'recorded');
  // The outcome, which discriminates the union, has just been compared.
  return answer as Extract<RecordAnswer, { outcome: 'recorded' }>;
}

/** Claims and records `count` chunks of a task, and resolves to its finish if the last record claimed it. */
export async function recordAll(
  store: TaskStore,
  taskId: TaskId,
  chunkCount: number,
): Promise<FinishClaim | null> {
  let finish: FinishClaim | null = null;
  for (let index = 0; index < chunkCount; index += 1) {
    const { lease, revision } = await claimOf(store, 'check', { taskId });
    ({ finish } = await recorded(store, lease, sampleRecord({ revision })));
  }
  return finish;
}

/** A task of `chunks` chunks, all of them recorded, and its finish, claimed by the last record. */
export async function readyTask(store: TaskStore, chunkCount: number): Promise<FinishClaim> {
  const { taskId } = await enqueueTask(store, chunkCount);
  const finish = await recordAll(store, taskId, chunkCount);
  assert.ok(finish !== null, 'the last record did not claim the finish');
  return finish;
}

/** A task of one chunk that was checked and finished as {@link sampleEnding} says. */
export async function finishedTask(store: TaskStore): Promise<Task> {
  const { lease } = await readyTask(store, 1);
  await store.finish(lease, sampleEnding());
  return taskOf(store, lease.taskId);
}

/** A task of `chunks` chunks that was cancelled and has failed, without a recorded chunk. */
export async function cancelledTask(store: TaskStore, chunkCount: number): Promise<Task> {
  const { taskId } = await enqueueTask(store, chunkCount);
  await store.fail(taskId, 'cancelled');
  const { lease } = await claimOf(store, 'finish', { taskId });
  await store.finish(lease, sampleEnding({ status: 'failed', failureReason: 'cancelled', charged: 0 }));
  return taskOf(store, taskId);
}
