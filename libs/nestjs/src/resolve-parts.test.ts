import { MemoryCreditLedger } from '@dialproof/core';
import { Global, Injectable, Module, Scope } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ACME, createHost, credits, memoryParts, serveHost } from './host-application.fixture.js';
import { BillingModule, BillingService, GRANTED, grantByBilling } from './host-billing.fixture.js';
import { InjectVerification } from './inject-verification.js';
import type { Verification } from './verification.js';
import { VerificationModule } from './verification.module.js';

describe('parts that are providers of the host', () => {
  it('finds parts by the classes of providers in the modules that it imports', async () => {
    const options = { ...memoryParts(), ledger: BillingService, imports: [BillingModule] };
    const { app, baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    await grantByBilling(app);
    expect(await credits(baseUrl)).toEqual(GRANTED);
  });

  it('finds parts by text and symbols in global modules, and waits until they are made', async () => {
    const STORE = Symbol('store');
    const { store, ...parts } = memoryParts();
    @Global()
    @Module({
      providers: [
        { provide: STORE, useFactory: () => new Promise((resolve) => setImmediate(resolve, store)) },
        { provide: 'clock', useValue: { now: () => 0, elapsed: () => 0, schedule: () => () => {} } },
      ],
      exports: [STORE, 'clock'],
    })
    class DatabaseModule {}
    const options = { ...parts, store: STORE, clock: 'clock' };
    // The module that waits comes before the one that it waits for.
    const app = await createHost({ imports: [VerificationModule.forRoot(options), DatabaseModule] });
    const verification = app.get<Verification>('DialproofVerification');
    const { taskId } = await submitted(verification);
    expect(await store.find(taskId)).toMatchObject({ status: 'queued' });
    const verified = await verification.verify({ accountId: ACME, phone: '+14155552671' });
    expect(verified).toMatchObject({ checkedAt: 0 });
  });

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
});

async function submitted(verification: Verification) {
  const content = (async function* () {
    yield Buffer.from('phone\n+14155552671\n');
  })();
  return verification.submit({ accountId: ACME, fileName: 'people.csv', content });
}
