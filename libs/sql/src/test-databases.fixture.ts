import { describe } from 'vitest';
import {
  describeOnPostgres,
  giveBackSchema,
  HASTY_POSTGRES_URL,
  lentSchema,
  POSTGRES_URL,
} from '../../../tools/services/postgres.fixture.js';
import type { SqlDatabase } from './database.js';
import { DatabaseFile } from './database-file.fixture.js';
import { openPostgresDatabase } from './postgres/open-postgres-database.js';
import type { PostgresDatabase } from './postgres/postgres-database.js';

export { describeOnPostgres, POSTGRES_URL };

/** A database for one test. */
export interface TestDatabase {
  readonly database: SqlDatabase;
  /** Closes it and opens it again, as the next process would. */
  reopen(): Promise<SqlDatabase>;
  remove(): Promise<void>;
}

/** Runs the same tests over each kind of database. Tests over a missing one are skipped, and say why. */
export function describeOnEachDatabase(
  subject: string,
  tests: (create: () => Promise<TestDatabase>) => void,
): void {
  describe(`${subject} over SQLite`, () => tests(() => DatabaseFile.create()));
  describeOnPostgres(`${subject} over PostgreSQL`, () => tests(() => PostgresSchema.create()));
}

/** A schema in the database of all tests, used by one test at a time. */
export class PostgresSchema implements TestDatabase {
  readonly schema: string;
  #database: PostgresDatabase | undefined;

  private constructor(schema: string) {
    this.schema = schema;
  }

  /** Makes or reuses an empty schema. Emptying the schema of an earlier test is much faster than making one. */
  static async create(): Promise<PostgresSchema> {
    const test = new PostgresSchema(lentSchema());
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
    await giveBackSchema(this.schema);
  }
}

/** Longer than the default: on a loaded machine, the last of fifty callers waits long for one of four connections. */
const WAIT_MS = 25_000;

function open(schema: string): Promise<PostgresDatabase> {
  return openPostgresDatabase({ url: HASTY_POSTGRES_URL, schema, maxConnections: 4, waitMs: WAIT_MS });
}
