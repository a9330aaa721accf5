import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchSchema } from './bench-schema.js';

const SAMPLE_EVERY_MS = 200;
/** The tick in which Linux counts processor time. */
const TICK_MS = 10;

/**
 * The processor time of PostgreSQL's processes for the connections of a schema. It is NaN if the server is on another machine, or if this
 * one does not run Linux. It excludes work for all connections together (writing the log, vacuuming).
 */
export class BackendTime {
  readonly #schema: BenchSchema;
  readonly #ticks = new Map<number, number>();
  readonly #sampling = new AbortController();

  private constructor(schema: BenchSchema) {
    this.#schema = schema;
  }

  /** Counts from now on, until {@link stop}. */
  static async start(schema: BenchSchema): Promise<BackendTime> {
    const time = new BackendTime(schema);
    await time.#sample();
    void time.#sampleOn();
    return time;
  }

  /** Milliseconds of all connections since the start. NaN if none could be measured. */
  async cpuMs(): Promise<number> {
    await this.#sample();
    if (this.#ticks.size === 0) return Number.NaN;
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  }

  stop(): void {
    this.#sampling.abort();
  }

  /** Samples often, since the time of a closed connection is lost. */
  async #sampleOn(): Promise<void> {
    const { signal } = this.#sampling;
    while (!signal.aborted) {
      await delay(SAMPLE_EVERY_MS);
      if (!signal.aborted) await this.#sample().catch(() => {});
    }
  }

  async #sample(): Promise<void> {
    const processes = await this.#schema.rows<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [this.#schema.name],
    );
    for (const { pid } of processes) {
      const ticks = await ticksOf(pid);
      if (ticks !== undefined) this.#ticks.set(pid, ticks);
    }
  }
}

/** User and system time of a process of PostgreSQL; undefined if it is on another machine or has ended. */
async function ticksOf(pid: number): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    if (!stat.includes('(postgres)')) return undefined;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // These are the 14th and the 15th field of the line, whose first two were cut off.
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}
