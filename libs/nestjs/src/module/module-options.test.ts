import { describe, expect, it } from 'vitest';
import {
  ACME,
  createHost,
  credits,
  memoryOptions,
  serveHost,
  statusAndBody,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { VerificationService } from '../verification/tokens.js';

const KNOWN = [200, { available: 100, held: 0 }];

describe('VerificationModule.forRoot', () => {
  it('takes a service that the host has made, and who asks', async () => {
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    expect(await credits(baseUrl)).toEqual(KNOWN);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown option', { maxRow: 1 }, /maxRow/],
    ['a part of the service', { ledger: {} }, /ledger/],
    ['no service', { service: undefined }, /service/],
    ['an invalid service', { service: {} }, /must be an object with the methods verify, submit/],
    ['a bad setting of the contract', { maxJsonBytes: 0 }, /maxJsonBytes/],
    ['nobody who tells who asks', { authenticator: undefined }, /give an authenticator, or account/],
    ['two who tell who asks', { account: () => 'acme' }, /and not both/],
  ])('refuses %s', async (_what, wrong, message) => {
    const create = async () =>
      createHost({ imports: [VerificationModule.forRoot({ ...memoryOptions(), ...wrong })] });
    await expect(create()).rejects.toThrow(message);
  });

  it('leaves the path of the registration to the host if there is none', async () => {
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    const reply = await fetch(`${baseUrl}/v1/accounts`, { method: 'POST' });
    expect(await statusAndBody(reply)).toMatchObject([404, { message: 'Cannot POST /v1/accounts' }]);
  });

  it('has no two routes that Nest could take for a conflict', async () => {
    // An option of Nest 12; Nest 11 does not know it.
    const application = { routeConflictPolicy: { duplicate: 'error', shadow: 'error' } } as const;
    const imports = [VerificationModule.forRoot(memoryOptions())];
    const { baseUrl } = await serveHost({ imports }, { application });
    expect(await credits(baseUrl)).toEqual(KNOWN);
  });

  it('needs no authenticator without routes', async () => {
    const { authenticator: _, ...options } = memoryOptions({ routes: false });
    const { app, baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    expect(await app.get(VerificationService).balance(ACME)).toEqual({ available: 100, held: 0 });
    expect((await fetch(`${baseUrl}/v1/credits`)).status).toBe(404);
  });
});
