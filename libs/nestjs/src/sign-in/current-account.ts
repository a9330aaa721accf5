import type { AccountId } from '@dialproof/core';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

// From the global registry, so that guard and decorator agree across copies of this package.
const ACCOUNT = Symbol.for('@dialproof/nestjs account');

/** Keeps with a request whose it is. */
export function rememberAccount(request: object, accountId: AccountId): void {
  Reflect.set(request, ACCOUNT, accountId);
}

/** The id of the account that BearerGuard has let through, as a parameter of a handler. Without the guard it throws TypeError. */
export const CurrentAccount = createParamDecorator((_data: unknown, context: ExecutionContext): AccountId => {
  const account = Reflect.get(context.switchToHttp().getRequest<object>(), ACCOUNT);
  if (account === undefined) throw new TypeError('@CurrentAccount() needs BearerGuard on its route');
  return account;
});
