import { parseArgs } from 'node:util';
import { runAttackDrill } from './attack/attack-drill.js';
import type { Programs } from './harness/programs.js';
import { BACKUP } from './machines/backup.js';
import { withEarlierRelease } from './machines/earlier-release.js';
import { KILL } from './machines/kills.js';
import { playScene, type Scene } from './machines/scene.js';
import { MACHINES } from './machines/scenes.js';
import { missingService } from './machines/services.js';

const HELP = `Kills, attacks and cuts off real processes of the server, and checks what comes of it.

  npm run drill:kill                         a server over SQLite is killed
  npm run drill:machines -- --only Redis     machines over PostgreSQL and Redis
  npm run drill:backup                       a server at work is backed up and restored
  npm run drill:attack -- --only uploads     a server is attacked

  --only TEXT      only the scenes or attacks with this text in their names (all)
  --seed N         another seed gives other files, moments and damaged requests (1)

drill:kill, drill:machines and drill:backup:
  --files N        files of a scene (6)
  --rows N         rows of each (4000)
  --kills N        how often machines are killed (20)
  --away-ms N      how long services are away (25000)
  --before REV     the programs that a rolling restart replaces are those of this revision

drill:attack:
  --seconds N      how long each attack lasts (5)
  --percent N      the size of each (100)

DATABASE_URL and REDIS_URL name the services.
`;

const SCENES = { kill: [KILL], machines: MACHINES, backup: [BACKUP] };

// Every process that a drill has started is killed when this one exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const text = (usual: string) => ({ type: 'string', default: usual }) as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ help: { type: 'boolean' }, only: text(''), seed: text('1'), before: text('') },
    ...{ files: text('6'), rows: text('4000'), kills: text('20'), 'away-ms': text('25000') },
    ...{ seconds: text('5'), percent: text('100') },
  },
});
if (values.help) console.log(HELP);
else await run(positionals[0] ?? '');

async function run(drill: string): Promise<void> {
  const began = performance.now();
  const violations = drill === 'attack' ? await attack() : await play(Reflect.get(SCENES, drill));
  const verdict = violations.length === 0 ? 'Everything held' : `Violations: ${violations.length}`;
  console.log(`${verdict}, after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

async function attack(): Promise<readonly string[]> {
  return await runAttackDrill({
    ...{ only: [values.only], seed: whole('seed'), share: whole('percent') / 100 },
    ...{ attackMs: whole('seconds') * 1_000, print: console.log },
  });
}

async function play(all: readonly Scene[]): Promise<readonly string[]> {
  const scenes = all.filter(({ name }) => name.includes(values.only));
  const missing = scenes.some(({ machines }) => machines.over !== 'SQLite')
    ? await missingService()
    : undefined;
  if (missing !== undefined) throw new Error(missing);
  const size = {
    ...{ files: whole('files'), rows: whole('rows'), kills: whole('kills'), seed: whole('seed') },
    awayMs: whole('away-ms'),
  };
  const playAll = async (programs?: Programs) => {
    const violations: string[] = [];
    for (const scene of scenes) {
      console.log(scene.name);
      const found = await playScene(scene, size, (line) => console.log(`  ${line}`), programs);
      for (const violation of found) console.log(`VIOLATION ${violation}`);
      violations.push(...found);
    }
    return violations;
  };
  return values.before === '' ? await playAll() : await withEarlierRelease(values.before, playAll);
}

function whole(name: 'seed' | 'files' | 'rows' | 'kills' | 'away-ms' | 'seconds' | 'percent'): number {
  if (/^\d{1,9}$/.test(values[name])) return Number(values[name]);
  throw new RangeError(`--${name} is "${values[name]}", expected a whole number`);
}
