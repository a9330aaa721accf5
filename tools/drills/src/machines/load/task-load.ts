import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@dialproof/generate';
import { type DrillFile, makeDrillFile } from '../../crash/drill-file.js';
import type { DrillTask } from '../../crash/drill-task.js';
import { DrillFailure } from '../../drill-failure.js';
import type { PolledTask } from '../../server/api-client.js';
import type { DrillAccount } from '../../server/drill-account.js';
import type { Violations } from '../../violations.js';
import type { Fleet } from '../fleet/fleet.js';
import { ask } from './ask.js';
import { uploadUntilTaken } from './keyed-upload.js';
import type { ReplyJudge } from './reply-judge.js';

export interface TaskLoadParts {
  readonly fleet: Pick<Fleet, 'servers'>;
  readonly accounts: readonly DrillAccount[];
  readonly judge: ReplyJudge;
  readonly violations: Violations;
  readonly random: SeededRandom;
}

const POLL_EVERY_MS = 100;

/** Files of several accounts. Each is sent to any of the servers, and polled at any of them. */
export class TaskLoad {
  readonly tasks: DrillTask[] = [];
  readonly #parts: TaskLoadParts;
  #made = 0;

  constructor(parts: TaskLoadParts) {
    this.#parts = parts;
  }

  /** The rows of all tasks, and the processed ones. */
  get progress(): { readonly rows: number; readonly processed: number } {
    const rows = this.tasks.reduce((sum, { file }) => sum + file.statuses.length, 0);
    const processed = this.tasks.reduce(
      (sum, { file, processedShare }) => sum + processedShare * file.statuses.length,
      0,
    );
    return { rows, processed: Math.round(processed) };
  }

  /** Makes the next files, which takes some time. */
  async makeFiles(count: number, rows: number, { withFailures = false } = {}): Promise<DrillFile[]> {
    const files: DrillFile[] = [];
    for (let place = 0; place < count; place += 1) {
      const serial = this.#made;
      this.#made += 1;
      const type = serial % 5 === 4 ? 'xlsx' : 'csv';
      const file = await makeDrillFile({
        ...{ type, rows, seed: this.#parts.random.below(1_000_000), name: `file-${serial}.${type}` },
        // The checks of some of its numbers fail, which takes a quarter of a minute.
        hasFailures: withFailures && serial % 5 === 2,
      });
      files.push(file);
    }
    return files;
  }

  /** Sends files for the accounts in turn, those of one account one after another, and resolves when all are accepted. */
  async send(files: readonly DrillFile[]): Promise<void> {
    const { accounts } = this.#parts;
    await Promise.all(
      accounts.map(async (account, place) => {
        for (const [serial, file] of files.entries()) {
          if (serial % accounts.length === place) await this.#upload(account, file);
        }
      }),
    );
  }

  /** Sends files and polls meanwhile, until all tasks have ended. */
  async sendAndPoll(files: readonly DrillFile[], withinMs: number): Promise<void> {
    let areSent = false;
    const sent = this.send(files).then(() => {
      areSent = true;
    });
    const ended = this.pollUntil(
      () => areSent && this.tasks.every((task) => task.ended),
      'the end of all tasks',
      withinMs,
    );
    await Promise.all([sent, ended]);
  }

  /** Polls every task until `reached`. Throws DrillFailure if that takes longer than `withinMs`. */
  async pollUntil(reached: () => boolean, what: string, withinMs: number): Promise<void> {
    const giveUpAt = performance.now() + withinMs;
    while (!reached()) {
      if (performance.now() > giveUpAt) {
        const open = this.tasks.filter(({ ended }) => !ended).map(({ progress }) => progress);
        throw new DrillFailure(`${what}: not within ${withinMs} ms; open: ${open.join('; ')}`);
      }
      await this.#poll();
      await delay(POLL_EVERY_MS);
    }
  }

  /** Polls until every accepted task has ended. The tasks need only time. */
  async untilAllEnded(withinMs: number): Promise<void> {
    await this.pollUntil(() => this.tasks.every(({ ended }) => ended), 'the end of all tasks', withinMs);
  }

  async #upload(account: DrillAccount, file: DrillFile): Promise<void> {
    const { judge, violations } = this.#parts;
    const task = await uploadUntilTaken(
      { judge, violations, nextPort: () => this.#anyPort() },
      account,
      file,
    );
    this.tasks.push(task);
  }

  async #poll(): Promise<void> {
    const unfinished = this.tasks.filter(({ ended }) => !ended);
    await Promise.all(unfinished.map((task) => this.#pollOne(task)));
  }

  async #pollOne(task: DrillTask): Promise<void> {
    const path = `/v1/verify/tasks/${task.taskId}`;
    const answer = await ask({ port: this.#anyPort(), path, token: task.account.token });
    const reply = this.#parts.judge.note(`a poll of ${task.label}`, answer, [200]);
    if (reply === undefined) return;
    // The contract defines the body. A difference shows as a violation.
    task.see({ status: 200, body: JSON.parse(reply.text) as PolledTask });
  }

  #anyPort(): number {
    const { fleet, random } = this.#parts;
    return random.pick(fleet.servers).port;
  }
}
