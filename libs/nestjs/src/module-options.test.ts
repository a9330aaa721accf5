import { createVerificationService } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  ACME,
  createHost,
  credits,
  memoryParts,
  serveHost,
  statusAndBody,
} from './host-application.fixture.js';
import type { VerificationModuleOptions } from './module-options.js';
import type { Verification } from './verification.js';
import { VerificationModule } from './verification.module.js';

const KNOWN = [200, { available: 100, held: 0 }];

describe('VerificationModule.forRoot', () => {
  it('takes parts as values', async () => {
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(memoryParts())] });
    expect(await credits(baseUrl)).toEqual(KNOWN);
  });

  it('takes a service that the host has made', async () => {
    const { authenticator, ...parts } = memoryParts();
    const service = createVerificationService(parts);
    const { baseUrl } = await serveHost({
      imports: [VerificationModule.forRoot({ service, authenticator })],
    });
    expect(await credits(baseUrl)).toEqual(KNOWN);
  });

  it.each(['store', 'ledger', 'checker', 'queue'] as const)(
    'says that the option %s is missing',
    async (name) => {
      const { [name]: _, ...rest } = memoryParts();
      // What a caller without types may pass.
      const options = rest as unknown as VerificationModuleOptions;
      await expect(createHost({ imports: [VerificationModule.forRoot(options)] })).rejects.toThrow(
        `VerificationModule: option ${name} is missing`,
      );
    },
  );

  it.each<[string, object, RegExp]>([
    ['an unknown option', { maxRow: 1 }, /no option maxRow/],
    ['a bad setting of the service', { maxRows: 0 }, /option maxRows/],
    ['a part that lacks a method', { ledger: { hold() {} } }, /option ledger has no method settle/],
    ['a bad setting of the contract', { maxJsonBytes: 0 }, /maxJsonBytes/],
    ['nobody who tells who asks', { authenticator: undefined }, /give an authenticator, or account/],
    ['two who tell who asks', { account: () => 'acme' }, /and not both/],
    ['a service beside its parts', { service: {} }, /option \w+ is for a service that the module makes/],
    [
      'an account that is no function',
      { authenticator: undefined, account: 'acme' },
      /account must be a function/,
    ],
    ['a switch that is none', { startsService: 'no' }, /startsService must be a boolean/],
    ['an empty name', { name: '' }, /option name must be a text that is not empty/],
    ['a path that is no text', { path: 3 }, /option path must be a text/],
    ['a guard that is not in a list', { guards: class {} }, /option guards must be a list/],
  ])('refuses %s', async (_what, wrong, message) => {
    const create = async () =>
      createHost({ imports: [VerificationModule.forRoot({ ...memoryParts(), ...wrong })] });
    await expect(create()).rejects.toThrow(message);
  });

  it('leaves the path of the registration to the host where there is none', async () => {
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(memoryParts())] });
    const reply = await fetch(`${baseUrl}/v1/accounts`, { method: 'POST' });
    expect(await statusAndBody(reply)).toMatchObject([404, { message: 'Cannot POST /v1/accounts' }]);
  });

  it('has no two routes that Nest could take for a conflict', async () => {
    // An option of Nest 12; Nest 11 does not know it.
    const application = { routeConflictPolicy: { duplicate: 'error', shadow: 'error' } } as const;
    const imports = [VerificationModule.forRoot(memoryParts())];
    const { baseUrl } = await serveHost({ imports }, { application });
    expect(await credits(baseUrl)).toEqual(KNOWN);
  });

  it('needs nobody who tells who asks where there are no routes', async () => {
    const { authenticator: _, ...parts } = memoryParts();
    const { app, baseUrl } = await serveHost({
      imports: [VerificationModule.forRoot({ ...parts, routes: false })],
    });
    expect(await app.get<Verification>('DialproofVerification').balance(ACME)).toEqual({
      available: 100,
      held: 0,
    });
    expect((await fetch(`${baseUrl}/v1/credits`)).status).toBe(404);
  });
});
