/**
 * The script over another library, by the program's argument: each reads as its documentation recommends for large files, and differs from
 * the hurried script in nothing else.
 */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import {
  answerRows,
  finishedTask,
  phoneColumn,
  type RivalTask,
  serveRival,
  statusOf,
} from './rival-service.js';

const SCRIPTS: Readonly<Record<string, () => Promise<(content: Buffer) => RivalTask | Promise<RivalTask>>>> =
  { udsv, exceljs, sheetjs };
const script = await SCRIPTS[process.argv[2] ?? '']?.();
if (script === undefined) throw new TypeError(`usage: library-scripts.js ${Object.keys(SCRIPTS).join('|')}`);
serveRival(({ buffer }) => script(buffer));

async function udsv() {
  const { inferSchema, initParser } = await import('udsv');
  return (content: Buffer) => {
    const text = content.toString();
    const schema = inferSchema(text);
    const rows = [schema.cols.map(({ name }) => name), ...initParser(schema).stringArrs(text)];
    answerRows(rows);
    return finishedTask(rows.length - 1, () => stringify(rows));
  };
}

/** Its streaming reader: a sheet is never in memory as cells. */
async function exceljs() {
  const { default: ExcelJS } = await import('exceljs');
  return async (content: Buffer) => {
    const rows: string[][] = [];
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([content]), {})) {
      for await (const row of sheet) {
        const cells: string[] = [];
        for (let column = 1; column <= row.cellCount; column += 1) cells.push(row.getCell(column).text);
        rows.push(cells);
      }
      break;
    }
    answerRows(rows);
    return finishedTask(rows.length - 1, () => stringify(rows));
  };
}

/** The statuses become a column of the sheet, which writes itself as .csv. As text, a long number would be 3.80502E+11. */
async function sheetjs() {
  const { default: XLSX } = await import('xlsx');
  return (content: Buffer) => {
    const { SheetNames, Sheets } = XLSX.read(content, { type: 'buffer', dense: true });
    const sheet = Sheets[SheetNames[0] ?? ''] ?? {};
    const [header = [], ...data] = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    const column = phoneColumn(header.map(String));
    const statuses = [['verification_status'], ...data.map((row) => [statusOf(String(row[column] ?? ''))])];
    XLSX.utils.sheet_add_aoa(sheet, statuses, { origin: { r: 0, c: header.length } });
    return finishedTask(data.length, () => XLSX.utils.sheet_to_csv(sheet, { rawNumbers: true }));
  };
}
