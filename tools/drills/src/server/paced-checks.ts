import { Agent, type IncomingMessage, request } from 'node:http';

export interface PacedChecksOptions {
  readonly port: number;
  readonly token: string;
  /** The interval between checks, in milliseconds. */
  readonly everyMs: number;
  /** The address to send from. Default: the system's choice. */
  readonly localAddress?: string;
  /** Whether only one is under way at a time, so that the server's work during a check is not for other checks. Default false. */
  readonly oneAtATime?: boolean;
  /** The server's work so far, in milliseconds. If given, the work during each check is recorded. */
  readonly workMs?: () => number;
}

/** A single check that was sent. */
interface PacedCheck {
  readonly sentAt: number;
  readonly tookMs: number;
  /** The server's work meanwhile; 0 if it is not known. */
  readonly workedMs: number;
  /** 0 without an answer. */
  readonly status: number;
}

const PHONE = '+14155550188';
const ANSWER_WITHIN_MS = 20_000;

/**
 * Single checks at a steady pace, whether or not the earlier ones were answered. If it waited for answers, a stall of the server would
 * show as one slow check, and not as all those that would have been sent meanwhile.
 */
export class PacedChecks {
  readonly #options: PacedChecksOptions;
  readonly #agent: Agent;
  readonly #done: PacedCheck[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(options: PacedChecksOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true });
  }

  start(): void {
    this.#next = performance.now();
    this.#timer = setInterval(() => this.#sendDue(), this.#options.everyMs);
  }

  /** Resolves when every sent check has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  /** The durations of checks that were sent between two moments, sorted, in milliseconds. */
  latencies(from = 0, to = Number.POSITIVE_INFINITY): readonly number[] {
    const within = this.#done.filter(({ sentAt }) => sentAt >= from && sentAt < to);
    return within.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  }

  /**
   * The server's work during the checks that were sent between two moments, sorted, in milliseconds. It excludes the work of other
   * processes, but includes the server's work while a check waits for the disk.
   */
  work(from = 0, to = Number.POSITIVE_INFINITY): readonly number[] {
    const within = this.#done.filter(({ sentAt }) => sentAt >= from && sentAt < to);
    return within.map(({ workedMs }) => workedMs).sort((a, b) => a - b);
  }

  /** The number of checks by status. */
  statuses(from = 0, to = Number.POSITIVE_INFINITY): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const { sentAt, status } of this.#done) {
      if (sentAt >= from && sentAt < to) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }

  /** Sends all due checks, so that a late timer skips none. */
  #sendDue(): void {
    if (this.#options.oneAtATime && this.#underWay.size > 0) {
      this.#next = performance.now();
      return;
    }
    for (const now = performance.now(); this.#next <= now; this.#next += this.#options.everyMs) {
      const check = this.#send(now).finally(() => this.#underWay.delete(check));
      this.#underWay.add(check);
    }
  }

  async #send(sentAt: number): Promise<void> {
    const { workMs = () => 0 } = this.#options;
    const before = workMs();
    const status = await this.#statusOf().catch(() => 0);
    this.#done.push({
      sentAt,
      tookMs: performance.now() - sentAt,
      workedMs: workMs() - before,
      status,
    });
  }

  #statusOf(): Promise<number> {
    const { port, token, localAddress } = this.#options;
    const body = JSON.stringify({ phone: PHONE });
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port,
        path: '/v1/verify',
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      sent.on('error', reject);
      sent.on('response', (answer: IncomingMessage) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      });
      sent.end(body);
    });
  }
}

/** The value below which a share of the sorted values lies. NaN without values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

/** The number of values, and their median, p99 and maximum. */
export function latencyLine(sorted: readonly number[]): string {
  const at = (share: number) => percentile(sorted, share).toFixed(1);
  return `${sorted.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
