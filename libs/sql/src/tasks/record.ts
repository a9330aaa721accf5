import { addSources, type ChunkRecord, type Lease, type RecordAnswer } from '@dialproof/core';
import { claimFinish } from './claim.js';
import { noSuchChunk } from './retries.js';
import { plainBytes, type StoreWork } from './store-work.js';
import { sourcesOfText, sourcesText } from './task-row.js';

/** Records a chunk unless another record came first. Claims the task's finish if this was its last open chunk. */
export async function recordChunk(work: StoreWork, lease: Lease, record: ChunkRecord): Promise<RecordAnswer> {
  const { session, queries, now } = work;
  const { taskId, chunkIndex } = lease;
  if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
  const known = await session.first(queries.recordable, { taskId, chunkIndex });
  if (known === undefined) return { outcome: 'closed' };
  if (known.revision === null) throw noSuchChunk(taskId, chunkIndex);
  const { revision, statuses, isComplete } = record;
  const query = isComplete ? queries.recordWhole : queries.recordPart;
  const recorded = await session.change(query, { taskId, chunkIndex, revision, statuses });
  if (recorded === 0) return await outdated(work, taskId, chunkIndex);
  const completed = isComplete && known.is_complete === 0 ? 1 : 0;
  const task = await session.first(queries.addProgress, { taskId, now, ...progressOf(record), completed });
  if (task === undefined) return { outcome: 'closed' };
  if (Object.keys(record.sources).length > 0) {
    const sources = sourcesText(addSources(sourcesOfText(task.sources), record.sources));
    await session.change(queries.setSources, { taskId, sources });
  }
  const isReady = task.step === 'finish' && task.is_ready === 1;
  const finish = isReady ? await claimFinish(work, taskId, record.leaseMs) : undefined;
  // Most records do not change what else can be claimed. Then there is nothing to update.
  if (isReady || task.is_ready !== known.is_ready || task.step !== known.step) {
    await session.change(queries.refreshAccount, { accountId: task.account_id });
  }
  const isEnding = known.failure_reason !== null || known.suspended_at !== null;
  return { outcome: 'recorded', revision: revision + 1, isEnding, finish: finish ?? null };
}

/** The record that others have made of a chunk meanwhile. */
export async function outdated(
  { session, queries }: StoreWork,
  taskId: string,
  chunkIndex: number,
): Promise<RecordAnswer> {
  const known = await session.first(queries.statusesOf, { taskId, chunkIndex });
  if (known === undefined) return { outcome: 'closed' };
  return {
    outcome: 'outdated',
    revision: known.revision,
    statuses: plainBytes(known.statuses ?? new Uint8Array()),
  };
}

/** The progress that a record adds to its task. */
export function progressOf({ rows, checksFailed, verified }: ChunkRecord) {
  return {
    waRegistered: rows.wa_registered,
    telegramRegistered: rows.telegram_registered,
    dead: rows.dead,
    inactive: rows.inactive,
    unknown: rows.unknown,
    rows: rows.wa_registered + rows.telegram_registered + rows.dead + rows.inactive + rows.unknown,
    checksFailed,
    verified,
  };
}
