import {
  addSources,
  type ChunkRecord,
  emptySummary,
  type RecordAnswer,
  type TaskId,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { claimFinish } from './claim.js';
import { noSuchChunk } from './retries.js';
import { plainBytes, type StoreWork } from './store-work.js';
import { sourcesOfText, sourcesText } from './task-row.js';

/** What was learned of a chunk. */
export interface RecordedChunk {
  readonly chunkIndex: number;
  readonly record: ChunkRecord;
}

export type RecordOutcome = { readonly answer: RecordAnswer } | { readonly error: unknown };

const CLOSED: RecordOutcome = { answer: { outcome: 'closed' } };

/**
 * Records on chunks of a task, each unless another record came first. Claims the task's finish if these were its last open chunks.
 *
 * It locks the task alone, and not its account, so that records do not wait for claims. A record never makes anything of the account ready that
 * it does not claim itself. An account that seems ready and is not is noticed by the next claim.
 */
export async function recordChunks(
  work: StoreWork,
  taskId: TaskId,
  chunks: readonly RecordedChunk[],
): Promise<readonly RecordOutcome[]> {
  const { session, queries } = work;
  const known = await session.first(queries.recordable, { taskId });
  if (known === undefined) return chunks.map(() => CLOSED);
  const isEnding = known.failure_reason !== null || known.suspended_at !== null;
  const outcomes: RecordOutcome[] = [];
  const taken: ChunkRecord[] = [];
  let completed = 0;
  let lastTaken = -1;
  for (const { chunkIndex, record } of chunks) {
    const change = await recordChunk(work, taskId, chunkIndex, record);
    if (typeof change === 'string') {
      taken.push(record);
      if (change === 'completed') completed += 1;
      lastTaken = outcomes.length;
      const revision = record.revision + 1;
      outcomes.push({ answer: { outcome: 'recorded', revision, isEnding, finish: null } });
    } else outcomes.push(change);
  }
  const last = outcomes[lastTaken];
  if (last === undefined || !('answer' in last) || last.answer.outcome !== 'recorded') return outcomes;
  const progress = { taskId, ...progressOf(taken), completed };
  const task = await session.first(queries.addProgress, progress);
  if (task === undefined) throw new Error(`task ${taskId} is gone while it is locked`);
  const added = taken.map(({ sources }) => sources).reduce(addSources, {});
  if (Object.keys(added).length > 0) {
    const sources = sourcesText(addSources(sourcesOfText(task.sources), added));
    await session.change(queries.setSources, { taskId, sources });
  }
  if (task.open_chunks > 0 && known.failure_reason === null) return outcomes;
  await session.first(queries.refresh, { taskId, now: work.now });
  const finish = await claimFinish(work, taskId, taken.at(-1)?.leaseMs ?? 0);
  if (finish !== undefined) outcomes[lastTaken] = { answer: { ...last.answer, finish } };
  return outcomes;
}

/** Replaces the statuses of a chunk if it is at the record's revision. */
async function recordChunk(
  { queries, session }: StoreWork,
  taskId: TaskId,
  chunkIndex: number,
  { isComplete, revision, statuses }: ChunkRecord,
): Promise<'recorded' | 'completed' | RecordOutcome> {
  const change = { taskId, chunkIndex, revision, statuses };
  if (isComplete && (await session.change(queries.recordWhole, change)) > 0) return 'completed';
  // Also the statuses of a chunk that was complete before.
  if ((await session.change(queries.recordPart, change)) > 0) return 'recorded';
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
