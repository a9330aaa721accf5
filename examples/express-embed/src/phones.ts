import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import {
  type CreditLedger,
  createVerificationService,
  InProcessTaskQueue,
  type VerificationService,
  type VerificationServiceOptions,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import { openSqliteDatabase, SqlReplayStore, SqlTaskStore } from '@dialproof/sql';
import type { Billing } from './billing.js';
import { orUnavailable } from './database.js';

export interface PhonesOptions {
  /** Folder of the tasks and of running uploads. */
  readonly dataDirectory: string;
  readonly billing: Billing;
  readonly ledger: CreditLedger;
  /** Told of failed requests, and of each `ReportedFailure` in the background. */
  readonly log: (error: unknown) => void;
  /** Limits and a checker other than the sandbox. */
  readonly verification?: Partial<VerificationServiceOptions>;
}

/** Dialproof in this application. */
export interface Phones {
  readonly service: VerificationService;
  /** For `use` of Express. */
  readonly router: ReturnType<typeof verificationRouter>;
  /** Hands running tasks back, and closes where they are kept. Safe twice. */
  close(): Promise<void>;
}

/** Makes Dialproof of the host's parts and its own, and starts it. */
export async function startPhones(options: PhonesOptions): Promise<Phones> {
  const { dataDirectory, billing, ledger, log, verification } = options;
  const tempDirectory = join(dataDirectory, 'uploads');
  mkdirSync(tempDirectory, { recursive: true, mode: 0o700 });
  // A file of its own: the store brings its own tables, migrations and connections, and no transaction spans both files. While it
  // writes the 100,000 rows of an upload, the host's own writes do not wait.
  const database = await openSqliteDatabase({ file: join(dataDirectory, 'tasks.sqlite') });
  try {
    const store = new SqlTaskStore({ database });
    const service = createVerificationService({
      ledger,
      store,
      archive: store,
      replays: new SqlReplayStore({ database }),
      checker: new SandboxChecker(), // its answers are made up: bring yours
      queue: new InProcessTaskQueue(),
      tempDirectory,
      onError: log,
      ...verification,
    });
    const router = verificationRouter({
      service,
      // A user who owes money is suspended.
      account: ({ user }) =>
        user && {
          accountId: user.userId,
          suspended: orUnavailable(() => billing.isOverdue(user.userId)),
        },
      onError: log,
    });
    // The lock of start-app.ts excludes other processes.
    await service.start({ soleProcess: true });
    const close = async () => {
      await service.close();
      await database.close();
    };
    return { service, router, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
