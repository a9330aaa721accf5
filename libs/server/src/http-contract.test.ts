import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskStatus } from '@dialproof/core';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase, SqlTokens } from '@dialproof/sql';
import { httpContract, type OpenAccountRequest } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import {
  CheckerOfCases,
  type LentServer,
  LentServers,
} from '../../../tools/tests/fixtures/lent-servers.fixture.js';
import {
  describeOnPostgres,
  giveBackDatabase,
  HASTY_POSTGRES_URL,
  lentDatabase,
} from '../../../tools/tests/services/postgres.fixture.js';
import type { Settings } from './settings/settings.js';
import { type DatabaseOptions, openDatabase } from './storage/storage.js';
import { openTrialServer } from './trial-server.fixture.js';

/** The storage of a server. */
interface Place {
  readonly settings: Partial<Settings>;
  /** The connections to its database, which outlive it. */
  readonly options: DatabaseOptions;
  /** Called when the server has closed. */
  giveBack(): Promise<void>;
}

const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
const bounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
const maxAccountDownloads = 3;

async function startServer(place: Place): Promise<LentServer> {
  const checker = new CheckerOfCases();
  const server = await openTrialServer(
    {
      ...limits,
      ...bounds,
      ...place.settings,
      maxAccountDownloads,
      checkAttempts: 1,
      outageTimeoutMs: 1_500,
    },
    { checker, ...place.options },
  );
  const { origin, settings } = server;
  // Like the account command: beside the running server.
  const file = join(settings.dataDirectory, 'dialproof.sqlite');
  const { database } = await openDatabase(file, settings, place.options);
  /** The files of uploads, and the tasks that are in one of these statuses. */
  const left = async (statuses: readonly ('draft' | TaskStatus)[]): Promise<readonly string[]> => {
    const text = `select task_id from tasks where status in ('${statuses.join("', '")}')`;
    const rows = await database.read.rows<object, { task_id: string }>({ texts: [text], parts: [] }, {});
    const files = await readdir(join(settings.dataDirectory, 'uploads'));
    return [...files, ...rows.map((row) => row.task_id)];
  };
  return {
    checker,
    mounted: {
      baseUrl: origin,
      otherBaseUrls: [`${origin}/v1`],
      maxRows: limits.maxRows,
      maxFileBytes: limits.maxUploadBytes,
      hasRegistration: true,
      hasArchive: true,
      hasStatement: true,
      hasWebhooks: true,
      hasLists: true,
      hasSuppressions: true,
      hasSingleAnswers: true,
      hasTokens: true,
      hasScopes: true,
      bounds,
      maxDownloadsPerAccount: maxAccountDownloads,
      remembersKeys: true,
      openAccount: (request) => openAccount(database, request),
      leftovers: () => left(['draft']),
    },
    underWay: () => left(['draft', 'queued', 'processing']),
    async close() {
      await database.close();
      await server.close();
      await place.giveBack();
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

/** Over PostgreSQL, cases wait for it most of the time. No two use a server at once, so they run side by side. */
const sideBySide = {
  describe,
  it: (name: string, body: () => Promise<void>) => it.concurrent(name, body),
};

describe('the server on its embedded file', () => {
  const servers = new LentServers(() => startServer({ settings: {}, options: {}, giveBack: async () => {} }));
  httpContract({ describe, it }, () => servers.lend());
});

describeOnPostgres('the server on PostgreSQL', () => {
  const servers = new LentServers(() => startServer(schemaOfOwn()));
  httpContract(sideBySide, () => servers.lend());
});

function schemaOfOwn(): Place {
  const database = lentDatabase();
  return {
    settings: { databaseUrl: HASTY_POSTGRES_URL, databaseSchema: database.schema },
    options: { pool: database.pool },
    giveBack: () => giveBackDatabase(database),
  };
}
