import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import { createVerificationService, InProcessTaskQueue } from '@dialproof/core';
import { logErrors, VerificationModule, type VerificationOptions } from '@dialproof/nestjs';
import {
  SqlCreditLedger,
  SqlEventOutbox,
  SqlListStore,
  SqlReplayStore,
  SqlSuppressionList,
  SqlTaskStore,
  SqlWebhookStore,
} from '@dialproof/sql';
import { createWebhooks } from '@dialproof/webhooks';
import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../database.module.js';
import { UsersModule } from '../users/users.module.js';
import type { HostRequest } from '../users/users.service.js';
import { MeController } from './me.controller.js';

/** Fewer available credits are low. */
const CREDITS_LOW = 10;

/** Dialproof in this application: its routes below /phones, and its service for the host's own code. */
@Module({
  imports: [
    UsersModule,
    VerificationModule.forRootAsync({
      path: 'phones',
      inject: [
        SETTINGS,
        SqlTaskStore,
        SqlCreditLedger,
        SqlReplayStore,
        SqlEventOutbox,
        SqlWebhookStore,
        SqlListStore,
        SqlSuppressionList,
      ],
      useFactory: createPhones,
    }),
  ],
  controllers: [MeController],
  exports: [VerificationModule],
})
export class PhonesModule {}

/** Makes Dialproof of the parts that are injected. */
function createPhones(
  settings: Settings,
  store: SqlTaskStore,
  ledger: SqlCreditLedger,
  replays: SqlReplayStore,
  outbox: SqlEventOutbox,
  webhookStore: SqlWebhookStore,
  lists: SqlListStore,
  suppressions: SqlSuppressionList,
): VerificationOptions {
  const onError = logErrors();
  const webhooks = createWebhooks({
    store: webhookStore,
    outbox, // users get an event when a task has ended
    creditsLow: { ledger, below: CREDITS_LOW }, // and when their credits run low
    onError,
    ...settings.webhooks,
  });
  return {
    service: createVerificationService({
      store,
      archive: store, // tasks can be listed and deleted
      boundedTasks: store, // no account fills the disk
      lists, // a list is verified again by schedule
      suppressions, // nobody is asked about numbers that must not be called
      ledger, // or your own billing; new UnlimitedLedger() if you bill nobody
      statement: ledger, // users see their charges
      upkeep: ledger, // prunes settled holds
      replays, // a request with an Idempotency-Key may be repeated
      checker: new SandboxChecker(), // its answers are made up: bring yours
      queue: new InProcessTaskQueue(),
      workSources: [webhooks], // the workers that check numbers deliver too
      tempDirectory: privateFolder(join(settings.dataDirectory, 'uploads')),
      onError,
      ...settings.verification,
    }),
    webhooks,
    // The account is the user that the host's guard has let through.
    account: ({ user }: HostRequest) => user && { accountId: user.userId, suspended: user.suspended },
  };
}

/** Makes the folder if it is missing, for this user alone. */
function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
