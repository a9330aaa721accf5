import type { Replies } from '../api/operations.js';
import { DialproofError, isDialproofError } from '../dialproof-error.js';
import { type Pages, pagesOf } from '../tasks/pages.js';
import { type ApiCall, type ApiRequest, type OpenedBody, queryText, requestOf } from './api-request.js';
import { type CheckedOptions, LONGEST_MS, whole } from './checked-options.js';
import { Deadline } from './deadline.js';
import { refusalOf, unexpectedReply } from './refusal.js';
import { checkedKey, leavesOpen, mayRepeat, newIdempotencyKey, pauseMs } from './repeats.js';

/** Reads a successful reply. It is part of the attempt: its failure is a failure of the request. */
export type ReadReply<Answer> = (response: Response, deadline: Deadline) => Promise<Answer>;

interface Try {
  readonly key: string | undefined;
  readonly timeoutMs: number;
}

/** The page of a list. */
interface Cursor {
  readonly next_cursor: string | null;
}

/** Sends requests, and repeats those that may be repeated. */
export class RequestSender {
  readonly options: CheckedOptions;
  /** Whether the server keeps the keys of requests. One that does not refuses each of them. */
  #serverKeepsKeys = true;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** Is aborted by the signal of a request, and by that of the client. */
  signalOf(given: AbortSignal | undefined): AbortSignal | undefined {
    const { signal } = this.options;
    if (signal === undefined || given === undefined) return signal ?? given;
    return AbortSignal.any([signal, given]);
  }

  /** The answer of an operation. */
  ask<Name extends keyof Replies>(name: Name, call: ApiCall = {}): Promise<Replies[Name]> {
    return this.send(name, call, async (response) => {
      // Its type is undefined then.
      if (response.status === 204) return undefined as Replies[Name];
      const text = await response.text();
      try {
        // The types are made from the server's shapes. Checking each answer would need the server's schemas here.
        return JSON.parse(text) as Replies[Name];
      } catch (error) {
        throw unexpectedReply(response, error);
      }
    });
  }

  /** The items of an operation that answers page by page. */
  pages<Name extends keyof Replies, Item>(
    name: Name,
    itemsOf: (page: Replies[Name] & Cursor) => readonly Item[],
    { query, ...call }: ApiCall,
  ): Pages<Item> {
    return pagesOf(async (cursor) => {
      // For an operation without pages, the type of the items is `never`.
      const page = (await this.ask(name, { ...call, query: { ...query, cursor } })) as Replies[Name] & Cursor;
      return { items: itemsOf(page), next_cursor: page.next_cursor };
    });
  }

  /** Resolves to the read success of an operation. The reply has to arrive and be read within the time of an attempt. */
  async send<Answer>(name: keyof Replies, call: ApiCall, read: ReadReply<Answer>): Promise<Answer> {
    const given = requestOf(name, call);
    const signal = this.signalOf(given.options.signal);
    const request = { ...given, options: { ...given.options, signal } };
    const timeoutMs = this.#timeoutMs(request);
    const maxRetries = this.#maxRetries(request);
    let key = this.#keyOf(request);
    let wasKeyRefused = false;
    let isOpen = false;
    for (let retries = 0; ; ) {
      signal?.throwIfAborted();
      try {
        const answer = await this.#try(request, { key, timeoutMs }, read);
        if (wasKeyRefused) this.#serverKeepsKeys = false;
        return answer;
      } catch (error) {
        if (isOwnKeyRefused(error, request, key)) {
          key = undefined;
          wasKeyRefused = true;
          continue;
        }
        // Only a delete has such a code, and nothing is read of its answer.
        if (retries > 0 && isDialproofError(error) && error.code === request.operation.goneCode)
          return undefined as Answer;
        isOpen ||= leavesOpen(error);
        const { method, isReadOnly = false } = request.operation;
        const isRepeatable = method !== 'POST' || isReadOnly || key !== undefined;
        // An earlier try may have been done, even if this one is refused.
        const failure = isOpen ? withKey(error, key) : error;
        if (!mayRepeat(error, isRepeatable)) throw failure;
        const isTooLate = retries >= maxRetries || (error.retryAfterMs ?? 0) > this.options.maxRetryDelayMs;
        if (isTooLate) throw failure;
        await this.options.clock.sleep(pauseMs(retries, error.retryAfterMs), signal);
        retries += 1;
      }
    }
  }

  async #try<Answer>(request: ApiRequest, { key, timeoutMs }: Try, read: ReadReply<Answer>): Promise<Answer> {
    const deadline = new Deadline(this.options.clock, request.options.signal);
    // Their duration and failures are the caller's, not the server's.
    const token = request.operation.isOpen === true ? undefined : await this.options.token();
    const opened = await request.body?.();
    let response: Response | undefined;
    deadline.start(timeoutMs);
    try {
      const headers = this.#headers(request, { key, token, contentType: opened?.contentType });
      const init = this.#init(request, headers, opened, deadline.signal);
      const address = `${this.options.baseUrl}${request.path}${queryText(request.query)}`;
      response = await (opened?.send ?? this.options.fetch)(address, init);
      if (!response.ok) throw await refusalOf(response);
      return await read(response, deadline);
    } catch (error) {
      // A reply that was not read to its end keeps its connection.
      if (response?.body?.locked === false) response.body.cancel().catch(() => {});
      // A failure of the content counts more than the reply to the part that was sent. It may be an abort by the caller.
      const own = request.options.signal?.aborted ? undefined : opened?.contentFailure?.();
      throw own === undefined ? deadline.failure(error) : own.error;
    } finally {
      deadline.stop();
      await opened?.close?.();
    }
  }

  #headers(
    request: ApiRequest,
    own: { readonly [Name in 'key' | 'token' | 'contentType']: string | undefined },
  ): Headers {
    const headers = new Headers({ accept: 'application/json' });
    for (const given of [this.options.headers, request.headers ?? {}]) {
      for (const [name, value] of Object.entries(given)) headers.set(name, value);
    }
    if (own.token !== undefined) headers.set('authorization', `Bearer ${own.token}`);
    if (own.key !== undefined) headers.set('idempotency-key', own.key);
    if (own.contentType !== undefined) headers.set('content-type', own.contentType);
    return headers;
  }

  #init(
    { operation: { method } }: ApiRequest,
    headers: Headers,
    opened: OpenedBody | undefined,
    signal: AbortSignal,
  ): RequestInit {
    const { credentials } = this.options;
    return {
      method,
      headers,
      signal,
      // A token is for the server that it was given for.
      redirect: 'manual',
      // Some runtimes refuse even the default.
      ...(credentials === undefined ? {} : { credentials }),
      ...(opened === undefined ? {} : { body: opened.body }),
      ...(opened?.body instanceof ReadableStream ? { duplex: 'half' } : {}),
    };
  }

  #timeoutMs({ options }: ApiRequest): number {
    const fallback = this.options.timeoutMs;
    return whole('timeoutMs', options.timeoutMs, { fallback, least: 1, most: LONGEST_MS });
  }

  #maxRetries({ options }: ApiRequest): number {
    const fallback = this.options.maxRetries;
    return whole('maxRetries', options.maxRetries, { fallback, least: 0, most: 10 });
  }

  #keyOf({ operation, options }: ApiRequest): string | undefined {
    if (operation.takesKey !== true) return undefined;
    if (options.idempotencyKey !== undefined) return checkedKey(options.idempotencyKey);
    return this.options.idempotencyKeys && this.#serverKeepsKeys ? newIdempotencyKey() : undefined;
  }
}

/**
 * A server that keeps no keys refuses a request with a key before anything is done, so the request may be sent without. A caller's own key
 * is never left out.
 */
function isOwnKeyRefused(error: unknown, request: ApiRequest, key: string | undefined): boolean {
  return (
    key !== undefined &&
    request.options.idempotencyKey === undefined &&
    isDialproofError(error, 'not_supported')
  );
}

/** The failure of a request of unknown outcome, with the key to find out. */
function withKey(error: unknown, idempotencyKey: string | undefined): unknown {
  if (idempotencyKey === undefined || !isDialproofError(error)) return error;
  const { code, status, hint, requestId, retryAfterMs, cause } = error;
  return new DialproofError(code, { status, hint, requestId, retryAfterMs, cause, idempotencyKey });
}
