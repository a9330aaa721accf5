/**
 * The rival: a service for the same files, written in a hurry. Everything is in memory and grows with the file, and a kill loses it. There
 * are no charges, one pattern decides what is a phone, and no checker is called. Rows are arrays, the faster way of csv-parse; exceljs is
 * used in the usual way. It prints `port N` when it listens.
 */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import ExcelJS from 'exceljs';
import express from 'express';
import multer from 'multer';

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];
const results = new Map<string, string[][]>();
const upload = multer({ storage: multer.memoryStorage() });
const app = express();

function statusOf(phone: string | undefined): string {
  const number = (phone ?? '').replace(/[\s().-]/g, '');
  if (!/^\+?[1-9]\d{6,14}$/.test(number)) return 'unknown';
  return STATUSES[Number(number.at(-1)) % STATUSES.length] ?? 'unknown';
}

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

app.post('/v1/verify/batch', upload.single('file'), async (request, response) => {
  const { file } = request;
  if (file === undefined) {
    response.status(422).json({ detail: 'file_required' });
    return;
  }
  const rows: string[][] = file.originalname.endsWith('.xlsx')
    ? await readWorkbook(file.buffer)
    : parse(file.buffer, { bom: true, relax_column_count: true });
  const [header = [], ...data] = rows;
  const column = Math.max(
    0,
    header.findIndex((name) => /phone|mobile|number|tel|msisdn/i.test(name)),
  );
  header.push('verification_status');
  for (const row of data) row.push(statusOf(row[column]));
  const id = randomUUID();
  results.set(id, rows);
  response.status(202).json({ task_id: id, total: data.length, status: 'queued' });
});

app.get('/v1/verify/tasks/:id', (request, response) => {
  response.json({ task_id: request.params.id, status: results.has(request.params.id) ? 'done' : 'failed' });
});

app.get('/v1/verify/tasks/:id/download', (request, response) => {
  response.type('text/csv').send(stringify(results.get(request.params.id) ?? []));
});

app.post('/v1/verify', express.json(), (request, response) => {
  const { phone } = request.body;
  response.json({ phone, status: statusOf(phone), checked_at: new Date().toISOString() });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  console.log(`port ${address.port}`);
});
