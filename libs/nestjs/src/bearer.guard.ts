import { type Authenticator, isDialproofError } from '@dialproof/core';
import { authenticate, ERROR_STATUS, NodeRequest } from '@dialproof/http';
import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  HttpException,
  Inject,
  Injectable,
  type Type,
  UnauthorizedException,
} from '@nestjs/common';
import { rememberAccount } from './current-account.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';
import { getAuthenticatorToken } from './tokens.js';

/**
 * Lets through whom the authenticator of the instance without a name knows, for routes of the host's own; `@CurrentAccount()` then
 * says who it is. Others get a 401 or 403 of Nest's with the body `{detail}`, through the host's filters. When the authenticator cannot
 * tell, its error goes the same way.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  readonly #authenticator: Authenticator;

  constructor(@Inject(getAuthenticatorToken()) authenticator: Authenticator | undefined) {
    if (authenticator === undefined) {
      throw new TypeError('BearerGuard: the options of VerificationModule have no authenticator');
    }
    this.#authenticator = authenticator;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { request, response, raw } = nodeExchange(
      http.getRequest<PlatformRequest>(),
      http.getResponse<PlatformResponse>(),
    );
    try {
      rememberAccount(
        raw,
        await authenticate(this.#authenticator, new NodeRequest(request, response, { raw })),
      );
    } catch (error) {
      // RFC 9110, 11.6.1: a 401 names the scheme that is asked for.
      if (isDialproofError(error, 'not_authenticated')) response.setHeader('www-authenticate', 'Bearer');
      throw exceptionOf(error);
    }
    return true;
  }
}

/** The guard of a named instance. */
export function bearerGuardOf(name: string): Type<BearerGuard> {
  @Injectable()
  class NamedBearerGuard extends BearerGuard {
    constructor(@Inject(getAuthenticatorToken(name)) authenticator: Authenticator | undefined) {
      super(authenticator);
    }
  }
  return NamedBearerGuard;
}

function exceptionOf(error: unknown): unknown {
  if (!isDialproofError(error)) return error;
  const body = { detail: error.code };
  const options = { cause: error };
  if (error.code === 'not_authenticated') return new UnauthorizedException(body, options);
  if (error.code === 'account_suspended') return new ForbiddenException(body, options);
  return new HttpException(body, ERROR_STATUS[error.code], options);
}
