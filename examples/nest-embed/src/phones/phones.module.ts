import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import { createVerificationService, InProcessTaskQueue } from '@dialproof/core';
import { logErrors, VerificationModule, type VerificationOptions } from '@dialproof/nestjs';
import { SqlTaskStore } from '@dialproof/sql';
import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { BillingService } from '../billing/billing.service.js';
import { SETTINGS, type Settings } from '../settings.module.js';
import type { HostRequest } from '../users/host-request.js';
import { UsersModule } from '../users/users.module.js';
import { MeController } from './me.controller.js';

/** Dialproof in this application: its routes below /phones, and its service for the host's own code. */
@Module({
  imports: [
    BillingModule,
    UsersModule,
    VerificationModule.forRootAsync({
      path: 'phones',
      imports: [BillingModule],
      inject: [SETTINGS, SqlTaskStore, BillingService],
      useFactory: (
        { checker, dataDirectory, limits }: Settings,
        store: SqlTaskStore,
        ledger: BillingService,
      ): VerificationOptions => ({
        service: createVerificationService({
          store,
          ledger,
          checker: checker ?? new SandboxChecker(), // its answers are made up: bring yours
          queue: new InProcessTaskQueue(),
          tempDirectory: privateFolder(join(dataDirectory, 'uploads')),
          onError: logErrors(),
          ...limits,
        }),
        // The account is the user that the host's guard has let through.
        account: ({ user }: HostRequest) => user && { accountId: user.userId, suspended: user.suspended },
        // The lock of DatabaseModule excludes other processes.
        soleProcess: true,
      }),
    }),
  ],
  controllers: [MeController],
  exports: [VerificationModule],
})
export class PhonesModule {}

/** Makes the folder if it is missing, for this user alone. */
function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
