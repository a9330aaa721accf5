import { randomUUID } from 'node:crypto';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Violations } from '../harness/drill.js';
import { type DrillFolder, makeDrillFolder } from '../harness/drill-folder.js';
import { builtPrograms, type Programs } from '../harness/programs.js';
import { type Account, Server } from '../harness/server.js';
import { type DrillFile, makeDrillFile } from '../model/drill-file.js';
import { type Allowed, Load } from '../model/load.js';
import { Upstream } from '../model/upstream.js';
import { Link } from './link.js';

/** The services of the machines, as in the tests. */
export const POSTGRES_URL = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';
export const REDIS_URL = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';

export interface FleetOptions {
  readonly servers: number;
  readonly workers: number;
  readonly accounts: number;
  /** Whether the machines have `REDIS_URL` too. */
  readonly redis: boolean;
  readonly allowed: Allowed;
  readonly seed: number;
  /** Default 25. */
  readonly checkMs?: number;
  /** See {@link Upstream.start}. */
  readonly unrecordedMs: number;
  readonly settings?: NodeJS.ProcessEnv;
  /** Default: those of this repository. */
  readonly programs?: Programs;
}

const CREDITS = 10_000_000;
/** Leases end soon, so that work that was lost is taken up soon. */
const SETTINGS = { DIALPROOF_CHECK_CONCURRENCY: '50', DIALPROOF_LEASE_MS: '5000', DIALPROOF_RATES: 'off' };

/** Servers without work of their own, and workers, over a schema in PostgreSQL and a prefix in Redis that are removed at the end. */
export class Fleet {
  readonly folder: DrillFolder = makeDrillFolder();
  readonly violations = new Violations();
  readonly servers: Server[] = [];
  readonly workers: Server[] = [];
  readonly accounts: Account[] = [];
  readonly random: SeededRandom;
  readonly load: Load;
  readonly upstream: Upstream;
  readonly postgres: Link;
  readonly redis: Link;
  /** The name of the schema, and the prefix of the keys. */
  readonly #name = `drill_${randomUUID().replaceAll('-', '')}`;

  private constructor(options: FleetOptions, upstream: Upstream, postgres: Link, redis: Link) {
    this.random = createSeededRandom(options.seed);
    this.upstream = upstream;
    this.postgres = postgres;
    this.redis = redis;
    const { random, servers, violations } = this;
    this.load = new Load({ servers, random, violations, allowed: options.allowed });
  }

  /** Starts all machines, and resolves when they accept work. */
  static async open(options: FleetOptions): Promise<Fleet> {
    const upstream = await Upstream.start(options.checkMs ?? 25, options.unrecordedMs);
    const postgres = await Link.to(POSTGRES_URL, 5_432);
    const redis = await Link.to(REDIS_URL, 6_379);
    const fleet = new Fleet(options, upstream, postgres, redis);
    try {
      await fleet.#start(options);
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  get machines(): readonly Server[] {
    return [...this.servers, ...this.workers];
  }

  /** Makes files. Every fifth one is a workbook. */
  async makeFiles(count: number, rows: number): Promise<DrillFile[]> {
    const files: DrillFile[] = [];
    while (files.length < count) {
      const name = `${randomUUID()}.${files.length % 5 === 4 ? 'xlsx' : 'csv'}`;
      files.push(await makeDrillFile(name, rows, this.random.below(1_000_000)));
    }
    return files;
  }

  /** Sends files for the accounts in turn, and resolves when all are taken. */
  async send(files: readonly DrillFile[]): Promise<void> {
    const { accounts, load } = this;
    await Promise.all(
      accounts.map(async (account, place) => {
        const own = files.filter((_, serial) => serial % accounts.length === place);
        for (const file of own) await load.send(account, file);
      }),
    );
  }

  /** Kills a machine, and starts it again. It is not ready yet when this resolves. */
  async kill(machine: Server): Promise<void> {
    const killedAt = performance.now();
    await machine.kill();
    this.upstream.noteKill(machine.name, killedAt);
    machine.start();
  }

  /** Migrates the tables to those of this repository, whose programs are started from now on. */
  async bringTablesUpToDate(): Promise<void> {
    for (const machine of this.machines) machine.replacePrograms(builtPrograms());
    await this.servers[0]?.command('migrate');
  }

  /** Ends the connections to PostgreSQL from its side, as its shutdown does. */
  async endPostgresConnections(): Promise<void> {
    const ends = 'select pg_terminate_backend(pid) from pg_stat_activity where client_port = any($1)';
    await this.#query(ends, [this.postgres.farPorts]);
  }

  /** Removes what the machines keep in Redis, and resolves to the number of keys. */
  async emptyRedis(): Promise<number> {
    const redis = new Redis(REDIS_URL);
    let removed = 0;
    for await (const keys of redis.scanStream({ match: `${this.#name}*`, count: 1_000 })) {
      if (keys.length > 0) removed += await redis.unlink(...keys);
    }
    redis.disconnect();
    return removed;
  }

  /** Ends every machine, and removes everything that the fleet has made. */
  async close(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.end()));
    this.upstream.close();
    this.postgres.close();
    this.redis.close();
    this.folder.remove();
    await this.#query(`drop schema if exists "${this.#name}" cascade`, []);
    await this.emptyRedis();
  }

  async #start({
    accounts,
    redis,
    servers,
    settings: given,
    workers,
    programs,
  }: FleetOptions): Promise<void> {
    const { folder } = this;
    const settings = {
      ...SETTINGS,
      DATABASE_URL: this.postgres.over(POSTGRES_URL),
      DIALPROOF_DATABASE_SCHEMA: this.#name,
      ...(redis ? { REDIS_URL: this.redis.over(REDIS_URL), DIALPROOF_REDIS_PREFIX: this.#name } : {}),
      ...given,
    };
    const more = programs === undefined ? {} : { programs };
    while (this.servers.length < servers) {
      const own = { ...settings, DIALPROOF_WORKERS: '0' };
      this.servers.push(await Server.make({ folder, settings: own, kind: 'server', ...more }));
    }
    while (this.workers.length < workers) {
      this.workers.push(await Server.make({ folder, settings, kind: 'worker', ...more }));
    }
    for (const machine of this.machines) {
      Object.assign(machine.environment, this.upstream.settings(folder, machine.name));
    }
    const [first, ...others] = this.machines;
    // Makes the tables.
    first?.start();
    await first?.ready();
    for (const machine of others) machine.start();
    while (this.accounts.length < accounts && first !== undefined) {
      this.accounts.push(await first.openAccount(CREDITS));
    }
    await Promise.all(others.map((machine) => machine.ready()));
  }

  async #query(sql: string, values: readonly unknown[]): Promise<void> {
    const client = new pg.Client({ connectionString: POSTGRES_URL });
    await client.connect();
    try {
      await client.query(sql, [...values]);
    } finally {
      await client.end();
    }
  }
}

/** The reason why no fleet can run here; undefined if one can. */
export async function whyNoFleet(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 });
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  const reason = (service: string, address: string) => (error: unknown) =>
    `no ${service} at ${new URL(address).host}: ${error instanceof Error ? error.message : error}`;
  const missing = await client.connect().then(() => client.end(), reason('PostgreSQL', POSTGRES_URL));
  const redisMissing = await redis.connect().then(() => redis.disconnect(), reason('Redis', REDIS_URL));
  return missing ?? redisMissing ?? undefined;
}
