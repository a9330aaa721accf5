import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { namesOfPhases, runMachinesDrill } from './machines-drill.js';
import { FULL_SIZE, type PhaseReport, type SkippedPhase } from './phase.js';

const HELP = `Lets servers and workers over PostgreSQL and Redis suffer what many machines suffer, and checks what comes of files and credits.

  node tools/drills/dist/machines/main.js --only killed

  --only TEXT   only the phases whose names have this text in them; may be given several times (all)
  --files N     files that are sent (20)
  --rows N      rows of each (10000)
  --credits N   credits that are spent ten times over (1000)
  --away-ms N   how long services are away (30000)
  --seed N      another seed gives other files and other kills (1)
  --before REV  the revision that runs beside this one (the newest with an older schema)

DATABASE_URL names the PostgreSQL server of the phases that leave it alone. The phases: ${namesOfPhases()}.
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    files: { type: 'string', default: String(FULL_SIZE.files) },
    rows: { type: 'string', default: String(FULL_SIZE.rows) },
    credits: { type: 'string', default: String(FULL_SIZE.credits) },
    'away-ms': { type: 'string', default: String(FULL_SIZE.awayMs) },
    seed: { type: 'string', default: '1' },
    before: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

// The processes are killed when this one exits, so they do not outlive an aborted drill.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(HELP);
else {
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  const violations = await runMachinesDrill({
    only: values.only,
    seed: wholeNumber('--seed', values.seed),
    size: {
      ...FULL_SIZE,
      files: wholeNumber('--files', values.files),
      rows: wholeNumber('--rows', values.rows),
      credits: wholeNumber('--credits', values.credits),
      awayMs: wholeNumber('--away-ms', values['away-ms']),
    },
    ...(values.before === undefined ? {} : { before: values.before }),
    onPhase: (name, report, tookMs) => console.log(phaseLines(name, report, tookMs).join('\n')),
  });
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  console.log(violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function phaseLines(name: string, report: PhaseReport | SkippedPhase, tookMs: number): string[] {
  if ('skipped' in report) return [`${name}: SKIPPED, ${report.skipped}`];
  return [
    `${name}, ${(tookMs / 1_000).toFixed(1)} s`,
    ...report.seen.map((sentence) => `  ${sentence}`),
    ...report.violations.map((violation) => `  VIOLATION ${violation}`),
  ];
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}
