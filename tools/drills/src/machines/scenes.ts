import { KILLS_OF_MANY } from './kills.js';
import { OUTAGES } from './outages.js';
import { begin, type Scene } from './scene.js';

export const MACHINES: readonly Scene[] = [
  ...KILLS_OF_MANY,
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
