import { type Authenticator, isDialproofError } from '@dialproof/core';
import { authenticate, NodeRequest, refusalHeaders } from '@dialproof/http';
import { type CanActivate, type ExecutionContext, Inject, Injectable, type Type } from '@nestjs/common';
import { toHttpException } from '../errors/to-http-exception.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from '../routes/node-exchange.js';
import { getAuthenticatorToken } from '../verification/tokens.js';
import { rememberAccount } from './current-account.js';

/**
 * Guards routes of the host's own: it lets requests through whose account the authenticator of the instance without a name knows, and
 * `@CurrentAccount()` gives that account. Scopes are of the API's own operations: it lets a token of any scope through. Others get a 401 or 403 of Nest's with the body `{detail}`, through the host's filters. When
 * the authenticator cannot tell, its error goes the same way.
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
      if (isDialproofError(error)) {
        for (const [name, value] of Object.entries(refusalHeaders(error))) response.setHeader(name, value);
      }
      throw toHttpException(error);
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
