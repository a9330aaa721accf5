import { type AccountId, accountId, MemoryAuthenticator } from '@dialproof/core';
import { Controller, Get, type ModuleMetadata, UseGuards } from '@nestjs/common';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { HostModule, memoryOptions, serveHost, statusAndBody } from '../fixtures/host-application.fixture.js';
import type { VerificationExtras, VerificationOptions } from '../module/module-options.js';
import { VerificationModule } from '../module/verification.module.js';
import { BearerGuard, CurrentAccount, RequireScope } from './bearer.guard.js';

@Controller('orders')
@UseGuards(BearerGuard)
class OrdersController {
  @Get()
  orders(@CurrentAccount() account: AccountId) {
    return { ordersOf: account };
  }
}

@Controller('lists')
@UseGuards(BearerGuard)
@RequireScope('read')
class ListsController {
  @Get()
  lists() {
    return { lists: [] };
  }

  @Get('new')
  @RequireScope('batch')
  create() {
    return { made: true };
  }
}

const ACME = { accountId: accountId('acme'), suspended: false };
const authenticator = new MemoryAuthenticator([
  ['readers', { ...ACME, scopes: ['read'] }],
  ['senders', { ...ACME, scopes: ['batch'] }],
  ['good', ACME],
]);

type Serve = (metadata: ModuleMetadata) => Promise<string>;

const PLATFORMS: readonly (readonly [name: string, serve: Serve])[] = [
  ['Express', async (metadata) => (await serveHost(metadata)).baseUrl],
  [
    'Fastify',
    async (metadata) => {
      const { baseUrl, close } = await startFastify({ module: HostModule, ...metadata });
      onTestFinished(close);
      return baseUrl;
    },
  ],
];

const ask = async (url: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  statusAndBody(await fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } }));

describe.each(PLATFORMS)('a route that BearerGuard guards on %s', (_platform, serve) => {
  const serveWith = (options: Partial<VerificationOptions & VerificationExtras> = {}) =>
    serve({
      imports: [VerificationModule.forRoot(memoryOptions({ authenticator, ...options }))],
      controllers: [OrdersController, ListsController],
    });

  describe('and that names a scope', () => {
    const refusedFor = (scope: string) => [
      403,
      {
        detail: 'forbidden',
        hint: `this operation needs a token with the scope ${scope}, which this token lacks`,
      },
    ];

    it("takes a token of that scope, the handler's own before that of its controller", async () => {
      const baseUrl = await serveWith();
      expect(await ask(`${baseUrl}/lists`, 'readers')).toEqual([200, { lists: [] }]);
      expect(await ask(`${baseUrl}/lists`, 'senders')).toEqual(refusedFor('read'));
      expect(await ask(`${baseUrl}/lists/new`, 'senders')).toEqual([200, { made: true }]);
      expect(await ask(`${baseUrl}/lists/new`, 'readers')).toEqual(refusedFor('batch'));
    });

    it('takes a token without scopes, and never an unknown token', async () => {
      const baseUrl = await serveWith();
      expect(await ask(`${baseUrl}/lists/new`, 'good')).toEqual([200, { made: true }]);
      expect(await ask(`${baseUrl}/lists/new`, 'bad')).toEqual([401, { detail: 'not_authenticated' }]);
    });
  });

  it('takes a token of any scope if it names none', async () => {
    expect(await ask(`${await serveWith()}/orders`, 'senders')).toEqual([200, { ordersOf: 'acme' }]);
  });

  describe('with a limit of failed sign-ins', () => {
    const rates = { failedSignIns: { requests: 2, seconds: 60 } };

    it('counts those of the API with its own, and refuses with Retry-After', async () => {
      const baseUrl = await serveWith({ rates });
      expect((await ask(`${baseUrl}/orders`, 'bad'))[0]).toBe(401);
      expect((await ask(`${baseUrl}/v1/credits`, 'bad'))[0]).toBe(401);
      const refused = await fetch(`${baseUrl}/orders`, { headers: { authorization: 'Bearer good' } });
      expect(await statusAndBody(refused)).toMatchObject([429, { detail: 'too_many_requests' }]);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      expect((await ask(`${baseUrl}/v1/credits`, 'good'))[0]).toBe(429);
    });

    it('counts the address that the option names', async () => {
      const address = (request: object) => String(Reflect.get(Reflect.get(request, 'headers'), 'x-from'));
      const url = `${await serveWith({ rates, address })}/orders`;
      const from = async (address: string, token: string) =>
        (await ask(url, token, { 'x-from': address }))[0];
      expect([await from('203.0.113.7', 'bad'), await from('203.0.113.7', 'bad')]).toEqual([401, 401]);
      expect([await from('203.0.113.7', 'good'), await from('203.0.113.8', 'good')]).toEqual([429, 200]);
    });

    it('counts if a function names the account', async () => {
      const account = (request: object) =>
        Reflect.get(Reflect.get(request, 'headers'), 'authorization') === 'Bearer good' ? 'acme' : undefined;
      const baseUrl = await serve({
        imports: [VerificationModule.forRoot(memoryOptions({ rates, account }))],
        controllers: [OrdersController],
      });
      expect((await ask(`${baseUrl}/v1/credits`, 'bad'))[0]).toBe(401);
      expect((await ask(`${baseUrl}/orders`, 'bad'))[0]).toBe(401);
      expect((await ask(`${baseUrl}/v1/credits`, 'good'))[0]).toBe(429);
    });

    it('counts in an instance without routes', async () => {
      const baseUrl = await serveWith({ rates, routes: false });
      expect((await ask(`${baseUrl}/orders`, 'bad'))[0]).toBe(401);
      expect((await ask(`${baseUrl}/orders`, 'bad'))[0]).toBe(401);
      expect((await ask(`${baseUrl}/orders`, 'good'))[0]).toBe(429);
    });
  });
});
