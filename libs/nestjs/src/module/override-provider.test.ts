import { accountId, type CreditLedger, MemoryAuthenticator } from '@dialproof/core';
import { Inject, Injectable } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ACME,
  addressOf,
  BillingModule,
  BillingService,
  closeNow,
  credits,
  memoryOptions,
  verify,
} from '../fixtures/host-application.fixture.js';
import { getAuthenticatorToken, getVerificationToken, VerificationService } from '../verification/tokens.js';
import { VerificationHealthIndicator } from '../verification/verification-health.indicator.js';
import { VerificationModule } from './verification.module.js';

@Injectable()
class Signup {
  constructor(@Inject(VerificationService) readonly verification: VerificationService) {}
}

/** The host, as a test makes it. */
function hostUnderTest(): TestingModuleBuilder {
  const verification = VerificationModule.forRootAsync({
    imports: [BillingModule],
    inject: [BillingService],
    useFactory: (ledger: CreditLedger) => memoryOptions({ ledger }),
  });
  return Test.createTestingModule({ imports: [verification], providers: [Signup] });
}

async function serve(builder: TestingModuleBuilder) {
  const module = await builder.compile();
  const app = module.createNestApplication({ logger: false });
  onTestFinished(() => closeNow(app));
  await app.listen(0, '127.0.0.1');
  return { app, baseUrl: addressOf(app) };
}

describe('overrideProvider', () => {
  it("replaces the host's part that the factory injects", async () => {
    const ledger = { ...new BillingService(), balance: async () => ({ available: 3, held: 1 }) };
    const methods = { hold: async () => {}, settle: async () => ({}), releaseExpired: async () => 0 };
    const replaced = hostUnderTest()
      .overrideProvider(BillingService)
      .useValue({ ...ledger, ...methods });
    const { baseUrl } = await serve(replaced);
    expect(await credits(baseUrl)).toEqual([200, { available: 3, held: 1 }]);
  });

  it('replaces the service for the code of the host and for the routes, also by some of its methods', async () => {
    const fake = { balance: async () => ({ available: 7, held: 0 }) };
    const { app, baseUrl } = await serve(
      hostUnderTest().overrideProvider(VerificationService).useValue(fake),
    );
    expect(await app.get(Signup).verification.balance(ACME)).toEqual({ available: 7, held: 0 });
    expect(await credits(baseUrl)).toEqual([200, { available: 7, held: 0 }]);
    expect(await verify(baseUrl)).toEqual([500, { detail: 'internal_error' }]);
  });

  it('replaces the service by an object with state of its own', async () => {
    class Fake {
      readonly #available = 8;

      async balance() {
        return { available: this.#available, held: 0 };
      }
    }
    const replaced = hostUnderTest().overrideProvider(VerificationService).useValue(new Fake());
    const { baseUrl } = await serve(replaced);
    expect(await credits(baseUrl)).toEqual([200, { available: 8, held: 0 }]);
  });

  it('replaces who asks', async () => {
    const everyone = new MemoryAuthenticator([['test', { accountId: accountId('ann'), suspended: false }]]);
    const replaced = hostUnderTest().overrideProvider(getAuthenticatorToken()).useValue(everyone);
    const { baseUrl } = await serve(replaced);
    expect((await credits(baseUrl))[0]).toBe(401);
    expect((await credits(baseUrl, { authorization: 'Bearer test' }))[0]).toBe(200);
  });

  it('replaces the authenticator of options with an account', async () => {
    const verification = VerificationModule.forRoot(memoryOptions({ account: () => undefined }));
    const everyone = new MemoryAuthenticator([['test', { accountId: ACME, suspended: false }]]);
    const { baseUrl } = await serve(
      Test.createTestingModule({ imports: [verification] })
        .overrideProvider(getAuthenticatorToken())
        .useValue(everyone),
    );
    expect(await credits(baseUrl, { authorization: 'Bearer test' })).toEqual([
      200,
      { available: 100, held: 0 },
    ]);
  });

  it('replaces the health indicator', async () => {
    const sick = { isHealthy: async () => ({ phones: { status: 'down', reason: 'test' } }) };
    const replaced = hostUnderTest().overrideProvider(VerificationHealthIndicator).useValue(sick);
    const { app } = await serve(replaced);
    expect(await app.get(VerificationHealthIndicator).isHealthy('phones')).toEqual({
      phones: { status: 'down', reason: 'test' },
    });
  });

  it('replaces the parts of a named instance by its tokens', async () => {
    const verification = VerificationModule.forRoot(memoryOptions({ name: 'sales' }));
    const everyone = new MemoryAuthenticator([['test', { accountId: ACME, suspended: false }]]);
    const { baseUrl } = await serve(
      Test.createTestingModule({ imports: [verification] })
        .overrideProvider(getVerificationToken('sales'))
        .useValue({ balance: async () => ({ available: 5, held: 0 }) })
        .overrideProvider(getAuthenticatorToken('sales'))
        .useValue(everyone),
    );
    expect(await credits(baseUrl, { authorization: 'Bearer test' })).toEqual([
      200,
      { available: 5, held: 0 },
    ]);
  });
});
