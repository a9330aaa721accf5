import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { createApp } from './app.js';
import { openDatabase } from './database.js';
import { createPhones, type PhonesOptions } from './phones.js';
import { Users } from './users.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

export interface StartOptions
  extends Pick<PhonesOptions, 'dataDirectory' | 'log' | 'verification' | 'webhooks'> {
  readonly host: string;
  /** 0 takes one that is free. */
  readonly port: number;
}

export interface RunningApp {
  /** The port that it listens on, even if the options left the choice. */
  readonly port: number;
  /** Finishes the requests under way, hands running tasks back and closes the databases. Safe twice. */
  close(): Promise<void>;
}

/** Uploads of 100 MB may take their time: Node's default of five minutes is too short for a slow line. */
const REQUEST_TIMEOUT_MS = 900_000;

/** The longest time of running requests when the application stops. */
const STOP_GRACE_MS = 5_000;

/** Starts everything in the order in which it depends on each other. When something fails, what was opened is closed again. */
export async function startApp({ host, port, ...options }: StartOptions): Promise<RunningApp> {
  const { dataDirectory } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    // For this user only: it holds customers' numbers.
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const hostDatabase = openDatabase(join(dataDirectory, 'wallets.sqlite'));
    closers.push(() => void hostDatabase.close());
    // A file of its own: Dialproof brings its tables and migrations, and while it writes the 100,000 rows of an upload, the host's own
    // writes do not wait.
    const database = await openSqliteDatabase({ file: join(dataDirectory, 'tasks.sqlite') });
    closers.push(() => database.close());
    const users = new Users(hostDatabase);
    const ledger = new WalletCreditLedger(hostDatabase);
    const phones = createPhones({ ...options, database, ledger });
    closers.push(() => phones.service.close());
    await phones.service.start();
    const app = createApp({ users, ledger, phones: phones.router });
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, app).listen(port, host);
    // Rejects with the server's error event.
    await once(server, 'listening');
    closers.push(async () => {
      phones.router.close(); // event streams would never end
      // The service breaks off running uploads, so that no caller waits for them.
      await Promise.all([stop(server), phones.service.close()]);
    });
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll();
      return closing;
    };
    // A server that listens on TCP has an address of this form.
    return { port: (server.address() as AddressInfo).port, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Resolves when the requests under way have been answered, or after a while. */
async function stop(server: Server): Promise<void> {
  const stopped = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await stopped;
  clearTimeout(timer);
}
