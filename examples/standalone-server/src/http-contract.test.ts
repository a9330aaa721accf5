import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase, SqlTokens } from '@dialproof/sql';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  mountContract,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import { describe, it } from 'vitest';
import {
  describeOnPostgres,
  giveBackDatabase,
  HASTY_POSTGRES_URL,
  lentDatabase,
} from '../../../tools/services/postgres.fixture.js';
import { describeOnRedis, REDIS_URL, removeKeys } from '../../../tools/services/redis.fixture.js';
import { leftovers as leftoversInFile } from '../../fixtures/leftovers.fixture.js';
import type { Settings } from './settings/settings.js';
import { type DatabaseOptions, openDatabase } from './storage/open-database.js';
import { openTrialServer } from './trial-server.fixture.js';

/** The storage of a server, and the leftovers of uploads in it. */
interface Place {
  readonly settings: Partial<Settings>;
  /** The connections to its database, which outlive it. */
  readonly options: DatabaseOptions;
  leftovers(dataDirectory: string): Promise<readonly string[]>;
  /** Called when the server has closed. */
  giveBack(): Promise<void>;
}

async function mountedServer({ giveBack, leftovers, options, settings }: Place): Promise<MountedServer> {
  const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
  const bounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
  const maxAccountDownloads = 3;
  const checker = new EndingsChecker();
  const server = await openTrialServer(
    { ...limits, ...bounds, ...settings, maxAccountDownloads, checkAttempts: 1, outageTimeoutMs: 1_500 },
    { checker, ...options },
  );
  // Like the account command: beside the running server.
  const file = join(server.settings.dataDirectory, 'dialproof.sqlite');
  const { database } = await openDatabase(file, server.settings, options);
  return {
    baseUrl: server.origin,
    otherBaseUrls: [`${server.origin}/v1`],
    maxRows: limits.maxRows,
    maxFileBytes: limits.maxUploadBytes,
    hasRegistration: true,
    hasArchive: true,
    hasStatement: true,
    hasWebhooks: true,
    hasTokens: true,
    hasScopes: true,
    bounds,
    maxDownloadsPerAccount: maxAccountDownloads,
    remembersKeys: true,
    openAccount: (request) => openAccount(database, request),
    leftovers: () => leftovers(server.settings.dataDirectory),
    answerSlowChecks: () => checker.answerSlowChecks(),
    async close() {
      checker.answerSlowChecks();
      await database.close();
      await server.close();
      await giveBack();
    },
  };
}

async function openAccount(database: SqlDatabase, { credits, scopes, suspended }: OpenAccountRequest) {
  const accounts = new SqlAccounts({ database });
  const { accountId, token } = await accounts.create({ credits });
  if (suspended) await accounts.suspend(accountId);
  const issued =
    scopes === undefined ? { token } : await new SqlTokens({ database }).issue(accountId, { scopes });
  if (issued === undefined) throw new TypeError('the account was made just now');
  const ledger = new SqlCreditLedger({ database });
  return { token: issued.token, balance: () => ledger.balance(accountId) };
}

/** Over PostgreSQL, cases wait for it most of the time. Each has a server of its own, so they run side by side, and have the time of several. */
const sideBySide = {
  describe,
  it: (name: string, body: () => Promise<void>) => it.concurrent(name, { timeout: 120_000 }, body),
};

describe('the server on its embedded file', () => {
  const leftovers = (dataDirectory: string) => leftoversInFile(dataDirectory, 'dialproof.sqlite');
  httpContract({ describe, it }, () =>
    mountedServer({ settings: {}, options: {}, leftovers, giveBack: async () => {} }),
  );
});

describeOnPostgres('the server on PostgreSQL', () => {
  httpContract(sideBySide, () => mountedServer(schemaOfOwn()));
});

describeOnPostgres('the server on PostgreSQL with BullMQ', () => {
  describeOnRedis('on Redis', () => {
    mountContract(sideBySide, () => {
      const place = schemaOfOwn();
      const redisPrefix = randomUUID();
      return mountedServer({
        ...place,
        settings: { ...place.settings, redisUrl: REDIS_URL, redisPrefix },
        async giveBack() {
          await Promise.all([removeKeys(redisPrefix), place.giveBack()]);
        },
      });
    });
  });
});

function schemaOfOwn(): Place {
  const database = lentDatabase();
  const { pool, schema } = database;
  return {
    settings: { databaseUrl: HASTY_POSTGRES_URL, databaseSchema: schema },
    options: { pool },
    giveBack: () => giveBackDatabase(database),
    async leftovers(dataDirectory) {
      const drafts = await pool.query<{ task_id: string }>(
        `select task_id from "${schema}".tasks where status in ('draft', 'abandoned')`,
      );
      return [...(await readdir(join(dataDirectory, 'uploads'))), ...drafts.rows.map((row) => row.task_id)];
    },
  };
}
