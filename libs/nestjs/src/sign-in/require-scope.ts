import { SCOPES, type Scope } from '@dialproof/core';
import { type CustomDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

// Text and no symbol, so that guard and decorator understand each other across copies of this package.
const REQUIRED_SCOPE = 'DialproofRequiredScope';

/**
 * Has BearerGuard refuse tokens without this scope, on a handler or on all of a controller; a handler's own counts more. It does nothing
 * without the guard. Throws TypeError for a scope that does not exist.
 */
export function RequireScope(scope: Scope): CustomDecorator {
  if (!SCOPES.includes(scope)) {
    throw new TypeError(`@RequireScope() takes one of ${SCOPES.join(', ')}, not ${String(scope)}`);
  }
  return SetMetadata(REQUIRED_SCOPE, scope);
}

/** The scope that a route needs; null if it needs none. */
export function requiredScope(reflector: Reflector, context: ExecutionContext): Scope | null {
  const places = [context.getHandler(), context.getClass()];
  return reflector.getAllAndOverride<Scope | undefined>(REQUIRED_SCOPE, places) ?? null;
}
