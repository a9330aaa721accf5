import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DialproofError } from '@dialproof/core';
import { type FrameworkReply, takeOverReply } from '@dialproof/http/adapter';

/** The arguments of a handler, as Express and Fastify give them: requests and replies of Fastify carry those of node:http as `raw`. */
export type Platform = [
  request: IncomingMessage & { readonly body?: unknown; readonly raw?: IncomingMessage },
  reply: ServerResponse & FrameworkReply & { callNotFound?(): unknown },
  next?: () => void,
];

/** A request and its response, whatever the platform. */
export function platformExchange(...[raw, reply, next]: Platform) {
  return {
    request: raw.raw ?? raw,
    response: reply.raw ?? reply,
    path: contractPath(raw.url),
    /** The platform's request, on which guards put their user. */
    raw,
    /** The result of a parser of the host, or its refusal. */
    parsedBody: Reflect.get(raw, REFUSAL) ?? raw.body,
    /** Keeps the platform from sending a reply of its own. */
    takeOver: () => takeOverReply(reply),
    /** Lets the host answer: the next handler of Express, or Fastify's handler for unknown paths. */
    leaveToHost: () => void (next === undefined ? reply.callNotFound?.() : next()),
  };
}

/** The contract's own path at the end of a URL, whatever precedes it: a global prefix, a version, a mount. */
export function contractPath(url = ''): string {
  const [path = ''] = url.split('?', 1);
  return path.slice(Math.max(0, path.lastIndexOf('/v1/')));
}

const REFUSAL = Symbol('refusal of a body by a parser of the host');

/** Stores on a request why a parser of the host has refused its body. */
export function refuseBody(request: object, refusal: DialproofError): void {
  Reflect.set(request, REFUSAL, refusal);
}
