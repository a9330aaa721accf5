import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FrameworkReply } from '@dialproof/http';
import { bodyRefusal } from './refused-body.js';

/** A request and its response, as node:http has them under the framework's own. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What a body parser of the host has made of the body, or why it has refused it. */
  readonly parsedBody: unknown;
  /** The framework's request, on which guards put their user. */
  readonly raw: object;
}

/** Looks under the request and the response of a platform: those of Express are node:http's own, those of Fastify carry them as `raw`. */
export function nodeExchange(request: PlatformRequest, response: PlatformResponse): NodeExchange {
  return {
    request: request.raw ?? request,
    response: response.raw ?? response,
    parsedBody: bodyRefusal(request) ?? request.body,
    raw: request,
  };
}

export type PlatformRequest = IncomingMessage & { readonly raw?: IncomingMessage; readonly body?: unknown };
export type PlatformResponse = ServerResponse & FrameworkReply;
