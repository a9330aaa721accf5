import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The server on which schemas for benchmarks are made. */
const SERVER = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';

/** The schema of one benchmark, in the PostgreSQL of `DATABASE_URL` or of this machine. */
export class BenchSchema {
  readonly name = `bench_${randomUUID().replaceAll('-', '')}`;
  /** The server's address. Connections to it carry the schema's name, see {@link BackendTime}. */
  readonly url: string;
  /** Connections for inspecting the schema. They do not carry its name. */
  readonly pool = new pg.Pool({ connectionString: SERVER, max: 2 });

  constructor() {
    const url = new URL(SERVER);
    url.searchParams.set('application_name', this.name);
    this.url = url.href;
  }

  /** The settings of servers and workers over this schema. */
  get environment(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.url, DIALPROOF_DATABASE_SCHEMA: this.name };
  }

  /** Runs one statement in which `"schema"` stands for this schema. */
  async rows<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const text = statement.replaceAll('"schema"', `"${this.name}"`);
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  /** Drops the schema. All of its users have to be closed before. */
  async remove(): Promise<void> {
    await this.rows('drop schema if exists "schema" cascade');
    await this.pool.end();
  }
}
