import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import type Database from 'better-sqlite3';
import { describe, it } from 'vitest';
import { leftovers } from '../../fixtures/leftovers.fixture.js';
import { Billing } from './billing.js';
import { openDatabase } from './database.js';
import { Tokens } from './sign-in.js';
import { startApp } from './start-app.js';
import { Users } from './users.js';

const LIMITS = { maxRows: 300, maxFileBytes: 4 * 1024 * 1024 };
const LONG_AGO = Date.UTC(2020, 0, 1);

async function mountedServer(): Promise<MountedServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dialproof-embed-'));
  const app = await startApp({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    // The suite provokes failures, and what callers see of them is what it looks at.
    log: () => undefined,
    verification: {
      checker: new EndingsChecker(),
      maxRows: LIMITS.maxRows,
      tableLimits: { maxFileBytes: LIMITS.maxFileBytes },
      checkAttempts: 1,
      outageTimeoutMs: 1_000,
    },
  });
  // Behind the application's back, over a connection of its own.
  const database = openDatabase(join(dataDirectory, 'host.sqlite'));
  return {
    baseUrl: `http://127.0.0.1:${app.port}/phones`,
    otherBaseUrls: [],
    ...LIMITS,
    hasRegistration: false,
    hasArchive: true,
    hasStatement: false,
    hasWebhooks: false,
    remembersKeys: true,
    openAccount: async (request) => openAccount(database, request),
    leftovers: () => leftovers(dataDirectory, 'tasks.sqlite'),
    async close() {
      database.close();
      await app.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** A user who has bought the credits long ago, and who has not paid for them if that is to have suspended them. */
function openAccount(database: Database.Database, { credits, suspended }: OpenAccountRequest) {
  const user = new Users(database).add(`${randomUUID()}@example.com`, 'no password');
  const billing = new Billing(database, () => LONG_AGO);
  if (credits > 0) {
    const { invoiceId } = billing.topUp(user.userId, credits);
    if (!suspended) billing.pay(user.userId, invoiceId);
  }
  const { token } = new Tokens(database).issue(user);
  return { token, balance: async () => billing.wallet(user.userId) };
}

describe('Dialproof below /phones of the application', () => {
  httpContract({ describe, it }, mountedServer);
});
