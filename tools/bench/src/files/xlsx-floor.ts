/**
 * The cost of only reading a workbook with exceljs: its streaming reader, the cheapest one, reads every row's values, and nothing is
 * done with them. Run as a separate program: `xlsx-floor.js INPUT`.
 */
import { createReadStream } from 'node:fs';
import ExcelJS from 'exceljs';
import { measuredWork } from './measured-work.js';

const [input] = process.argv.slice(2);
if (input === undefined) throw new TypeError('usage: xlsx-floor.js INPUT');

await measuredWork(async () => {
  let cells = 0;
  // By default it resolves shared texts and ignores styles, so it does not distinguish dates from numbers.
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(createReadStream(input), {})) {
    // Its types allow other forms, which this reader never returns.
    for await (const row of sheet) cells += (row.values as unknown[]).length;
  }
  if (cells === 0) throw new Error('exceljs has found no cells');
});
