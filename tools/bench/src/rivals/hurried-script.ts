/**
 * The rival: a service for the same files, written in a hurry. Everything is in memory and grows with the file, and a kill loses it. There
 * are no charges, and no checker is called. Rows are arrays, the faster way of csv-parse; exceljs is used in the usual way.
 */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import ExcelJS from 'exceljs';
import { answerRows, finishedTask, serveRival } from './rival-service.js';

async function readWorkbook(content: Buffer): Promise<string[][]> {
  const workbook = new ExcelJS.Workbook();
  // Its declarations use an older type of Buffer.
  await workbook.xlsx.load(content as unknown as ExcelJS.Buffer);
  const rows: string[][] = [];
  workbook.worksheets[0]?.eachRow((row) => {
    const cells: string[] = [];
    for (let column = 1; column <= row.cellCount; column += 1) cells.push(row.getCell(column).text);
    rows.push(cells);
  });
  return rows;
}

serveRival(async (file) => {
  const rows: string[][] = file.originalname.endsWith('.xlsx')
    ? await readWorkbook(file.buffer)
    : parse(file.buffer, { bom: true, relax_column_count: true });
  answerRows(rows);
  return finishedTask(rows.length - 1, () => stringify(rows));
});
