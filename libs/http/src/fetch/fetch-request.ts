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
  /** A Request does not show it. */
  readonly isWhole = false;
  readonly parsedBody: DialproofError | undefined;
  readonly raw: unknown;
  // Keeps the Request alive: only then is the signal of a Request that was made from another one aborted.
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

  /** The body, if a part of it may still arrive. */
  get unreadBody(): Readable | undefined {
    if (this.#body !== undefined) return isOver(this.#body) ? undefined : this.#body;
    // Checked first: in some runtimes, reading the `body` of a Request costs as much as making another Request.
    if (!announcesBody(this) || this.#request.bodyUsed) return undefined;
    return this.#request.body === null || this.#request.body.locked ? undefined : this.body;
  }

  get signal(): AbortSignal {
    return this.#left().signal;
  }

  /** Call it when the client has left before the end of the reply, if the Request itself does not show that. */
  leave(): void {
    this.#left().abort();
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name) ?? undefined;
    // Some runtimes have the host only in the URL.
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
    // If the body breaks off when nobody listens any more, the error must not end the process.
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
