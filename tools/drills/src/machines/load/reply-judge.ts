import type { Violations } from '../../violations.js';
import type { Reply } from './ask.js';

/** The allowed failures of requests. */
export interface Allowed {
  /** Processes are killed: connections break. */
  readonly cuts: boolean;
  /** Storage is away: requests are refused with 503. */
  readonly outages: boolean;
}

/** Refusals that are allowed at any time, each with a Retry-After, after which the request is repeated. */
const COME_AGAIN: readonly string[] = [
  '409 request_in_progress',
  '429 too_many_requests',
  // An upload whose draft was lost, since storage or its process was too slow.
  '503 overloaded',
];
const AWAY = '503 storage_unavailable';
const TOLD_AT_MOST = 5;

/** Counts the replies to requests, and records those that are not allowed. */
export class ReplyJudge {
  readonly #violations: Violations;
  readonly #allowed: Allowed;
  readonly #counts = new Map<string, number>();
  #longestMs = 0;

  constructor(violations: Violations, allowed: Allowed) {
    this.#violations = violations;
    this.#allowed = allowed;
  }

  /** The longest time that a reply took. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** The number of replies of a kind, such as `503 storage_unavailable`. */
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** The number of replies of each kind, as a line. */
  get line(): string {
    return [...this.#counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ');
  }

  /** Records a reply, and returns it if it is a success. */
  note(what: string, reply: Reply | undefined, successes: readonly number[]): Reply | undefined {
    const kind = kindOf(reply);
    const count = this.count(kind) + 1;
    this.#counts.set(kind, count);
    this.#longestMs = Math.max(this.#longestMs, reply?.tookMs ?? 0);
    if (reply !== undefined && successes.includes(reply.status)) return reply;
    const problem = this.#problemOf(kind, reply);
    if (problem !== undefined && count <= TOLD_AT_MOST) this.#violations.add(`${what}: ${problem}`);
    return undefined;
  }

  #problemOf(kind: string, reply: Reply | undefined): string | undefined {
    const { cuts, outages } = this.#allowed;
    if (reply === undefined) return cuts ? undefined : 'no reply';
    const isAllowed = COME_AGAIN.includes(kind) || (outages && kind === AWAY);
    if (!isAllowed) return `the reply is ${kind} ${reply.text.slice(0, 200)}`;
    return /^[1-9]\d*$/.test(reply.retryAfter ?? '')
      ? undefined
      : `${kind} has the Retry-After ${reply.retryAfter}`;
  }
}

function kindOf(reply: Reply | undefined): string {
  return reply === undefined ? 'cut off' : `${reply.status} ${reply.detail}`.trimEnd();
}
