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
import { claimFinish } from './claim-of-task.js';
import { queries } from './queries/task-queries.js';
import { noSuchChunk } from './retries.js';
import { plainBytes, type StoreWork } from './store-work.js';
import { sourcesOfText, sourcesText } from './task-row.js';

/** The answers of a chunk that are to be recorded. */
export interface RecordedChunk {
  readonly taskId: TaskId;
  readonly chunkIndex: number;
  readonly record: ChunkRecord;
}

/** `isHeld`: another write has locked the task, so nothing was done. */
export type RecordOutcome =
  | { readonly answer: RecordAnswer }
  | { readonly error: unknown }
  | { readonly isHeld: true };

const CLOSED: RecordOutcome = { answer: { outcome: 'closed' } };
const HELD: RecordOutcome = { isHeld: true };

type KnownTask = RowOf<(typeof queries)['recordable']>;

/**
 * Makes these records, each unless another record of its chunk came first. No two of them are of one chunk. Claims the finish of each task
 * whose last open chunk is completed by them.
 *
 * It locks the tasks alone, and not their accounts, so that records do not wait for the claims of other tasks. A record makes nothing ready
 * that it does not claim itself. If an account only seems ready, the next claim corrects that. `waits`: whether to wait for tasks that
 * other writes have locked, instead of skipping them.
 */
export async function recordChunks(
  work: StoreWork,
  chunks: readonly RecordedChunk[],
  { waits }: { readonly waits: boolean },
): Promise<readonly RecordOutcome[]> {
  const { session } = work;
  const taskIds = JSON.stringify([...new Set(chunks.map(({ taskId }) => taskId))]);
  const rows = await session.rows(waits ? queries.recordable : queries.recordableUnlessHeld, { taskIds });
  const known = new Map(rows.map((row) => [row.task_id, row]));
  const recorded = await recordOpenChunks(
    work,
    chunks.filter(({ taskId }) => known.has(taskId)),
  );
  const outcomes: RecordOutcome[] = [];
  const taken = new Map<TaskId, { readonly place: number; readonly chunk: RecordedChunk }[]>();
  for (const [place, chunk] of chunks.entries()) {
    const { record, taskId } = chunk;
    const task = known.get(taskId);
    if (task === undefined) {
      outcomes.push(waits ? CLOSED : HELD);
      continue;
    }
    const other = recorded.has(chunk) ? undefined : await recordOtherwise(work, chunk);
    if (other === undefined) taken.set(taskId, [...(taken.get(taskId) ?? []), { place, chunk }]);
    const isEnding = task.failure_reason !== null || task.suspended_at !== null;
    const revision = record.revision + 1;
    outcomes.push(other ?? { answer: { outcome: 'recorded', revision, isEnding, finish: null } });
  }
  for (const [taskId, ofTask] of taken) {
    const completed = ofTask.filter(({ chunk }) => recorded.has(chunk) && chunk.record.isComplete).length;
    const records = ofTask.map(({ chunk }) => chunk.record);
    const finish = await addToTask(work, taskId, known.get(taskId), records, completed);
    const last = ofTask.at(-1)?.place ?? 0;
    const outcome = outcomes[last];
    if (
      finish !== undefined &&
      outcome !== undefined &&
      'answer' in outcome &&
      outcome.answer.outcome === 'recorded'
    )
      outcomes[last] = { answer: { ...outcome.answer, finish } };
  }
  return outcomes;
}

/** Replaces the statuses of those chunks that are open and at the revision of their record, in one statement. */
async function recordOpenChunks(
  { session }: StoreWork,
  chunks: readonly RecordedChunk[],
): Promise<ReadonlySet<RecordedChunk>> {
  if (chunks.length === 0) return new Set();
  const records = chunks.map(({ chunkIndex, record: { isComplete, revision, statuses }, taskId }) => ({
    task_id: taskId,
    chunk_index: chunkIndex,
    revision,
    is_complete: isComplete ? 1 : 0,
    statuses: hexOf(statuses),
  }));
  const rows = await session.rows(queries.recordOpenChunks, { records: JSON.stringify(records) });
  const changed = new Set(rows.map((row) => `${row.task_id} ${row.chunk_index}`));
  return new Set(chunks.filter(({ chunkIndex, taskId }) => changed.has(`${taskId} ${chunkIndex}`)));
}

/** Adds what was recorded to its task, and claims the finish if that is ready now. */
async function addToTask(
  work: StoreWork,
  taskId: TaskId,
  known: KnownTask | undefined,
  records: readonly ChunkRecord[],
  completed: number,
): Promise<FinishClaim | undefined> {
  const { session } = work;
  const task = await session.first(queries.addProgress, { taskId, ...progressOf(records), completed });
  if (task === undefined || known === undefined) throw new Error(`task ${taskId} is gone while it is locked`);
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
  { chunkIndex, record: { revision, statuses }, taskId }: RecordedChunk,
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
