import { parseArgs } from 'node:util';
import { runAttackDrill } from './attack/attack-drill.js';
import { runKillDrill } from './kill/kill-drill.js';

const HELP = `Kills and attacks real processes of the server, and checks what comes of it.

  npm run drill:kill                         servers and workers over the PostgreSQL of DATABASE_URL are killed
  npm run drill:attack -- --only uploads     a server is attacked

  --seed N         another seed gives other files, moments and damaged requests (1)

drill:kill:
  --rows N         the most rows of a file (4000)
  --kills N        how often machines are killed (20)

drill:attack:
  --only TEXT      only the attacks with this text in their names (all)
  --seconds N      how long each attack lasts (5)
  --percent N      the size of each (100)
`;

// Every process that a drill has started is killed when this one exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const text = (usual: string) => ({ type: 'string', default: usual }) as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ help: { type: 'boolean' }, only: text(''), seed: text('1'), rows: text('4000') },
    ...{ kills: text('20'), seconds: text('5'), percent: text('100') },
  },
});
const [drill = ''] = positionals;
if (values.help || !['attack', 'kill'].includes(drill)) console.log(HELP);
else {
  const began = performance.now();
  const common = { seed: whole('seed'), print: console.log };
  const violations = await (drill === 'attack'
    ? runAttackDrill({
        ...{ ...common, only: values.only },
        ...{ attackMs: whole('seconds') * 1_000, share: whole('percent') / 100 },
      })
    : runKillDrill({ ...common, servers: 3, workers: 4, kills: whole('kills'), rows: whole('rows') }));
  if (drill === 'kill') for (const violation of violations) console.log(`VIOLATION ${violation}`);
  const verdict = violations.length === 0 ? 'Everything held' : `Violations: ${violations.length}`;
  console.log(`${verdict}, after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function whole(name: 'seed' | 'rows' | 'kills' | 'seconds' | 'percent'): number {
  if (/^\d{1,9}$/.test(values[name])) return Number(values[name]);
  throw new RangeError(`--${name} is "${values[name]}", expected a whole number`);
}
