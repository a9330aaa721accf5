import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import {
  asDialproofError,
  ERROR_STATUS,
  errorReply,
  type HttpContract,
  sendNodeReply,
  takeOverReply,
} from '@dialproof/http';
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Endpoint } from './endpoints.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';
import type { Parts } from './resolve-parts.js';
import { routedPath } from './routed-path.js';
import { CONTRACT, ENDPOINTS, PARTS } from './tokens.js';

/** The code for the status of an exception of the host's, where it says more than that the request was wrong. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'not_authenticated',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'shutting_down',
};

/**
 * Gives what the host's guards, pipes and interceptors throw on the contract's routes the contract's own form. It is bound to the
 * controller: on these routes it comes before the host's global filters, and nowhere else.
 */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  readonly #contract: HttpContract;
  readonly #endpoints: readonly Endpoint[];
  readonly #parts: Parts;

  constructor(
    @Inject(CONTRACT) contract: HttpContract,
    @Inject(ENDPOINTS) endpoints: readonly Endpoint[],
    @Inject(PARTS) parts: Parts,
  ) {
    this.#endpoints = endpoints;
    this.#contract = contract;
    this.#parts = parts;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<PlatformResponse>();
    const { request, response } = nodeExchange(http.getRequest<PlatformRequest>(), reply);
    if (!this.#isOfContract(request.url ?? '') && !response.headersSent) {
      // Of Express alone: the routers of other platforms lead nothing else here.
      const next = http.getNext<(() => void) | undefined>();
      if (next !== undefined) {
        next();
        return;
      }
    }
    const error = refusalOf(thrown);
    if (ERROR_STATUS[error.code] >= 500) this.#report(thrown);
    // An interceptor may lose its patience with a reply that is on its way.
    if (response.headersSent) return;
    takeOverReply(reply);
    const refusal = errorReply(error);
    const headers = { ...refusal.headers, ...this.#parts.httpSettings.headers };
    sendNodeReply({ ...refusal, headers }, request, response, this.#contract.discard);
  }

  /** Guards are also asked for what Express takes for a path of the contract, in capitals for example. That is left to the host. */
  #isOfContract(url: string): boolean {
    return this.#endpoints.some(({ path }) => routedPath(path, url) !== undefined);
  }

  #report(thrown: unknown): void {
    try {
      this.#parts.onError(thrown, {});
    } catch {
      // A hook that fails must not cost the caller the reply.
    }
  }
}

function refusalOf(thrown: unknown): DialproofError {
  if (isDialproofError(thrown)) return thrown;
  const status = statusOf(thrown);
  if (status === undefined) return asDialproofError(thrown);
  const code = CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'malformed_request' : undefined);
  if (code === undefined) return asDialproofError(thrown);
  // The message of an HttpException is meant for the caller.
  return new DialproofError(code, { hint: (thrown as Error).message, cause: thrown });
}

/** The status of Nest's HttpException, which is known by its method: there may be another copy of its class. */
function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('getStatus' in thrown) || typeof thrown.getStatus !== 'function') {
    return undefined;
  }
  return Number(thrown.getStatus());
}
