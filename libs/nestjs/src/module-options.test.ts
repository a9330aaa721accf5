import { createVerificationService, MemoryCreditLedger } from '@dialproof/core';
import { Global, Inject, Injectable, Module, Scope, type Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import {
  ACME,
  createHost,
  credits,
  memoryParts,
  serveHost,
  statusAndBody,
} from './host-application.fixture.js';
import { InjectVerification } from './inject-verification.js';
import type { VerificationModuleOptions, VerificationOptions } from './module-options.js';
import type { Verification } from './verification.js';
import { VerificationModule } from './verification.module.js';

const KNOWN = [200, { available: 100, held: 0 }];

/** The host's billing, which only some of its modules can see. */
@Injectable()
class BillingService extends MemoryCreditLedger {}

@Module({ providers: [BillingService], exports: [BillingService] })
class BillingModule {}

async function grantedBy(app: {
  get(token: Type<BillingService>, options: { strict: false }): BillingService;
}) {
  await app.get(BillingService, { strict: false }).grant(ACME, 7);
}

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

  it('finds parts by the classes of providers in the modules that it imports', async () => {
    const options = { ...memoryParts(), ledger: BillingService, imports: [BillingModule] };
    const { app, baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    await grantedBy(app);
    expect(await credits(baseUrl)).toEqual([200, { available: 7, held: 0 }]);
  });

  it('finds parts by text and symbols in global modules, and waits until they are made', async () => {
    const STORE = Symbol('store');
    const { store, ...parts } = memoryParts();
    @Global()
    @Module({
      providers: [
        { provide: STORE, useFactory: () => new Promise((resolve) => setImmediate(resolve, store)) },
        { provide: 'clock', useValue: { now: () => 0, schedule: () => () => {} } },
      ],
      exports: [STORE, 'clock'],
    })
    class DatabaseModule {}
    const options = { ...parts, store: STORE, clock: 'clock' };
    // The module that waits comes before the one that it waits for.
    const app = await createHost({ imports: [VerificationModule.forRoot(options), DatabaseModule] });
    const { taskId } = await submitted(app.get('DialproofVerification'));
    expect(await store.find(taskId)).toMatchObject({ createdAt: 0 });
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

  it('says which option names a provider that cannot be found', async () => {
    const options = { ...memoryParts(), ledger: BillingService };
    await expect(
      createHost({ imports: [BillingModule, VerificationModule.forRoot(options)] }),
    ).rejects.toThrow(/option "ledger" of VerificationModule \(\?\).*BillingService/s);
  });

  it('takes a provider that itself injects the verification', async () => {
    @Injectable()
    class BillingThatVerifies extends MemoryCreditLedger {
      constructor(@InjectVerification() readonly verification: Verification) {
        super();
      }
    }
    @Module({ providers: [BillingThatVerifies], exports: [BillingThatVerifies] })
    class VerifyingModule {}
    const options = {
      ...memoryParts(),
      ledger: BillingThatVerifies,
      imports: [VerifyingModule],
      isGlobal: true,
    };
    const app = await createHost({ imports: [VerificationModule.forRoot(options)] });
    const billing = app.get(BillingThatVerifies, { strict: false });
    await billing.grant(ACME, 7);
    expect(await billing.verification.balance(ACME)).toEqual({ available: 7, held: 0 });
  });

  it('refuses a provider that lives as long as a request', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class LedgerOfRequest extends MemoryCreditLedger {}
    @Module({ providers: [LedgerOfRequest], exports: [LedgerOfRequest] })
    class RequestModule {}
    const options = { ...memoryParts(), ledger: LedgerOfRequest, imports: [RequestModule] };
    await expect(createHost({ imports: [VerificationModule.forRoot(options)] })).rejects.toThrow(/ledger/);
  });

  it('refuses a provider that is nothing', async () => {
    @Module({ providers: [{ provide: 'none', useValue: undefined }], exports: ['none'] })
    class NoneModule {}
    const options = { ...memoryParts(), ledger: 'none', imports: [NoneModule] };
    await expect(createHost({ imports: [VerificationModule.forRoot(options)] })).rejects.toThrow(
      'option ledger: the provider none is undefined',
    );
  });

  it.each<[string, object, RegExp]>([
    ['an unknown option', { maxRow: 1 }, /no option maxRow/],
    ['a bad setting of the service', { maxRows: 0 }, /option maxRows/],
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

describe('VerificationModule.forRootAsync', () => {
  it('calls a factory with what it injects', async () => {
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule],
      inject: [BillingService],
      useFactory: async (ledger: BillingService) => ({ ...memoryParts(), ledger }),
    });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantedBy(app);
    expect(await credits(baseUrl)).toEqual([200, { available: 7, held: 0 }]);
  });

  it('asks a class that it makes itself', async () => {
    @Injectable()
    class Options {
      constructor(@Inject(BillingService) readonly ledger: BillingService) {}

      createVerificationOptions(): VerificationOptions {
        return { ...memoryParts(), ledger: this.ledger };
      }
    }
    const verification = VerificationModule.forRootAsync({ imports: [BillingModule], useClass: Options });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantedBy(app);
    expect(await credits(baseUrl)).toEqual([200, { available: 7, held: 0 }]);
  });

  it('asks a provider that exists, and finds the tokens among its options', async () => {
    const existing = { createVerificationOptions: () => ({ ...memoryParts(), ledger: BillingService }) };
    @Module({ providers: [{ provide: 'options', useValue: existing }], exports: ['options'] })
    class OptionsModule {}
    const verification = VerificationModule.forRootAsync({
      imports: [OptionsModule, BillingModule],
      useExisting: 'options',
    });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantedBy(app);
    expect(await credits(baseUrl)).toEqual([200, { available: 7, held: 0 }]);
  });

  it('mounts the registration where it is told to beside the factory', async () => {
    const accounts = { register: async () => Promise.reject(new TypeError('not asked')) };
    const useFactory = () => ({ ...memoryParts(), accounts });
    const mounted = await serveHost({
      imports: [VerificationModule.forRootAsync({ registration: true, useFactory })],
    });
    expect((await fetch(`${mounted.baseUrl}/v1/accounts`, { method: 'POST' })).status).toBe(415);
    const create = (registration: boolean, factory: () => VerificationOptions) =>
      createHost({ imports: [VerificationModule.forRootAsync({ registration, useFactory: factory })] });
    await expect(create(false, useFactory)).rejects.toThrow('registration: true');
    await expect(create(true, memoryParts)).rejects.toThrow('the options have no accounts');
  });

  it.each([
    ['none', {}],
    ['two', { useFactory: memoryParts, useExisting: 'options' }],
  ])('refuses %s of the ways to make options', (_what, ways) => {
    // What a caller without types may pass.
    const given = ways as Parameters<typeof VerificationModule.forRootAsync>[0];
    expect(() => VerificationModule.forRootAsync(given)).toThrow(
      'one of useFactory, useClass and useExisting',
    );
  });

  it('refuses an option that it does not know', () => {
    // What a caller without types may pass.
    const given = { useFactory: memoryParts, guard: [] } as Parameters<
      typeof VerificationModule.forRootAsync
    >[0];
    expect(() => VerificationModule.forRootAsync(given)).toThrow('there is no option guard');
  });

  it('refuses what shapes the module from a factory', async () => {
    const useFactory = () => ({ ...memoryParts(), path: 'phones' });
    await expect(createHost({ imports: [VerificationModule.forRootAsync({ useFactory })] })).rejects.toThrow(
      'option path shapes the module',
    );
  });
});

describe('isGlobal', () => {
  @Injectable()
  class Orders {
    constructor(@InjectVerification() readonly verification: Verification) {}
  }
  @Module({ providers: [Orders] })
  class OrdersModule {}

  it('lets every module inject the verification', async () => {
    const verification = VerificationModule.forRoot({ ...memoryParts(), isGlobal: true });
    const app = await createHost({ imports: [verification, OrdersModule] });
    const { verification: injected } = app.get(Orders, { strict: false });
    expect(await injected.balance(ACME)).toEqual({ available: 100, held: 0 });
  });

  it('is off unless asked for', async () => {
    const imports = [VerificationModule.forRoot(memoryParts()), OrdersModule];
    await expect(createHost({ imports })).rejects.toThrow(/DialproofVerification/);
  });
});

async function submitted(verification: Verification) {
  const content = (async function* () {
    yield Buffer.from('phone\n+14155552671\n');
  })();
  return verification.submit({ accountId: ACME, fileName: 'people.csv', content });
}
