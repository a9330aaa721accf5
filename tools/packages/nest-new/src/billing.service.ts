import { accountId, MemoryCreditLedger } from '@dialproof/core';
import { Injectable, type OnModuleInit } from '@nestjs/common';

@Injectable()
export class BillingService extends MemoryCreditLedger implements OnModuleInit {
  async onModuleInit(): Promise<void> {
    await this.grant(accountId('acme'), 100);
  }
}
