import { parseArgs } from 'node:util';
import { writeCsv, writeXlsx } from './files.js';

// `node tools/generate/dist/main.js --rows 100000 --out file.xlsx` makes a file of phone numbers, the same one for the same options.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    columns: { type: 'string', default: '6' },
    duplicates: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});
const write = values.out?.endsWith('.xlsx') ? writeXlsx : writeCsv;
await write(values.out ?? process.stdout, {
  rows: Number(values.rows),
  seed: Number(values.seed),
  columns: Number(values.columns),
  duplicateShare: Number(values.duplicates),
});
