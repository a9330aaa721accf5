import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import { type ApiClient, numberList } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';
import { PacedChecks } from '../server/paced-checks.js';

/** A file that was sent to the server. */
export interface SentFile {
  readonly taskId: string;
  /** When its 202 came. */
  readonly acceptedAt: number;
}

const CHECK_EVERY_MS = 5;

/** Sends single checks and files to a server without a break, until it is stopped. */
export class BackupLoad {
  readonly files: SentFile[] = [];
  readonly #checks: PacedChecks;
  readonly #client: ApiClient;
  readonly #account: DrillAccount;
  readonly #rows: number;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: ApiClient, account: DrillAccount, rows: number) {
    this.#checks = new PacedChecks({ port: client.port, token: account.token, everyMs: CHECK_EVERY_MS });
    this.#client = client;
    this.#account = account;
    this.#rows = rows;
  }

  start(): void {
    this.#checks.start();
    this.#running = this.#sendFiles();
  }

  /** Resolves when all requests under way were answered; rejects with the first failure. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#checks.stop(), this.#running]);
    for (const status of this.#checks.statuses().keys()) {
      if (status !== 200) throw new DrillFailure(`a single check was answered with ${status}`);
    }
  }

  /** The durations of single checks that were sent between two moments, sorted. */
  latencies(from: number, to: number): readonly number[] {
    return this.#checks.latencies(from, to);
  }

  async #sendFiles(): Promise<void> {
    while (!this.#isStopped) {
      const taskId = await sendFile(this.#client, this.#account, this.#rows);
      this.files.push({ taskId, acceptedAt: performance.now() });
      await untilEnded(this.#client, this.#account, taskId);
    }
  }
}

/** Sends a file with this many numbers, and resolves to its task's id. */
export async function sendFile(client: ApiClient, { token }: DrillAccount, rows: number): Promise<string> {
  const { body, status } = await client.submit(token, numberList(rows));
  if (status !== 202) throw new DrillFailure(`a file was answered with ${status}: ${JSON.stringify(body)}`);
  return body.task_id;
}

/** Polls until the task has ended, and resolves to its status and the share of its rows that was processed. */
export async function untilEnded(
  client: ApiClient,
  { token }: DrillAccount,
  taskId: string,
): Promise<string> {
  for (;;) {
    const { body, status } = await client.poll(token, taskId);
    if (status !== 200) return `answered with ${status}`;
    if (body.status === 'done' || body.status === 'failed') {
      return body.processed === body.total
        ? body.status
        : `${body.status} with ${body.processed} of ${body.total} rows`;
    }
    await delay(20);
  }
}
