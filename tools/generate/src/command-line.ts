import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { writeCsv } from './csv-file.js';
import type { RowOptions } from './row-options.js';
import { writeXlsx } from './xlsx-file.js';

const HELP = `Makes a file of phone numbers, with the same rows for the same options.

  node tools/generate/dist/main.js --rows 100000 --format csv --seed 1 > file.csv

  --rows N         data rows (1000)
  --format F       csv or xlsx (csv)
  --seed N         another seed gives other numbers (1)
  --out FILE       instead of standard output
  --columns N      6 or more (6)
  --written S      share of phones with separators and the like (0.1)
  --duplicates S   share of rows whose number stands in an earlier row (0)
  --impossible S   share of numbers that cannot exist (0)
  --unreadable S   share of phone cells without a number (0)
`;

const WRITERS = new Map([
  ['csv', writeCsv],
  ['xlsx', writeXlsx],
]);

/**
 * Runs the command with the arguments of `main.js`. Without a path, the file goes to `standardOutput`, which is then ended. Rejects for
 * wrong arguments.
 */
export async function runCommandLine(args: readonly string[], standardOutput: Writable): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000' },
      format: { type: 'string', default: 'csv' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      columns: { type: 'string', default: '6' },
      written: { type: 'string', default: '0.1' },
      duplicates: { type: 'string', default: '0' },
      impossible: { type: 'string', default: '0' },
      unreadable: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    standardOutput.end(HELP);
    return;
  }
  const write = WRITERS.get(values.format);
  if (write === undefined) throw new RangeError(`--format is ${values.format}, expected csv or xlsx`);
  const options: RowOptions = {
    rows: Number(values.rows),
    seed: Number(values.seed),
    columns: Number(values.columns),
    writtenShare: Number(values.written),
    duplicateShare: Number(values.duplicates),
    impossibleShare: Number(values.impossible),
    unreadableShare: Number(values.unreadable),
  };
  await write(values.out ?? standardOutput, options);
}
