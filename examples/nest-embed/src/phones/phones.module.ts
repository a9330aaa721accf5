import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import { InProcessTaskQueue } from '@dialproof/core';
import { VerificationModule, type VerificationOptions } from '@dialproof/nestjs';
import { SqlTaskStore } from '@dialproof/sql';
import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { BillingService } from '../billing/billing.service.js';
import { InvoicesService } from '../billing/invoices.service.js';
import { SETTINGS, type Settings } from '../settings.module.js';
import type { HostRequest } from '../users/host-request.js';
import { UsersModule } from '../users/users.module.js';
import { MeController } from './me.controller.js';
import { OwnPhoneService } from './own-phone.service.js';

/** Dialproof in this application: its routes below /phones, and its service for the host's own code. */
@Module({
  imports: [
    BillingModule,
    UsersModule,
    VerificationModule.forRootAsync({
      path: 'phones',
      imports: [BillingModule],
      inject: [SETTINGS, InvoicesService],
      useFactory: (settings: Settings, invoices: InvoicesService): VerificationOptions => ({
        // Injection tokens: the host's billing, and the store of the host's DatabaseModule.
        ledger: BillingService,
        store: SqlTaskStore,
        checker: settings.checker ?? new SandboxChecker(), // its answers are made up: bring yours
        queue: new InProcessTaskQueue(),
        // The account is the user that the host's guard has let through. A user who owes money is suspended.
        account({ user }: HostRequest) {
          return user && { accountId: user.userId, suspended: invoices.isOverdue(user.userId) };
        },
        tempDirectory: emptyFolder(join(settings.dataDirectory, 'uploads')),
        // The lock of DatabaseModule excludes other processes.
        soleProcess: true,
        ...settings.limits,
      }),
    }),
  ],
  controllers: [MeController],
  providers: [OwnPhoneService],
  exports: [VerificationModule],
})
export class PhonesModule {}

/** Empties the folder: a process that was killed left its uploads there. */
function emptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}
