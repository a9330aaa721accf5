import {
  addSources,
  type ChunkRecord,
  type FinishClaim,
  type RecordAnswer,
  type TaskId,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { hexOf } from '../json-rows.js';
import type { RowOf } from '../query.js';
import type { Decision } from '../shared-writes.js';
import { claimFinish } from './claim-of-task.js';
import { type Progress, RECORD_AT_ONCE } from './queries/record-queries.js';
import { queries } from './queries/task-queries.js';
import { noSuchChunk } from './retries.js';
import { plainBytes, type StoreWork } from './store-work.js';
import { sourcesOfText, sourcesText } from './task-row.js';

/** The answers of a chunk that are to be recorded. */
export interface RecordedChunk {
  readonly chunkIndex: number;
  readonly record: ChunkRecord;
}

type RecordOutcome = Decision<RecordAnswer>;

const CLOSED: RecordOutcome = { answer: { outcome: 'closed' } };

type KnownTask = RowOf<(typeof queries)['recordable']>;

/**
 * Makes these records of a task in their order, each unless another record of its chunk came first. Claims the finish of the task if they
 * complete its last open chunk.
 *
 * It locks the task alone, and not its account, so that records do not wait for the claims of other tasks. A record makes nothing ready
 * that it does not claim itself. If an account only seems ready, the next claim corrects that.
 */
export async function recordChunks(
  work: StoreWork,
  taskId: TaskId,
  chunks: readonly RecordedChunk[],
): Promise<readonly RecordOutcome[]> {
  const outcomes = new Map<RecordedChunk, RecordOutcome>();
  for (let left = chunks; left.length > 0; left = left.filter((chunk) => !outcomes.has(chunk))) {
    // Another record of the same chunk has to wait for the outcome of the first.
    const firstOfEach = new Map(left.toReversed().map((chunk) => [chunk.chunkIndex, chunk]));
    const first = left.filter((chunk) => firstOfEach.get(chunk.chunkIndex) === chunk);
    await recordSome(work, taskId, first, outcomes);
  }
  return chunks.map((chunk) => outcomes.get(chunk) ?? CLOSED);
}

/**
 * The same on a server, by a statement that is committed by itself. What needs further statements goes into a transaction, as all records of
 * a file do: records that others came before, that have sources or that are of one chunk, and the claim of the finish. Without that claim,
 * after a kill, the finish becomes claimable when the leases of the chunks would have ended.
 */
export async function recordAtOnce(
  session: SqlSession,
  taskId: TaskId,
  chunks: readonly RecordedChunk[],
  transact: <Result>(change: (work: StoreWork) => Promise<Result>) => Promise<Result>,
): Promise<readonly RecordOutcome[]> {
  const indexes = new Set(chunks.map(({ chunkIndex }) => chunkIndex));
  const hasSources = chunks.some(({ record: { sources } }) => Object.keys(sources).length > 0);
  if (hasSources || indexes.size < chunks.length)
    return await transact((work) => recordChunks(work, taskId, chunks));
  const task = await session.first(RECORD_AT_ONCE, { taskId, records: recordsText(chunks) });
  if (task === undefined) return chunks.map(() => CLOSED);
  const recorded = new Set(task.recorded);
  const taken = chunks.filter(({ chunkIndex }) => recorded.has(chunkIndex));
  const others = chunks.filter(({ chunkIndex }) => !recorded.has(chunkIndex));
  const isOver = task.open_chunks === 0 || task.failure_reason !== null;
  const outcomes = new Map<RecordedChunk, RecordOutcome>();
  let finish: FinishClaim | undefined;
  if (others.length > 0 || isOver)
    await transact(async (work) => {
      const decided = await recordChunks(work, taskId, others);
      for (const [place, chunk] of others.entries()) outcomes.set(chunk, decided[place] ?? CLOSED);
      finish = isOver ? await claimEnd(work, taskId, taken) : undefined;
    });
  noteRecorded(outcomes, taken, task, finish);
  return chunks.map((chunk) => outcomes.get(chunk) ?? CLOSED);
}

/** Makes records of different chunks, and adds their outcomes. */
async function recordSome(
  work: StoreWork,
  taskId: TaskId,
  chunks: readonly RecordedChunk[],
  outcomes: Map<RecordedChunk, RecordOutcome>,
): Promise<void> {
  const task = await work.session.first(queries.recordable, { taskId });
  if (task === undefined) {
    for (const chunk of chunks) outcomes.set(chunk, CLOSED);
    return;
  }
  const recorded = await recordOpenChunks(work, taskId, chunks);
  const taken: RecordedChunk[] = [];
  for (const chunk of chunks) {
    const other = recorded.has(chunk) ? undefined : await recordOtherwise(work, taskId, chunk);
    if (other === undefined) taken.push(chunk);
    else outcomes.set(chunk, other);
  }
  if (taken.length === 0) return;
  const completed = taken.filter((chunk) => recorded.has(chunk) && chunk.record.isComplete).length;
  noteRecorded(outcomes, taken, task, await addToTask(work, taskId, task, taken, completed));
}

/** Adds the outcomes of what was recorded. The last one has the claim of the task's end. */
function noteRecorded(
  outcomes: Map<RecordedChunk, RecordOutcome>,
  taken: readonly RecordedChunk[],
  task: KnownTask,
  finish: FinishClaim | undefined,
): void {
  const isEnding = task.failure_reason !== null || task.suspended_at !== null;
  for (const chunk of taken) {
    const revision = chunk.record.revision + 1;
    const claimed = chunk === taken.at(-1) ? (finish ?? null) : null;
    outcomes.set(chunk, { answer: { outcome: 'recorded', revision, isEnding, finish: claimed } });
  }
}

/** Replaces the statuses of those chunks that are open and at the revision of their record, in one statement. */
async function recordOpenChunks(
  { session }: StoreWork,
  taskId: TaskId,
  chunks: readonly RecordedChunk[],
): Promise<ReadonlySet<RecordedChunk>> {
  const rows = await session.rows(queries.recordOpenChunks, { taskId, records: recordsText(chunks) });
  const changed = new Set(rows.map((row) => row.chunk_index));
  return new Set(chunks.filter(({ chunkIndex }) => changed.has(chunkIndex)));
}

/** The parameter `records` of a statement. */
function recordsText(chunks: readonly RecordedChunk[]): string {
  const records = chunks.map(({ chunkIndex, record }) => ({
    ...progressOf(record),
    chunk_index: chunkIndex,
    revision: record.revision,
    is_complete: record.isComplete ? 1 : 0,
    statuses: hexOf(record.statuses),
  }));
  return JSON.stringify(records);
}

/** Adds what was recorded to its task, and claims the finish if that is ready now. */
async function addToTask(
  work: StoreWork,
  taskId: TaskId,
  known: KnownTask,
  taken: readonly RecordedChunk[],
  completed: number,
): Promise<FinishClaim | undefined> {
  const { session } = work;
  const records = taken.map(({ record }) => record);
  const progress = records.map(progressOf).reduce(sumOf);
  const task = await session.first(queries.addProgress, { taskId, ...progress, completed });
  if (task === undefined) throw new Error(`task ${taskId} is gone while it is locked`);
  const added = records.map(({ sources }) => sources).reduce(addSources, {});
  if (Object.keys(added).length > 0) {
    const sources = sourcesText(addSources(sourcesOfText(task.sources), added));
    await session.change(queries.setSources, { taskId, sources });
  }
  if (task.open_chunks > 0 && known.failure_reason === null) return undefined;
  return await claimEnd(work, taskId, taken);
}

/** Claims the finish of a task if these records have made it ready for that. */
async function claimEnd(
  work: StoreWork,
  taskId: TaskId,
  taken: readonly RecordedChunk[],
): Promise<FinishClaim | undefined> {
  const last = taken.at(-1);
  if (last === undefined) return undefined;
  await work.session.first(queries.refresh, { taskId, now: work.now });
  return await claimFinish(work, taskId, last.record.leaseMs);
}

/** Records on a chunk that is complete already, or resolves to the reason why it cannot be recorded on. */
async function recordOtherwise(
  { session }: StoreWork,
  taskId: TaskId,
  { chunkIndex, record: { revision, statuses } }: RecordedChunk,
): Promise<RecordOutcome | undefined> {
  if ((await session.change(queries.recordComplete, { taskId, chunkIndex, revision, statuses })) > 0)
    return undefined;
  const known = await session.first(queries.statusesOf, { taskId, chunkIndex });
  if (known === undefined) return { error: noSuchChunk(taskId, chunkIndex) };
  const answer = { revision: known.revision, statuses: plainBytes(known.statuses ?? new Uint8Array()) };
  return { answer: { outcome: 'outdated', ...answer } };
}

/** The progress that a record adds to its task. */
function progressOf({ checksFailed, rows, verified }: ChunkRecord): Progress {
  const processed = VERIFICATION_STATUSES.reduce((total, status) => total + rows[status], 0);
  return { ...rows, processed, checks_failed: checksFailed, verified };
}

function sumOf(one: Progress, other: Progress): Progress {
  const sum = { ...one };
  for (const column of Object.keys(one) as (keyof Progress)[]) sum[column] += other[column];
  return sum;
}
