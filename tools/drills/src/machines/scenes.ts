import { setTimeout as delay } from 'node:timers/promises';
import { type Print, until } from '../harness/drill.js';
import type { Server } from '../harness/server.js';
import type { Fleet } from './fleet.js';
import { OUTAGES } from './outages.js';
import { begin, CHECK_EVERY_MS, type Scene, type SceneSize } from './scene.js';

const CALLS_WITHIN_MS = 120_000;
const KILL_EVERY_MS = 1_000;
/** Longer than the five seconds of a lease. */
const HANGS_MS = 15_000;
const ANSWERS_BETWEEN_KILLS = 1_500;
const MOMENT_MS = 500;

/** Without Redis, PostgreSQL wakes the workers. */
const kills = (redis: boolean): Scene => ({
  name: redis ? 'processes with Redis are killed' : 'processes are killed',
  machines: { redis, servers: 3, workers: 4, allowed: { cuts: true } },
  asksOnce: true,
  play: killAtRandom,
});

export const SCENES: readonly Scene[] = [
  kills(false),
  kills(true),
  {
    name: 'a worker stands still for longer than its leases',
    machines: {},
    asksOnce: true,
    async play(fleet, size) {
      await begin(fleet, size);
      const [worker] = fleet.workers;
      if (worker === undefined) throw new TypeError('there is no worker');
      const pausedAt = performance.now();
      worker.pause();
      fleet.upstream.noteKill(worker.name, pausedAt);
      await delay(HANGS_MS);
      worker.resume();
    },
  },
  {
    name: 'a rolling restart',
    machines: { redis: true, allowed: { cuts: true } },
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
  {
    name: 'answers are lost by kills',
    machines: { servers: 1, workers: 1, accounts: 1, checkMs: 10 },
    asksOnce: true,
    async play(fleet, { files, kills: times, rows }, print) {
      const { random, upstream, workers } = fleet;
      const [worker] = workers;
      if (worker === undefined) throw new TypeError('there is no worker');
      await fleet.send(await fleet.makeFiles(files, rows));
      for (let kill = 0; kill < times && !fleet.load.allEnded; kill += 1) {
        const enough = upstream.calls + ANSWERS_BETWEEN_KILLS;
        await until('calls', CALLS_WITHIN_MS, () => upstream.calls >= enough || fleet.load.allEnded);
        await delay(random.below(MOMENT_MS));
        await fleet.kill(worker);
        await worker.ready();
      }
      await fleet.load.untilEnded(CALLS_WITHIN_MS);
      for (const line of upstream.lost()) print(line);
    },
  },
  ...OUTAGES,
];

async function killAtRandom(fleet: Fleet, size: SceneSize, print: Print): Promise<void> {
  const { accounts, load, machines, random } = fleet;
  const made = await fleet.makeFiles(size.files, size.rows);
  if (accounts[0] !== undefined) load.startChecks(accounts[0], CHECK_EVERY_MS);
  let areSent = false;
  const sent = fleet.send(made).then(() => {
    areSent = true;
  });
  sent.catch(() => undefined);
  const starting = new Map<Server, Promise<void>>();
  let killed = 0;
  while (killed < size.kills && !(areSent && load.allEnded)) {
    await delay(KILL_EVERY_MS);
    const machine = random.pick(machines);
    // While half of its kind are starting, others are spared: on a slow machine none would work any more.
    const kind = machines.filter((other) => other.kind === machine.kind);
    if (2 * kind.filter((other) => starting.has(other)).length >= kind.length) continue;
    await fleet.kill(machine);
    killed += 1;
    const ready = machine.ready().then(() => void starting.delete(machine));
    ready.catch(() => undefined);
    starting.set(machine, ready);
  }
  await sent;
  await Promise.all(starting.values());
  print(`${killed} kills`);
}
