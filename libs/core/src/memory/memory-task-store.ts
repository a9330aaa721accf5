import { DialproofError } from '../errors.js';
import type { TaskId } from '../identifiers.js';
import type {
  ChunkResult,
  ClaimAnswer,
  ClaimRequest,
  GiveBack,
  LeaseTarget,
  TaskContents,
  TaskDraft,
  TaskEnding,
  TaskStore,
} from '../ports/task-store.js';
import type { FailureReason, Task } from '../task.js';
import { MemoryDraft } from './memory-draft.js';
import { MemoryTask } from './memory-task.js';

/**
 * A task store in this process's memory, for tests and for trying out: it forgets everything when the process ends and keeps every
 * task until then. No method waits between reading and changing, which is what makes each one atomic here.
 */
export class MemoryTaskStore implements TaskStore {
  readonly #drafts = new Map<TaskId, MemoryDraft>();
  readonly #tasks = new Map<TaskId, MemoryTask>();
  /** Tasks that have not ended. A map keeps the order of insertion: here, the one that was served longest ago comes first. */
  readonly #unfinished = new Map<TaskId, MemoryTask>();

  async begin(draft: TaskDraft): Promise<void> {
    if (this.#drafts.has(draft.taskId) || this.#tasks.has(draft.taskId)) {
      throw new TypeError(`the task id ${draft.taskId} is in use already`);
    }
    this.#drafts.set(draft.taskId, new MemoryDraft(draft));
  }

  async appendRows(taskId: TaskId, index: number, block: Uint8Array): Promise<void> {
    this.#draft(taskId).append(index, block);
  }

  async enqueue(taskId: TaskId, contents: TaskContents): Promise<Task> {
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return known.snapshot();
    const task = new MemoryTask(this.#draft(taskId), contents);
    this.#drafts.delete(taskId);
    this.#tasks.set(taskId, task);
    this.#unfinished.set(taskId, task);
    return task.snapshot();
  }

  async discard(taskId: TaskId): Promise<void> {
    this.#drafts.delete(taskId);
  }

  async find(taskId: TaskId): Promise<Task | undefined> {
    return this.#tasks.get(taskId)?.snapshot();
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    let retryAt = Number.POSITIVE_INFINITY;
    // Drafts first: they are few and quick, and behind a busy store's tasks their credits would be held for ever.
    for (const draft of this.#drafts.values()) {
      if (draft.leaseUntil <= request.now) {
        draft.abandoned = true;
        draft.leaseUntil = request.leaseUntil;
        return { claim: { kind: 'discard', taskId: draft.taskId } };
      }
      retryAt = Math.min(retryAt, draft.leaseUntil);
    }
    for (const [taskId, task] of this.#unfinished) {
      const claimableAt = task.claimableAt(request.now);
      if (claimableAt <= request.now) {
        this.#unfinished.delete(taskId);
        this.#unfinished.set(taskId, task);
        return { claim: task.claim(request) };
      }
      retryAt = Math.min(retryAt, claimableAt);
    }
    return { claim: null, retryAt: retryAt === Number.POSITIVE_INFINITY ? null : retryAt };
  }

  async extendLease(target: LeaseTarget, leaseUntil: number): Promise<boolean> {
    const task = this.#tasks.get(target.taskId);
    if (task !== undefined) return task.extendLease(target.chunkIndex, leaseUntil);
    const draft = this.#drafts.get(target.taskId);
    if (draft !== undefined) draft.leaseUntil = leaseUntil;
    return draft !== undefined;
  }

  async record(taskId: TaskId, chunkIndex: number, result: ChunkResult): Promise<Task> {
    const task = this.#task(taskId);
    task.record(chunkIndex, result);
    return task.snapshot();
  }

  async giveBack(target: LeaseTarget, giveBack: GiveBack): Promise<void> {
    this.#tasks.get(target.taskId)?.giveBack(target.chunkIndex, giveBack);
    const draft = this.#drafts.get(target.taskId);
    if (draft !== undefined) draft.leaseUntil = Number.NEGATIVE_INFINITY;
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    this.#tasks.get(taskId)?.fail(reason);
  }

  async finish(taskId: TaskId, ending: TaskEnding): Promise<Task> {
    const task = this.#task(taskId);
    task.finish(ending);
    this.#unfinished.delete(taskId);
    return task.snapshot();
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    return this.#tasks.get(taskId)?.rowBlock(index);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#tasks.get(taskId)?.statuses() ?? [];
  }

  async endLeases(): Promise<void> {
    for (const draft of this.#drafts.values()) draft.leaseUntil = Number.NEGATIVE_INFINITY;
    for (const task of this.#unfinished.values()) task.endLeases();
  }

  #draft(taskId: TaskId): MemoryDraft {
    const draft = this.#drafts.get(taskId);
    if (draft === undefined || draft.abandoned) throw notFound();
    return draft;
  }

  #task(taskId: TaskId): MemoryTask {
    const task = this.#tasks.get(taskId);
    if (task === undefined) throw notFound();
    return task;
  }
}

function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}
