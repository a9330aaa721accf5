import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { DialproofError, type ErrorCode } from '@dialproof/core';
import type { HttpContract, OperationName } from '@dialproof/http';
import {
  asDialproofError,
  errorReply,
  type HttpReply,
  jsonReply,
  sendNodeReply,
  takeOverReply,
} from '@dialproof/http/adapter';
import { type ArgumentsHost, Catch, type ExceptionFilter, type HttpException, Inject } from '@nestjs/common';
import { logErrors } from '../errors/log-errors.js';
import { errorOfException } from '../errors/to-http-exception.js';
import type { VerificationOptions } from '../options/module-options.js';
import { CONTRACT, INSTANCE, OPTIONS } from '../verification/tokens.js';
import { type Endpoint, pathOf } from './endpoints.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';

/** The code for the status of the host's exception, if the contract has one with that meaning. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  401: 'not_authenticated',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  500: 'internal_error',
};

/**
 * Answers exceptions of the host's guards, pipes and interceptors on the contract's routes in the contract's form, with their status and
 * headers. It is bound to the controller: only on these routes it precedes the host's global filters.
 */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(
    @Inject(CONTRACT) private readonly contract: HttpContract,
    @Inject(INSTANCE) private readonly instance: { readonly endpoints: readonly Endpoint[] },
    @Inject(OPTIONS) private readonly options: VerificationOptions,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<PlatformResponse>();
    const { request, response } = nodeExchange(http.getRequest<PlatformRequest>(), reply);
    const endpoint = this.#endpointOf(request);
    // Only Express has a next handler: the routers of other platforms match only the contract's paths here.
    const next = http.getNext<(() => void) | undefined>();
    if (endpoint === undefined && next !== undefined && !response.headersSent) {
      next();
      return;
    }
    const refusal = refusalOf(thrown);
    if (refusal.status >= 500) this.#report(thrown, endpoint?.operation);
    // An interceptor may time out during a running reply.
    if (response.headersSent) return;
    takeOverReply(reply);
    const headers = { ...refusal.headers, ...this.options.headers };
    sendNodeReply({ ...refusal, headers }, request, response, this.contract.discard);
  }

  /**
   * The endpoint of a path, the one for the method if there are several. Guards also run for paths that only Express matches, in capitals
   * for example; such a path has no endpoint and is left to the host.
   */
  #endpointOf({ url = '', method }: IncomingMessage): Endpoint | undefined {
    const found = this.instance.endpoints.filter((endpoint) => pathOf(endpoint, url) !== undefined);
    return found.find((endpoint) => endpoint.method === method) ?? found[0];
  }

  #report(thrown: unknown, operation: OperationName | undefined): void {
    const { onError = logErrors() } = this.options;
    try {
      onError(thrown, { operation });
    } catch {
      // A hook that fails must not cost the caller the reply.
    }
  }
}

function refusalOf(thrown: unknown): HttpReply {
  if (!isHttpException(thrown)) return errorReply(asDialproofError(thrown));
  const status = thrown.getStatus();
  // The message of an HttpException may be shown to the caller.
  const hint = thrown.message;
  const code = CODE_OF_STATUS[status];
  const error = errorOfException(thrown) ?? (code && new DialproofError(code, { hint, cause: thrown }));
  if (error !== undefined) return errorReply(error);
  if (!(status >= 400 && status < 600)) return errorReply(asDialproofError(thrown));
  const name = STATUS_CODES[status]?.toLowerCase().replace(/[^a-z]+/g, '_');
  if (status < 500) return jsonReply(status, { detail: name ?? 'malformed_request', hint });
  return jsonReply(status, { detail: name ?? 'internal_error' });
}

/** Known by its methods: there may be another copy of its class. */
function isHttpException(thrown: unknown): thrown is HttpException {
  return thrown instanceof Error && 'getStatus' in thrown && typeof thrown.getStatus === 'function';
}
