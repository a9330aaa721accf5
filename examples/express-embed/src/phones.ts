import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import {
  createVerificationService,
  InProcessTaskQueue,
  type VerificationService,
  type VerificationServiceOptions,
} from '@dialproof/core';
import { type VerificationRouter, verificationRouter } from '@dialproof/express';
import {
  type SqlDatabase,
  SqlEventOutbox,
  SqlListStore,
  SqlReplayStore,
  SqlSuppressionList,
  SqlTaskStore,
  SqlWebhookStore,
} from '@dialproof/sql';
import { createWebhooks, type WebhooksOptions } from '@dialproof/webhooks';
import type { WalletCreditLedger } from './wallet-credit-ledger.js';

export interface PhonesOptions {
  /** The database of Dialproof's tasks. */
  readonly database: SqlDatabase;
  readonly ledger: WalletCreditLedger;
  /** For the files of running uploads. */
  readonly dataDirectory: string;
  /** Told of failed requests, and of each `ReportedFailure` in the background. */
  readonly log: (error: unknown) => void;
  /** Limits, and a checker other than the sandbox. */
  readonly verification?: Partial<VerificationServiceOptions>;
  /** The addresses that webhooks may have, and how they are found and trusted. */
  readonly webhooks?: Partial<WebhooksOptions>;
}

/** Fewer available credits are low. */
const CREDITS_LOW = 10;

/** Dialproof in this application. */
export interface Phones {
  readonly service: VerificationService;
  readonly router: VerificationRouter;
}

/** Makes Dialproof of the host's parts and its own. */
export function createPhones({ database, ledger, dataDirectory, log, ...options }: PhonesOptions): Phones {
  const tempDirectory = join(dataDirectory, 'uploads');
  mkdirSync(tempDirectory, { recursive: true, mode: 0o700 });
  // The end of each task goes into the outbox, in one step with the end.
  const outbox = new SqlEventOutbox({ database });
  const store = new SqlTaskStore({ database, outbox });
  const webhooks = createWebhooks({
    store: new SqlWebhookStore({ database }),
    outbox, // users get an event when a task has ended
    creditsLow: { ledger, below: CREDITS_LOW }, // and when their credits run low
    onError: log,
    ...options.webhooks,
  });
  const service = createVerificationService({
    ledger, // yours; new UnlimitedLedger() if you bill nobody
    statement: ledger, // users see their charges
    store,
    archive: store, // tasks can be listed and deleted
    boundedTasks: store, // no account fills the disk
    lists: new SqlListStore({ database, outbox }), // a list is verified again by schedule
    suppressions: new SqlSuppressionList({ database }), // nobody is asked about numbers that must not be called
    replays: new SqlReplayStore({ database }), // a request with an Idempotency-Key may be repeated
    checker: new SandboxChecker(), // its answers are made up: bring yours
    queue: new InProcessTaskQueue(),
    workSources: [webhooks], // the workers that check numbers deliver too
    tempDirectory,
    onError: log,
    ...options.verification,
  });
  const router = verificationRouter({
    service,
    webhooks,
    // The charged account: the user that the host's middleware has recognised.
    account: ({ user }) => user && { accountId: user.userId, suspended: user.suspended },
    onError: log,
  });
  return { service, router };
}
