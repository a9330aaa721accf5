/**
 * The rival over graphile-worker, with the settings of its page on performance: 24 jobs at once, fetched and completed in batches. Answers are
 * rows of a table in its schema. `graphile-jobs.js NUMBERS_A_JOB DATABASE_URL SCHEMA`.
 */
import { importInstalled } from './installed.js';
import { type Job, serveJobs } from './queued-jobs.js';
import { statusOf } from './rival-service.js';

/** The part of its clients that is used. */
interface Client {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Answer[] }>;
}

interface Answer {
  readonly place: number;
  readonly status: string;
}

// Else it prints a line for each job.
process.env['NO_LOG_SUCCESS'] = '1';
const { makeWorkerUtils, run } = await importInstalled('graphile-worker');

const [, , numbersAJob, connectionString, schema] = process.argv;
const batching = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const worker = { connectionString, schema, concurrentJobs: 24, maxPoolSize: 25, ...batching };
const utils = await makeWorkerUtils({ preset: { worker } });
const query = (text: string, values: readonly unknown[] = []): ReturnType<Client['query']> =>
  utils.withPgClient((client: Client) => client.query(text, values));
/** Rows with an answer by task. To count them in the table takes longer the more there are. */
const answered = new Map<string, number>();

await utils.migrate();
await query(
  `create table "${schema}".answers (task_id uuid, place integer, status text, primary key (task_id, place))`,
);
const runner = await run({
  preset: { worker },
  taskList: {
    check: async ({ phones, start, taskId }: Job, { query }: Client) => {
      await query(
        `insert into "${schema}".answers select $1, $2 + place - 1, status from unnest($3::text[]) with ordinality as answer (status, place)`,
        [taskId, start, phones.map(statusOf)],
      );
      answered.set(taskId, (answered.get(taskId) ?? 0) + phones.length);
    },
  },
});

serveJobs(
  {
    add: (jobs) => utils.addJobs(jobs.map((payload) => ({ identifier: 'check', payload }))),
    answered: (taskId) => answered.get(taskId) ?? 0,
    takeAnswers: async (taskId) => {
      const { rows } = await query(`select place, status from "${schema}".answers where task_id = $1`, [
        taskId,
      ]);
      return Object.fromEntries(rows.map(({ place, status }) => [place, status]));
    },
  },
  Number(numbersAJob),
);

process.once('SIGTERM', async () => {
  await runner.stop();
  await utils.release();
  process.exit();
});
