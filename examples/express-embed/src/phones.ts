import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxChecker } from '@dialproof/checkers';
import {
  type Authenticator,
  accountId,
  type CreditLedger,
  createVerificationService,
  InProcessTaskQueue,
  type VerificationService,
  type VerificationServiceOptions,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import { openSqliteDatabase, SqlTaskStore } from '@dialproof/sql';
import type { Request } from 'express';
import type { Billing } from './billing.js';
import { orUnavailable } from './database.js';

export interface PhonesOptions {
  /** Where the tasks and what is being uploaded are kept. */
  readonly dataDirectory: string;
  readonly billing: Billing;
  readonly ledger: CreditLedger;
  readonly log: (error: unknown) => void;
  /** Limits and a checker other than the sandbox. */
  readonly verification?: Partial<VerificationServiceOptions>;
}

/** Dialproof in this application. */
export interface Phones {
  readonly service: VerificationService;
  /** What Express mounts. */
  readonly router: ReturnType<typeof verificationRouter>;
  /** Hands running tasks back, and closes where they are kept. Safe twice. */
  close(): Promise<void>;
}

/** Puts Dialproof together of the host's parts and its own, and starts it. */
export async function startPhones(options: PhonesOptions): Promise<Phones> {
  const { dataDirectory, billing, ledger, log, verification } = options;
  const tempDirectory = join(dataDirectory, 'uploads');
  // Made anew: what lies in it was left there by a process that was killed.
  rmSync(tempDirectory, { recursive: true, force: true });
  mkdirSync(tempDirectory, { mode: 0o700 });
  // A file of its own: the store brings tables, migrations and connections of its own, nothing spans both files, and while it
  // writes the 100,000 rows of an upload, the host's own writes do not wait for it.
  const database = await openSqliteDatabase({ file: join(dataDirectory, 'tasks.sqlite') });
  try {
    const service = createVerificationService({
      ledger,
      store: new SqlTaskStore({ database }),
      checker: new SandboxChecker(), // its answers are made up: bring yours
      queue: new InProcessTaskQueue({ onError: log }),
      tempDirectory,
      onError: log,
      ...verification,
    });
    const router = verificationRouter({ service, authenticator: hostUsers(billing), onError: log });
    // The lock of start-app.ts sees to it that there is no other process.
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

/** The account of a request is the user whom the host's middleware has put on it; who owes money is suspended. */
function hostUsers(billing: Billing): Authenticator {
  return {
    async authenticate({ request }) {
      // The router hands on the request that Express gave to it.
      const { user } = request as Request;
      if (user === undefined) return undefined;
      const suspended = orUnavailable(() => billing.isOverdue(user.userId));
      return { accountId: accountId(user.userId), suspended };
    },
  };
}
