import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ACME, createHost, credits, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { BillingModule, BillingService, GRANTED, grantByBilling } from '../fixtures/host-billing.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { Verification } from '../verification/verification.js';
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

  it('mounts the registration if it is switched on beside the factory', async () => {
    const accounts = { register: async () => Promise.reject(new TypeError('not asked')) };
    const useFactory = () => memoryOptions({ accounts });
    const mounted = await serveHost({
      imports: [VerificationModule.forRootAsync({ registration: true, useFactory })],
    });
    expect((await fetch(`${mounted.baseUrl}/v1/accounts`, { method: 'POST' })).status).toBe(415);
    const create = (registration: boolean, factory: () => VerificationOptions) =>
      createHost({ imports: [VerificationModule.forRootAsync({ registration, useFactory: factory })] });
    await expect(create(false, useFactory)).rejects.toThrow('registration: true');
    await expect(create(true, () => memoryOptions())).rejects.toThrow('the options have no accounts');
  });

  it.each([
    ['none', {}],
    ['two', { useFactory: memoryOptions, useExisting: class {} }],
  ])('refuses %s of the ways to make options', (_what, ways) => {
    // What a caller without types may pass.
    const given = ways as Parameters<typeof VerificationModule.forRootAsync>[0];
    expect(() => VerificationModule.forRootAsync(given)).toThrow(
      'one of useFactory, useClass and useExisting',
    );
  });

  it('refuses an option that it does not know', () => {
    // What a caller without types may pass.
    const given = { useFactory: () => memoryOptions(), guard: [] } as Parameters<
      typeof VerificationModule.forRootAsync
    >[0];
    expect(() => VerificationModule.forRootAsync(given)).toThrow('there is no option guard');
  });

  it('refuses options beside the factory from a factory', async () => {
    const useFactory = () => memoryOptions({ path: 'phones' });
    await expect(createHost({ imports: [VerificationModule.forRootAsync({ useFactory })] })).rejects.toThrow(
      'option path shapes the module',
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
  ])('is refused at start, by its name, when it lives as long as a request %s', async (_how, token) => {
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule, TenantModule],
      inject: [BillingService, token, { token: 'none', optional: true }],
      useFactory: (ledger: BillingService) => memoryOptions({ ledger }),
    });
    const app = await createHost({ imports: [verification] });
    await expect(app.init()).rejects.toThrow(
      `its factory injects ${token.name}, which lives as long as a request`,
    );
    await expect(app.close()).resolves.toBeUndefined();
  });

  // Nest 11 waits for ever, as for any two providers that wait for each other.
  it.skipIf(process.env['NEST_MAJOR'] === '11')(
    'is refused by Nest when it waits for the service itself',
    async () => {
      @Injectable()
      class BillingThatVerifies extends BillingService {
        constructor(@Inject(Verification) readonly verification: Verification) {
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

describe('Verification', () => {
  it('is injected by its class alone', async () => {
    @Injectable()
    class Signup {
      constructor(readonly verification: Verification) {}
    }
    const verification = VerificationModule.forRoot(memoryOptions());
    const app = await createHost({ imports: [verification], providers: [Signup] });
    expect(await app.get(Signup).verification.balance(ACME)).toEqual({ available: 100, held: 0 });
  });
});
