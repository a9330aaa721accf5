import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import {
  BillingModule,
  BillingService,
  createHost,
  credits,
  GRANTED,
  grantByBilling,
  memoryOptions,
  serveHost,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { VerificationService } from '../verification/tokens.js';
import type { VerificationOptions } from './module-options.js';

describe('VerificationModule.forRootAsync', () => {
  it('calls a factory with its injected providers', async () => {
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule],
      inject: [BillingService],
      useFactory: async (ledger: BillingService) => memoryOptions({ ledger }),
    });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
  });

  it('injects optional providers if they exist', async () => {
    const injected: unknown[] = [];
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule],
      inject: [BillingService, { token: 'checker', optional: true }],
      useFactory: (ledger: BillingService, checker?: object) => {
        injected.push(checker);
        return memoryOptions({ ledger });
      },
    });
    await createHost({ imports: [verification] });
    expect(injected).toEqual([undefined]);
  });

  it('asks a class that it makes itself', async () => {
    @Injectable()
    class Options {
      constructor(@Inject(BillingService) readonly ledger: BillingService) {}

      createVerificationOptions(): VerificationOptions {
        return memoryOptions({ ledger: this.ledger });
      }
    }
    const verification = VerificationModule.forRootAsync({ imports: [BillingModule], useClass: Options });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
  });

  it('asks a provider that exists', async () => {
    @Injectable()
    class Existing {
      createVerificationOptions(): VerificationOptions {
        return memoryOptions();
      }
    }
    @Module({ providers: [Existing], exports: [Existing] })
    class OptionsModule {}
    const verification = VerificationModule.forRootAsync({ imports: [OptionsModule], useExisting: Existing });
    const { baseUrl } = await serveHost({ imports: [verification] });
    expect(await credits(baseUrl)).toEqual([200, { available: 100, held: 0 }]);
  });

  it('mounts the registration if the factory returns accounts', async () => {
    const accounts = { register: async () => Promise.reject(new TypeError('not asked')) };
    const useFactory = () => memoryOptions({ accounts });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRootAsync({ useFactory })] });
    expect((await fetch(`${baseUrl}/v1/accounts`, { method: 'POST' })).status).toBe(415);
  });

  it('has the routes of each application that is made of the same module', async () => {
    const accounts = { register: async () => Promise.reject(new TypeError('not asked')) };
    const given = [memoryOptions({ accounts }), memoryOptions(), memoryOptions({ accounts })];
    const statuses: number[] = [];
    const verification = VerificationModule.forRootAsync({
      useFactory: () => given.shift() ?? memoryOptions(),
    });
    for (let application = 0; application < 3; application += 1) {
      const { baseUrl } = await serveHost({ imports: [verification] });
      statuses.push((await fetch(`${baseUrl}/v1/accounts`, { method: 'POST' })).status);
    }
    expect(statuses).toEqual([415, 404, 415]);
  });

  it('refuses options beside the factory from a factory', async () => {
    const useFactory = () => memoryOptions({ path: 'phones' });
    await expect(createHost({ imports: [VerificationModule.forRootAsync({ useFactory })] })).rejects.toThrow(
      'has no option path',
    );
  });
});

describe('the providers that a factory injects', () => {
  @Injectable({ scope: Scope.REQUEST })
  class TenantOfRequest {}
  @Injectable()
  class TenantBilling {
    constructor(@Inject(TenantOfRequest) readonly tenant: TenantOfRequest) {}
  }
  @Module({ providers: [TenantOfRequest, TenantBilling], exports: [TenantOfRequest, TenantBilling] })
  class TenantModule {}

  it.each([
    ['itself', TenantOfRequest],
    ['by what it injects', TenantBilling],
  ])('are refused at start when one lives as long as a request %s', async (_how, token) => {
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule, TenantModule],
      inject: [BillingService, token, { token: 'none', optional: true }],
      useFactory: (ledger: BillingService) => memoryOptions({ ledger }),
    });
    const app = await createHost({ imports: [verification] });
    await expect(app.init()).rejects.toThrow(
      /options of VerificationModule.* is marked as a scoped provider/,
    );
    await expect(app.close()).resolves.toBeUndefined();
  });

  // Nest 11 waits for ever, as for any two providers that wait for each other.
  it.skipIf(process.env['NEST_MAJOR'] === '11')(
    'are refused by Nest when one waits for the service itself',
    async () => {
      @Injectable()
      class BillingThatVerifies extends BillingService {
        constructor(@Inject(VerificationService) readonly verification: VerificationService) {
          super();
        }
      }
      @Module({ providers: [BillingThatVerifies], exports: [BillingThatVerifies] })
      class VerifyingModule {}
      const verification = VerificationModule.forRootAsync({
        isGlobal: true,
        imports: [VerifyingModule],
        inject: [BillingThatVerifies],
        useFactory: (ledger: BillingThatVerifies) => memoryOptions({ ledger }),
      });
      await expect(createHost({ imports: [verification] })).rejects.toThrow(/circular/i);
    },
  );
});

describe('VerificationService', () => {
  it('is injected by its class alone, as the very object of the options', async () => {
    @Injectable()
    class Signup {
      constructor(readonly verification: VerificationService) {}
    }
    const options = memoryOptions();
    const app = await createHost({ imports: [VerificationModule.forRoot(options)], providers: [Signup] });
    expect(app.get(Signup).verification).toBe(options.service);
  });

  it('may be another token of the host for the same object', async () => {
    const options = memoryOptions();
    const phones = { provide: 'PHONES', useExisting: VerificationService };
    const app = await createHost({ imports: [VerificationModule.forRoot(options)], providers: [phones] });
    expect(app.get('PHONES')).toBe(options.service);
  });
});
