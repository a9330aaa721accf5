import { type AccountId, isDialproofError, type Scope } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { NodeRequest, refusalHeaders } from '@dialproof/http/adapter';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Platform, platformExchange } from '../routes/platform-exchange.js';
import { toHttpException } from '../routes/verification-exception.filter.js';
import { getContractToken } from '../verification/tokens.js';

// These names are global, so that guard and decorators agree across copies of this package.
const ACCOUNT = Symbol.for('@dialproof/nestjs account');
const REQUIRED_SCOPE = 'DialproofRequiredScope';

/** The guard of a named instance, as {@link BearerGuard} is that of the instance without a name. */
export function bearerGuardOf(name?: string): Type<CanActivate> {
  @Injectable()
  class BearerGuardOfInstance implements CanActivate {
    constructor(
      @Inject(getContractToken(name)) private readonly contract: HttpContract,
      @Inject(Reflector) private readonly reflector: Reflector,
    ) {
      if (contract === undefined) {
        throw new TypeError('BearerGuard: the options of VerificationModule have no authenticator');
      }
    }

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { request, response, raw } = platformExchange(...context.getArgs<Platform>());
      const targets = [context.getHandler(), context.getClass()];
      const scope = this.reflector.getAllAndOverride<Scope | undefined>(REQUIRED_SCOPE, targets) ?? null;
      try {
        const account = await this.contract.signIn(new NodeRequest(request, response, { raw }), scope);
        Reflect.set(raw, ACCOUNT, account);
      } catch (error) {
        if (isDialproofError(error)) {
          for (const [header, value] of Object.entries(refusalHeaders(error)))
            response.setHeader(header, value);
        }
        throw toHttpException(error);
      }
      return true;
    }
  }
  return BearerGuardOfInstance;
}

/**
 * Guards the host's own routes: it admits requests whose account the authenticator of the instance without a name knows, and
 * `@CurrentAccount()` is that account. Failed sign-ins count towards the `rates` of the instance, together with those of its operations.
 * Other requests get a 401, 403 or 429 of Nest's with the body `{detail, hint}`, through the host's filters, and so does an error of the
 * authenticator.
 */
export const BearerGuard = bearerGuardOf();

/** The account that BearerGuard has admitted, as a parameter of a handler. Without the guard it throws TypeError. */
export const CurrentAccount = createParamDecorator((_data: unknown, context: ExecutionContext): AccountId => {
  const account = Reflect.get(context.switchToHttp().getRequest<object>(), ACCOUNT);
  if (account === undefined) throw new TypeError('@CurrentAccount() needs BearerGuard on its route');
  return account;
});

/**
 * Makes BearerGuard refuse tokens without this scope, on a handler or on a whole controller. That of a handler takes precedence. It does
 * nothing without the guard.
 */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator =>
  SetMetadata(REQUIRED_SCOPE, scope);
