import { join } from 'node:path';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  type VerificationService,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqlCreditLedger, SqlTaskStore } from './index.js';
import { temporaryDatabase, temporaryFolder } from './temporary-folder.fixture.js';

const ANN = accountId('ann');
const HOUR_MS = 3_600_000;
const CHECK_MS = 500;
const STEP_MS = 100;
const NUMBERS = 300;
const CHUNK = 10;
/** Chunks that one process works on at once. */
const AT_ONCE = 2;

interface Process {
  readonly clock: ManualClock;
  readonly ledger: SqlCreditLedger;
  readonly service: VerificationService;
}

/** A separate process on that file, whose wall clock shows `wallNow` when it starts. */
async function startProcess(file: string, wallNow: number, asked: string[]): Promise<Process> {
  const clock = new ManualClock(wallNow);
  const database = await temporaryDatabase(file);
  const ledger = new SqlCreditLedger({ database, clock });
  const service = createVerificationService({
    store: new SqlTaskStore({ database, clock }),
    ledger,
    checker: {
      check: (number) => {
        asked.push(number);
        return new Promise((resolve) => {
          clock.schedule(CHECK_MS, () => resolve('inactive'));
        });
      },
    },
    queue: new InProcessTaskQueue({ clock, concurrency: AT_ONCE }),
    clock,
    chunkSize: CHUNK,
    leaseMs: 3_000,
    onError: () => undefined,
  });
  await service.start();
  onTestFinished(() => service.close());
  return { clock, ledger, service };
}

async function* csvContent(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `phone\n${Array.from({ length: NUMBERS }, (_, n) => `+1415${5_552_000 + n}\n`).join('')}`,
  );
}

/** Advances the wall clock and the elapsed time of both processes. */
async function pass(processes: readonly Process[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
    for (const { clock } of processes) clock.advance(STEP_MS);
  }
}

/** The numbers that were asked about twice when the second process starts with a clock that was shifted by `shiftMs` meanwhile. */
async function askedTwice(shiftMs: number) {
  const file = join(await temporaryFolder(), 'test.db');
  const asked: string[] = [];
  const first = await startProcess(file, Date.UTC(2026, 0, 1), asked);
  await first.ledger.grant(ANN, NUMBERS);
  const { taskId } = await first.service.submit({ accountId: ANN, fileName: 'a.csv', content: csvContent() });
  await pass([first], 1_200);
  const second = await startProcess(file, first.clock.now() + shiftMs, asked);
  const find = () => first.service.task({ accountId: ANN, taskId });
  while ((await find()).finishedAt === null && first.clock.elapsed() < 120_000) {
    await pass([first, second], 1_000);
  }
  expect(await find()).toMatchObject({ status: 'done', credits: { held: 0, charged: NUMBERS } });
  expect(await first.ledger.balance(ANN)).toEqual({ available: 0, held: 0 });
  return asked.length - new Set(asked).size;
}

describe('two processes of one file', () => {
  it('ask about no number twice where the clock is not set', async () => {
    expect(await askedTwice(0)).toBe(0);
  });

  it('ask about no number twice where the clock was set back between their starts', async () => {
    expect(await askedTwice(-HOUR_MS)).toBe(0);
  });

  it('ask twice at most about the chunks under way where the clock was set ahead between their starts', async () => {
    expect(await askedTwice(HOUR_MS)).toBeLessThanOrEqual(AT_ONCE * CHUNK);
  });
});
