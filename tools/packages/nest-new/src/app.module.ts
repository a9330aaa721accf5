import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryTaskStore,
} from '@dialproof/core';
import { VerificationModule } from '@dialproof/nestjs';
import { Module } from '@nestjs/common';
import { AppController } from './app.controller';
import { AppService } from './app.service';
import { BillingModule } from './billing.module';
import { BillingService } from './billing.service';

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
        authenticator: new MemoryAuthenticator([
          ['a-token', { accountId: accountId('acme'), suspended: false }],
        ]),
      }),
    }),
  ],
  controllers: [AppController],
  providers: [AppService],
})
export class AppModule {}
