import { setTimeout as delay } from 'node:timers/promises';
import { KILLS_OF_MANY } from './kills.js';
import { OUTAGES } from './outages.js';
import { begin, type Scene } from './scene.js';

/** Longer than the five seconds of a lease. */
const HANGS_MS = 15_000;

export const MACHINES: readonly Scene[] = [
  ...KILLS_OF_MANY,
  {
    name: 'a worker stands still for longer than its leases',
    machines: { over: 'PostgreSQL', allowed: {} },
    asksOnce: true,
    async play(fleet, size) {
      await begin(fleet, size);
      const [worker = fleet.first] = fleet.workers;
      worker.pause();
      await delay(HANGS_MS);
      fleet.upstream.noteKill(worker.name);
      worker.resume();
    },
  },
  {
    name: 'a rolling restart',
    machines: { over: 'PostgreSQL and Redis', allowed: { cuts: true } },
    asksOnce: true,
    async play(fleet, size, print) {
      await begin(fleet, size);
      await fleet.bringTablesUpToDate();
      for (const machine of fleet.machines) {
        const { how, ms } = await machine.stop();
        fleet.violations.expectEqual(`SIGTERM at the ${machine.name}`, how, 'exit code 0');
        machine.start();
        await machine.ready();
        print(`${machine.kind} stopped in ${ms} ms`);
      }
    },
  },
  ...OUTAGES,
];
