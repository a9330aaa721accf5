import { parseArgs } from 'node:util';
import { writeCsv, writeXlsx } from './files.js';

const HELP = `Makes a file of phone numbers, the same one for the same options.

  node tools/generate/dist/main.js --rows 100000 --out file.xlsx

  --rows N         rows (1000)
  --seed N         other rows for another seed (1)
  --columns N      columns (6)
  --duplicates X   the share of rows that repeat a number, from 0 to 1 (0)
  --out FILE       .csv or .xlsx (writes .csv to standard output)
`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    columns: { type: 'string', default: '6' },
    duplicates: { type: 'string', default: '0' },
    out: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(HELP);
else {
  const write = values.out?.endsWith('.xlsx') ? writeXlsx : writeCsv;
  await write(values.out ?? process.stdout, {
    rows: Number(values.rows),
    seed: Number(values.seed),
    columns: Number(values.columns),
    duplicateShare: Number(values.duplicates),
  });
}
