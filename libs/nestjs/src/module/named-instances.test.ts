import { accountId, MemoryAuthenticator, MemoryCreditLedger } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  ACME,
  authorization,
  createHost,
  memoryOptions,
  memoryParts,
  serveHost,
  statusAndBody,
} from '../fixtures/host-application.fixture.js';
import { getVerificationToken, type VerificationService } from '../verification/tokens.js';
import { VerificationModule } from './verification.module.js';

const EMMA = accountId('emma');

describe('named instances', () => {
  it('live in one application without touching each other', async () => {
    const ledger = new MemoryCreditLedger();
    const authenticator = new MemoryAuthenticator([['emmas', { accountId: EMMA, suspended: false }]]);
    await ledger.grant(EMMA, 3);
    const useFactory = () => memoryOptions({ ledger, authenticator });
    const { app, baseUrl } = await serveHost({
      imports: [
        VerificationModule.forRoot(memoryOptions({ path: 'support' })),
        VerificationModule.forRootAsync({ name: 'sales', path: 'sales', useFactory }),
      ],
    });
    const ask = async (path: string, token: string) =>
      statusAndBody(
        await fetch(`${baseUrl}/${path}/v1/credits`, { headers: { authorization: `Bearer ${token}` } }),
      );

    expect(await ask('support', 'good')).toEqual([200, { available: 100, held: 0 }]);
    expect(await ask('sales', 'emmas')).toEqual([200, { available: 3, held: 0 }]);
    expect(await ask('sales', 'good')).toEqual([401, { detail: 'not_authenticated' }]);
    expect(await ask('support', 'emmas')).toEqual([401, { detail: 'not_authenticated' }]);
    expect((await fetch(`${baseUrl}/v1/credits`, { headers: { authorization } })).status).toBe(404);

    const ofSales = app.get<VerificationService>(getVerificationToken('sales'));
    const ofSupport = app.get<VerificationService>(getVerificationToken());
    expect(await ofSales.balance(EMMA)).toEqual({ available: 3, held: 0 });
    expect(await ofSupport.balance(EMMA)).toEqual({ available: 0, held: 0 });
    expect(await ofSupport.balance(ACME)).toEqual({ available: 100, held: 0 });
  });

  it('may be imported in several places', async () => {
    const verification = VerificationModule.forRoot(memoryOptions());
    const away = { module: class Away {}, imports: [verification] };
    await expect(createHost({ imports: [verification, away] })).resolves.toBeDefined();
  });

  it.each<[string, object, object, RegExp]>([
    ['have no name', { path: 'a' }, { path: 'b' }, /two instances are named nothing; make it once/],
    [
      'have the same name',
      { name: 'x', path: 'a' },
      { name: 'x', routes: false },
      /two instances are named x;/,
    ],
    ['are at the root', {}, { name: 'x', path: '/' }, /two instances have their routes at "\/?"/],
    ['are at the same path', { path: '/a' }, { name: 'x', path: 'a/' }, /have their routes at "\/?a\/?"/],
  ])('are refused when two %s', async (_what, one, another, message) => {
    const imports = [one, another].map((mount) => VerificationModule.forRoot(memoryOptions(mount)));
    await expect(createHost({ imports })).rejects.toThrow(message);
  });

  it('may share one service, which one of them runs', async () => {
    const { authenticator: _, ...options } = memoryOptions({ name: 'worker', routes: false });
    const worker = VerificationModule.forRoot(options);
    const web = VerificationModule.forRootAsync({
      imports: [worker],
      inject: [getVerificationToken('worker')],
      useFactory: (service: VerificationService) =>
        memoryOptions({ service, startsService: false, authenticator: memoryParts().authenticator }),
    });
    const app = await createHost({ imports: [worker, web] });
    // A queue refuses a second start.
    await expect(app.init()).resolves.toBe(app);
  });
});
