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

const FILES = 1_000;
const ROWS = 500;
const CHECK_MS = 20;
const SAMPLES = 15;
/** The pause between two samples, so that they start at different stages of the running chunks. */
const PAUSE_MS = 137;
/** The service's default. */
const CHUNK_NUMBERS = 250;
/** Files that are submitted at once. */
const AT_ONCE = 4;

const BUSY = accountId('busy');
const SMALL = accountId('small');

/** The duration of a file with one row beside the files of another account, compared with the same file alone. */
export async function benchFairness(): Promise<void> {
  const { ledger, remove, store } = await makeBenchStore();
  const service = createVerificationService({
    store,
    ledger,
    checker: slowChecker,
    queue: new InProcessTaskQueue(),
  });
  try {
    for (const account of [BUSY, SMALL]) await ledger.grant(account, FILES * ROWS * 2);
    await service.start();
    const file = (rows: number, seed: number) => Buffer.concat([...csvChunks({ rows, seed })]);
    const one = file(1, 1);
    await sampled(service, one);
    const alone = await sampled(service, one);
    const chunk = await sampled(service, file(CHUNK_NUMBERS, 2));

    await submitAll(service, file(ROWS, 3));
    const beside = await sampled(service, one);
    const { held } = await service.balance(BUSY);
    console.log(
      `fairness: a file of one row beside ${FILES} files of ${ROWS} rows of another account, ${CHECK_MS} ms a check, ${SAMPLES} times`,
    );
    console.log(`  alone                             ${spread(alone, 1)} ms`);
    console.log(
      `  beside the files                  ${spread(beside, 1)} ms, ${held} of their rows to be checked after that`,
    );
    console.log(`  a file of one chunk, alone        ${spread(chunk, 1)} ms`);
    const rest = (median(beside) - median(chunk)) / median(alone);
    console.log(`  beside the files, less one chunk  ${rest.toFixed(2)} times its time alone, aim at most 2`);
  } finally {
    await service.close();
    await remove();
  }
}

/** Submits the file several times in sequence, and resolves to the time until each was done. */
async function sampled(service: VerificationService, file: Buffer): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const start = performance.now();
    const taskId = await submit(service, SMALL, file);
    for await (const { failureReason } of service.watch({ accountId: SMALL, taskId })) {
      if (failureReason !== null) throw new Error(`the task failed: ${failureReason}`);
    }
    times.push(performance.now() - start);
  }
  return times;
}

async function submitAll(service: VerificationService, file: Buffer): Promise<void> {
  let left = FILES;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await submit(service, BUSY, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function submit(service: VerificationService, account: AccountId, file: Buffer) {
  async function* content(): AsyncGenerator<Uint8Array> {
    yield file;
  }
  const { taskId } = await service.submit({ accountId: account, fileName: 'list.csv', content: content() });
  return taskId;
}

const slowChecker: NumberChecker = {
  async check() {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    return 'inactive';
  },
};
