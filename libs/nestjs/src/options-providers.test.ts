import { Inject, Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { createHost, credits, memoryParts, serveHost } from './host-application.fixture.js';
import { BillingModule, BillingService, GRANTED, grantByBilling } from './host-billing.fixture.js';
import type { VerificationOptions } from './module-options.js';
import { VerificationModule } from './verification.module.js';

describe('VerificationModule.forRootAsync', () => {
  it('calls a factory with what it injects', async () => {
    const verification = VerificationModule.forRootAsync({
      imports: [BillingModule],
      inject: [BillingService],
      useFactory: async (ledger: BillingService) => ({ ...memoryParts(), ledger }),
    });
    const { app, baseUrl } = await serveHost({ imports: [verification] });
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
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
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
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
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
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
