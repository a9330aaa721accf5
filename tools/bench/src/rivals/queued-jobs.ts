import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { phoneColumn, serveRival } from './rival-service.js';

/** One job: the phones of a run of rows. */
export interface Job {
  readonly taskId: string;
  /** The place of the first of them among the task's rows. */
  readonly start: number;
  readonly phones: readonly string[];
}

/** The operations that differ between queues. */
export interface JobQueue {
  /** Adds up to 1,000 jobs. */
  add(jobs: readonly Job[]): Promise<unknown>;
  /** The number of rows with an answer. */
  answered(taskId: string): number | Promise<number>;
  /** Resolves to the answers of a finished task: the key is the index of the row. Called once a task. */
  takeAnswers(taskId: string): Promise<Readonly<Record<string, string>>>;
}

const JOBS_A_COMMAND = 1_000;

/**
 * Serves what a team would build over a queue: each upload becomes jobs, of one number or of many, and workers in this process write their
 * answers into the database of the queue. The rows wait in memory. It charges nothing, and checks a number once for each of its rows.
 */
export function serveJobs(queue: JobQueue, numbersAJob: number): void {
  serveRival(async ({ buffer }, taskId) => {
    const [header = [], ...data]: string[][] = parse(buffer, { bom: true, relax_column_count: true });
    const column = phoneColumn(header);
    const jobs: Job[] = [];
    for (let start = 0; start < data.length; start += numbersAJob) {
      const phones = data.slice(start, start + numbersAJob).map((row) => row[column] ?? '');
      jobs.push({ taskId, start, phones });
    }
    for (let start = 0; start < jobs.length; start += JOBS_A_COMMAND)
      await queue.add(jobs.slice(start, start + JOBS_A_COMMAND));
    return {
      total: data.length,
      isDone: async () => (await queue.answered(taskId)) === data.length,
      send: async (response) => {
        const answers = await queue.takeAnswers(taskId);
        const result = data.map((row, place) => [...row, answers[place] ?? '']);
        response.type('text/csv').send(stringify([[...header, 'verification_status'], ...result]));
      },
    };
  });
}
