import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId } from '@dialproof/core';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import type Database from 'better-sqlite3';
import { describe, it } from 'vitest';
import { leftovers } from '../../fixtures/leftovers.fixture.js';
import { BillingService } from './billing/billing.service.js';
import { openHostDatabase } from './host-database.js';
import { startApp } from './start-app.js';
import { TokensService } from './users/tokens.service.js';
import { UsersService } from './users/users.service.js';

const LIMITS = { maxRows: 300, maxFileBytes: 4 * 1024 * 1024 };

async function mountedServer(): Promise<MountedServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dialproof-nest-embed-'));
  const app = await startApp({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    // The suite provokes failures, and what callers see of them is what it looks at.
    logger: [],
    checker: new EndingsChecker(),
    limits: {
      maxRows: LIMITS.maxRows,
      tableLimits: { maxFileBytes: LIMITS.maxFileBytes },
      checkAttempts: 1,
      outageTimeoutMs: 1_000,
    },
  });
  // It listens on TCP.
  const { port } = app.getHttpServer().address() as AddressInfo;
  // Behind the application's back, over a connection of its own.
  const database = openHostDatabase(join(dataDirectory, 'host.sqlite'));
  return {
    baseUrl: `http://127.0.0.1:${port}/api/phones`,
    otherBaseUrls: [],
    ...LIMITS,
    hasRegistration: false,
    hasArchive: false,
    hasStatement: false,
    hasWebhooks: false,
    remembersKeys: false,
    openAccount: (request) => openAccount(database, request),
    leftovers: () => leftovers(dataDirectory, 'tasks.sqlite'),
    async close() {
      database.close();
      // The suite's client keeps its connections.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** A user who may spend this, over a connection behind the application's back. */
async function openAccount(database: Database.Database, { credits, suspended }: OpenAccountRequest) {
  const billing = new BillingService(database);
  const users = new UsersService(database, billing);
  const user = users.add(`${randomUUID()}@example.com`, 'no password', credits);
  const account = accountId(user.userId);
  if (suspended) users.suspend(user.userId, true);
  const { token } = new TokensService(database).issue(user);
  return { token, balance: () => billing.balance(account) };
}

describe('Dialproof below /api/phones of the application', () => {
  httpContract({ describe, it }, mountedServer);
});
