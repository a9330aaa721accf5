import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ACME, createHost, memoryOptions } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { InjectVerification, type VerificationService } from './tokens.js';

describe('isGlobal', () => {
  @Injectable()
  class Orders {
    constructor(@InjectVerification() readonly verification: VerificationService) {}
  }
  @Module({ providers: [Orders] })
  class OrdersModule {}

  it('lets every module inject the verification', async () => {
    const verification = VerificationModule.forRoot(memoryOptions({ isGlobal: true }));
    const app = await createHost({ imports: [verification, OrdersModule] });
    const { verification: injected } = app.get(Orders, { strict: false });
    expect(await injected.balance(ACME)).toEqual({ available: 100, held: 0 });
  });

  it('is off unless asked for', async () => {
    const imports = [VerificationModule.forRoot(memoryOptions()), OrdersModule];
    await expect(createHost({ imports })).rejects.toThrow(/argument VerificationService at index/);
  });
});
