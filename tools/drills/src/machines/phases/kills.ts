import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@dialproof/generate';
import { givenPostgres, whyNoPostgres } from '../fleet/drill-database.js';
import { checkAll } from '../fleet/final-checks.js';
import type { Fleet, Machine } from '../fleet/fleet.js';
import { onStage } from '../fleet/stage.js';
import type { DrillSize, Phase, PhaseOptions, PhaseReport } from '../phase.js';
import { startOwnRedis, whyNoOwnRedis } from '../services/own-redis.js';

const ENDED_WITHIN_MS = 600_000;

/** Processes are killed at random, one after another, and restarted at once, until all tasks have ended. */
export const KILLS: readonly Phase[] = [
  {
    name: 'processes are killed',
    async run(options) {
      const skipped = await whyNoPostgres();
      return skipped === undefined ? await killAtRandom(options, {}) : { skipped };
    },
  },
  {
    name: 'machines with Redis are killed',
    async run(options) {
      const skipped = (await whyNoPostgres()) ?? whyNoOwnRedis();
      if (skipped !== undefined) return { skipped };
      const redis = await startOwnRedis();
      try {
        return await killAtRandom(options, { REDIS_URL: redis.url });
      } finally {
        await redis.remove();
      }
    },
  },
];

async function killAtRandom({ seed, size }: PhaseOptions, settings: NodeJS.ProcessEnv): Promise<PhaseReport> {
  const { accounts, servers, workers } = size;
  const options = {
    ...{ accounts, servers, workers, seed, databaseUrl: givenPostgres() },
    ...{ settings, allowed: { cuts: true, outages: true } },
  };
  return await onStage(options, async (stage) => {
    const { fleet, load, random, seen } = stage;
    const files = await load.makeFiles(size.files, size.rows, { withFailures: size.isPatient });
    const killer = new Killer(fleet, random, size);
    const began = performance.now();
    // An interrupted upload can be sent again only after half a minute.
    if (!size.isPatient) await load.send(files.splice(0));
    killer.start();
    try {
      await load.sendAndPoll(files, ENDED_WITHIN_MS);
    } finally {
      await killer.stop();
    }
    const seconds = Math.round((performance.now() - began) / 1_000);
    seen.push(`${killer.kills.server} servers and ${killer.kills.worker} workers killed in ${seconds} s`);
    await fleet.ready();
    await checkAll(stage);
  });
}

/** Kills processes at random, but none while half of its kind or more are starting: on a slow machine, none would work any more. */
class Killer {
  readonly kills = { server: 0, worker: 0 };
  readonly #fleet: Fleet;
  readonly #random: SeededRandom;
  readonly #size: DrillSize;
  readonly #starting = new Map<Machine, Promise<unknown>>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(fleet: Fleet, random: SeededRandom, size: DrillSize) {
    this.#fleet = fleet;
    this.#random = random;
    this.#size = size;
  }

  start(): void {
    this.#running = this.#run();
    // `stop` reports the failure.
    this.#running.catch(() => undefined);
  }

  /** Resolves after the last kill; rejects with DrillFailure if a process ended by itself. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { killEveryMs, maxKills } = this.#size;
    while (this.kills.server + this.kills.worker < maxKills) {
      await delay(killEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const machine = this.#random.pick(this.#fleet.machines);
      if (this.#isSpared(machine)) continue;
      await machine.process.kill();
      this.kills[machine.kind] += 1;
      this.#start(machine);
    }
  }

  #isSpared({ kind }: Machine): boolean {
    const starting = [...this.#starting.keys()].filter((machine) => machine.kind === kind);
    const all = this.#fleet.machines.filter((machine) => machine.kind === kind);
    return 2 * starting.length >= all.length;
  }

  #start(machine: Machine): void {
    machine.process.start();
    const ready = machine.process.ready();
    this.#starting.set(machine, ready);
    // A killed process is restarted, and one that ended by itself is found when its turn to be killed comes.
    const started = () => {
      if (this.#starting.get(machine) === ready) this.#starting.delete(machine);
    };
    ready.then(started, started);
  }
}
