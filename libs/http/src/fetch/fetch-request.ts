import { Readable } from 'node:stream';
import { DialproofError } from '@dialproof/core';
import { announcesBody } from '../message/body-headers.js';
import type { HttpRequest } from '../message/http-message.js';
import { pathBelow, type RequestFacts } from '../message/mount-path.js';

/** A `Request` of the Fetch standard. */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** A Request does not tell. */
  readonly isWhole = false;
  readonly parsedBody: DialproofError | undefined;
  readonly raw: unknown;
  // Kept as long as this is: the signal of a Request that was made of another one is aborted only while the Request is alive.
  readonly #request: Request;
  #body: Readable | undefined;
  #leaving: AbortController | undefined;

  constructor(request: Request, { raw, path, basePath }: RequestFacts = {}) {
    const url = new URL(request.url);
    this.method = request.method;
    this.path = path ?? pathBelow(url.pathname, basePath);
    this.query = url.search.slice(1);
    this.parsedBody = request.bodyUsed ? readByHost() : undefined;
    this.raw = raw ?? request;
    this.#request = request;
  }

  get body(): Readable {
    this.#body ??= this.#open();
    return this.#body;
  }

  /** The body, when there is something of it still to come as far as is known. */
  get unreadBody(): Readable | undefined {
    if (this.#body !== undefined) return isOver(this.#body) ? undefined : this.#body;
    // Asked first, since looking at the body of a Request costs some runtimes as much as making another Request.
    if (!announcesBody(this) || this.#request.bodyUsed) return undefined;
    return this.#request.body === null || this.#request.body.locked ? undefined : this.body;
  }

  get signal(): AbortSignal {
    return this.#left().signal;
  }

  /** To be called when the client has gone away without the whole reply, where the host tells that by other means than the Request. */
  leave(): void {
    this.#left().abort();
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name) ?? undefined;
    // Some runtimes have it in the address alone.
    return name === 'host' ? (value ?? new URL(this.#request.url).host) : value;
  }

  #left(): AbortController {
    if (this.#leaving !== undefined) return this.#leaving;
    const leaving = new AbortController();
    this.#leaving = leaving;
    const { signal } = this.#request;
    if (signal.aborted) leaving.abort();
    else signal.addEventListener('abort', () => leaving.abort(), { once: true });
    return leaving;
  }

  #open(): Readable {
    const { bodyUsed, body } = this.#request;
    if (bodyUsed || body === null) return Readable.from([]);
    // A body that breaks off when nobody listens any more must not end the process.
    return Readable.fromWeb(body).on('error', () => {});
  }
}

function isOver(body: Readable): boolean {
  return body.readableEnded || body.destroyed;
}

function readByHost(): DialproofError {
  return new DialproofError('internal_error', {
    hint: 'the body was read by something in front of Dialproof: it has to read a clone of the request, or to come after Dialproof',
  });
}
