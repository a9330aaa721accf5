import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DialproofClient, isDialproofError } from '@dialproof/client';
import type { SeededRandom } from '@dialproof/generate';
import { DrillFailure, type Violations, within } from '../harness/drill.js';
import type { Account, Server } from '../harness/server.js';
import type { DrillFile } from './drill-file.js';
import { DrillTask } from './drill-task.js';
import { answerOf, SINGLE_CHECKS } from './upstream.js';

/** The failures of requests that a drill allows. */
export interface Allowed {
  /** Processes end: connections break, and a server that stops says so. */
  readonly cuts?: boolean;
  /** Storage is away: requests are refused with 503. */
  readonly outages?: boolean;
}

export interface LoadParts {
  /** Each request goes to one of them. */
  readonly servers: readonly Server[];
  readonly random: SeededRandom;
  readonly violations: Violations;
  readonly allowed: Allowed;
  /** Whether the machine is so busy that storage may be refused at present. */
  readonly isBusy: () => boolean;
}

/** Refusals that are allowed at any time. Each has a Retry-After. */
const COME_AGAIN = ['request_in_progress', 'too_many_requests', 'overloaded', 'upload_interrupted'];
const AFTER_CUTS = ['connection_failed', 'timed_out', 'shutting_down'];
const AWAY = 'storage_unavailable';
const AGAIN_MS = 200;
const POLL_EVERY_MS = 100;
/** While servers do not answer, at most this many single checks wait. */
const CHECKS_AT_ONCE = 40;
const INSISTS_FOR_MS = 300_000;
const TOLD_AT_MOST = 5;
/** The longest time without progress: many times the five seconds of a lease. */
const STANDS_STILL_MS = 90_000;

/** Files, single checks and polls of well-behaved clients: each repeats a request with its key until it is answered. */
export class Load {
  readonly tasks: DrillTask[] = [];
  /** The numbers of single checks, each of which costs a credit once. */
  readonly checked: { readonly number: string; readonly account: Account }[] = [];
  /** Answered single checks, by the moments at which they were sent and answered. */
  readonly answered: { readonly sentAt: number; readonly at: number }[] = [];
  readonly #parts: LoadParts;
  readonly #replies = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #isAbandoned = false;
  #failure: unknown;

  constructor(parts: LoadParts) {
    this.#parts = parts;
  }

  /** The number of replies of each kind, as a line. */
  get replies(): string {
    const sorted = [...this.#replies].sort(([one], [other]) => one.localeCompare(other));
    return sorted.map(([kind, count]) => `${count} ${kind}`).join(', ');
  }

  /** The number of replies of a kind, such as `503 storage_unavailable`. */
  count(kind: string): number {
    return this.#replies.get(kind) ?? 0;
  }

  /** The processed rows of all tasks. */
  get processed(): number {
    return this.tasks.reduce((sum, { processed }) => sum + processed, 0);
  }

  get rows(): number {
    return this.tasks.reduce((sum, { file }) => sum + file.rows, 0);
  }

  /** A client that sends each request to one of the servers, and does not retry. */
  client(token: string): DialproofClient {
    const fetch = (url: string, init: RequestInit) => this.#fetch(url, init);
    return new DialproofClient({
      baseUrl: 'http://any.server',
      token,
      fetch,
      maxRetries: 0,
      timeoutMs: 60_000,
    });
  }

  /** Sends a file until it is taken. The task is polled from then on. */
  async send(account: Account, file: DrillFile): Promise<DrillTask> {
    const key = { idempotencyKey: randomUUID() };
    const { bytes: content, name } = file;
    const client = this.client(account.token);
    const { id, total } = await this.#insist(name, () => client.submit({ name, content }, {}, key));
    this.#parts.violations.expectEqual(`${name}: total of the 202`, total, file.rows);
    const task = new DrillTask(id, account, file, this.#parts.violations);
    this.tasks.push(task);
    this.#follow(task);
    return task;
  }

  /** Sends single checks at this interval, each of another number, until {@link stop}. */
  startChecks(account: Account, everyMs: number): void {
    this.#run(async () => {
      while (!this.#stopping.signal.aborted) {
        if (this.#underWay.size < CHECKS_AT_ONCE + this.tasks.length) this.#check(account);
        await this.#pause(everyMs);
      }
    });
  }

  get allEnded(): boolean {
    return this.tasks.every(({ ended }) => ended);
  }

  /** Resolves when every task that was sent has ended. Throws DrillFailure when no row was processed for a while. */
  async untilEnded(): Promise<void> {
    while (this.#throwFailure() && !this.allEnded) {
      const { processed } = this;
      const goesOn = () => this.#throwFailure() && (this.allEnded || this.processed > processed);
      if (await within(STANDS_STILL_MS, goesOn)) continue;
      const open = this.tasks.filter(({ ended }) => !ended).map(({ progress }) => progress);
      throw new DrillFailure(`nothing went on for ${STANDS_STILL_MS} ms: ${open}; ${this.replies}`);
    }
  }

  /** Sends no more checks, and resolves when every request is answered. Call it after {@link untilEnded}. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  /** Sends nothing further, and repeats nothing: the servers may be gone. Safe at any time. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#stopping.abort();
  }

  #check(account: Account): void {
    const number = `${SINGLE_CHECKS}${100_000 + this.checked.length}`;
    this.checked.push({ number, account });
    this.#run(async () => {
      const key = { idempotencyKey: randomUUID() };
      const sentAt = performance.now();
      const client = this.client(account.token);
      const { phone, status } = await this.#insist(number, () => client.verify(number, key));
      this.answered.push({ sentAt, at: performance.now() });
      this.#parts.violations.expectEqual('the phone of a single check', phone, number);
      this.#parts.violations.expectEqual(`the status of ${number}`, status, answerOf(number));
    });
  }

  #follow(task: DrillTask): void {
    this.#run(async () => {
      const handle = this.client(task.account.token).task(task.taskId);
      while (!task.ended) {
        task.see(await this.#insist(`a poll of ${task.label}`, () => handle.get()));
        await delay(POLL_EVERY_MS);
      }
    });
  }

  /** Repeats a request as long as it fails in a way that the drill allows. */
  async #insist<Result>(what: string, request: () => Promise<Result>): Promise<Result> {
    const { allowed, isBusy } = this.#parts;
    const { cuts, outages } = allowed;
    const again = [...COME_AGAIN, ...(cuts ? AFTER_CUTS : [])];
    const giveUpAt = performance.now() + INSISTS_FOR_MS;
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const isAway = isDialproofError(error, AWAY) && (outages === true || isBusy());
        const isAllowed = isAway || (isDialproofError(error) && again.includes(error.code));
        if (!isAllowed || this.#isAbandoned || performance.now() > giveUpAt) {
          throw new DrillFailure(`${what}: ${error}; replies: ${this.replies}`, { cause: error });
        }
      }
      await delay(AGAIN_MS);
    }
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { allowed, random, servers, violations } = this.#parts;
    const { base } = random.pick(servers);
    const reply = await fetch(url.replace('http://any.server', base), init).catch((error: unknown) => {
      this.#note('cut off');
      throw error;
    });
    if (reply.status < 400) {
      this.#note(String(reply.status));
      return reply;
    }
    const text = await reply.clone().text();
    const kind = `${reply.status} ${/"detail":"(\w+)"/.exec(text)?.[1] ?? text}`;
    const tells = this.#note(kind) <= TOLD_AT_MOST;
    const comesAgain = reply.status === 503 || reply.status === 429 || kind === '409 request_in_progress';
    const isWrong = reply.status >= 500 && !comesAgain;
    const lacksTime = comesAgain && !/^[1-9]\d*$/.test(reply.headers.get('retry-after') ?? '');
    const isStopping = allowed.cuts === true && kind === '503 shutting_down';
    if (tells && (isWrong || (lacksTime && !isStopping))) {
      violations.add(`a reply is ${kind} with the Retry-After ${reply.headers.get('retry-after')}`);
    }
    return reply;
  }

  #note(kind: string): number {
    this.#replies.set(kind, this.count(kind) + 1);
    return this.count(kind);
  }

  /** Runs something in the background. If it fails, {@link untilEnded} and {@link stop} reject. */
  #run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  #throwFailure(): true {
    if (this.#failure !== undefined) throw this.#failure;
    return true;
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
