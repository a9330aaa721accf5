import {
  type AccountId,
  type Authenticator,
  accountId,
  DialproofError,
  MemoryAuthenticator,
} from '@dialproof/core';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { createHost, memoryOptions, serveHost, statusAndBody } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { BearerGuard, bearerGuardOf, CurrentAccount } from './bearer.guard.js';

@Controller()
class OrdersController {
  @Get('orders')
  @UseGuards(BearerGuard)
  orders(@CurrentAccount() account: AccountId) {
    return { ordersOf: account };
  }

  @Get('unguarded')
  unguarded(@CurrentAccount() account: AccountId) {
    return { account };
  }
}

@Controller()
class SalesController {
  @Get('sales')
  @UseGuards(bearerGuardOf('sales'))
  sales(@CurrentAccount() account: AccountId) {
    return { salesOf: account };
  }
}

const suspended = { accountId: accountId('emma'), suspended: true };
const tokens = new MemoryAuthenticator([
  ['good', { accountId: accountId('acme'), suspended: false }],
  ['emmas', suspended],
]);

async function serveOrders(authenticator: Authenticator = tokens): Promise<string> {
  const { baseUrl } = await serveHost({
    imports: [VerificationModule.forRoot(memoryOptions({ authenticator }))],
    controllers: [OrdersController],
  });
  return baseUrl;
}

const ask = async (url: string, authorization?: string) =>
  statusAndBody(await fetch(url, authorization === undefined ? {} : { headers: { authorization } }));

describe('BearerGuard', () => {
  it('lets an account through, and says which', async () => {
    expect(await ask(`${await serveOrders()}/orders`, 'bearer good')).toEqual([200, { ordersOf: 'acme' }]);
  });

  it('refuses everyone else', async () => {
    const baseUrl = await serveOrders();
    expect(await ask(`${baseUrl}/orders`)).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await ask(`${baseUrl}/orders`, 'Bearer bad')).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await ask(`${baseUrl}/orders`, 'Bearer emmas')).toEqual([403, { detail: 'account_suspended' }]);
    const { headers } = await fetch(`${baseUrl}/orders`);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('throws exceptions for the host filters', async () => {
    @Catch(UnauthorizedException)
    class LoginFilter implements ExceptionFilter {
      catch(_thrown: unknown, host: ArgumentsHost): void {
        host.switchToHttp().getResponse().status(418).json({ go: 'to login' });
      }
    }
    const { baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(memoryOptions())], controllers: [OrdersController] },
      { prepare: (app) => void app.useGlobalFilters(new LoginFilter()) },
    );
    expect(await ask(`${baseUrl}/orders`)).toEqual([418, { go: 'to login' }]);
  });

  it('passes on the error of an authenticator that cannot decide', async () => {
    const failing = (error: Error) => serveOrders({ authenticate: () => Promise.reject(error) });
    const down = await failing(new DialproofError('storage_unavailable'));
    expect(await ask(`${down}/orders`, 'Bearer good')).toEqual([503, { detail: 'storage_unavailable' }]);
    const broken = await failing(new Error('the secret'));
    expect(await ask(`${broken}/orders`, 'Bearer good')).toEqual([
      500,
      { statusCode: 500, message: 'Internal server error' },
    ]);
  });

  it.each([undefined, null, '', Number.NaN, {}])('lets nobody through as the account %o', async (account) => {
    const baseUrl = await serveOrders({
      // The types forbid it, which hosts in JavaScript do not notice.
      authenticate: async () => ({ accountId: account as AccountId, suspended: false }),
    });
    expect(await ask(`${baseUrl}/orders`, 'Bearer good')).toEqual([
      500,
      { statusCode: 500, message: 'Internal server error' },
    ]);
  });

  it('takes a number for an account as its decimal text', async () => {
    const baseUrl = await serveOrders({
      authenticate: async () => ({ accountId: 42 as unknown as AccountId, suspended: false }),
    });
    expect(await ask(`${baseUrl}/orders`, 'Bearer good')).toEqual([200, { ordersOf: '42' }]);
  });

  it('has Retry-After if the authenticator names a time', async () => {
    const busy = new DialproofError('too_many_requests', { retryAfterMs: 2_500 });
    const baseUrl = await serveOrders({ authenticate: () => Promise.reject(busy) });
    const reply = await fetch(`${baseUrl}/orders`, { headers: { authorization: 'Bearer good' } });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '3']);
  });

  it('uses the authenticator of the named instance', async () => {
    const { baseUrl } = await serveHost({
      imports: [
        VerificationModule.forRoot(memoryOptions({ path: 'a' })),
        VerificationModule.forRoot(memoryOptions({ name: 'sales', path: 'b', authenticator: tokens })),
      ],
      controllers: [SalesController],
    });
    expect(await ask(`${baseUrl}/sales`, 'Bearer good')).toEqual([200, { salesOf: 'acme' }]);
    expect(await ask(`${baseUrl}/sales`, 'Bearer emmas')).toEqual([403, { detail: 'account_suspended' }]);
  });

  it('cannot be created without an authenticator', async () => {
    const { authenticator: _, ...options } = memoryOptions({ routes: false });
    const imports = [VerificationModule.forRoot(options)];
    await expect(createHost({ imports, controllers: [OrdersController] })).rejects.toThrow(
      'the options of VerificationModule have no authenticator',
    );
  });

  it('is needed by @CurrentAccount()', async () => {
    expect((await ask(`${await serveOrders()}/unguarded`))[0]).toBe(500);
  });
});
