import { Module } from '@nestjs/common';
import { BillingService } from './billing.service.js';

/** The users' credits. Dialproof spends through `BillingService`. */
@Module({ providers: [BillingService], exports: [BillingService] })
export class BillingModule {}
