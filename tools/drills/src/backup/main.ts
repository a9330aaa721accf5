import { parseArgs } from 'node:util';
import { latencyLine } from '../server/paced-checks.js';
import { type BackupReport, runBackupDrill } from './backup-drill.js';

const HELP = `Backs the example server up while it works, kills it, restores the backup and looks what is missing.

  node tools/drills/dist/backup/main.js --rows 20000 --stored 300000

  --rows N     rows of each file that is sent meanwhile (20000)
  --stored N   rows that the database holds before (300000)
  --look-ms N  how long to look at the load before and after (3000)
`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    stored: { type: 'string', default: '300000' },
    'look-ms': { type: 'string', default: '3000' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const report = await runBackupDrill({
    rows: wholeNumber('--rows', values.rows),
    storedRows: wholeNumber('--stored', values.stored),
    lookMs: wholeNumber('--look-ms', values['look-ms']),
  });
  for (const line of reportLines(report)) console.log(line);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}

function reportLines(report: BackupReport): string[] {
  const { backupBytes, backupMs, databaseBytes, latencies, restoreMs, tasks, tasksBefore, violations } =
    report;
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `database ${mb(databaseBytes)}, backup ${mb(backupBytes)} in ${Math.round(backupMs)} ms, restored in ${Math.round(restoreMs)} ms`,
    ...Object.entries(latencies).map(([when, values]) => `single checks ${when}: ${latencyLine(values)}`),
    `${tasks} tasks accepted, ${tasksBefore} of them before the backup`,
    ...violations.map((violation) => `VIOLATION ${violation}`),
    violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`,
  ];
}
