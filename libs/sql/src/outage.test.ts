import {
  accountId,
  createVerificationService,
  DialproofError,
  ManualClock,
  type NumberChecker,
  systemEntropy,
} from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger, SqlTaskStore } from './index.js';
import { temporaryDatabase } from './temporary-folder.fixture.js';

const ANN = accountId('ann');

async function* csvContent(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('a task whose checker is away', () => {
  it('waits by the time of the store, one try after the other, and goes on', async () => {
    const database = await temporaryDatabase();
    const clock = new ManualClock();
    const ledger = new SqlCreditLedger({ database, clock });
    await ledger.grant(ANN, 10);
    let isUp = false;
    const tries: number[] = [];
    const checker: NumberChecker = {
      async check() {
        tries.push(clock.now());
        if (!isUp) throw new DialproofError('checker_unavailable', { retryAfterMs: 30_000 });
        return 'inactive';
      },
    };
    const store = new SqlTaskStore({ database, clock });
    const onError = () => undefined;
    const service = createVerificationService({
      store,
      ledger,
      checker,
      queue: null,
      clock,
      // Each chunk makes its probe: by chance it would leave it to others.
      entropy: { ...systemEntropy, fraction: () => 0.5 },
      onError,
    });
    const content = csvContent('phone\n+14155552671\n');
    const { taskId } = await service.submit({ accountId: ANN, fileName: 'a.csv', content });
    const workUntilIdle = async (): Promise<number | null> => {
      for (;;) {
        const outcome = await service.work();
        if (outcome.did === 'nothing') return outcome.retryAfterMs;
      }
    };

    expect(await workUntilIdle()).toBe(30_000);
    const began = clock.now();
    clock.advance(30_000);
    expect(await workUntilIdle()).toBe(30_000);
    expect(await service.task({ accountId: ANN, taskId })).toMatchObject({
      status: 'processing',
      waiting: { reason: 'checker_unavailable', since: began, nextTryAt: clock.now() + 30_000 },
    });
    isUp = true;
    clock.advance(30_000);
    expect(await workUntilIdle()).toBeNull();

    expect(await service.task({ accountId: ANN, taskId })).toMatchObject({
      status: 'done',
      waiting: null,
      credits: { held: 0, charged: 1 },
    });
    expect(tries).toEqual([began, began + 30_000, began + 60_000]);
    await service.close();
  });

  it('fails with the first probe after its timeout', async () => {
    const database = await temporaryDatabase();
    const clock = new ManualClock();
    const ledger = new SqlCreditLedger({ database, clock });
    await ledger.grant(ANN, 10);
    let asked = 0;
    const checker: NumberChecker = {
      async check() {
        asked += 1;
        throw new DialproofError('checker_unavailable', { retryAfterMs: 40_000 });
      },
    };
    const store = new SqlTaskStore({ database, clock });
    const service = createVerificationService({
      store,
      ledger,
      checker,
      queue: null,
      clock,
      onError: () => undefined,
      outageTimeoutMs: 3_000,
    });
    const content = csvContent('phone\n+14155552671\n');
    const { taskId } = await service.submit({ accountId: ANN, fileName: 'a.csv', content });
    const began = clock.now();
    for (let waitMs: number | null = 0; waitMs !== null; ) {
      clock.advance(waitMs);
      const outcome = await service.work();
      waitMs = outcome.did === 'work' ? 0 : outcome.retryAfterMs;
    }

    expect(await service.task({ accountId: ANN, taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      finishedAt: began + 40_000,
    });
    expect(asked).toBe(2);
    await service.close();
  });
});
