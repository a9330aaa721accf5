import { parseArgs } from 'node:util';
import { runCrashDrill } from './crash-drill.js';
import { reportLines, roundLine } from './figures.js';
import { KILL_PHASES } from './kill-plan.js';

const HELP = `Kills the example server while files are on their way, again and again, and checks what comes of them.

  node tools/drills/dist/crash/main.js --rounds 30 --seed 1

  --rounds N   how often (30)
  --seed N     another seed gives other files and other moments (1)
  --keep       keeps the folder with the server's data and its log
`;
const ROWS_PER_FILE = { min: 1_000, max: 5_000 };

/** Runs the command of the arguments of `main.js` and resolves to the exit code. Rejects for wrong arguments. */
export async function runCommandLine(
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(HELP);
    return 0;
  }
  const report = await runCrashDrill({
    rounds: wholeNumber('--rounds', values.rounds),
    seed: wholeNumber('--seed', values.seed),
    phases: KILL_PHASES,
    rowsPerFile: ROWS_PER_FILE,
    keep: values.keep,
    onRound: (figures) => print(roundLine(figures)),
    onFolder: (path) => {
      if (values.keep) print(`data and log: ${path}`);
    },
  });
  for (const line of reportLines(report)) print(line);
  return report.violations.length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}
