import { benchAroundBound } from './around/around-bound.js';
import { benchBatching } from './around/batching.js';
import { benchWrapperCost } from './around/wrapper-cost.js';
import { benchBatchFloor } from './batch-floor.js';
import { benchCheckerBound } from './checker-bound.js';
import { benchDownloadStart } from './download-start.js';
import { benchClaimCost } from './engine/claim-cost.js';
import { benchFairness } from './engine/fairness.js';
import { benchWideHeader } from './engine/wide-header.js';
import { benchEventStreams } from './event-streams.js';
import { benchLatencyUnderIntake } from './latency-under-intake.js';
import { benchMemoryGrowth } from './memory-growth.js';
import { benchObserverCost } from './observer-cost.js';
import { showProfile } from './profile.js';
import { SampleFiles } from './sample-files.js';
import { benchSingleVerify } from './single-verify.js';
import { benchUploadsAtOnce } from './uploads-at-once.js';

const BENCHMARKS = {
  batch: benchBatchFloor,
  checker: benchCheckerBound,
  single: benchSingleVerify,
  memory: benchMemoryGrowth,
  latency: benchLatencyUnderIntake,
  uploads: benchUploadsAtOnce,
  download: benchDownloadStart,
  claims: benchClaimCost,
  fairness: benchFairness,
  wide: benchWideHeader,
  around: benchAroundBound,
  batching: benchBatching,
  wrappers: benchWrapperCost,
  observer: benchObserverCost,
  streams: benchEventStreams,
  profile: showProfile,
} as const;
type Name = keyof typeof BENCHMARKS;

const asked = process.argv.slice(2);
const wrong = asked.filter((name) => !(name in BENCHMARKS));
if (wrong.length > 0) {
  console.error(`no such benchmark: ${wrong.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(2);
}
// Every name was found among the keys above.
const names = (asked.length > 0 ? asked : Object.keys(BENCHMARKS)) as Name[];
const files = new SampleFiles();
try {
  for (const name of names) {
    await BENCHMARKS[name](files);
    console.log();
  }
} finally {
  await files.remove();
}
