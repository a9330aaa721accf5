import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { Violations } from '../harness/drill.js';
import { type DrillFolder, makeDrillFolder } from '../harness/drill-folder.js';
import { builtPrograms, type Programs } from '../harness/programs.js';
import { type Account, Server } from '../harness/server.js';
import { type DrillFile, makeDrillFile } from '../model/drill-file.js';
import { type Allowed, Load } from '../model/load.js';
import { CONCURRENCY, Upstream } from '../model/upstream.js';
import { Link } from './link.js';
import { POSTGRES_URL, PostgresPace, query, REDIS_URL, removeKeys } from './services.js';

export interface FleetOptions {
  /** The database of the machines. Over SQLite there is one server, which also does the work. */
  readonly over: 'SQLite' | 'PostgreSQL' | 'PostgreSQL and Redis';
  /** Default 2, or 1 over SQLite. */
  readonly servers?: number;
  /** Default 2, or none over SQLite. */
  readonly workers?: number;
  /** Default 3. */
  readonly accounts?: number;
  readonly allowed: Allowed;
  readonly seed: number;
  /** Default: those of this repository. */
  readonly programs?: Programs;
}

const CREDITS = 10_000_000;
const SENT_CALLS_MS = 100;
const SETTINGS = {
  DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
  // Work that was lost is taken up soon.
  DIALPROOF_LEASE_MS: '5000',
  DIALPROOF_RATES: 'off',
};

/**
 * A server over SQLite; or servers without work of their own and workers, over a schema in PostgreSQL and a prefix in Redis of their own.
 */
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
  readonly pace = new PostgresPace();
  /** The name of the schema, and the prefix of the keys. */
  readonly #name = `drill_${randomUUID().replaceAll('-', '')}`;
  readonly #over: FleetOptions['over'];

  private constructor(options: FleetOptions, upstream: Upstream, postgres: Link, redis: Link) {
    this.#over = options.over;
    this.random = createSeededRandom(options.seed);
    this.upstream = upstream;
    this.postgres = postgres;
    this.redis = redis;
    const { random, servers, violations } = this;
    const isBusy = () => this.pace.isBusy;
    this.load = new Load({ servers, random, violations, isBusy, allowed: options.allowed });
  }

  /** Starts all machines, and resolves when they accept work. What they have made is removed by {@link close}. */
  static async open(options: FleetOptions): Promise<Fleet> {
    const upstream = await Upstream.start();
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

  /** The first machine, which is a server. */
  get first(): Server {
    const [server] = this.servers;
    if (server === undefined) throw new TypeError('a fleet has a server');
    return server;
  }

  /**
   * Makes files. Some are workbooks. Call this only while the upstream is idle. The upstream is in this process, so its answers would be
   * late.
   */
  async makeFiles(count: number, rows: number): Promise<DrillFile[]> {
    const files: DrillFile[] = [];
    while (files.length < count) {
      const name = `${randomUUID()}.${this.random.chance(0.2) ? 'xlsx' : 'csv'}`;
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
    await machine.kill();
    // The upstream reads what the machine had sent.
    await delay(SENT_CALLS_MS);
    this.upstream.noteKill(machine.name);
    machine.start();
  }

  /** Migrates the tables to those of this repository, whose programs are started from now on. */
  async bringTablesUpToDate(): Promise<void> {
    for (const machine of this.machines) machine.replacePrograms(builtPrograms());
    await this.first.command('migrate');
  }

  /** Removes what the machines keep in Redis, and resolves to the number of keys. */
  async emptyRedis(): Promise<number> {
    return await removeKeys(this.#name);
  }

  /** Ends every machine, and removes everything that they and the fleet have made. */
  async close(): Promise<void> {
    this.pace.stop();
    await Promise.all(this.machines.map((machine) => machine.end()));
    this.upstream.close();
    this.postgres.close();
    this.redis.close();
    this.folder.remove();
    if (this.#over === 'SQLite') return;
    await query(`drop schema if exists "${this.#name}" cascade`, []);
    if (this.#over === 'PostgreSQL and Redis') await this.emptyRedis();
  }

  async #start({ accounts = 3, over, programs, ...counts }: FleetOptions): Promise<void> {
    const isOne = over === 'SQLite';
    if (!isOne) this.pace.start().catch((error: unknown) => this.violations.addFailure(error));
    const { servers = isOne ? 1 : 2, workers = isOne ? 0 : 2 } = counts;
    const kinds = [...Array(servers).fill('server'), ...Array(workers).fill('worker')] as const;
    for (const kind of kinds) {
      const settings = this.#settings(over, kind);
      const machine = await Server.make({
        folder: this.folder,
        settings,
        kind,
        ...(programs && { programs }),
      });
      Object.assign(machine.environment, this.upstream.settings(this.folder, machine.name));
      (kind === 'server' ? this.servers : this.workers).push(machine);
    }
    // Makes the tables.
    this.first.start();
    await this.first.ready();
    const others = this.machines.slice(1);
    for (const machine of others) machine.start();
    while (this.accounts.length < accounts) this.accounts.push(await this.first.openAccount(CREDITS));
    await Promise.all(others.map((machine) => machine.ready()));
  }

  #settings(over: FleetOptions['over'], kind: 'server' | 'worker'): NodeJS.ProcessEnv {
    if (over === 'SQLite') return SETTINGS;
    return {
      ...SETTINGS,
      ...(kind === 'server' ? { DIALPROOF_WORKERS: '0' } : {}),
      DATABASE_URL: this.postgres.over(POSTGRES_URL),
      DIALPROOF_DATABASE_SCHEMA: this.#name,
      ...(over === 'PostgreSQL'
        ? {}
        : { REDIS_URL: this.redis.over(REDIS_URL), DIALPROOF_REDIS_PREFIX: this.#name }),
    };
  }
}
