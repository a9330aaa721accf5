import {
  accountId,
  createVerificationService,
  DialproofError,
  ManualClock,
  type NumberChecker,
} from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger, SqlTaskStore } from './index.js';
import { temporaryDatabase } from './temporary-folder.fixture.js';

const ANN = accountId('ann');

async function* csvContent(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('a task whose checker is down', () => {
  it('waits as long as the engine says, however long the outage has lasted, and goes on', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ANN, 10);
    const clock = new ManualClock();
    const errors: unknown[] = [];
    let isUp = false;
    const checker: NumberChecker = {
      async check() {
        if (!isUp) throw new DialproofError('checker_unavailable');
        return 'inactive';
      },
    };
    const store = new SqlTaskStore({ database });
    const onError = (error: unknown): void => void errors.push(error);
    const service = createVerificationService({ store, ledger, checker, queue: null, clock, onError });
    const content = csvContent('phone\n+14155552671\n');
    const { taskId } = await service.submit({ accountId: ANN, fileName: 'a.csv', content });
    await service.work();
    clock.advance(5_003);
    await service.work();
    expect(await service.work()).toEqual({ did: 'nothing', retryAt: clock.now() + 1_251 });
    isUp = true;
    clock.advance(1_251);
    while ((await service.work()).did === 'work');
    expect(await service.task({ accountId: ANN, taskId })).toMatchObject({
      status: 'done',
      credits: { held: 0, charged: 1 },
    });
    expect(errors).toEqual([]);
  });
});
