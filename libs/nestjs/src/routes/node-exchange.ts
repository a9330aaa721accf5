import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DialproofError } from '@dialproof/core';
import { type FrameworkReply, type MulterRequest, multerUpload } from '@dialproof/http/adapter';

/** A request and its response, as node:http has them under the framework's own. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The result of a parser of the host, such as multer, or its refusal. */
  readonly parsedBody: unknown;
  /** The framework's request, on which guards put their user. */
  readonly raw: object;
}

export type PlatformRequest = IncomingMessage & MulterRequest & { readonly raw?: IncomingMessage };
export type PlatformResponse = ServerResponse & FrameworkReply;

/** Looks under the request and the response of a platform: those of Express are node:http's own, those of Fastify carry them as `raw`. */
export function nodeExchange(request: PlatformRequest, response: PlatformResponse): NodeExchange {
  return {
    request: request.raw ?? request,
    response: response.raw ?? response,
    parsedBody: Reflect.get(request, REFUSAL) ?? multerUpload(request) ?? request.body,
    raw: request,
  };
}

const REFUSAL = Symbol('refusal of a body by a parser of the host');

/** Keeps with a request why a parser of the host has refused its body. */
export function refuseBody(request: object, refusal: DialproofError): void {
  Reflect.set(request, REFUSAL, refusal);
}
