import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import { describe, it } from 'vitest';
import {
  describeOnPostgres,
  giveBackSchema,
  HASTY_POSTGRES_URL,
  lentSchema,
  withPostgres,
} from '../../../tools/services/postgres.fixture.js';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../tools/services/redis.fixture.js';
import { leftovers as leftoversInFile } from '../../fixtures/leftovers.fixture.js';
import type { Settings } from './settings/settings.js';
import { openStorage, type Storage } from './storage/storage.js';
import { trialServer } from './trial-server.fixture.js';

/** Where a server keeps what it keeps, and what uploads have left there. */
interface Place {
  readonly settings: Partial<Settings>;
  leftovers(dataDirectory: string): Promise<readonly string[]>;
  /** Called when the server has closed. */
  giveBack(): Promise<void>;
}

async function mountedServer({ giveBack, leftovers, settings }: Place): Promise<MountedServer> {
  const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
  const bounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
  const maxAccountDownloads = 3;
  const checker = new EndingsChecker();
  const server = await trialServer(
    { ...limits, ...bounds, ...settings, maxAccountDownloads, checkAttempts: 1, outageTimeoutMs: 1_500 },
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
    maxDownloadsPerAccount: maxAccountDownloads,
    remembersKeys: true,
    openAccount: (request) => openAccount(storage, request),
    leftovers: () => leftovers(server.settings.dataDirectory),
    answerSlowChecks: () => checker.answerSlowChecks(),
    async close() {
      checker.answerSlowChecks();
      await storage.database.close();
      await server.close();
      await giveBack();
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

describe('the server on its embedded file', () => {
  const leftovers = (dataDirectory: string) => leftoversInFile(dataDirectory, 'dialproof.sqlite');
  httpContract({ describe, it }, () => mountedServer({ settings: {}, leftovers, giveBack: async () => {} }));
});

describeOnPostgres('the server on PostgreSQL', () => {
  httpContract({ describe, it }, () => mountedServer(schemaOfOwn()));
});

describeOnPostgres('the server on PostgreSQL with BullMQ', () => {
  describeOnRedis('on Redis', () => {
    httpContract({ describe, it }, () =>
      mountedServer(schemaOfOwn({ redisUrl: REDIS_URL, redisPrefix: prefixOfTest() })),
    );
  });
});

function schemaOfOwn(settings: Partial<Settings> = {}): Place {
  const schema = lentSchema();
  return {
    settings: {
      databaseUrl: HASTY_POSTGRES_URL,
      databaseSchema: schema,
      databaseConnections: 4,
      ...settings,
    },
    giveBack: () => giveBackSchema(schema),
    async leftovers(dataDirectory) {
      const drafts = await withPostgres((client) =>
        client.query<{ task_id: string }>(
          `select task_id from "${schema}".tasks where status in ('draft', 'abandoned')`,
        ),
      );
      return [...(await readdir(join(dataDirectory, 'uploads'))), ...drafts.rows.map((row) => row.task_id)];
    },
  };
}
