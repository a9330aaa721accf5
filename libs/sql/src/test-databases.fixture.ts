import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe } from 'vitest';
import type { SqlDatabase } from './database.js';
import { DatabaseFile } from './database-file.fixture.js';
import { openPostgresDatabase } from './postgres/open-postgres-database.js';
import type { PostgresDatabase } from './postgres/postgres-database.js';

/** A database of one test's own. */
export interface TestDatabase {
  readonly database: SqlDatabase;
  /** Closes it and opens it again, as the next process would. */
  reopen(): Promise<SqlDatabase>;
  remove(): Promise<void>;
}

/** Where tests look for PostgreSQL unless `DATABASE_URL` says otherwise. */
const LOCAL_URL = 'postgres://root@127.0.0.1:5432/test';

export const POSTGRES_URL = process.env['DATABASE_URL'] ?? LOCAL_URL;

/** Commits do not wait for the disk: nothing of a test outlives its server, and the disk takes most of the time. */
const HASTY_URL = hasty(POSTGRES_URL);

function hasty(address: string): string {
  const url = new URL(address);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** Why tests that need PostgreSQL are skipped, undefined where there is one. */
export const POSTGRES_MISSING = await whyNoPostgres();

/** Runs the same tests over each kind of database; those over one that is not there are skipped, and say why. */
export function describeOnEachDatabase(
  subject: string,
  tests: (create: () => Promise<TestDatabase>) => void,
): void {
  describe(`${subject} over SQLite`, () => tests(() => DatabaseFile.create()));
  describeOnPostgres(`${subject} over PostgreSQL`, () => tests(() => PostgresSchema.create()));
}

export function describeOnPostgres(subject: string, tests: () => void): void {
  const isMissing = POSTGRES_MISSING !== undefined;
  describe.skipIf(isMissing)(isMissing ? `${subject} (${POSTGRES_MISSING})` : subject, () => {
    afterAll(dropSchemas);
    tests();
  });
}

/** A schema in the database of all tests, used by one test at a time. */
export class PostgresSchema implements TestDatabase {
  readonly schema: string;
  #database: PostgresDatabase | undefined;

  private constructor(schema: string) {
    this.schema = schema;
  }

  /** An empty one: making it takes much longer than emptying one that a test has left. */
  static async create(): Promise<PostgresSchema> {
    const test = new PostgresSchema(idleSchemas.pop() ?? `test_${randomUUID().replaceAll('-', '')}`);
    test.#database = await open(test.schema);
    return test;
  }

  get database(): PostgresDatabase {
    if (this.#database === undefined) throw new Error('the test database is not open');
    return this.#database;
  }

  /** Opens it once more, as another process would. */
  another(): Promise<PostgresDatabase> {
    return open(this.schema);
  }

  async reopen(): Promise<PostgresDatabase> {
    await this.database.close();
    this.#database = await open(this.schema);
    return this.#database;
  }

  async remove(): Promise<void> {
    await this.database.close();
    await withClient((client) => client.query(emptySchema(this.schema)));
    idleSchemas.push(this.schema);
  }
}

const idleSchemas: string[] = [];

// One at a time: a transaction that drops many runs out of locks.
async function dropSchemas(): Promise<void> {
  for (const schema of idleSchemas.splice(0)) {
    await withClient((client) => client.query(`drop schema "${schema}" cascade`));
  }
}

/** Without the triggers that refuse it. */
function emptySchema(schema: string): string {
  return `do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'schema_migrations' loop
      execute format('delete from %I.%I', '${schema}', name);
    end loop;
  end $$`;
}

function open(schema: string): Promise<PostgresDatabase> {
  return openPostgresDatabase({ url: HASTY_URL, schema, maxConnections: 4 });
}

async function whyNoPostgres(): Promise<string | undefined> {
  try {
    await withClient((client) => client.query('select 1'));
    return undefined;
  } catch (error) {
    return `no PostgreSQL at ${new URL(POSTGRES_URL).host}: ${error instanceof Error ? error.message : error}`;
  }
}

async function withClient(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
