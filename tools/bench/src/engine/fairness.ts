import { accountId, type NumberChecker, type VerificationService } from '@dialproof/core';
import { median, spread } from '../statistics.js';
import { submit, withService } from './bench-service.js';

const ROWS = 100_000;
const FEW = 10;
const CHECK_MS = 20;
/** Numbers a second of the upstream. 100 calls of 20 ms at once make 5,000: the last rate is no limit. */
const RATES = [10, 100, 10_000];
const SAMPLES = 8;

const BUSY = accountId('busy');
const SMALL = accountId('small');

const checker: NumberChecker = {
  check: () => new Promise((resolve) => setTimeout(resolve, CHECK_MS, 'inactive')),
};

/** The duration of a file of ten numbers beside 100,000 of another account, compared with the same file alone. */
export async function benchFairness(): Promise<void> {
  console.log(
    `fairness: a file of ${FEW} numbers beside ${ROWS} of another account, ${CHECK_MS} ms a check, ${SAMPLES} times`,
  );
  console.log('  numbers a second | alone, ms | beside, ms | times its time alone, less one check');
  for (const rate of RATES) {
    await withService({ checker, maxCallsPerSecond: rate }, [BUSY, SMALL], (service) =>
      benchRate(rate, service),
    );
  }
  console.log('  aim: at most 2');
}

async function benchRate(rate: number, service: VerificationService): Promise<void> {
  const alone = await sampled(service);
  const taskId = await submit(service, BUSY, ROWS, 3);
  const beside = await sampled(service);
  const { processed, status } = await service.task({ accountId: BUSY, taskId });
  if (status !== 'processing') throw new Error(`the other file is ${status}: nothing was beside`);
  const times = (median(beside) - CHECK_MS) / median(alone);
  console.log(
    `  ${rate} | ${spread(alone)} | ${spread(beside)}, ${processed} of the others meanwhile | ${times.toFixed(2)}`,
  );
}

/**
 * Submits different files of ten numbers, each when the one before is done, and resolves to the time of each. The first one is left out: after
 * a silence, the rate lets a second's calls begin at once.
 */
async function sampled(service: VerificationService): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    const start = performance.now();
    const taskId = await submit(service, SMALL, FEW, 100 + sample);
    for await (const { failureReason } of service.watch({ accountId: SMALL, taskId })) {
      if (failureReason !== null) throw new Error(`the task failed: ${failureReason}`);
    }
    if (sample > 0) times.push(performance.now() - start);
  }
  return times;
}
