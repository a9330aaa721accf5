import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DialproofClient, isDialproofError, TASK_STATUSES, type Task } from '@dialproof/client';
import type { SeededRandom } from '@dialproof/generate';
import { type Violations, within } from '../judge.js';
import type { Server } from '../server.js';
import type { DrillFile } from './drill-file.js';
import { answerOf, SINGLE_CHECKS } from './upstream.js';

/** A task whose submit was answered with 202, and its state at the last poll. */
export interface DrillTask {
  readonly taskId: string;
  readonly token: string;
  readonly file: DrillFile;
  last: Task | undefined;
}

/** Refusals and failures after which a client of servers that are killed comes again. */
const COME_AGAIN = [
  ...['request_in_progress', 'too_many_requests', 'overloaded', 'upload_interrupted'],
  ...['connection_failed', 'timed_out', 'shutting_down'],
];
const INSISTS_FOR_MS = 300_000;
/** Many times the five seconds of a lease. */
const STANDS_STILL_MS = 90_000;
/** While servers do not answer, at most this many single checks wait. */
const CHECKS_AT_ONCE = 40;

/** Files, single checks and polls of well-behaved clients: each repeats a request with its key until it is answered. */
export class Load {
  readonly tasks: DrillTask[] = [];
  /** The numbers of single checks, each of which costs a credit once. */
  readonly checked: string[] = [];
  /** How often each reply came: `503 shutting_down`. */
  readonly replies = new Map<string, number>();
  readonly #servers: readonly Server[];
  readonly #random: SeededRandom;
  readonly #violations: Violations;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #failure: unknown;

  constructor(servers: readonly Server[], random: SeededRandom, violations: Violations) {
    this.#servers = servers;
    this.#random = random;
    this.#violations = violations;
  }

  /** A client that sends each request to one of the servers, and does not retry. */
  client(token: string): DialproofClient {
    const fetch = (url: string, init: RequestInit) => this.#fetch(url, init);
    const options = { baseUrl: 'http://any.server', token, fetch, maxRetries: 0, timeoutMs: 60_000 };
    return new DialproofClient(options);
  }

  /** Sends a file until it is taken. The task is polled from then on. */
  async send(token: string, file: DrillFile): Promise<void> {
    const { bytes: content, name } = file;
    const key = { idempotencyKey: randomUUID() };
    const submitted = await this.#insist(name, () => this.client(token).submit({ name, content }, {}, key));
    const task: DrillTask = { taskId: submitted.id, token, file, last: undefined };
    this.tasks.push(task);
    this.#run(async () => {
      const handle = this.client(token).task(task.taskId);
      while (!hasEnded(task)) {
        this.#see(task, await this.#insist(`a poll of ${name}`, () => handle.get()));
        await delay(100);
      }
    });
  }

  /** Sends single checks at this interval, each of another number, until {@link stop}. */
  startChecks(token: string, everyMs: number): void {
    this.#run(async () => {
      while (!this.#ending.signal.aborted) {
        if (this.#underWay.size < CHECKS_AT_ONCE + this.tasks.length) this.#check(token);
        await delay(everyMs);
      }
    });
  }

  /** Resolves when every task that was sent has ended. Throws when no row was processed for a while. */
  async untilEnded(): Promise<void> {
    const processed = () => this.tasks.reduce((sum, { last }) => sum + (last?.processed ?? 0), 0);
    const isOver = () => this.#failure !== undefined || this.tasks.every(hasEnded);
    while (!isOver()) {
      const before = processed();
      if (await within(STANDS_STILL_MS, () => isOver() || processed() > before)) continue;
      throw new Error(`nothing went on for ${STANDS_STILL_MS} ms: ${[...this.replies]}`);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Sends no more checks, and resolves when every request is answered. */
  async stop(): Promise<void> {
    this.#ending.abort();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #check(token: string): void {
    const number = `${SINGLE_CHECKS}${100_000 + this.checked.length}`;
    this.checked.push(number);
    this.#run(async () => {
      const key = { idempotencyKey: randomUUID() };
      const { phone, status } = await this.#insist(number, () => this.client(token).verify(number, key));
      this.#violations.expectEqual('a single check', `${phone} ${status}`, `${number} ${answerOf(number)}`);
    });
  }

  /** A poll has to be consistent and not behind the one before, even after restarts and at other servers. */
  #see(task: DrillTask, now: Task): void {
    const { file, last } = task;
    const violate = (what: string) => this.#violations.add(`${file.name}, ${now.task_id}: ${what}`);
    const isDone = now.status === 'done';
    const summed = Object.values(now.summary).reduce((sum, count) => sum + count, 0);
    const { charged, held } = now.credits;
    if (now.status === 'failed') violate(`has failed with ${now.failure_reason}`);
    if (now.processed < (last?.processed ?? 0)) violate('fewer rows are processed than before');
    if (last && TASK_STATUSES.indexOf(now.status) < TASK_STATUSES.indexOf(last.status))
      violate(`status went from ${last.status} to ${now.status}`);
    if (now.total !== file.rows || now.processed > file.rows || summed !== now.processed)
      violate(`${now.processed} of ${now.total} rows, ${summed} in the summary, of ${file.rows} in the file`);
    if (held !== (isDone ? 0 : file.held) || charged !== (isDone ? file.charged : 0))
      violate(`${held} credits are held, ${charged} charged, when it is ${now.status}`);
    task.last = now;
  }

  /** Repeats a request as long as it fails in a way that a kill explains. */
  async #insist<Result>(what: string, request: () => Promise<Result>): Promise<Result> {
    const giveUpAt = performance.now() + INSISTS_FOR_MS;
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const isAllowed = isDialproofError(error) && COME_AGAIN.includes(error.code);
        if (!isAllowed || performance.now() > giveUpAt)
          throw new Error(`${what}: ${error}`, { cause: error });
      }
      await delay(200);
    }
  }

  /** Sends a request, and judges a refusal: each that means 'come again' has a Retry-After, and there is no other 5xx. */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { port } = this.#random.pick(this.#servers);
    const reply = await fetch(url.replace('any.server', `127.0.0.1:${port}`), init);
    const text = reply.status < 400 ? '' : await reply.clone().text();
    const kind = `${reply.status} ${/"detail":"(\w+)"/.exec(text)?.[1] ?? text}`.trim();
    this.replies.set(kind, (this.replies.get(kind) ?? 0) + 1);
    const comesAgain = /^(?:429|503) |^409 request_in_progress$/.test(kind);
    const lacksTime = comesAgain && !/^[1-9]\d*$/.test(reply.headers.get('retry-after') ?? '');
    if ((lacksTime && kind !== '503 shutting_down') || (reply.status >= 500 && !comesAgain))
      this.#violations.add(`a reply is ${kind} with the Retry-After ${reply.headers.get('retry-after')}`);
    return reply;
  }

  /** Runs something in the background. If it fails, {@link untilEnded} and {@link stop} reject. */
  #run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#failure ??= error;
        this.#ending.abort();
      })
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }
}

function hasEnded({ last }: DrillTask): boolean {
  return last?.status === 'done' || last?.status === 'failed';
}
