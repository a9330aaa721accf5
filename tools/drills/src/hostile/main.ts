import { parseArgs } from 'node:util';
import { runHostileDrill } from './hostile-drill.js';
import type { TrialFigures } from './trial-figures.js';

/** The most rows that a file may have. */
const HONEST_ROWS = 100_000;

const HELP = `Sends workbooks that are made to hurt to a service, and looks what each one costs.

  node tools/drills/dist/hostile/main.js --only "shared strings"

  --only TEXT  only the files whose description has this text in it (all)
  --seed N     another seed turns other bits over (1)
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new RangeError(`--seed is "${values.seed}", expected a whole number`);

if (values.help) console.log(HELP);
else {
  const violations = await runHostileDrill({
    seed,
    only: values.only,
    honestRows: HONEST_ROWS,
    onHonest: (figures) =>
      console.log(line(`an honest workbook of ${HONEST_ROWS} rows, three times`, figures)),
    onGroup(name, figures, found) {
      console.log(line(name, figures));
      for (const violation of found) console.log(`  VIOLATION ${violation}`);
    },
  });
  console.log(violations === 0 ? 'Everything held.' : `Violations: ${violations}.`);
  process.exitCode = violations === 0 ? 0 : 1;
}

function line(name: string, { outcomes, growthMb, stallMs, checks, checkP99Ms }: TrialFigures): string {
  const codes = [...new Set(outcomes.map(({ outcome }) => outcome))].join(', ');
  const slowest = (figure: 'ms' | 'cpuMs') => Math.round(Math.max(...outcomes.map((each) => each[figure])));
  return (
    `${name.padEnd(62)} ${codes.padEnd(16)} ${String(slowest('ms')).padStart(5)} ms (processor ${slowest('cpuMs')} ms), ` +
    `+${Math.round(growthMb)} MB, stall ${Math.round(stallMs)} ms, p99 of ${checks} checks ${checkP99Ms.toFixed(1)} ms`
  );
}
