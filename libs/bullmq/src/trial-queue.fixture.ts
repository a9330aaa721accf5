import type { DoNextWork, ReportedFailure, WorkOutcome } from '@dialproof/core';
import { onTestFinished } from 'vitest';
import { BullMqTaskQueue, type BullMqTaskQueueOptions } from './index.js';

export const NOTHING: WorkOutcome = { did: 'nothing', retryAfterMs: null };
export const WORK: WorkOutcome = { did: 'work', taskId: null };

/** A queue that is stopped after the test, and the failures that its `onError` got. */
export function trialQueue(options: BullMqTaskQueueOptions) {
  const failures: ReportedFailure[] = [];
  const queue = new BullMqTaskQueue({ onError: (failure) => void failures.push(failure), ...options });
  onTestFinished(() => queue.stop());
  return { queue, failures };
}

/** The work function of several processes. It has `pieces` of work, and counts the calls of each process. */
export class SharedPile {
  pieces = 0;
  readonly calls: number[] = [];
  readonly done: number[] = [];
  /** The time of a piece of work. */
  piece: () => Promise<void> = () => new Promise(setImmediate);

  workOf(process: number): DoNextWork {
    this.calls[process] = 0;
    this.done[process] = 0;
    return async () => {
      this.calls[process] = (this.calls[process] ?? 0) + 1;
      if (this.pieces === 0) return NOTHING;
      this.pieces -= 1;
      await this.piece();
      this.done[process] = (this.done[process] ?? 0) + 1;
      return WORK;
    };
  }

  get allDone(): number {
    return this.done.reduce((sum, count) => sum + count, 0);
  }

  get allCalls(): number {
    return this.calls.reduce((sum, count) => sum + count, 0);
  }
}
