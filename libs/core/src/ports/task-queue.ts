import type { TaskId } from '../model/identifiers.js';

/** The outcome of one piece of work. */
export type WorkOutcome =
  /** Something was done, for this task or, where it is null, for none; there may be more. */
  | { readonly did: 'work'; readonly taskId: TaskId | null }
  /**
   * Nothing can be done now. After `retryAfterMs` milliseconds something may be, without anyone's call; null when nothing is waiting.
   */
  | { readonly did: 'nothing'; readonly retryAfterMs: number | null };

/** Does the next piece of work, whichever it is. Safe to call at once from many places and processes. */
export type DoNextWork = (signal: AbortSignal) => Promise<WorkOutcome>;

/** Work that is not on tasks, and is done by the same calls: the deliveries of webhooks, for instance. */
export interface WorkSource {
  /**
   * Does what there is to do, and resolves when nothing is left for now. It may wait for others meanwhile: checks do not wait for it.
   * When the signal is aborted, it ends what it has begun, in a few seconds, and begins nothing more.
   */
  work(signal: AbortSignal): Promise<WorkOutcome>;
}

/**
 * Wakes workers. The task store is the record of truth: a queue that forgets everything loses no work, since every call of the
 * work function finds for itself what there is to do.
 */
export interface TaskQueue {
  /**
   * Starts calling `work` until it answers `nothing`, and again after each {@link wake} and after `retryAfterMs`. A call that rejects does
   * not stop the queue. A second start without a stop between rejects with TypeError.
   */
  start(work: DoNextWork): Promise<void>;

  /**
   * Says that there is work, of this task at least. It resolves when the news is safe with the queue, not when the work is done. A
   * wake during a running call of `work` is not lost. Before the start and after the stop it does nothing. The service waits for it
   * for a second at most: whoever uploaded the file is waiting too.
   */
  wake(taskId: TaskId): Promise<void>;

  /** Aborts the signal of running calls, waits until they have returned, and calls no more. Safe twice and before the start. */
  stop(): Promise<void>;
}
