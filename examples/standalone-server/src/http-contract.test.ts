import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EndingsChecker, httpContract, type MountedServer } from '@dialproof/testkit';
import Database from 'better-sqlite3';
import { describe, it } from 'vitest';
import { openStorage, type Storage } from './storage.js';
import { type TrialServer, trialServer } from './trial-server.fixture.js';

async function mountedServer(): Promise<MountedServer> {
  const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
  const checker = new EndingsChecker();
  const server = await trialServer({ ...limits, outageTimeoutMs: 1_500 }, { checker });
  // As the account command does: over a connection of its own, while the server runs.
  const storage = await openStorage(join(server.settings.dataDirectory, 'dialproof.sqlite'), server.settings);
  return {
    baseUrl: server.origin,
    otherBaseUrls: [`${server.origin}/v1`],
    maxRows: limits.maxRows,
    maxFileBytes: limits.maxUploadBytes,
    hasRegistration: true,
    openAccount: ({ credits, suspended }) => openAccount(storage, credits, suspended),
    leftovers: () => leftovers(server),
    async close() {
      await storage.database.close();
      await server.close();
    },
  };
}

async function openAccount({ accounts, ledger }: Storage, credits: number, suspended: boolean) {
  const { accountId, token } = await accounts.create({ credits });
  if (suspended) await accounts.suspend(accountId);
  return { token, balance: () => ledger.balance(accountId) };
}

async function leftovers({ settings: { dataDirectory } }: TrialServer): Promise<readonly string[]> {
  const database = new Database(join(dataDirectory, 'dialproof.sqlite'), { readonly: true });
  try {
    const drafts = database.prepare("select task_id from tasks where status in ('draft', 'abandoned')").all();
    return [
      ...(await readdir(join(dataDirectory, 'uploads'))),
      ...drafts.map((draft) => JSON.stringify(draft)),
    ];
  } finally {
    database.close();
  }
}

httpContract({ describe, it }, mountedServer);
