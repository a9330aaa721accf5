import { parseArgs } from 'node:util';
import { benchAroundBound } from './around/around-bound.js';
import { benchBatching } from './around/batching.js';
import { benchWrapperCost } from './around/wrapper-cost.js';
import { benchClaimCost } from './engine/claim-cost.js';
import { benchFairness } from './engine/fairness.js';
import { benchLedgerRate } from './engine/ledger-rate.js';
import { benchSharedRates } from './engine/shared-rates.js';
import { benchWideHeader } from './engine/wide-header.js';
import { benchBatchFloor } from './files/batch-floor.js';
import { benchCheckerBound } from './files/checker-bound.js';
import { benchDownloadStart } from './files/download-start.js';
import { benchLatencyUnderIntake } from './files/latency-under-intake.js';
import { benchMemoryGrowth } from './files/memory-growth.js';
import { showProfile } from './files/profile.js';
import { SampleFiles } from './files/sample-files.js';
import { benchUploadsAtOnce } from './files/uploads-at-once.js';
import { benchAccountUsage } from './postgres/account-usage.js';
import { benchBatchStores } from './postgres/batch-stores.js';
import { benchMeetingCallers } from './postgres/meeting-callers.js';
import { benchMoveRows } from './postgres/move-rows.js';
import { benchStatementCounts } from './postgres/statement-counts.js';
import { benchStoredNumbers } from './postgres/stored-numbers.js';
import { benchTaskSize } from './postgres/task-size.js';
import { benchWaitingClaims } from './postgres/waiting-claims.js';
import { benchWorkerScaling } from './postgres/worker-scaling.js';
import { benchReaders } from './rivals/readers.js';
import { benchRivals } from './rivals/rivals.js';
import { benchObserverCost } from './single/observer-cost.js';
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
  rates: benchSharedRates,
  fairness: benchFairness,
  wide: benchWideHeader,
  around: benchAroundBound,
  batching: benchBatching,
  wrappers: benchWrapperCost,
  observer: benchObserverCost,
  profile: showProfile,
  workers: benchWorkerScaling,
  waiting: benchWaitingClaims,
  sizes: benchTaskSize,
  stores: benchBatchStores,
  statements: benchStatementCounts,
  stored: benchStoredNumbers,
  usage: benchAccountUsage,
  meeting: benchMeetingCallers,
  move: benchMoveRows,
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
    `--numbers is "${values.numbers}", expected a whole number: how many \`stored\` and \`move\` store, rows of \`rivals\` and \`readers\``,
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
