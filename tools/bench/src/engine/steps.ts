import { createReadStream } from 'node:fs';
import { accountId, type BulkNumberChecker, type NumberChecker } from '@dialproof/core';
import type { Asked } from '../asked.js';
import type { SampleFiles } from '../files/sample-files.js';
import { spread } from '../statistics.js';
import { withService } from './bench-service.js';

const ROWS = 100_000;
const WARM_UP = 6;
const ROUNDS = 7;
const ACCOUNT = accountId('bench');

/** Checkers that answer at once, so that only the kit's own time is measured. */
const CHECKERS: Readonly<Record<string, NumberChecker | BulkNumberChecker>> = {
  'one number a call': { check: async () => 'inactive' },
  '500 numbers a call': {
    maxNumbers: 500,
    checkMany: async (numbers) => numbers.map(() => 'inactive'),
  },
};

/** Processor time of each step of a file on a warm service over SQLite in this process, without HTTP. */
export async function benchSteps(files: SampleFiles, { rows = ROWS }: Asked): Promise<void> {
  console.log(
    `steps: ${rows} rows, warm, ${ROUNDS} rounds: processor milliseconds, median (smallest to largest)`,
  );
  const file = await files.get('narrow', rows);
  for (const [name, checker] of Object.entries(CHECKERS)) {
    const steps = { intake: [] as number[], work: [] as number[], result: [] as number[] };
    await withService({ checker }, [ACCOUNT], async (service) => {
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        let taskId = '' as Awaited<ReturnType<typeof service.submit>>['taskId'];
        const intake = await processorMs(async () => {
          const content = createReadStream(file);
          ({ taskId } = await service.submit({ accountId: ACCOUNT, fileName: 'list.csv', content }));
        });
        const work = await processorMs(async () => {
          for await (const _task of service.watch({ accountId: ACCOUNT, taskId }));
        });
        const result = await processorMs(async () => {
          const { content } = await service.results({ accountId: ACCOUNT, taskId });
          for await (const _piece of content);
        });
        if (round < 0) continue;
        steps.intake.push(intake);
        steps.work.push(work);
        steps.result.push(result);
      }
    });
    const figures = Object.entries(steps).map(([step, values]) => `${step} ${spread(values)}`);
    console.log(`  ${name} | ${figures.join(' | ')}`);
  }
  console.log('  aim: intake 90, work 60 with 500 numbers a call');
}

async function processorMs(step: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await step();
  const { system, user } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
