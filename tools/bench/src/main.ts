import { parseArgs } from 'node:util';
import { benchAroundBound } from './engine/around-bound.js';
import { benchClaimCost } from './engine/claim-cost.js';
import { benchFairness } from './engine/fairness.js';
import { benchLedgerRate } from './engine/ledger-rate.js';
import { benchBatchFloor } from './files/batch-floor.js';
import { benchCheckerBound } from './files/checker-bound.js';
import { benchDownloadStart } from './files/download-start.js';
import { benchLatencyUnderIntake } from './files/latency-under-intake.js';
import { benchMemoryGrowth } from './files/memory-growth.js';
import { showProfile } from './files/profile.js';
import { SampleFiles } from './files/sample-files.js';
import { benchUploadsAtOnce } from './files/uploads-at-once.js';
import { benchStatementCounts } from './postgres/statement-counts.js';
import { benchStoredNumbers } from './postgres/stored-numbers.js';
import { benchWaitingClaims } from './postgres/waiting-claims.js';
import { benchWorkerScaling } from './postgres/worker-scaling.js';
import { benchReaders } from './rivals/readers.js';
import { benchRivals } from './rivals/rivals.js';
import { benchSingleVerify } from './single/single-verify.js';

const BENCHMARKS = {
  batch: benchBatchFloor,
  checker: benchCheckerBound,
  single: benchSingleVerify,
  memory: benchMemoryGrowth,
  latency: benchLatencyUnderIntake,
  uploads: benchUploadsAtOnce,
  download: benchDownloadStart,
  rivals: benchRivals,
  readers: benchReaders,
  claims: benchClaimCost,
  ledger: benchLedgerRate,
  fairness: benchFairness,
  around: benchAroundBound,
  profile: showProfile,
  workers: benchWorkerScaling,
  waiting: benchWaitingClaims,
  statements: benchStatementCounts,
  stored: benchStoredNumbers,
} as const;
type Name = keyof typeof BENCHMARKS;

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { numbers: { type: 'string' } },
});
const numbers = values.numbers === undefined ? undefined : Number(values.numbers);
const wrong = asked.filter((name) => !(name in BENCHMARKS));
if (wrong.length > 0) {
  console.error(`no such benchmark: ${wrong.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(2);
}
if (numbers !== undefined && !(Number.isSafeInteger(numbers) && numbers > 0)) {
  console.error(
    `--numbers is "${values.numbers}", expected a whole number: how many \`stored\` stores, rows of \`rivals\` and \`readers\``,
  );
  process.exit(2);
}
// Every name was checked against the keys above.
const names = (asked.length > 0 ? asked : Object.keys(BENCHMARKS)) as Name[];
const files = new SampleFiles();
try {
  for (const name of names) {
    await BENCHMARKS[name](files, numbers);
    console.log();
  }
} finally {
  await files.remove();
}
