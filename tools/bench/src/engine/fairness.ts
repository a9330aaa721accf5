import {
  type AccountId,
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  type NumberChecker,
  type VerificationService,
} from '@dialproof/core';
import { csvChunks } from '@dialproof/generate';
import { median, spread } from '../statistics.js';
import { makeBenchStore } from './bench-store.js';

const ROWS = 100_000;
const FEW = 10;
const CHECK_MS = 20;
/** Numbers a second of the upstream. 100 calls of 20 ms at once make 5,000: the last rate is no limit. */
const RATES = [10, 100, 10_000];
const SAMPLES = 8;

const BUSY = accountId('busy');
const SMALL = accountId('small');

/** The duration of a file of ten numbers beside 100,000 of another account, compared with the same file alone. */
export async function benchFairness(): Promise<void> {
  console.log(
    `fairness: a file of ${FEW} numbers beside ${ROWS} of another account, ${CHECK_MS} ms a check, ${SAMPLES} times`,
  );
  console.log('  numbers a second | alone, ms | beside, ms | times its time alone, less one check');
  for (const rate of RATES) await fairnessAt(rate);
  console.log('  aim: at most 2');
}

async function fairnessAt(rate: number): Promise<void> {
  const { ledger, remove, store } = await makeBenchStore();
  const service = createVerificationService({
    store,
    ledger,
    checker: slowChecker,
    queue: new InProcessTaskQueue(),
    maxCallsPerSecond: rate,
  });
  try {
    for (const account of [BUSY, SMALL]) await ledger.grant(account, 2 * ROWS);
    await service.start();
    const alone = await sampled(service);
    const taskId = await submit(service, BUSY, file(ROWS, 3));
    const beside = await sampled(service);
    const { processed, status } = await service.task({ accountId: BUSY, taskId });
    if (status !== 'processing') throw new Error(`the other file is ${status}: nothing was beside`);
    const times = (median(beside) - CHECK_MS) / median(alone);
    console.log(
      `  ${rate} | ${spread(alone)} | ${spread(beside)}, ${processed} of the others meanwhile | ${times.toFixed(2)}`,
    );
  } finally {
    await service.close();
    await remove();
  }
}

/**
 * Submits different files of ten numbers, each when the one before is done, and resolves to the time of each. The first one is left out: after
 * a silence, the rate lets a second's calls begin at once.
 */
async function sampled(service: VerificationService): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    const start = performance.now();
    const taskId = await submit(service, SMALL, file(FEW, 100 + sample));
    for await (const { failureReason } of service.watch({ accountId: SMALL, taskId })) {
      if (failureReason !== null) throw new Error(`the task failed: ${failureReason}`);
    }
    if (sample > 0) times.push(performance.now() - start);
  }
  return times;
}

function file(rows: number, seed: number): Buffer {
  return Buffer.concat([...csvChunks({ rows, seed })]);
}

async function submit(service: VerificationService, account: AccountId, content: Buffer) {
  const { taskId } = await service.submit({ accountId: account, fileName: 'list.csv', content });
  return taskId;
}

const slowChecker: NumberChecker = {
  async check() {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    return 'inactive';
  },
};
