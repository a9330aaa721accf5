import { describe } from 'vitest';
import {
  describeOnPostgres,
  giveBackDatabase,
  HASTY_POSTGRES_URL,
  type LentDatabase,
  lentDatabase,
  POSTGRES_URL,
} from '../../../tools/tests/services/postgres.fixture.js';
import type { SqlDatabase } from './database.js';
import { DatabaseFile } from './database-file.fixture.js';
import { openPostgresDatabase } from './postgres/open-postgres-database.js';
import type { PostgresDatabase } from './postgres/postgres-database.js';

export { describeOnPostgres, POSTGRES_URL };

/** The key of hashes of numbers. */
export const HASH_KEY = 'a key of 32 bytes, for the tests';

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
  readonly #lent: LentDatabase;
  #database: PostgresDatabase | undefined;

  private constructor(lent: LentDatabase) {
    this.#lent = lent;
  }

  /** Makes or reuses an empty schema. Emptying the schema of an earlier test is much faster than making one. */
  static async create(): Promise<PostgresSchema> {
    const test = new PostgresSchema(lentDatabase());
    test.#database = await test.#open();
    return test;
  }

  get schema(): string {
    return this.#lent.schema;
  }

  get database(): PostgresDatabase {
    if (this.#database === undefined) throw new Error('the test database is not open');
    return this.#database;
  }

  /** Opens it once more with connections of its own, as another process would. `isolation`: the default of its connections. */
  another(isolation = 'read committed'): Promise<PostgresDatabase> {
    const url = new URL(HASTY_POSTGRES_URL);
    const options = url.searchParams.get('options') ?? '';
    const level = isolation.replace(' ', '\\ ');
    url.searchParams.set('options', `${options} -c default_transaction_isolation=${level}`);
    const { schema } = this;
    return openPostgresDatabase({ url: url.href, schema, maxConnections: 4, waitMs: WAIT_MS });
  }

  async reopen(): Promise<PostgresDatabase> {
    await this.database.close();
    this.#database = await this.#open();
    return this.#database;
  }

  async remove(): Promise<void> {
    await this.database.close();
    await giveBackDatabase(this.#lent);
  }

  #open(): Promise<PostgresDatabase> {
    return openPostgresDatabase({ ...this.#lent, waitMs: WAIT_MS });
  }
}

/** Longer than the default: on a loaded machine, the last of fifty callers waits long for one of the connections. */
const WAIT_MS = 25_000;
