import { join } from 'node:path';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { leftovers } from '../../fixtures/leftovers.fixture.js';
import { openStorage, type Storage } from './storage/storage.js';
import { trialServer } from './trial-server.fixture.js';

async function mountedServer(): Promise<MountedServer> {
  const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
  const bounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
  const checker = new EndingsChecker();
  const server = await trialServer(
    { ...limits, ...bounds, checkAttempts: 1, outageTimeoutMs: 1_500 },
    { checker },
  );
  // As the account command does: over a connection of its own, while the server runs.
  const storage = await openStorage(join(server.settings.dataDirectory, 'dialproof.sqlite'), server.settings);
  return {
    baseUrl: server.origin,
    otherBaseUrls: [`${server.origin}/v1`],
    maxRows: limits.maxRows,
    maxFileBytes: limits.maxUploadBytes,
    hasRegistration: true,
    hasArchive: true,
    hasStatement: true,
    hasWebhooks: true,
    hasScopes: true,
    bounds,
    remembersKeys: true,
    openAccount: (request) => openAccount(storage, request),
    leftovers: () => leftovers(server.settings.dataDirectory, 'dialproof.sqlite'),
    answerSlowChecks: () => checker.answerSlowChecks(),
    async close() {
      checker.answerSlowChecks();
      await storage.database.close();
      await server.close();
    },
  };
}

async function openAccount(
  { accounts, ledger, tokens }: Storage,
  { credits, scopes, suspended }: OpenAccountRequest,
) {
  const { accountId, token } = await accounts.create({ credits });
  if (suspended) await accounts.suspend(accountId);
  const issued = scopes === undefined ? { token } : await tokens.issue(accountId, { scopes });
  if (issued === undefined) throw new TypeError('the account was made just now');
  return { token: issued.token, balance: () => ledger.balance(accountId) };
}

httpContract({ describe, it }, mountedServer);
