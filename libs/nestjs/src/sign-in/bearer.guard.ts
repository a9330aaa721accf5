import { isDialproofError } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { NodeRequest, refusalHeaders } from '@dialproof/http/adapter';
import { type CanActivate, type ExecutionContext, Inject, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { toHttpException } from '../errors/to-http-exception.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from '../routes/node-exchange.js';
import { getSignInToken } from '../verification/tokens.js';
import { rememberAccount } from './current-account.js';
import { requiredScope } from './require-scope.js';

type SignIn = HttpContract['signIn'];

/**
 * Guards the host's own routes: it admits requests whose account the authenticator of the unnamed instance knows, and `@CurrentAccount()`
 * is that account. With `@RequireScope()` the token has to have that scope too; without it, any token will do. Failed sign-ins count
 * towards the `rates` of the instance, together with those of its operations. Others get a 401, 403 or 429 of Nest's with the body
 * `{detail}`, and `hint` where there is one, through the host's filters. If the authenticator cannot decide, its error also goes through
 * these filters.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  readonly #signIn: SignIn;
  readonly #reflector: Reflector;

  constructor(@Inject(getSignInToken()) signIn: SignIn | undefined, @Inject(Reflector) reflector: Reflector) {
    if (signIn === undefined) {
      throw new TypeError('BearerGuard: the options of VerificationModule have no authenticator');
    }
    this.#signIn = signIn;
    this.#reflector = reflector;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { request, response, raw } = nodeExchange(
      http.getRequest<PlatformRequest>(),
      http.getResponse<PlatformResponse>(),
    );
    try {
      const scope = requiredScope(this.#reflector, context);
      rememberAccount(raw, await this.#signIn(new NodeRequest(request, response, { raw }), scope));
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
    constructor(
      @Inject(getSignInToken(name)) signIn: SignIn | undefined,
      @Inject(Reflector) reflector: Reflector,
    ) {
      super(signIn, reflector);
    }
  }
  return NamedBearerGuard;
}
