/** The rival over BullMQ: 100 jobs at once, answers in a hash of Redis for each task. `bullmq-jobs.js NUMBERS_A_JOB REDIS_URL`. */
import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type Job, serveJobs } from './queued-jobs.js';
import { statusOf } from './rival-service.js';

const AT_ONCE = 100;

const [, , numbersAJob, redisUrl = ''] = process.argv;
const url = new URL(redisUrl);
const connection = { host: url.hostname, port: Number(url.port || 6379), maxRetriesPerRequest: null };
const name = `bench-${randomUUID()}`;
const queue = new Queue<Job>(name, { connection, defaultJobOptions: { removeOnComplete: true } });
const redis = new Redis(connection);

const worker = new Worker<Job>(
  name,
  async ({ data: { phones, start, taskId } }) => {
    const answers = phones.flatMap((phone, place) => [String(start + place), statusOf(phone)]);
    await redis.hset(`${name}:${taskId}`, ...answers);
  },
  { connection, concurrency: AT_ONCE },
);

serveJobs(
  {
    add: (jobs) => queue.addBulk(jobs.map((data) => ({ name: 'check', data }))),
    answered: (taskId) => redis.hlen(`${name}:${taskId}`),
    takeAnswers: async (taskId) => {
      const answers = await redis.hgetall(`${name}:${taskId}`);
      await redis.del(`${name}:${taskId}`);
      return answers;
    },
  },
  Number(numbersAJob),
);

process.once('SIGTERM', async () => {
  await worker.close();
  await queue.obliterate({ force: true });
  await queue.close();
  redis.disconnect();
  process.exit();
});
