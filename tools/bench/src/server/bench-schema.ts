import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The server on which schemas for benchmarks are made. */
const SERVER = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';

/** The schema of one benchmark, in the PostgreSQL of `DATABASE_URL` or of this machine. */
export class BenchSchema {
  readonly name = `bench_${randomUUID().replaceAll('-', '')}`;
  readonly url = SERVER;
  readonly #pool = new pg.Pool({ connectionString: SERVER, max: 2 });

  /** Undefined, with a line about it, if there is no PostgreSQL. */
  static async make(): Promise<BenchSchema | undefined> {
    const schema = new BenchSchema();
    try {
      await schema.rows('select 1');
      return schema;
    } catch (error) {
      console.log(`  no PostgreSQL: ${error}`);
      await schema.#pool.end();
      return undefined;
    }
  }

  /** The settings of servers and workers over this schema. */
  get environment(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.url, DIALPROOF_DATABASE_SCHEMA: this.name };
  }

  /** Runs one statement in which `"schema"` stands for this schema. */
  async rows<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    return (await this.#pool.query<Row>(statement.replaceAll('"schema"', `"${this.name}"`))).rows;
  }

  /** Drops the schema. All of its users have to be closed before. */
  async remove(): Promise<void> {
    await this.rows('drop schema if exists "schema" cascade');
    await this.#pool.end();
  }
}
