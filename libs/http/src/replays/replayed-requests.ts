import { createHash } from 'node:crypto';
import {
  type AccountId,
  DialproofError,
  type ErrorCode,
  isDialproofError,
  type ReplayLease,
  type ReplayStore,
} from '@dialproof/core';
import type { HttpReply } from '../message/http-message.js';
import { ERROR_STATUS } from '../wire/error-status.js';

/** A process that dies while it answers keeps a repeat waiting for as long. */
const LEASE_MS = 30_000;
const EXTEND_MS = 10_000;
/** The draft of the IETF leaves it to the server; a day is the custom. */
const KEEP_MS = 24 * 3_600_000;
/** A repeat comes after a client's time limit: by then the first one has its answer, as a rule. */
const COME_AGAIN_MS = 1_000;

/** How a request with a key is answered for the first time. */
export interface Attempt {
  /**
   * The same for each attempt at the request until it is answered, and unlike that of any other. Whatever is made under a name that comes
   * from it and from the account is made once, also by a process that does not know of an earlier one, which was killed.
   */
  readonly requestId: string;
  /** Whether an earlier attempt was begun and not heard of again, so that some of its work may be done. */
  readonly wasBegun: boolean;
}

/** What a request asks for. Two that ask for the same have the same text. */
export interface Payload {
  readonly text: string;
  /** How long a file is that the text tells of, 0 where there is none. */
  readonly bytes: number;
}

/** Says what a request asks for. Of a file it need not read more than is needed to know that it has more than `maxBytes`. */
export type DescribePayload = (maxBytes: number) => Promise<Payload> | Payload;

/** Has a request done once, however often it comes. */
export interface Once {
  /**
   * The reply of `work`, or that with which the same request was answered before. `payload` is called when the work is done, or in its
   * place. Codes: `request_in_progress`, `idempotency_key_reused` (the earlier
   * request asked for something else), and those of `work`, of which nothing is remembered.
   */
  answer(
    work: (attempt: Attempt | undefined) => Promise<HttpReply>,
    payload: DescribePayload,
  ): Promise<HttpReply>;
}

/** A request without a key is done as often as it comes. */
export const EVERY_TIME: Once = { answer: (work) => work(undefined) };

export interface RepeatableRequest {
  readonly accountId: AccountId;
  readonly key: string;
  /** Told of what goes wrong after the work is done, which the caller does not see. */
  readonly report: (error: unknown) => void;
}

/** A request with a key, whose successful replies are kept for a day. */
export class KeyedRequest implements Once {
  readonly #store: ReplayStore;
  readonly #request: RepeatableRequest;

  constructor(store: ReplayStore, request: RepeatableRequest) {
    this.#store = store;
    this.#request = request;
  }

  async answer(...[work, payload]: Parameters<Once['answer']>): Promise<HttpReply> {
    const { accountId, key } = this.#request;
    const begun = await this.#store.begin({ accountId, key, leaseMs: LEASE_MS });
    if (begun.outcome === 'in_progress') {
      throw new DialproofError('request_in_progress', {
        hint: 'a request with this Idempotency-Key is being answered, repeat it later',
        retryAfterMs: Math.min(begun.retryAfterMs, COME_AGAIN_MS),
      });
    }
    if (begun.outcome === 'done') {
      if (fingerprintOf(await payload(bytesOf(begun.fingerprint))) === begun.fingerprint)
        return replayed(begun.reply);
      throw new DialproofError('idempotency_key_reused', {
        hint: 'this Idempotency-Key was used for a different request, use another one',
      });
    }
    const lease: ReplayLease = { accountId, key, token: begun.token };
    const reply = await this.#answerAnew(lease, () =>
      work({ requestId: begun.requestId, wasBegun: begun.wasBegun }),
    );
    await this.#keep(lease, reply, payload);
    return reply;
  }

  async #answerAnew(lease: ReplayLease, work: () => Promise<HttpReply>): Promise<HttpReply> {
    const extending = setInterval(() => {
      this.#store.extend(lease, LEASE_MS).catch(this.#request.report);
    }, EXTEND_MS).unref();
    try {
      return await work();
    } catch (error) {
      // Of any other failure nobody knows what it left behind: a repeat comes under the same request id when the lease has ended.
      if (isRefusal(error)) await this.#store.abandon(lease).catch(this.#request.report);
      throw error;
    } finally {
      clearInterval(extending);
    }
  }

  /** The work is done: that it cannot be remembered must not cost the caller the reply. */
  async #keep(lease: ReplayLease, reply: HttpReply, payload: DescribePayload): Promise<void> {
    try {
      const fingerprint = fingerprintOf(await payload(Number.POSITIVE_INFINITY));
      await this.#store.complete(lease, { fingerprint, reply: encoded(reply), keepMs: KEEP_MS });
    } catch (error) {
      this.#request.report(error);
    }
  }
}

/** Whether nothing came of the request: it was refused, or given up before it did anything. */
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

/** The length comes first: a repeat with a longer file is known before the rest of it has arrived. */
function fingerprintOf({ text, bytes }: Payload): string {
  return `${bytes} ${createHash('sha256').update(text).digest('base64')}`;
}

function bytesOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}

function encoded({ status, headers, body }: HttpReply): Uint8Array {
  if (typeof body !== 'string') throw new TypeError('only a reply that is complete can be kept');
  return Buffer.from(JSON.stringify({ status, headers, body }));
}

function replayed(bytes: Uint8Array): HttpReply {
  // Written by `encoded`, or by an earlier version of it.
  const { status, headers, body } = JSON.parse(Buffer.from(bytes).toString()) as HttpReply;
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body };
}
