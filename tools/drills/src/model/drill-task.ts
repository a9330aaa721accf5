import { TASK_STATUSES, type Task } from '@dialproof/client';
import type { Violations } from '../harness/drill.js';
import type { Account } from '../harness/server.js';
import type { DrillFile } from './drill-file.js';

/** A task whose submit was answered with 202, and its last known state. */
export class DrillTask {
  readonly taskId: string;
  readonly account: Account;
  readonly file: DrillFile;
  readonly #violations: Violations;
  #last: Task | undefined;

  constructor(taskId: string, account: Account, file: DrillFile, violations: Violations) {
    this.taskId = taskId;
    this.account = account;
    this.file = file;
    this.#violations = violations;
  }

  get ended(): boolean {
    return this.#last?.status === 'done' || this.#last?.status === 'failed';
  }

  get processed(): number {
    return this.#last?.processed ?? 0;
  }

  get label(): string {
    return `${this.file.name} (task ${this.taskId})`;
  }

  /** Its state at the last poll. */
  get progress(): string {
    return `${this.label}: ${this.#last?.status ?? 'not polled'}, ${this.processed} of ${this.file.rows}`;
  }

  /** Checks a poll: it has to be consistent and not behind the one before, even after restarts and at other servers. */
  see(task: Task): void {
    const { file, label } = this;
    const last = this.#last;
    const isDone = task.status === 'done';
    const expect = (what: string, found: number, expected: number) =>
      this.#violations.expectEqual(`${label}: ${what}`, found, expected);
    if (task.status === 'failed') this.#violations.add(`${label}: has failed with ${task.failure_reason}`);
    if (last !== undefined && task.processed < last.processed) {
      this.#violations.add(`${label}: processed went from ${last.processed} to ${task.processed}`);
    }
    if (last !== undefined && TASK_STATUSES.indexOf(task.status) < TASK_STATUSES.indexOf(last.status)) {
      this.#violations.add(`${label}: status went from ${last.status} to ${task.status}`);
    }
    const summed = Object.values(task.summary).reduce((sum, count) => sum + count, 0);
    expect('total', task.total, file.rows);
    expect('the sum of the summary', summed, task.processed);
    expect('rows beyond the total', Math.max(0, task.processed - task.total), 0);
    expect('credits held', task.credits.held, isDone ? 0 : file.held);
    expect('credits charged', task.credits.charged, isDone ? file.charged : 0);
    this.#last = task;
  }
}
