import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CheckAnswer,
  type CheckContext,
  type E164,
  isDialproofError,
  type NumberChecker,
  type TaskStatus,
} from '@dialproof/core';
import { SqlAccounts, SqlCreditLedger, type SqlDatabase, SqlTokens } from '@dialproof/sql';
import {
  EndingsChecker,
  httpContract,
  type MountedServer,
  type OpenAccountRequest,
} from '@dialproof/testkit';
import { afterAll, describe, it } from 'vitest';
import {
  describeOnPostgres,
  giveBackDatabase,
  HASTY_POSTGRES_URL,
  lentDatabase,
} from '../../../tools/services/postgres.fixture.js';
import type { Settings } from './settings/settings.js';
import { type DatabaseOptions, openDatabase } from './storage/open-database.js';
import { openTrialServer, type TrialServer } from './trial-server.fixture.js';

/** The storage of a server. */
interface Place {
  readonly settings: Partial<Settings>;
  /** The connections to its database, which outlive it. */
  readonly options: DatabaseOptions;
  /** Called when the server has closed. */
  giveBack(): Promise<void>;
}

/**
 * Servers that cases use one after another, since a start takes longer than most cases. Each case has accounts of its own, and a checker
 * of its own.
 */
class LentServers {
  readonly #place: () => Place;
  readonly #idle: ServerOfCases[] = [];

  constructor(place: () => Place) {
    this.#place = place;
    afterAll(() => Promise.all(this.#idle.splice(0).map((server) => server.close())));
  }

  async lend(): Promise<MountedServer> {
    let server = this.#idle.pop() ?? (await ServerOfCases.start(this.#place()));
    const mounted = (): MountedServer => ({
      ...server.mounted(),
      startAnew: async () => {
        await server.close();
        server = await ServerOfCases.start(this.#place());
        return mounted();
      },
      close: async () => {
        // The next case would see what is still under way.
        if (await server.isQuiet()) this.#idle.push(server);
        else await server.close();
      },
    });
    return mounted();
  }
}

const limits = { maxRows: 300, maxUploadBytes: 4 * 1024 * 1024 };
const bounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5 * 1024 * 1024 };
const maxAccountDownloads = 3;

class ServerOfCases {
  readonly #place: Place;
  readonly #server: TrialServer;
  readonly #checker: CheckerOfCases;
  readonly #database: SqlDatabase;

  private constructor(place: Place, server: TrialServer, checker: CheckerOfCases, database: SqlDatabase) {
    this.#place = place;
    this.#server = server;
    this.#checker = checker;
    this.#database = database;
  }

  static async start(place: Place): Promise<ServerOfCases> {
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
    // Like the account command: beside the running server.
    const file = join(server.settings.dataDirectory, 'dialproof.sqlite');
    const { database } = await openDatabase(file, server.settings, place.options);
    return new ServerOfCases(place, server, checker, database);
  }

  mounted(): Omit<MountedServer, 'close'> {
    this.#checker.begin();
    const { origin } = this.#server;
    return {
      baseUrl: origin,
      otherBaseUrls: [`${origin}/v1`],
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
      openAccount: (request) => openAccount(this.#database, request),
      leftovers: () => this.#leftovers(['draft']),
      answerSlowChecks: () => this.#checker.answerSlowChecks(),
    };
  }

  /** Whether nothing of its case is under way, or comes to be so soon: no request, no task, no outage. */
  async isQuiet(): Promise<boolean> {
    this.#checker.answerSlowChecks();
    for (let look = 0; look < QUIET_LOOKS && !this.#checker.wasUnavailable; look += 1) {
      const left = await this.#leftovers(['draft', 'queued', 'processing']);
      if (left.length === 0) return true;
      await delay(10);
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#server.close();
    await this.#place.giveBack();
  }

  /** The files of uploads, and the tasks that are in one of these statuses. */
  async #leftovers(statuses: readonly ('draft' | TaskStatus)[]): Promise<readonly string[]> {
    const tasks = this.#database.builder.selectFrom('tasks').select('task_id');
    const { sql, parameters } = tasks.where('status', 'in', statuses).compile();
    const rows = await this.#database.read.rows<object, { task_id: string }>(
      { sql, bind: () => parameters },
      {},
    );
    const files = await readdir(join(this.#server.settings.dataDirectory, 'uploads'));
    return [...files, ...rows.map((row) => row.task_id)];
  }
}

/** How often it is looked whether a case has left nothing, before its server is closed instead. */
const QUIET_LOOKS = 30;

/** The checker of a shared server. It passes each check to the `EndingsChecker` of the case that uses the server at present. */
class CheckerOfCases implements NumberChecker {
  #ofCase = new EndingsChecker();
  #wasUnavailable = false;

  /** Whether a check has reported an outage. The server then pauses, which would delay the next case. */
  get wasUnavailable(): boolean {
    return this.#wasUnavailable;
  }

  begin(): void {
    this.#ofCase = new EndingsChecker();
  }

  answerSlowChecks(): void {
    this.#ofCase.answerSlowChecks();
  }

  async check(number: E164, context: CheckContext): Promise<CheckAnswer> {
    try {
      return await this.#ofCase.check(number, context);
    } catch (error) {
      this.#wasUnavailable ||= isDialproofError(error) && error.code === 'checker_unavailable';
      throw error;
    }
  }
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

/** Over PostgreSQL, cases wait for it most of the time. No two use a server at once, so they run side by side, and have the time of several. */
const sideBySide = {
  describe,
  it: (name: string, body: () => Promise<void>) => it.concurrent(name, { timeout: 120_000 }, body),
};

describe('the server on its embedded file', () => {
  const servers = new LentServers(() => ({ settings: {}, options: {}, giveBack: async () => {} }));
  httpContract({ describe, it }, () => servers.lend());
});

describeOnPostgres('the server on PostgreSQL', () => {
  const servers = new LentServers(schemaOfOwn);
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
