import { hasEnded, TASK_STATUSES } from '@dialproof/core';
import type { Answer, PolledTask } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';
import type { Violations } from '../violations.js';
import type { DrillFile } from './drill-file.js';

/** A task that was answered with 202, and the results of its polls so far. */
export class DrillTask {
  readonly taskId: string;
  readonly account: DrillAccount;
  readonly file: DrillFile;
  readonly #violations: Violations;
  #last: PolledTask | undefined;

  constructor(taskId: string, account: DrillAccount, file: DrillFile, violations: Violations) {
    this.taskId = taskId;
    this.account = account;
    this.file = file;
    this.#violations = violations;
  }

  get ended(): boolean {
    return this.#last !== undefined && hasEnded(this.#last.status);
  }

  get processedShare(): number {
    return this.#last === undefined ? 0 : this.#last.processed / this.#last.total;
  }

  /** Its progress at the last poll. */
  get progress(): string {
    const { processed = 0, status = 'not polled', total = this.file.statuses.length } = this.#last ?? {};
    return `${this.label}: ${status}, ${processed} of ${total}`;
  }

  get label(): string {
    return `${this.file.name} (task ${this.taskId})`;
  }

  /** Checks the answer of a poll: it has to be consistent and not behind the previous one, even after restarts. */
  see({ status, body }: Answer<PolledTask>): void {
    if (status !== 200) {
      this.#violations.add(`${this.label}: a poll answered ${status} ${JSON.stringify(body)}`);
      return;
    }
    this.#compareWithLast(body);
    const { file, label } = this;
    const summed = Object.values(body.summary).reduce((sum, count) => sum + count, 0);
    this.#violations.expectEqual(`${label}: total`, body.total, file.statuses.length);
    this.#violations.expectEqual(`${label}: the sum of the summary`, summed, body.processed);
    if (body.processed > body.total) {
      this.#violations.add(`${label}: ${body.processed} of ${body.total} rows are processed`);
    }
    const done = hasEnded(body.status);
    this.#violations.expectEqual(`${label}: credits held`, body.credits.held, done ? 0 : file.held);
    this.#violations.expectEqual(`${label}: credits charged`, body.credits.charged, done ? file.charged : 0);
    if (body.status === 'failed') this.#violations.add(`${label}: has failed`);
    this.#last = body;
  }

  #compareWithLast(body: PolledTask): void {
    const last = this.#last;
    if (last === undefined) return;
    const rank = (task: PolledTask): number => TASK_STATUSES.indexOf(task.status);
    if (body.processed < last.processed) {
      this.#violations.add(`${this.label}: processed went from ${last.processed} to ${body.processed}`);
    }
    if (rank(body) < rank(last)) {
      this.#violations.add(`${this.label}: status went from ${last.status} to ${body.status}`);
    }
  }
}
