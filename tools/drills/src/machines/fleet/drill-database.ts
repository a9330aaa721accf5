import { randomUUID } from 'node:crypto';
import { type LedgerAudit, SqlAccounts, SqlCreditLedger } from '@dialproof/sql';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import type { DrillAccount } from '../../server/drill-account.js';
import { askPostgres } from '../services/own-postgres.js';

const USUAL_URL = 'postgres://root@127.0.0.1:5432/test';

/** The PostgreSQL server of `DATABASE_URL`, else of the tests. */
export function givenPostgres(): string {
  return process.env['DATABASE_URL'] || USUAL_URL;
}

/** The reason why that server cannot be used; undefined if it can. */
export async function whyNoPostgres(): Promise<string | undefined> {
  const url = givenPostgres();
  return await askPostgres(url).then(
    () => undefined,
    (error: unknown) =>
      `no PostgreSQL at ${new URL(url).host}: ${error instanceof Error ? error.message : error}`,
  );
}

/** The schema of one phase of the drill. */
export class DrillDatabase {
  readonly url: string;
  readonly schema = `drill_${randomUUID().replaceAll('-', '')}`;

  constructor(url: string) {
    this.url = url;
  }

  /** Makes an account. Before that, makes missing tables of this release. */
  async openAccount(credits: number): Promise<DrillAccount> {
    return await this.#use(true, async (database) => {
      const { token } = await new SqlAccounts({ database }).create({ credits, note: 'granted by the drill' });
      return { token, credits };
    });
  }

  async audit(): Promise<LedgerAudit> {
    return await this.#use(false, (database) => new SqlCreditLedger({ database }).audit());
  }

  /** The number of stored tasks and drafts. */
  async storedTasks(): Promise<number> {
    return await this.#number('select count(*)::int as value from tasks');
  }

  /** The version of the tables. */
  async version(): Promise<number> {
    return await this.#number('select max(version)::int as value from schema_migrations');
  }

  async drop(): Promise<void> {
    await this.#query(`drop schema if exists "${this.schema}" cascade`);
  }

  async #number(sql: string): Promise<number> {
    const [row] = await this.#query(sql);
    return Number(row?.value);
  }

  async #query(sql: string): Promise<{ value?: unknown }[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 10_000 });
    await client.connect();
    try {
      await client.query(`set search_path = "${this.schema}"`);
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async #use<Result>(
    migrate: boolean,
    use: (database: PostgresDatabase) => Promise<Result>,
  ): Promise<Result> {
    const database = await openPostgresDatabase({ url: this.url, schema: this.schema, migrate });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  }
}
