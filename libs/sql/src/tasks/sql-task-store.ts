import {
  type ChunkResult,
  type ClaimAnswer,
  type ClaimRequest,
  DialproofError,
  type FailureReason,
  type GiveBack,
  type LeaseTarget,
  type Task,
  type TaskContents,
  type TaskDraft,
  type TaskEnding,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { claimNext } from './claim.js';
import { compileTaskQueries, type TaskQueries } from './task-queries.js';
import { fileText, taskOfRow } from './task-row.js';

export interface SqlTaskStoreOptions {
  readonly database: SqlDatabase;
}

/** Keeps tasks in a database. */
export class SqlTaskStore implements TaskStore {
  readonly #database: SqlDatabase;
  readonly #queries: TaskQueries;

  constructor({ database }: SqlTaskStoreOptions) {
    this.#database = database;
    this.#queries = compileTaskQueries(database.builder);
  }

  async begin({ taskId, accountId, createdAt, leaseUntil }: TaskDraft): Promise<void> {
    const draft = { taskId, accountId, createdAt, leaseUntil };
    const begun = await this.#database.write((session) => session.change(this.#queries.begin, draft));
    if (begun === 0) throw new TypeError(`the task id ${taskId} is in use already`);
  }

  async appendRows(taskId: TaskId, index: number, block: Uint8Array): Promise<void> {
    const row = { taskId, index, before: index - 1, block };
    await this.#database.write(async (session) => {
      if ((await session.change(this.#queries.appendRows, row)) > 0) return;
      if ((await session.first(this.#queries.findDraft, { taskId })) === undefined) throw notFound();
      throw new RangeError(`row block ${index} cannot follow the row blocks of task ${taskId}`);
    });
  }

  async enqueue(taskId: TaskId, contents: TaskContents): Promise<Task> {
    const { total, rowsWithoutNumber, heldCredits: held, chunks } = contents;
    const file = fileText(contents.file);
    const task = { taskId, total, rowsWithoutNumber, held, chunks: chunks.length, file };
    return await this.#database.write(async (session) => {
      const enqueued = await session.first(this.#queries.enqueue, task);
      if (enqueued === undefined) return await this.#known(session, taskId);
      for (const [index, chunk] of chunks.entries()) {
        await session.change(this.#queries.addChunk, { taskId, index, chunk });
      }
      return taskOfRow(enqueued);
    });
  }

  async discard(taskId: TaskId): Promise<void> {
    await this.#database.write((session) => session.change(this.#queries.discard, { taskId }));
  }

  async find(taskId: TaskId): Promise<Task | undefined> {
    const row = await this.#database.read.first(this.#queries.find, { taskId });
    return row && taskOfRow(row);
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    return await this.#database.write((session) => claimNext(session, this.#queries, request));
  }

  async extendLease({ taskId, chunkIndex }: LeaseTarget, leaseUntil: number): Promise<boolean> {
    return await this.#database.write((session) => this.#setLease(session, taskId, chunkIndex, leaseUntil));
  }

  async record(taskId: TaskId, chunkIndex: number, { statuses, rows, verified }: ChunkResult): Promise<Task> {
    const progress = {
      taskId,
      waRegistered: rows.wa_registered,
      telegramRegistered: rows.telegram_registered,
      dead: rows.dead,
      inactive: rows.inactive,
      unknown: rows.unknown,
      rows: rows.wa_registered + rows.telegram_registered + rows.dead + rows.inactive + rows.unknown,
      verified,
    };
    return await this.#database.write(async (session) => {
      const recorded = await session.change(this.#queries.recordChunk, { taskId, chunkIndex, statuses });
      const row = recorded > 0 ? await session.first(this.#queries.addProgress, progress) : undefined;
      if (row !== undefined) return taskOfRow(row);
      return await this.#unrecorded(session, taskId, chunkIndex);
    });
  }

  async giveBack({ taskId, chunkIndex }: LeaseTarget, giveBack: GiveBack): Promise<void> {
    const { notBefore, outageSince } = giveBack;
    await this.#database.write(async (session) => {
      if (!(await this.#setLease(session, taskId, chunkIndex, 0))) return;
      await session.change(this.#queries.pause, { taskId, notBefore, outageSince });
    });
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    await this.#database.write((session) => session.change(this.#queries.fail, { taskId, reason }));
  }

  async finish(taskId: TaskId, ending: TaskEnding): Promise<Task> {
    const { status, failureReason, charged, finishedAt } = ending;
    const end = { taskId, status, failureReason, charged, finishedAt };
    return await this.#database.write(async (session) => {
      await session.change(this.#queries.start, { taskId, now: finishedAt });
      const ended = await session.first(this.#queries.finish, end);
      return ended === undefined ? await this.#known(session, taskId) : taskOfRow(ended);
    });
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.read.first(this.#queries.rowBlock, { taskId, index });
    return row && plainBytes(row.block);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    const rows = await this.#database.read.rows(this.#queries.statuses, { taskId });
    return rows.map(({ statuses }) => (statuses === null ? undefined : plainBytes(statuses)));
  }

  async endLeases(): Promise<void> {
    await this.#database.write(async (session) => {
      await session.change(this.#queries.endTaskLeases, {});
      await session.change(this.#queries.endChunkLeases, {});
    });
  }

  async #known(session: SqlSession, taskId: TaskId): Promise<Task> {
    const row = await session.first(this.#queries.find, { taskId });
    if (row === undefined) throw notFound();
    return taskOfRow(row);
  }

  async #unrecorded(session: SqlSession, taskId: TaskId, chunkIndex: number): Promise<Task> {
    const task = await this.#known(session, taskId);
    const chunk = await session.first(this.#queries.hasChunk, { taskId, chunkIndex });
    if (chunk === undefined) throw new RangeError(`task ${taskId} has no chunk ${chunkIndex}`);
    return task;
  }

  async #setLease(session: SqlSession, taskId: TaskId, chunkIndex: number | null, leaseUntil: number) {
    const changed =
      chunkIndex === null
        ? await session.change(this.#queries.setTaskLease, { taskId, leaseUntil })
        : await session.change(this.#queries.setChunkLease, { taskId, chunkIndex, leaseUntil });
    return changed > 0;
  }
}

/** The driver's bytes without the methods of its Buffer, which are not those of other stores. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}
