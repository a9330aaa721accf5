import type { IncomingMessage } from 'node:http';
import { accountId, MemoryCreditLedger } from '@dialproof/core';
import { type CanActivate, type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { AccountOfRequest } from './account-of-request.js';
import { credits, memoryOptions, serveHost } from './host-application.fixture.js';
import type { VerificationOptions } from './module-options.js';
import { VerificationModule } from './verification.module.js';

type UserRequest = IncomingMessage & { user?: string };

/** The host's own guard: it believes the name in a header, except for `mallory`. */
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const user = request.headers['x-user'];
    if (user === 'mallory') throw new UnauthorizedException('unknown user');
    if (typeof user === 'string') request.user = user;
    return true;
  }
}

async function serveAs(
  account: AccountOfRequest,
  options: Pick<VerificationOptions, 'onError'> & { readonly ledger?: MemoryCreditLedger } = {},
): Promise<(user?: string) => Promise<[number, unknown]>> {
  const { baseUrl } = await serveHost(
    { imports: [VerificationModule.forRoot(memoryOptions({ ...options, account }))] },
    { prepare: (app) => void app.useGlobalGuards(new UserGuard()) },
  );
  return (user) => credits(baseUrl, user === undefined ? {} : { 'x-user': user });
}

describe("the account from the request of the host's guard", () => {
  it.each<[string, AccountOfRequest]>([
    ['by its id', (request: UserRequest) => request.user],
    ['later', async (request: UserRequest) => request.user],
    [
      'with whether it is suspended',
      ({ user }: UserRequest) => user && { accountId: user, suspended: false },
    ],
    ['as null for nobody', ({ user }: UserRequest) => (user ?? null) as string],
  ])('is named %s', async (_how, account) => {
    const ask = await serveAs(account);
    expect(await ask('acme')).toEqual([200, { available: 100, held: 0 }]);
    expect(await ask('emma')).toEqual([200, { available: 0, held: 0 }]);
    expect(await ask()).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await ask('mallory')).toEqual([401, { detail: 'not_authenticated' }]);
  });

  it.each([7, { accountId: 7 }])('may be the number in %j, as its decimal text', async (named) => {
    const ledger = new MemoryCreditLedger();
    await ledger.grant(accountId('7'), 3);
    const ask = await serveAs(() => named, { ledger });
    expect(await ask()).toEqual([200, { available: 3, held: 0 }]);
  });

  it.each([
    '',
    Number.NaN,
    1.5,
    false,
    {},
    { id: 'acme' },
    { accountId: undefined },
    { accountId: null },
    { accountId: '' },
    { accountId: Number.NaN },
    { accountId: {} },
    ['acme'],
  ])('is never %j, which is a defect of the host', async (named) => {
    const told: unknown[] = [];
    // The types forbid it, which hosts in JavaScript do not notice.
    const ask = await serveAs(() => named as string, { onError: (error) => void told.push(error) });
    expect(await ask('acme')).toEqual([500, { detail: 'internal_error' }]);
    expect(told).toEqual([expect.any(TypeError)]);
  });

  it('may do nothing when it is suspended', async () => {
    const ask = await serveAs(() => ({ accountId: 'acme', suspended: true }));
    expect(await ask()).toEqual([403, { detail: 'account_suspended' }]);
  });
});
