import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { expect, it } from 'vitest';
import { credits, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

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

it("takes the account that the host's guard has put on the request", async () => {
  const account = ({ user }: UserRequest) => user;
  const { baseUrl } = await serveHost(
    { imports: [VerificationModule.forRoot(memoryOptions({ account }))] },
    { prepare: (app) => void app.useGlobalGuards(new UserGuard()) },
  );
  const ask = (user: string) => credits(baseUrl, { 'x-user': user });
  expect(await ask('acme')).toEqual([200, { available: 100, held: 0 }]);
  expect(await ask('emma')).toEqual([200, { available: 0, held: 0 }]);
  expect(await credits(baseUrl, {})).toEqual([401, { detail: 'not_authenticated' }]);
  expect(await ask('mallory')).toEqual([401, { detail: 'not_authenticated' }]);
});
