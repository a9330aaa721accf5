import assert from 'node:assert/strict';
import { newTaskId, type TaskQueue, type WorkOutcome } from '@dialproof/core';
import type { Closable } from '../runner/test-runner.js';

/** The subject of a case: a queue of its own, and its time. */
export interface TaskQueueSubject extends Closable {
  readonly queue: TaskQueue;
  /** Lets this many milliseconds pass for the queue: moves its clock, or waits. */
  advance(ms: number): Promise<void>;
}

export const SOME_TASK = newTaskId();
export const NOTHING: WorkOutcome = { did: 'nothing', retryAfterMs: null };

/** Work in pieces: those that wait, and those that are done. */
export class WorkPile {
  waiting: number;
  done = 0;
  calls = 0;

  constructor(waiting: number) {
    this.waiting = waiting;
  }

  /** Does one piece, taking a turn of the event loop for it as real work does. */
  async doNext(): Promise<WorkOutcome> {
    this.calls += 1;
    if (this.waiting === 0) return NOTHING;
    this.waiting -= 1;
    await new Promise(setImmediate);
    this.done += 1;
    return { did: 'work', taskId: SOME_TASK };
  }
}

/** A gate that work waits at until a test opens it. */
export class Gate {
  readonly opened: Promise<void>;
  open: () => void = () => {};

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

const STEP_MS = 10;
const PATIENCE_MS = 30_000;

/** Lets time pass until the condition holds. Fails if it does not hold in time. */
export async function until(subject: TaskQueueSubject, what: string, isSo: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    if (isSo()) return;
    await subject.advance(STEP_MS);
    // Callbacks of the clock continue in promises.
    await new Promise(setImmediate);
  }
  assert.fail(`it did not come to this within ${PATIENCE_MS} ms: ${what}`);
}

/** The length of {@link aWhile}. */
export const A_WHILE_MS = 100;

/** Lets some time pass, to see whether anything happens. */
export async function aWhile(subject: TaskQueueSubject): Promise<void> {
  for (let passedMs = 0; passedMs < A_WHILE_MS; passedMs += 1) {
    await subject.advance(1);
    await new Promise(setImmediate);
  }
}
