import { createHash } from 'node:crypto';
import {
  type AccountId,
  counted,
  DialproofError,
  type ErrorCode,
  isDialproofError,
  type ReplayBegun,
  type ReplayLease,
  type ReplayStore,
} from '@dialproof/core';
import type { HttpReply } from '../message/http-message.js';
import type { OperationName } from '../operations/operations.js';
import type { LastingAccess } from '../sign-in/sign-in.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import type { FilePayload, JsonPayload, Once, WithheldMembers, Work } from './once.js';

/** If a process dies while it answers, a repeat waits this long. */
const LEASE_MS = 10_000;
const EXTEND_MS = 3_000;
/** The IETF's draft leaves this time to the server; a day is usual. */
const KEEP_MS = 24 * 3_600_000;
/** Clients repeat after a time limit. By then the first request usually has its answer. */
const COME_AGAIN_MS = 1_000;

export interface RepeatableRequest {
  readonly accountId: AccountId;
  readonly key: string;
  readonly operation: OperationName;
  /** The most requests with a key that are remembered for an account. */
  readonly maxKeysPerAccount: number;
  /** The id of its item, empty if there is none. */
  readonly itemId: string;
  readonly access: LastingAccess;
  /** Gets failures after the work is done, which the caller does not see. */
  readonly report: (error: unknown) => void;
}

/** Distinguishes the payloads of requests. */
interface Judged {
  /** Called when the work is done. */
  fingerprint(): Promise<string>;
  /** Called instead of the work if the key was used before, with the fingerprint of that request. */
  comparedWith(earlier: string): Promise<string>;
  readonly withheld?: WithheldMembers | undefined;
}

type NewRequest = Extract<ReplayBegun, { readonly outcome: 'new' }>;

/** A request with a key, whose successful replies are kept for a day. */
export class KeyedRequest implements Once {
  readonly #store: ReplayStore;
  readonly #request: RepeatableRequest;

  constructor(store: ReplayStore, request: RepeatableRequest) {
    this.#store = store;
    this.#request = request;
  }

  answer(work: Work, { asked = null, withheld }: JsonPayload = {}): Promise<HttpReply> {
    const fingerprint = async () => fingerprintOf({ text: this.#textOf(asked), bytes: 0 });
    return this.#answer(work, { fingerprint, comparedWith: fingerprint, withheld });
  }

  answerFile(work: Work, { asked, content, takeSlot }: FilePayload): Promise<HttpReply> {
    const fingerprint = async (maxBytes = Number.POSITIVE_INFINITY) => {
      const { sha256, bytes } = await content.digest(maxBytes);
      return fingerprintOf({ text: this.#textOf({ asked, sha256 }), bytes });
    };
    return this.#answer(work, {
      fingerprint: () => fingerprint(),
      async comparedWith(earlier) {
        const release = await takeSlot();
        try {
          return await fingerprint(bytesOf(earlier));
        } finally {
          release();
        }
      },
    });
  }

  #textOf(asked: unknown): string {
    const { operation, itemId } = this.#request;
    return JSON.stringify([operation, itemId, asked]);
  }

  async #answer(work: Work, judged: Judged): Promise<HttpReply> {
    const { accountId, key, maxKeysPerAccount: maxPerAccount } = this.#request;
    const begun = await this.#store.begin({ accountId, key, leaseMs: LEASE_MS, maxPerAccount });
    if (begun.outcome === 'full') {
      throw new DialproofError('too_many_requests', {
        hint: `the account already has the maximum of ${counted(maxPerAccount, 'remembered request')} with an Idempotency-Key`,
        retryAfterMs: begun.retryAfterMs,
      });
    }
    if (begun.outcome === 'in_progress') throw inProgress(begun.retryAfterMs);
    if (begun.outcome === 'done') {
      if ((await judged.comparedWith(begun.fingerprint)) === begun.fingerprint)
        return await replayedReply(begun.reply, judged.withheld);
      throw new DialproofError('idempotency_key_reused', {
        hint: 'this Idempotency-Key was used for a different request, use another one',
      });
    }
    const lease: ReplayLease = { accountId, key, token: begun.token };
    const reply = await this.#answerAnew(lease, begun, work);
    await this.#keep(lease, reply, judged);
    return reply;
  }

  async #answerAnew(lease: ReplayLease, { requestId, wasBegun }: NewRequest, work: Work): Promise<HttpReply> {
    const lost = new AbortController();
    const stopExtending = this.#extendRepeatedly(lease, lost);
    try {
      // An erasure first ends the access and then removes the rows of requests. A row that was begun after that is given up here, so that
      // no reply is kept.
      await this.#request.access.confirm();
      return await work({ requestId, wasBegun, signal: lost.signal });
    } catch (error) {
      // The present owner of the lease answers, and knows the outcome of the request.
      if (lost.signal.aborted) throw lost.signal.reason;
      // After any other failure it is unknown what was done: when the lease has ended, a repeat gets the same request id.
      if (isRefusal(error)) await this.#release(lease, wasBegun).catch(this.#request.report);
      throw error;
    } finally {
      stopExtending();
    }
  }

  #extendRepeatedly(lease: ReplayLease, lost: AbortController): () => void {
    const { access, report } = this.#request;
    let cancel = () => {};
    const scheduleNext = (): void => {
      const extend = () => {
        this.#extend(lease, lost).catch(report);
        scheduleNext();
      };
      cancel = access.clock.schedule(EXTEND_MS, extend, { isBackground: true });
    };
    scheduleNext();
    return () => cancel();
  }

  async #extend(lease: ReplayLease, lost: AbortController): Promise<void> {
    if (!(await this.#store.extend(lease, LEASE_MS))) lost.abort(inProgress(COME_AGAIN_MS));
  }

  /** The work of an earlier attempt must stay findable by its request id, although this attempt was refused. */
  async #release(lease: ReplayLease, wasBegun: boolean): Promise<void> {
    if (wasBegun) await this.#store.extend(lease, 0);
    else await this.#store.abandon(lease);
  }

  /** The work is done: the caller gets the reply even if it cannot be remembered. */
  async #keep(lease: ReplayLease, reply: HttpReply, { fingerprint, withheld }: Judged): Promise<void> {
    try {
      const kept = encodedReply(reply, withheld);
      await this.#store.complete(lease, { fingerprint: await fingerprint(), reply: kept, keepMs: KEEP_MS });
    } catch (error) {
      this.#request.report(error);
    }
  }
}

function inProgress(retryAfterMs: number): DialproofError {
  return new DialproofError('request_in_progress', {
    hint: 'a request with this Idempotency-Key is being answered, repeat it later',
    retryAfterMs: Math.min(retryAfterMs, COME_AGAIN_MS),
  });
}

/** Whether the request had no effect: it was refused, or given up before it did anything. */
function isRefusal(error: unknown): boolean {
  if (!isDialproofError(error)) return false;
  return ERROR_STATUS[error.code] < 500 || NOTHING_DONE.has(error.code);
}

/** The failures of a server that come before any change. */
const NOTHING_DONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'overloaded',
  'shutting_down',
  'not_supported',
]);

/** The payload of a request as text. Requests with the same payload have the same text. */
interface Payload {
  readonly text: string;
  /** The length of its file, 0 if there is none. */
  readonly bytes: number;
}

/** The length comes first: a repeat with a longer file is known before the rest of it has arrived. */
function fingerprintOf({ text, bytes }: Payload): string {
  return `${bytes} ${createHash('sha256').update(text).digest('base64')}`;
}

/** The length of the file of the request with this fingerprint. */
function bytesOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}

/** The stored form of a reply. */
function encodedReply(reply: HttpReply, withheld: WithheldMembers | undefined): Uint8Array {
  const { status, headers, body } = reply;
  if (typeof body !== 'string') throw new TypeError('only a reply that is complete can be kept');
  const kept = withheld === undefined ? body : withMembers(body, withheld.names, {});
  return Buffer.from(JSON.stringify({ status, headers, body: kept }));
}

/** A kept reply, as a repeat gets it. */
async function replayedReply(bytes: Uint8Array, withheld: WithheldMembers | undefined): Promise<HttpReply> {
  // Written by `encodedReply`, or by an earlier version of it.
  const { status, headers, body } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly status: number;
    readonly headers: HttpReply['headers'];
    readonly body: string;
  };
  const whole = withheld === undefined ? body : withMembers(body, withheld.names, await withheld.find());
  return {
    status,
    headers: {
      ...headers,
      'content-length': String(Buffer.byteLength(whole)),
      'idempotency-replayed': 'true',
    },
    body: whole,
  };
}

/** The JSON object with these members of another one, or null, in their places. */
function withMembers(body: string, names: readonly string[], values: object): string {
  const members = names.map((name) => [name, Reflect.get(values, name) ?? null]);
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(members) });
}
