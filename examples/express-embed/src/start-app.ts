import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@dialproof/core';
import { SoleProcessLock } from '@dialproof/sql';
import { createApp } from './app.js';
import { Billing } from './billing.js';
import { openDatabase } from './database.js';
import { HttpServer } from './http-server.js';
import { type PhonesOptions, startPhones } from './phones.js';
import { Tokens } from './sign-in.js';
import { Users } from './users.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

export interface StartOptions extends Pick<PhonesOptions, 'dataDirectory' | 'log' | 'verification'> {
  readonly host: string;
  /** 0 takes one that is free. */
  readonly port: number;
  /** The time as billing sees it, in milliseconds since 1970. Default: the machine's. */
  readonly now?: () => number;
}

export interface RunningApp {
  /** The port that it listens on, also where the options left the choice. */
  readonly port: number;
  /** Finishes the requests under way, hands running tasks back and closes the databases. Safe twice. */
  close(): Promise<void>;
}

/** Starts everything in the order in which it depends on each other. When something fails, what was opened is closed again. */
export async function startApp({ host, port, now, ...options }: StartOptions): Promise<RunningApp> {
  const { dataDirectory, log } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    // For this user alone: it holds customers' numbers.
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const lock = SoleProcessLock.acquire(join(dataDirectory, 'host.lock'));
    closers.push(() => lock.release());
    const database = openDatabase(join(dataDirectory, 'host.sqlite'));
    closers.push(() => void database.close());
    const users = new Users(database);
    const tokens = new Tokens(database);
    const billing = new Billing(database, now);
    const clock = now === undefined ? systemClock : { ...systemClock, now };
    const ledger = new WalletCreditLedger(database, billing, clock);
    const phones = await startPhones({ ...options, billing, ledger });
    closers.push(() => phones.close());
    const app = createApp({ users, tokens, billing, phones, log });
    const server = new HttpServer(app);
    const listensOn = await server.listen(port, host);
    closers.push(async () => {
      const stopped = server.stop();
      // Now, so that uploads under way are broken off rather than waited for.
      await phones.service.close();
      await stopped;
    });
    let closing: Promise<void> | undefined;
    return {
      port: listensOn,
      close() {
        closing ??= closeAll();
        return closing;
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
