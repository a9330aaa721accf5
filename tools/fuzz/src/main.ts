import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { FILE_CHOICES, fuzzInput } from './files/fuzz-input.js';
import { fuzzRun, triedIn } from './fuzz-run.js';
import { judge } from './judge/judge.js';

const HELP = `Damages files, has them read, and looks whether a row of the result is not one of the file.

  npm run fuzz -- --runs 1000000

  --runs N      files to try (100000)
  --seed N      other files for another seed (taken from the clock)
  --kind K      csv, xlsx or both (both: one of ten is a workbook)
  --jobs N      threads (one for each processor)
  --seconds N   what one file may take (20)
  --only N      tries one file of the seed again, by the number that was printed
  --out FILE    with --only: writes that file
`;

const PROGRESS_EVERY = 50_000;

const text = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values } = parseArgs({
  options: {
    ...{ runs: text('100000'), seed: text(String(Date.now() % 1_000_000)), kind: text('both') },
    ...{ jobs: text(String(availableParallelism())), seconds: text('20') },
    ...{ only: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  },
});
const choice = FILE_CHOICES.find((name) => name === values.kind);
if (choice === undefined) throw new RangeError(`--kind is ${values.kind}, expected ${FILE_CHOICES}`);
const seed = whole(values.seed);
if (values.help) console.log(HELP);
else process.exitCode = (await (values.only === undefined ? tryAll() : tryOne(whole(values.only)))) ? 0 : 1;

async function tryOne(index: number): Promise<boolean> {
  const input = fuzzInput(choice ?? 'both', seed, index);
  if (values.out !== undefined) await writeFile(values.out, input.bytes);
  const { outcome, violation } = await judge(input);
  console.log(`${input.fileName} in pieces of ${input.pieceBytes} bytes: ${outcome}`, violation ?? '');
  return violation === undefined;
}

async function tryAll(): Promise<boolean> {
  const runs = whole(values.runs);
  console.log(`${runs} files of --kind ${choice} --seed ${seed}`);
  let shown = 0;
  const report = await fuzzRun({
    ...{ choice: choice ?? 'both', seed, runs, jobs: whole(values.jobs) },
    inputTimeoutMs: whole(values.seconds) * 1_000,
    // Printed at once: a long run may be ended early.
    onProgress: (tried, found) => {
      for (const { index, violation } of found) console.log(`--only ${index}: ${violation}`);
      if (tried - shown < PROGRESS_EVERY) return;
      shown = tried;
      console.log(`${tried} files after ${process.uptime().toFixed(0)} s`);
    },
  });
  const seconds = process.uptime().toFixed(0);
  console.log(`${triedIn(report)} files in ${seconds} s, ${report.violations.length} violations`);
  for (const [outcome, count] of Object.entries(report.outcomes)) console.log(`  ${outcome}: ${count}`);
  return report.violations.length === 0;
}

function whole(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new RangeError(`${given} is no whole number`);
}
