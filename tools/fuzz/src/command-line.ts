import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { FILE_CHOICES, fuzzInput } from './fuzz-input.js';
import { fuzzRun, triedIn } from './fuzz-run.js';
import { judge } from './judge.js';

const HELP = `Damages files, has them read, and looks whether a row of the result is not one of the file.

  npm run fuzz -- --runs 1000000

  --runs N      files to try (100000)
  --seed N      other files for another seed (taken from the clock)
  --kind K      csv, xlsx or both (both: one of ten is a workbook), or rows: .csv files against csv-parse
  --jobs N      threads (one for each processor)
  --seconds N   what one file may take (20)
  --only N      tries one file of the seed again, by the number that was printed
  --out FILE    with --only: writes that file
`;

const PROGRESS_EVERY = 50_000;

/** Runs the command. Resolves to whether nothing was found; rejects for wrong arguments. */
export async function runCommandLine(args: readonly string[], output: Writable): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      kind: { type: 'string', default: 'both' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      seconds: { type: 'string', default: '20' },
      only: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const say = (line: string) => output.write(`${line}\n`);
  if (values.help) {
    say(HELP);
    return true;
  }
  const choice = FILE_CHOICES.find((name) => name === values.kind);
  if (choice === undefined)
    throw new RangeError(`--kind is ${values.kind}, expected ${FILE_CHOICES.join(', ')}`);
  const seed = whole('seed', values.seed, 0);
  if (values.only !== undefined) {
    const input = fuzzInput(choice, seed, whole('only', values.only, 0));
    if (values.out !== undefined) await writeFile(values.out, input.bytes);
    const { outcome, violation } = await judge(input);
    say(
      `${input.fileName} in pieces of ${input.pieceBytes} bytes: ${outcome}${violation === undefined ? '' : `, ${violation}`}`,
    );
    return violation === undefined;
  }
  const runs = whole('runs', values.runs, 1);
  say(`${runs} files of --kind ${choice} --seed ${seed}`);
  let shown = 0;
  const started = performance.now();
  const report = await fuzzRun({
    choice,
    seed,
    runs,
    jobs: whole('jobs', values.jobs, 1),
    inputTimeoutMs: whole('seconds', values.seconds, 1) * 1_000,
    // Printed at once: a long run may be ended early.
    onProgress: (tried, found) => {
      for (const { index, violation } of found) say(`--only ${index}: ${violation}`);
      if (tried - shown < PROGRESS_EVERY) return;
      shown = tried;
      say(`${tried} files after ${secondsSince(started)} s`);
    },
  });
  say(`${triedIn(report)} files in ${secondsSince(started)} s, ${report.violations.length} violations`);
  for (const [outcome, count] of Object.entries(report.outcomes)) say(`  ${outcome}: ${count}`);
  return report.violations.length === 0;
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`--${name} is ${text}, expected a whole number of ${least} or more`);
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(0);
}
