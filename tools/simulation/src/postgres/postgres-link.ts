import type { Entropy } from '@dialproof/core';
import type { SqlDatabase } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import type { MachineDatabase } from '../world/machine-database.js';
import type { VirtualTime } from '../world/virtual-time.js';
import { withoutThreads } from '../world/without-threads.js';
import { Line } from './line.js';
import type { StorySchema } from './story-schema.js';
import type { Commit } from './transactions.js';
import { type Told, Wire } from './wire.js';

/**
 * A moment at which connections are cut: just before the server sees a commit, or when it has committed and the process has not heard of
 * it.
 */
export interface Cut {
  /** The number of the commit, from 1. */
  readonly commit: number;
  readonly side: 'before' | 'after';
  /** Whether the connection of the commit is cut, or the process killed with all of its connections. */
  readonly harm: 'connection' | 'process';
}

export interface PostgresLinkOptions {
  readonly schema: StorySchema;
  readonly time: VirtualTime;
  /** Whether commits are counted at present. */
  readonly isWatched: () => boolean;
  readonly onCommit?: (commit: Commit, number: number) => void;
  readonly cut?: Cut;
  readonly onCut?: () => void;
}

/** Few, since each new connection has to read the definitions of the tables. */
const CONNECTIONS = 4;

/** The kinds of cut, used in turn. */
const TOLD: readonly Told[] = ['reset', 'ended', 'terminated'];

/** The PostgreSQL database of one machine, over connections that are watched and cut. */
export class PostgresLink implements MachineDatabase {
  readonly #options: PostgresLinkOptions;
  readonly #wires = new Set<Wire>();
  readonly #line = new Line((backend) => this.#options.schema.isLocked(backend));
  readonly #restoreFiles = withoutThreads();
  readonly #pool: pg.Pool;
  #database: SqlDatabase | undefined;
  #commits = 0;
  #isDead = false;

  constructor(options: PostgresLinkOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({
      ...options.schema.connection,
      stream: () => this.#wire(),
      max: CONNECTIONS,
      // It runs by a real clock.
      idleTimeoutMillis: 0,
    });
    this.#pool.on('error', () => {});
  }

  async open(entropy: Entropy): Promise<SqlDatabase> {
    const { schema, time } = this.#options;
    if (this.#database !== undefined) await time.until(this.#database.close());
    this.#database = await time.until(
      openPostgresDatabase({ pool: this.#pool, schema: schema.name, clock: time.clock, entropy }),
    );
    return this.#database;
  }

  async close(): Promise<void> {
    this.#restoreFiles();
    // A dead process closes nothing.
    if (this.#isDead) return;
    if (this.#database !== undefined) await this.#options.time.until(this.#database.close());
    await this.#pool.end();
  }

  texts(query: string, account: string): Promise<string[]> {
    return this.#held(this.#options.schema.texts(query, account));
  }

  includes(text: string): Promise<boolean> {
    return this.#held(this.#options.schema.includes(text));
  }

  #held<Result>(result: Promise<Result>): Promise<Result> {
    return result.finally(this.#options.time.hold());
  }

  #wire(): Wire {
    const wire = new Wire({
      enter: (begin, backend) => this.#enter(begin, backend),
      commit: (own) => this.#commit(own),
    });
    if (this.#isDead) void wire.cut('never');
    this.#wires.add(wire);
    wire.on('close', () => this.#wires.delete(wire));
    return wire;
  }

  /** The clock stands still while a request waits or is under way. Where commits are not counted, the order of requests does not matter. */
  #enter(begin: () => void, backend: () => number | undefined): (deliver: () => void) => void {
    const release = this.#options.time.hold();
    if (!this.#options.isWatched()) {
      begin();
      return (deliver) => {
        deliver();
        release();
      };
    }
    const turn = this.#line.enter(begin, backend);
    return (deliver) =>
      turn.end(() => {
        deliver();
        release();
      });
  }

  #commit(wire: Wire): (commit: Commit) => void {
    if (!this.#options.isWatched()) return () => {};
    this.#commits += 1;
    const number = this.#commits;
    this.#cut(wire, number, 'before');
    return (commit) => {
      this.#options.onCommit?.(commit, number);
      this.#cut(wire, number, 'after');
    };
  }

  #cut(wire: Wire, number: number, side: Cut['side']): void {
    const { cut, onCut, time } = this.#options;
    if (cut?.commit !== number || cut.side !== side) return;
    onCut?.();
    if (cut.harm === 'connection') {
      void wire
        .cut(TOLD[(2 * number + (side === 'after' ? 1 : 0)) % TOLD.length] ?? 'reset')
        .finally(time.hold());
      return;
    }
    this.#isDead = true;
    time.hold();
    void Promise.all([...this.#wires].map((each) => each.cut('never'))).then(() => time.abandon());
  }
}
