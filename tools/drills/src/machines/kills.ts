import { setTimeout as delay } from 'node:timers/promises';
import type { Print } from '../harness/drill.js';
import type { Server } from '../harness/server.js';
import type { DrillFile } from '../model/drill-file.js';
import { CHECK_MS, CONCURRENCY } from '../model/upstream.js';
import type { Fleet } from './fleet.js';
import type { Scene, SceneSize } from './scene.js';

/** The approximate times of a start, and of taking a file. */
const START_MS = 700;
const TAKEN_MS = 60;

/** A scene in which these machines are killed at random moments and started again. */
const kills = (machines: Scene['machines'], name: string): Scene => ({
  name,
  machines,
  asksOnce: true,
  play: killAtRandom,
});
const many = { servers: 3, workers: 4, allowed: { cuts: true } };

export const KILL = kills({ over: 'SQLite', allowed: { cuts: true } }, 'a server over SQLite is killed');
export const KILLS_OF_MANY: readonly Scene[] = [
  // Without Redis, PostgreSQL wakes the workers.
  kills({ ...many, over: 'PostgreSQL' }, 'machines are killed'),
  kills({ ...many, over: 'PostgreSQL and Redis' }, 'machines with Redis are killed'),
];

/** Each round sends one to three files, and kills up to half of the machines: while files are sent, at work, or while they start. */
async function killAtRandom(fleet: Fleet, { kills, rows }: SceneSize, print: Print): Promise<void> {
  const { load, machines, random } = fleet;
  const rounds: DrillFile[][] = [];
  while (rounds.length < kills) {
    rounds.push(await fleet.makeFiles(1 + random.below(3), 100 + random.below(rows)));
  }
  const sent: Promise<void>[] = [];
  for (const [place, files] of rounds.entries()) {
    const sending = fleet.send(files);
    sending.catch(() => undefined);
    sent.push(sending);
    // An interrupted upload can be repeated only when its lease has ended. So most kills come later.
    const isEarly = random.chance(0.25);
    if (!isEarly) await sending;
    const afterMs = isEarly ? random.below(TAKEN_MS) : random.fraction() * checkingMs(files, fleet);
    await delay(afterMs);
    const killed = someOf(machines, fleet);
    await Promise.all(killed.map((machine) => fleet.kill(machine)));
    if (random.chance(0.2)) {
      await delay(random.below(START_MS));
      await Promise.all(killed.map((machine) => fleet.kill(machine)));
    }
    await Promise.all(killed.map((machine) => machine.ready()));
    const moment = `${Math.round(afterMs)} ms after ${files.length} files were ${isEarly ? 'sent' : 'taken'}`;
    print(`kill ${place + 1} of ${kills}, ${moment}: ${killed.map(({ kind }) => kind).join(' and ')}`);
    if (random.chance(0.5)) await load.untilEnded();
  }
  await Promise.all(sent);
}

/** At least one, and at most half of them. */
function someOf(machines: readonly Server[], { random }: Fleet): readonly Server[] {
  const count = 1 + random.below(Math.max(1, Math.floor(machines.length / 2)));
  const left = [...machines];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
}

/** The least time that the checks of files take. */
function checkingMs(files: readonly DrillFile[], { workers }: Fleet): number {
  const numbers = files.reduce((sum, { asked }) => sum + asked.size, 0);
  return (numbers * CHECK_MS) / CONCURRENCY / Math.max(1, workers.length);
}
