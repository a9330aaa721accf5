import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import type { ApiClient } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';

/** What the server was asked for at that moment. */
export interface SentFile {
  readonly taskId: string;
  /** When its 202 came. */
  readonly acceptedAt: number;
}

/** A single check: when it was sent, and how long its answer took. */
interface TimedCheck {
  readonly sentAt: number;
  readonly tookMs: number;
}

/** Pause between the single checks of one sender, so that they show the latency and not the most that the server can do. */
const CHECK_EVERY_MS = 5;
const SENDERS = 4;

/** Single checks and files that are sent to a server without a break, until it is stopped. */
export class BackupLoad {
  readonly files: SentFile[] = [];
  readonly #checks: TimedCheck[] = [];
  readonly #client: ApiClient;
  readonly #account: DrillAccount;
  readonly #rows: number;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: ApiClient, account: DrillAccount, rows: number) {
    this.#client = client;
    this.#account = account;
    this.#rows = rows;
  }

  start(): void {
    this.#running = Promise.all([
      ...Array.from({ length: SENDERS }, () => this.#sendChecks()),
      this.#sendFiles(),
    ]);
  }

  /** Resolves when what is under way was answered; rejects with what went wrong. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** The times that single checks took that were sent between two moments, in order. */
  latencies(from: number, to: number): readonly number[] {
    const within = this.#checks.filter(({ sentAt }) => sentAt >= from && sentAt < to);
    return within.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  }

  async #sendChecks(): Promise<void> {
    while (!this.#isStopped) {
      const sentAt = performance.now();
      const { status } = await this.#client.verify(this.#account.token, '+14155550188');
      if (status !== 200) throw new DrillFailure(`a single check was answered with ${status}`);
      this.#checks.push({ sentAt, tookMs: performance.now() - sentAt });
      await delay(CHECK_EVERY_MS);
    }
  }

  async #sendFiles(): Promise<void> {
    while (!this.#isStopped) {
      const taskId = await sendFile(this.#client, this.#account, this.#rows);
      this.files.push({ taskId, acceptedAt: performance.now() });
      await untilEnded(this.#client, this.#account, taskId);
    }
  }
}

/** Sends a file with that many numbers, and gives its task's id. */
export async function sendFile(client: ApiClient, { token }: DrillAccount, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `customer ${row},+1415${2_000_000 + row}`);
  const body = new FormData();
  body.append('file', new Blob([`name,phone\n${lines.join('\n')}\n`]), 'list.csv');
  const answer = await fetch(`${client.base}/v1/verify/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new DrillFailure(`a file was answered with ${answer.status}: ${text}`);
  // The contract says what the body is.
  return (JSON.parse(text) as { task_id: string }).task_id;
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
