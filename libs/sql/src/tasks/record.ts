import {
  addSources,
  type ChunkRecord,
  emptySummary,
  type FinishClaim,
  type RecordAnswer,
  type TaskId,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { hexOf } from '../json-rows.js';
import type { RowOf } from '../query.js';
import type { Decision } from '../shared-writes.js';
import { claimFinish } from './claim-of-task.js';
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
  const records = taken.map(({ record }) => record);
  const finish = await addToTask(work, taskId, task, records, completed);
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
  const records = chunks.map(({ chunkIndex, record: { isComplete, revision, statuses } }) => ({
    chunk_index: chunkIndex,
    revision,
    is_complete: isComplete ? 1 : 0,
    statuses: hexOf(statuses),
  }));
  const rows = await session.rows(queries.recordOpenChunks, { taskId, records: JSON.stringify(records) });
  const changed = new Set(rows.map((row) => row.chunk_index));
  return new Set(chunks.filter(({ chunkIndex }) => changed.has(chunkIndex)));
}

/** Adds what was recorded to its task, and claims the finish if that is ready now. */
async function addToTask(
  work: StoreWork,
  taskId: TaskId,
  known: KnownTask,
  records: readonly ChunkRecord[],
  completed: number,
): Promise<FinishClaim | undefined> {
  const { session } = work;
  const task = await session.first(queries.addProgress, { taskId, ...progressOf(records), completed });
  if (task === undefined) throw new Error(`task ${taskId} is gone while it is locked`);
  const added = records.map(({ sources }) => sources).reduce(addSources, {});
  if (Object.keys(added).length > 0) {
    const sources = sourcesText(addSources(sourcesOfText(task.sources), added));
    await session.change(queries.setSources, { taskId, sources });
  }
  if (task.open_chunks > 0 && known.failure_reason === null) return undefined;
  await session.first(queries.refresh, { taskId, now: work.now });
  return await claimFinish(work, taskId, records.at(-1)?.leaseMs ?? 0);
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

/** The progress that records add to their task. */
function progressOf(records: readonly ChunkRecord[]) {
  const sum = (count: (record: ChunkRecord) => number) =>
    records.reduce((total, record) => total + count(record), 0);
  const rows = { ...emptySummary() };
  for (const status of VERIFICATION_STATUSES) rows[status] = sum((record) => record.rows[status]);
  return {
    ...rows,
    rows: VERIFICATION_STATUSES.reduce((total, status) => total + rows[status], 0),
    checksFailed: sum(({ checksFailed }) => checksFailed),
    verified: sum(({ verified }) => verified),
  };
}
