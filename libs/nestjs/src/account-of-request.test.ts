import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { AccountOfRequest } from './account-of-request.js';
import { credits, memoryParts, serveHost } from './host-application.fixture.js';
import { VerificationModule } from './verification.module.js';

type UserRequest = IncomingMessage & { user?: string };

/** The host's own guard: whoever says who they are in a header is that, except for `mallory`. */
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const user = request.headers['x-user'];
    if (user === 'mallory') throw new UnauthorizedException('unknown user');
    if (typeof user === 'string') request.user = user;
    return true;
  }
}

async function serveAs(account: AccountOfRequest): Promise<(user?: string) => Promise<[number, unknown]>> {
  const { authenticator: _, ...parts } = memoryParts();
  const { baseUrl } = await serveHost(
    { imports: [VerificationModule.forRoot({ ...parts, account })] },
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

  it('may do nothing when it is suspended', async () => {
    const ask = await serveAs(() => ({ accountId: 'acme', suspended: true }));
    expect(await ask()).toEqual([403, { detail: 'account_suspended' }]);
  });
});
