import { MemoryCreditLedger } from '@dialproof/core';
import { Injectable, Module, type Type } from '@nestjs/common';
import { ACME } from './host-application.fixture.js';

/** The host's billing, which only some of its modules can see. */
@Injectable()
export class BillingService extends MemoryCreditLedger {}

@Module({ providers: [BillingService], exports: [BillingService] })
export class BillingModule {}

/** Grants credits by the billing of the application, with which {@link GRANTED} is what the routes tell of them. */
export async function grantByBilling(app: {
  get(token: Type<BillingService>, options: { strict: false }): BillingService;
}): Promise<void> {
  await app.get(BillingService, { strict: false }).grant(ACME, 7);
}

export const GRANTED = [200, { available: 7, held: 0 }];
