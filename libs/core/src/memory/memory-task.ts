import type {
  ChunkResult,
  Claim,
  ClaimRequest,
  GiveBack,
  TaskContents,
  TaskEnding,
} from '../ports/task-store.js';
import { emptySummary, VERIFICATION_STATUSES } from '../statuses.js';
import { type FailureReason, hasEnded, type Task } from '../task.js';
import { MemoryChunks } from './memory-chunks.js';
import type { MemoryDraft } from './memory-draft.js';

/** One task of the {@link MemoryTaskStore}: its states, its progress, and what of it can be claimed. */
export class MemoryTask {
  readonly #chunks: MemoryChunks;
  readonly #rowBlocks: readonly Uint8Array[];
  readonly #rowsWithoutNumber: number;
  readonly #summary = emptySummary();
  #task: Omit<Task, 'processed' | 'summary'>;
  #verified = 0;
  #failure: FailureReason | null = null;
  #finishLeaseUntil: number | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  #outageSince: number | null = null;

  constructor(draft: MemoryDraft, contents: TaskContents) {
    this.#chunks = new MemoryChunks(contents.chunks);
    this.#rowBlocks = draft.rowBlocks;
    this.#rowsWithoutNumber = contents.rowsWithoutNumber;
    this.#task = {
      taskId: draft.taskId,
      accountId: draft.accountId,
      status: 'queued',
      total: contents.total,
      createdAt: draft.createdAt,
      startedAt: null,
      finishedAt: null,
      failureReason: null,
      credits: { held: contents.heldCredits, charged: 0 },
      file: structuredClone(contents.file),
    };
  }

  snapshot(): Task {
    const summary = { ...this.#summary };
    const processed = VERIFICATION_STATUSES.reduce((rows, status) => rows + summary[status], 0);
    return { ...structuredClone(this.#task), processed, summary };
  }

  rowBlock(index: number): Uint8Array | undefined {
    const block = this.#rowBlocks[index];
    return block && new Uint8Array(block);
  }

  statuses(): (Uint8Array | undefined)[] {
    return this.#chunks.statuses();
  }

  /** When something of this unfinished task can be claimed: `now` or earlier if it can be at once. */
  claimableAt(now: number): number {
    const leaseEnd = this.#isToBeFinished
      ? (this.#finishLeaseUntil ?? Number.NEGATIVE_INFINITY)
      : this.#chunks.next(now).leaseEnd;
    return Math.max(this.#notBefore, leaseEnd);
  }

  /** Claims what {@link claimableAt} said is there. */
  claim({ now, leaseUntil }: ClaimRequest): Claim {
    this.#start(now);
    if (this.#isToBeFinished) {
      this.#finishLeaseUntil = leaseUntil;
      return {
        kind: 'finish',
        task: this.snapshot(),
        verified: this.#verified,
        failureReason: this.#failure,
      };
    }
    const { index: chunkIndex } = this.#chunks.next(now);
    this.#chunks.lease(chunkIndex, leaseUntil);
    return {
      kind: 'check',
      task: this.snapshot(),
      chunkIndex,
      chunk: this.#chunks.numbers(chunkIndex),
      outageSince: this.#outageSince,
    };
  }

  extendLease(chunkIndex: number | null, leaseUntil: number): boolean {
    if (!this.#isLeased(chunkIndex)) return false;
    this.#lease(chunkIndex, leaseUntil);
    return true;
  }

  giveBack(chunkIndex: number | null, { notBefore, outageSince }: GiveBack): void {
    if (!this.#isLeased(chunkIndex)) return;
    this.#lease(chunkIndex, null);
    // Of two pauses the longer one counts: both said that nothing may be claimed before their end.
    this.#notBefore = Math.max(this.#notBefore, notBefore);
    this.#outageSince ??= outageSince;
  }

  endLeases(): void {
    this.#finishLeaseUntil = null;
    this.#chunks.endLeases();
  }

  record(chunkIndex: number, result: ChunkResult): void {
    if (this.#failure !== null || this.#hasEnded) return;
    if (!this.#chunks.record(chunkIndex, result.statuses)) return;
    for (const status of VERIFICATION_STATUSES) this.#summary[status] += result.rows[status];
    this.#verified += result.verified;
    this.#outageSince = null;
  }

  fail(reason: FailureReason): void {
    if (!this.#hasEnded) this.#failure ??= reason;
  }

  finish(ending: TaskEnding): void {
    if (this.#hasEnded) return;
    this.#start(ending.finishedAt);
    this.#task = {
      ...this.#task,
      status: ending.status,
      failureReason: ending.failureReason,
      finishedAt: Math.max(ending.finishedAt, this.#task.startedAt ?? ending.finishedAt),
      credits: { held: 0, charged: ending.charged },
    };
  }

  get #hasEnded(): boolean {
    return hasEnded(this.#task.status);
  }

  get #isToBeFinished(): boolean {
    return this.#chunks.areRecorded || this.#failure !== null;
  }

  #start(now: number): void {
    if (this.#task.status !== 'queued') return;
    this.#task = { ...this.#task, status: 'processing', startedAt: Math.max(now, this.#task.createdAt) };
    this.#summary.unknown += this.#rowsWithoutNumber;
  }

  #isLeased(chunkIndex: number | null): boolean {
    if (this.#hasEnded) return false;
    if (chunkIndex === null) return this.#finishLeaseUntil !== null;
    return this.#failure === null && this.#chunks.isLeased(chunkIndex);
  }

  #lease(chunkIndex: number | null, leaseUntil: number | null): void {
    if (chunkIndex === null) this.#finishLeaseUntil = leaseUntil;
    else this.#chunks.lease(chunkIndex, leaseUntil);
  }
}
