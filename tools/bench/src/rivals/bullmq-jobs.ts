/**
 * The rival with a queue: the service that a team would build over BullMQ. Each upload becomes jobs, of one number or of as many as the first
 * argument says; a worker in this process works 100 of them at once and writes each answer into a hash of Redis. The rows wait in memory.
 * There are no charges, and numbers are checked as often as they occur. The hash of a finished task is removed with its download. It prints
 * `port N` when it listens.
 */
import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import express from 'express';
import { Redis } from 'ioredis';
import multer from 'multer';

interface Job {
  readonly taskId: string;
  readonly start: number;
  readonly phones: readonly string[];
}

const NUMBERS_A_JOB = Number(process.argv[2]);
const JOBS_A_COMMAND = 1_000;
const AT_ONCE = 100;
const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];

const url = new URL(process.env['REDIS_URL'] || 'redis://127.0.0.1:6379');
const connection = { host: url.hostname, port: Number(url.port || 6379), maxRetriesPerRequest: null };
const name = `bench-${randomUUID()}`;
const queue = new Queue<Job>(name, { connection, defaultJobOptions: { removeOnComplete: true } });
const redis = new Redis(connection);
const rows = new Map<string, string[][]>();
const app = express();

const worker = new Worker<Job>(
  name,
  async ({ data: { phones, start, taskId } }) => {
    const answers = phones.flatMap((phone, place) => [String(start + place), statusOf(phone)]);
    await redis.hset(`${name}:${taskId}`, ...answers);
  },
  { connection, concurrency: AT_ONCE },
);

function statusOf(phone: string): string {
  const number = phone.replace(/[\s().-]/g, '');
  if (!/^\+?[1-9]\d{6,14}$/.test(number)) return 'unknown';
  return STATUSES[Number(number.at(-1)) % STATUSES.length] ?? 'unknown';
}

app.post('/v1/verify/batch', multer().single('file'), async (request, response) => {
  const [header = [], ...data]: string[][] = parse(request.file?.buffer ?? '', { relax_column_count: true });
  const column = header.findIndex((title) => /phone|mobile|number|tel|msisdn/i.test(title));
  const taskId = randomUUID();
  rows.set(taskId, [header, ...data]);
  const jobs: { name: string; data: Job }[] = [];
  for (let start = 0; start < data.length; start += NUMBERS_A_JOB) {
    const phones = data.slice(start, start + NUMBERS_A_JOB).map((row) => row[column] ?? '');
    jobs.push({ name: 'check', data: { taskId, start, phones } });
  }
  for (let start = 0; start < jobs.length; start += JOBS_A_COMMAND)
    await queue.addBulk(jobs.slice(start, start + JOBS_A_COMMAND));
  response.status(202).json({ task_id: taskId, total: data.length, status: 'queued' });
});

app.get('/v1/verify/tasks/:id', async ({ params: { id } }, response) => {
  const answered = await redis.hlen(`${name}:${id}`);
  const isDone = answered === (rows.get(id)?.length ?? 0) - 1;
  response.json({ task_id: id, processed: answered, status: isDone ? 'done' : 'processing' });
});

app.get('/v1/verify/tasks/:id/download', async ({ params: { id } }, response) => {
  const answers = await redis.hgetall(`${name}:${id}`);
  const [header = [], ...data] = rows.get(id) ?? [];
  const result = data.map((row, place) => [...row, answers[place] ?? '']);
  response.type('text/csv').send(stringify([[...header, 'verification_status'], ...result]));
  rows.delete(id);
  await redis.del(`${name}:${id}`);
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  console.log(`port ${address.port}`);
});

process.once('SIGTERM', async () => {
  server.close();
  await worker.close();
  await queue.obliterate({ force: true });
  await queue.close();
  redis.disconnect();
});
