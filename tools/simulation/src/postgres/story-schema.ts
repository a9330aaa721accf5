import { randomUUID } from 'node:crypto';
import { SqlAccounts } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import { CREDITS, type StoryAccount } from '../story.js';

/** The address of the server. */
const POSTGRES_URL = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';

/** Nothing of a story outlives its server, so no commit waits for the disk. */
const SETTINGS = '-c synchronous_commit=off';

/** Why there is no PostgreSQL; undefined where there is one. */
export async function whyNoPostgres(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return `no PostgreSQL at ${new URL(POSTGRES_URL).host}: ${error}`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A schema for one run after another, with the account of the stories. */
export class StorySchema {
  readonly name: string;
  readonly account: StoryAccount;
  /** A connection of its own, which is not watched. */
  readonly #client: pg.Client;

  private constructor(name: string, account: StoryAccount, client: pg.Client) {
    this.name = name;
    this.account = account;
    this.#client = client;
  }

  static async create(): Promise<StorySchema> {
    const name = `simulation_${randomUUID().replaceAll('-', '')}`;
    const database = await openPostgresDatabase({ url: POSTGRES_URL, schema: name });
    const account = await new SqlAccounts({ database }).create({ credits: CREDITS });
    await database.close();
    const client = new pg.Client({ connectionString: POSTGRES_URL, options: SETTINGS });
    await client.connect();
    const schema = new StorySchema(name, account, client);
    await client.query(`set search_path to "${name}"; create schema "${schema.#first}"`);
    await schema.#each(`create table ${schema.#first}.%1$I as table %1$I`);
    return schema;
  }

  /** The tables as they are before a story begins. */
  get #first(): string {
    return `${this.name}_first`;
  }

  /** Options of the driver for connections to it. */
  get connection(): pg.PoolConfig {
    return { connectionString: POSTGRES_URL, options: SETTINGS };
  }

  /** Undoes everything that a story has done. */
  async reset(): Promise<void> {
    // Without the triggers: some refuse the deletion, others count it.
    await this.#client.query('set session_replication_role to replica');
    await this.#each('delete from %1$I');
    await this.#each(`insert into %1$I overriding system value table ${this.#first}.%1$I`);
    await this.#client.query('reset session_replication_role');
  }

  /** Reads a column of texts. `?` stands for the account. */
  async texts(query: string, account: string): Promise<string[]> {
    const { rows } = await this.#client.query<[string]>({
      ...{ text: query.replace('?', '$1'), values: [account], rowMode: 'array' },
    });
    return rows.map(([text]) => text);
  }

  /** Whether a text stands in any row. Bytes are shown as hexadecimal digits. */
  async includes(text: string): Promise<boolean> {
    const tables = await this.texts(TABLES, this.name);
    const shown = [text, Buffer.from(text).toString('hex')].map((part) => `%${part}%`);
    const looks = tables.map(
      (table) => `exists (select from "${table}" as kept where kept::text like any ($1))`,
    );
    const { rows } = await this.#client.query<{ found: boolean }>(`select ${looks.join(' or ')} as found`, [
      shown,
    ]);
    return rows[0]?.found === true;
  }

  /** Whether a process of the server waits for a lock. */
  async isLocked(backend: number): Promise<boolean> {
    const { rowCount } = await this.#client.query('select from pg_locks where pid = $1 and not granted', [
      backend,
    ]);
    return rowCount !== 0;
  }

  async remove(): Promise<void> {
    await this.#client.query(`drop schema "${this.name}" cascade`);
    await this.#client.query(`drop schema "${this.#first}" cascade`);
    await this.#client.end();
  }

  /** Runs a statement for each table, whose name it has as `%1$I`. */
  async #each(statement: string): Promise<void> {
    const statements = await this.texts(
      `select format('${statement}', tablename) from (${TABLES}) as tables`,
      this.name,
    );
    await this.#client.query(statements.join(';'));
  }
}

const TABLES =
  "select tablename::text from pg_tables where schemaname = ? and tablename <> 'schema_migrations'";
