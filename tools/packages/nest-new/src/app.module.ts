import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { VerificationModule, VerificationService } from '@dialproof/nestjs';
import { Controller, Get, Injectable, Module, type OnModuleInit, Param } from '@nestjs/common';

const ACME = accountId('acme');

@Injectable()
class BillingService extends MemoryCreditLedger implements OnModuleInit {
  async onModuleInit(): Promise<void> {
    await this.grant(ACME, 100);
  }
}

@Module({ providers: [BillingService], exports: [BillingService] })
class BillingModule {}

@Controller()
class AppController {
  constructor(private readonly verification: VerificationService) {}

  @Get('numbers/:phone')
  async statusOf(@Param('phone') phone: string): Promise<string> {
    return (await this.verification.verify({ accountId: ACME, phone })).status;
  }
}

@Module({
  imports: [
    VerificationModule.forRootAsync({
      imports: [BillingModule],
      inject: [BillingService],
      useFactory: (ledger: BillingService) => ({
        service: createVerificationService({
          ledger,
          store: new MemoryTaskStore(),
          queue: new InProcessTaskQueue(),
          checker: { check: async () => 'inactive' },
        }),
        authenticator: new MemoryAuthenticator([['a-token', { accountId: ACME, suspended: false }]]),
      }),
    }),
  ],
  controllers: [AppController],
})
export class AppModule {}
