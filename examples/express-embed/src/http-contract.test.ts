import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId } from '@dialproof/core';
import { mountContract, type OpenAccountRequest } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { leftovers, UNENDED } from '../../../tools/tests/fixtures/leftovers.fixture.js';
import {
  CheckerOfCases,
  type LentServer,
  LentServers,
} from '../../../tools/tests/fixtures/lent-servers.fixture.js';
import { openDatabase } from './database.js';
import { startApp } from './start-app.js';
import { Users } from './users.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

const BOUNDS = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
const LIMITS = { maxRows: 300, maxFileBytes: 4 * 1024 * 1024 };

async function startServer(): Promise<LentServer> {
  const checker = new CheckerOfCases();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dialproof-embed-'));
  const app = await startApp({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    // The suite provokes failures, and checks only what callers see.
    log: () => undefined,
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
  // Over its own connection, unknown to the application.
  const database = openDatabase(join(dataDirectory, 'wallets.sqlite'));
  const users = new Users(database);
  const ledger = new WalletCreditLedger(database);
  return {
    checker,
    mounted: {
      baseUrl: `http://127.0.0.1:${app.port}/phones`,
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
      openAccount: async (request) => openAccount(users, ledger, request),
      leftovers: () => leftovers(dataDirectory, 'tasks.sqlite'),
    },
    underWay: () => leftovers(dataDirectory, 'tasks.sqlite', UNENDED),
    async close() {
      database.close();
      await app.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** A user who has bought the credits. */
function openAccount(users: Users, ledger: WalletCreditLedger, { credits, suspended }: OpenAccountRequest) {
  const signedUp = users.signUp(`${randomUUID()}@example.com`);
  if (signedUp === undefined) throw new TypeError('the address was made up just now');
  const { userId, token } = signedUp;
  if (credits > 0) ledger.grant(userId, credits);
  if (suspended) users.suspend(userId, true);
  return { token, balance: () => ledger.balance(accountId(userId)) };
}

describe('Dialproof below /phones of the application', () => {
  const servers = new LentServers(startServer);
  mountContract({ describe, it }, () => servers.lend());
});
