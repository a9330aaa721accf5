import {
  addSources,
  type ChunkRecord,
  type FinishClaim,
  type RecordAnswer,
  type TaskId,
} from '@dialproof/core';
import { byteSlices } from './byte-slices.js';
import { claimFinish } from './claim.js';
import type { ProgressRow, RecordableRow, RecordBatchQueries } from './queries/record-batch-queries.js';
import { outdated, progressOf } from './record.js';
import { noSuchChunk } from './retries.js';
import type { Asking, StoreWork } from './store-work.js';
import { sourcesOfText, sourcesText } from './task-row.js';

/** What was learned of a chunk. */
export interface RecordedChunk {
  readonly taskId: TaskId;
  readonly chunkIndex: number;
  readonly record: ChunkRecord;
}

/** `heldAccount`: another write is at the account of the chunk's task, so nothing was done. */
export type RecordOutcome =
  | { readonly answer: RecordAnswer }
  | { readonly error: unknown }
  | { readonly heldAccount: string };

/** A record that its chunk takes. */
interface Taken extends RecordedChunk {
  readonly known: RecordableRow;
}

/** What a batch of records goes by. */
export interface Recordable {
  /** The accounts that are locked until the end of the write. */
  readonly locked: ReadonlySet<string>;
  readonly rows: readonly RecordableRow[];
}

/**
 * Locks the accounts of chunks and reads what records on them depend on; `waits`: for other writes that are at one of them, or else these
 * accounts are left out.
 *
 * Both go to the server together, and remain two statements: one that reads what it locks sees the rows as they were when it began, before it
 * waited. The second one begins behind the locks, and whoever has that of its account decides what becomes of a chunk.
 */
export async function askRecordable(
  { session }: Asking,
  queries: RecordBatchQueries,
  chunks: readonly RecordedChunk[],
  { waits }: { readonly waits: boolean },
): Promise<Recordable> {
  const taskIds = chunks.map(({ taskId }) => taskId);
  const chunkIndexes = chunks.map(({ chunkIndex }) => chunkIndex);
  const [accounts, rows] = await Promise.all([
    session.rows(waits ? queries.lockAccountsOf : queries.lockFreeAccountsOf, { taskIds }),
    session.rows(queries.recordableChunks, { taskIds, chunkIndexes }),
  ]);
  return { locked: new Set(accounts.map(({ account_id }) => account_id)), rows };
}

/** Records on chunks, of which each is there once, as if on one after another. `waits`: as it was asked. */
export async function recordChunks(
  work: StoreWork,
  queries: RecordBatchQueries,
  chunks: readonly RecordedChunk[],
  { locked, rows, waits }: Recordable & { readonly waits: boolean },
): Promise<RecordOutcome[]> {
  const known = new Map(rows.map((row) => [nameOf(row.task_id, row.chunk_index), row]));
  const taken: Taken[] = [];
  const others = new Map<RecordedChunk, RecordOutcome>();
  for (const chunk of chunks) {
    const { chunkIndex, record, taskId } = chunk;
    const row = known.get(nameOf(taskId, chunkIndex));
    if (row === undefined) others.set(chunk, { answer: { outcome: 'closed' } });
    else if (!locked.has(row.account_id)) {
      // Whoever has waited and has no lock would wait for ever.
      others.set(chunk, waits ? { error: noPlace(row.account_id) } : { heldAccount: row.account_id });
    } else if (row.revision === null) others.set(chunk, { error: noSuchChunk(taskId, chunkIndex) });
    else if (row.revision === record.revision) taken.push({ ...chunk, known: row });
    else others.set(chunk, { answer: await outdated(work, taskId, chunkIndex) });
  }
  const finishes = taken.length === 0 ? new Map<TaskId, FinishClaim>() : await write(work, queries, taken);
  const lastOfTask = new Map(taken.map(({ chunkIndex, taskId }) => [taskId, chunkIndex]));
  return chunks.map((chunk) => {
    const other = others.get(chunk);
    if (other !== undefined) return other;
    const { chunkIndex, record, taskId } = chunk;
    const row = known.get(nameOf(taskId, chunkIndex));
    const isEnding = row?.failure_reason !== null || row.suspended_at !== null;
    const finish = lastOfTask.get(taskId) === chunkIndex ? (finishes.get(taskId) ?? null) : null;
    return { answer: { outcome: 'recorded', revision: record.revision + 1, isEnding, finish } };
  });
}

/** Writes the records, and claims the ends of the tasks that waited for nothing else. */
async function write(
  work: StoreWork,
  queries: RecordBatchQueries,
  taken: readonly Taken[],
): Promise<Map<TaskId, FinishClaim>> {
  const { now, session } = work;
  const byTask = new Map<TaskId, readonly Taken[]>();
  for (const one of taken) byTask.set(one.taskId, [...(byTask.get(one.taskId) ?? []), one]);
  const recorded = session.change(queries.recordChunks, {
    taskIds: taken.map(({ taskId }) => taskId),
    chunkIndexes: taken.map(({ chunkIndex }) => chunkIndex),
    areComplete: taken.map(({ record }) => record.isComplete),
    ...byteSlices(taken.map(({ record }) => record.statuses)),
  });
  const progressed = session.rows(queries.addProgressOfTasks, { now, ...progressOfTasks(byTask) });
  const [, tasks] = await Promise.all([recorded, progressed]);
  await addSourcesOf(work, queries, tasks, byTask);
  const finishes = new Map<TaskId, FinishClaim>();
  const changedAccounts = new Set<string>();
  for (const task of tasks) {
    // One of those that were asked for.
    const last = byTask.get(task.task_id as TaskId)?.at(-1);
    if (last === undefined) continue;
    const isReady = task.step === 'finish' && task.is_ready === 1;
    const finish = isReady ? await claimFinish(work, last.taskId, last.record.leaseMs) : undefined;
    if (finish !== undefined) finishes.set(last.taskId, finish);
    // Most records change nothing of what else can be claimed: then there is nothing to follow.
    const { known } = last;
    if (isReady || task.is_ready !== known.is_ready || task.step !== known.step) {
      changedAccounts.add(task.account_id);
    }
  }
  for (const accountId of changedAccounts) await session.change(work.queries.refreshAccount, { accountId });
  return finishes;
}

/** The sums over the records of each task. */
function progressOfTasks(byTask: ReadonlyMap<TaskId, readonly Taken[]>) {
  const all = [...byTask.values()].map((records) =>
    records.map(({ known, record }) => ({
      ...progressOf(record),
      completed: record.isComplete && known.is_complete === 0 ? 1 : 0,
    })),
  );
  const column = (name: keyof (typeof all)[number][number]) =>
    all.map((records) => records.reduce((sum, record) => sum + record[name], 0));
  return {
    taskIds: [...byTask.keys()],
    rows: column('rows'),
    waRegistered: column('waRegistered'),
    telegramRegistered: column('telegramRegistered'),
    dead: column('dead'),
    inactive: column('inactive'),
    unknown: column('unknown'),
    checksFailed: column('checksFailed'),
    verified: column('verified'),
    completed: column('completed'),
  };
}

async function addSourcesOf(
  { session }: StoreWork,
  queries: RecordBatchQueries,
  tasks: readonly ProgressRow[],
  byTask: ReadonlyMap<string, readonly Taken[]>,
): Promise<void> {
  const changed = tasks.flatMap(({ sources, task_id: taskId }) => {
    const added = (byTask.get(taskId) ?? []).map(({ record }) => record.sources);
    if (added.every((counts) => Object.keys(counts).length === 0)) return [];
    return [{ taskId, sources: sourcesText(added.reduce(addSources, sourcesOfText(sources))) }];
  });
  if (changed.length === 0) return;
  await session.change(queries.setSourcesOfTasks, {
    taskIds: changed.map(({ taskId }) => taskId),
    sources: changed.map(({ sources }) => sources),
  });
}

function noPlace(accountId: string): RangeError {
  return new RangeError(`the account ${accountId} has a task and no place in the line of accounts`);
}

function nameOf(taskId: string, chunkIndex: number): string {
  return `${taskId} ${chunkIndex}`;
}
