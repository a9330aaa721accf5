import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { BillingService } from './billing.service.js';
import { InvoicesService } from './invoices.service.js';

/** Wallets with a limit, and invoices for what was used of it. Dialproof spends through `BillingService`. */
@Module({
  controllers: [BillingController],
  providers: [BillingService, InvoicesService],
  exports: [BillingService, InvoicesService],
})
export class BillingModule {}
