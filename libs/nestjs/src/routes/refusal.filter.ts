import { STATUS_CODES } from 'node:http';
import { DialproofError, ERROR_CODES, type ErrorCode } from '@dialproof/core';
import { ERROR_STATUS, type HttpContract } from '@dialproof/http';
import {
  asDialproofError,
  errorReply,
  type HttpReply,
  jsonReply,
  sendNodeReply,
} from '@dialproof/http/adapter';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { VerificationOptions } from '../module/module-options.js';
import { CONTRACT, OPTIONS } from '../verification/tokens.js';
import { type Platform, platformExchange } from './platform-exchange.js';
import { errorOfException, logErrors } from './verification-exception.filter.js';

/** The codes of the contract whose names differ from those of their status. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  401: 'not_authenticated',
  402: 'insufficient_credits',
  413: 'request_too_large',
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
    @Inject(OPTIONS) private readonly options: VerificationOptions,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { request, response, path, takeOver, leaveToHost } = platformExchange(...host.getArgs<Platform>());
    // Guards also run for a path that only Express matches, in capitals for example.
    if (!this.contract.takes(path) && !response.headersSent) {
      leaveToHost();
      return;
    }
    const refusal = refusalOf(thrown);
    if (refusal.status >= 500) this.#report(thrown);
    // An interceptor may time out during a running reply.
    if (response.headersSent) return;
    takeOver();
    const headers = { ...refusal.headers, ...this.options.headers };
    sendNodeReply({ ...refusal, headers }, request, response, this.contract.discard);
  }

  #report(thrown: unknown): void {
    const { onError = logErrors() } = this.options;
    try {
      onError(thrown, { operation: undefined });
    } catch {
      // The caller gets the reply even if the hook fails.
    }
  }
}

function refusalOf(thrown: unknown): HttpReply {
  if (!(thrown instanceof HttpException)) return errorReply(asDialproofError(thrown));
  const status = thrown.getStatus();
  const error = errorOfException(thrown);
  if (error !== undefined || !(status >= 400 && status < 600)) {
    return errorReply(error ?? asDialproofError(thrown));
  }
  // The message of an HttpException may be shown to the caller.
  const hint = thrown.message;
  const name = STATUS_CODES[status] ?? (status < 500 ? 'malformed request' : 'internal error');
  const detail = CODE_OF_STATUS[status] ?? name.toLowerCase().replace(/[^a-z]+/g, '_');
  const code = ERROR_CODES.find((one) => one === detail && ERROR_STATUS[one] === status);
  if (code !== undefined) return errorReply(new DialproofError(code, { hint, cause: thrown }));
  return jsonReply(status, status < 500 ? { detail, hint } : { detail });
}
