import { parseArgs } from 'node:util';
import type { Asked } from './asked.js';
import { benchCheckerBound } from './engine/checker-bound.js';
import { benchClaimCost } from './engine/claim-cost.js';
import { benchFairness } from './engine/fairness.js';
import { benchSteps } from './engine/steps.js';
import { benchBatch } from './files/batch.js';
import { benchGrowth } from './files/growth.js';
import { benchLatency } from './files/latency.js';
import { SampleFiles } from './files/sample-files.js';
import { benchReaders } from './rivals/readers.js';
import { benchRivals, LOADS } from './rivals/rivals.js';
import { benchWorkerScaling } from './server/worker-scaling.js';
import { benchSingleVerify } from './single/single-verify.js';

const BENCHMARKS = {
  batch: benchBatch,
  steps: benchSteps,
  checker: benchCheckerBound,
  single: benchSingleVerify,
  growth: benchGrowth,
  latency: benchLatency,
  rivals: benchRivals,
  readers: benchReaders,
  claims: benchClaimCost,
  fairness: benchFairness,
  workers: benchWorkerScaling,
} as const;
type Name = keyof typeof BENCHMARKS;

const HELP = `Compares two programs side by side and prints ratios, see tools/bench/README.md. Needs a quiet machine.

  npm run bench -- batch single     these benchmarks (all): ${Object.keys(BENCHMARKS).join(', ')}

  --rows N            rows of the files of \`rivals\` and \`readers\`
  --at-once N         uploads at once in \`rivals\`: ${LOADS.map((load) => load.atOnce).join(', ')}
  --pictures FOLDER   also draws the figures there
`;

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ help: { type: 'boolean' }, rows: { type: 'string' }, pictures: { type: 'string' } },
    'at-once': { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const rows = values.rows === undefined ? undefined : Number(values.rows);
const wrong = asked.filter((name) => !(name in BENCHMARKS));
if (wrong.length > 0) {
  console.error(`no such benchmark: ${wrong.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(2);
}
if (rows !== undefined && !(Number.isSafeInteger(rows) && rows > 0)) {
  console.error(`--rows is "${values.rows}", expected a whole number of rows of \`rivals\` and \`readers\``);
  process.exit(2);
}
const atOnce = values['at-once'] === undefined ? undefined : Number(values['at-once']);
if (atOnce !== undefined && !LOADS.some((load) => load.atOnce === atOnce)) {
  const loads = LOADS.map((load) => load.atOnce).join(', ');
  console.error(`--at-once is "${values['at-once']}", expected one of ${loads} uploads of \`rivals\``);
  process.exit(2);
}
const options: Asked = {
  ...(rows === undefined ? {} : { rows }),
  ...(atOnce === undefined ? {} : { atOnce }),
  ...(values.pictures === undefined ? {} : { pictures: values.pictures }),
};
// Every name was checked against the keys above.
const names = (asked.length > 0 ? asked : Object.keys(BENCHMARKS)) as Name[];
const files = new SampleFiles();
try {
  for (const name of names) {
    await BENCHMARKS[name](files, options);
    console.log();
  }
} finally {
  await files.remove();
}
