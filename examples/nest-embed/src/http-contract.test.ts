import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId } from '@dialproof/core';
import { SqlCreditLedger } from '@dialproof/sql';
import { mountContract, type OpenAccountRequest } from '@dialproof/testkit';
import type { INestApplication } from '@nestjs/common';
import { describe, it } from 'vitest';
import { leftovers, UNENDED } from '../../../tools/tests/fixtures/leftovers.fixture.js';
import {
  CheckerOfCases,
  type LentServer,
  LentServers,
} from '../../../tools/tests/fixtures/lent-servers.fixture.js';
import { startApp } from './start-app.js';
import { UsersService } from './users/users.service.js';

const BOUNDS = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
const LIMITS = { maxRows: 300, maxFileBytes: 4 * 1024 * 1024 };

async function startServer(): Promise<LentServer> {
  const checker = new CheckerOfCases();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dialproof-nest-embed-'));
  const app = await startApp({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    // The suite provokes failures, and checks only what callers see.
    logger: [],
    verification: {
      checker,
      maxRows: LIMITS.maxRows,
      tableLimits: { maxFileBytes: LIMITS.maxFileBytes },
      maxUnfinishedTasksPerAccount: BOUNDS.maxUnfinishedTasks,
      maxDailyTasksPerAccount: BOUNDS.maxDailyTasks,
      maxStoredBytesPerAccount: BOUNDS.maxStoredBytes,
      checkAttempts: 1,
      outageTimeoutMs: 1_000,
    },
  });
  // It listens on TCP.
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    checker,
    mounted: {
      baseUrl: `http://127.0.0.1:${port}/api/phones`,
      otherBaseUrls: [],
      ...LIMITS,
      hasRegistration: false,
      hasArchive: true,
      hasLists: true,
      hasSuppressions: true,
      hasStatement: true,
      hasWebhooks: true,
      hasTokens: false,
      hasScopes: false,
      bounds: BOUNDS,
      remembersKeys: true,
      openAccount: (request) => openAccount(app, request),
      leftovers: () => leftovers(dataDirectory, 'dialproof.sqlite'),
    },
    underWay: () => leftovers(dataDirectory, 'dialproof.sqlite', UNENDED),
    async close() {
      // The suite's client keeps its connections.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** A user who may spend this. */
async function openAccount(app: INestApplication, { credits, suspended }: OpenAccountRequest) {
  const users = app.get(UsersService);
  const { userId, token } = await users.signUp(`${randomUUID()}@example.com`, credits);
  if (suspended) users.suspend(userId, true);
  return { token, balance: () => app.get(SqlCreditLedger).balance(accountId(userId)) };
}

describe('Dialproof below /api/phones of the application', () => {
  const servers = new LentServers(startServer);
  mountContract({ describe, it }, () => servers.lend());
});
