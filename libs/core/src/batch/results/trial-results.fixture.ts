import { buffer } from 'node:stream/consumers';
import Papa from 'papaparse';
import XLSX from 'xlsx';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial } from '../../service/trial-service.fixture.js';
import type { ResultsRequest } from './result-request.js';

export type Asked = Omit<ResultsRequest, 'accountId' | 'taskId'>;

export const FILE = [
  'phone,note',
  '+14155550100,=1+1',
  '+14155550102,"a ""b"", c"',
  '+14155550103',
  'none,00123',
  '+14155550102,last',
  '',
].join('\n');

export async function done(trial: Trial, file = FILE): Promise<Task> {
  const task = await trial.submitCsv(file);
  await trial.workAll();
  return task;
}

export async function bytesOf({ service }: Trial, { taskId }: Task, asked: Asked): Promise<Buffer> {
  return buffer((await service.results({ accountId: ALICE, taskId, ...asked })).content);
}

export async function csvOf(trial: Trial, task: Task, asked: Asked): Promise<string[][]> {
  return Papa.parse<string[]>((await bytesOf(trial, task, asked)).toString().trimEnd()).data;
}

export async function sheetOf(trial: Trial, task: Task, asked: Asked): Promise<string[][]> {
  const { Sheets } = XLSX.read(await bytesOf(trial, task, { ...asked, format: 'xlsx' }), { type: 'buffer' });
  return XLSX.utils.sheet_to_json(Sheets['result'] ?? {}, { header: 1, raw: true, defval: '' });
}

/** The range of cells that a workbook declares. */
export async function rangeOf(trial: Trial, task: Task, asked: Asked): Promise<string | undefined> {
  // SheetJS guesses a missing range, so the XML is read here. Its exported zip reader has no types.
  const zip: { FileIndex: { name: string; content?: Uint8Array }[] } = XLSX.CFB.read(
    await bytesOf(trial, task, { ...asked, format: 'xlsx' }),
    { type: 'buffer' },
  );
  const sheet = zip.FileIndex.find(({ name }) => name === 'sheet1.xml')?.content ?? new Uint8Array();
  return /<dimension ref="([^"]*)"/.exec(Buffer.from(sheet).toString())?.[1];
}
