import { randomUUID } from 'node:crypto';
import express, { type Response } from 'express';
import multer from 'multer';

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];

/** An upload on its way. */
export interface RivalTask {
  /** The rows below the header. */
  readonly total: number;
  isDone(): boolean | Promise<boolean>;
  /** Answers a download with the original columns and the statuses, as .csv. */
  send(response: Response): unknown;
}

/** Takes an upload and resolves to its task. A script resolves only when the result is ready; a queue resolves before that. */
export type Submit = (file: Express.Multer.File, taskId: string) => RivalTask | Promise<RivalTask>;

/** The check of every rival: one pattern decides what is a phone, and its last digit is the answer. */
export function statusOf(phone: string | null | undefined): string {
  const number = (phone ?? '').replace(/[\s().-]/g, '');
  if (!/^\+?[1-9]\d{6,14}$/.test(number)) return 'unknown';
  return STATUSES[Number(number.at(-1)) % STATUSES.length] ?? 'unknown';
}

/** The place of the column with phones in a header. */
export function phoneColumn(header: readonly string[]): number {
  return Math.max(
    0,
    header.findIndex((name) => /phone|mobile|number|tel|msisdn/i.test(name)),
  );
}

/** Appends the status to each row of a table, and a title to its header. */
export function answerRows(rows: readonly string[][]): void {
  const [header = [], ...data] = rows;
  const column = phoneColumn(header);
  header.push('verification_status');
  for (const row of data) row.push(statusOf(row[column]));
}

/** A finished task whose result is this text. */
export function finishedTask(total: number, csv: () => string): RivalTask {
  return { total, isDone: () => true, send: (response) => response.type('text/csv').send(csv()) };
}

/** Serves the routes of a rival over Express. Uploads are in memory, or in `uploads` on the disk. It prints `port N` when it listens. */
export function serveRival(submit: Submit, uploads?: string): void {
  const upload = multer(uploads === undefined ? { storage: multer.memoryStorage() } : { dest: uploads });
  const tasks = new Map<string, RivalTask>();
  const app = express();

  app.post('/v1/verify/batch', upload.single('file'), async (request, response) => {
    if (request.file === undefined) {
      response.status(422).json({ detail: 'file_required' });
      return;
    }
    const id = randomUUID();
    const task = await submit(request.file, id);
    tasks.set(id, task);
    response.status(202).json({ task_id: id, total: task.total, status: 'queued' });
  });

  app.get('/v1/verify/tasks/:id', async ({ params: { id } }, response) => {
    const isDone = await tasks.get(id)?.isDone();
    response.json({ task_id: id, status: isDone === undefined ? 'failed' : isDone ? 'done' : 'processing' });
  });

  app.get('/v1/verify/tasks/:id/download', async ({ params: { id } }, response) => {
    await tasks.get(id)?.send(response);
    tasks.delete(id);
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
}
