import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { HoldId } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
import type { Lease, TaskContents } from '../../ports/task-store.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n';

/** A store whose connection breaks after it has made a task, before it answers. */
class BreakingTaskStore extends MemoryTaskStore {
  readonly findsAgain: boolean;

  constructor(findsAgain: boolean) {
    super();
    this.findsAgain = findsAgain;
  }

  override async enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    await super.enqueue(lease, contents);
    throw new Error('the connection is lost');
  }

  override async find(taskId: Task['taskId']): Promise<Task | undefined> {
    if (!this.findsAgain) throw new Error('there is no connection');
    return await super.find(taskId);
  }
}

describe('a task that is made while the store breaks', () => {
  it('is returned as usual if the store can find it', async () => {
    const { ledger, service, submitCsv, workAll, failures } = await trialService({
      store: new BreakingTaskStore(true),
    });
    const { taskId } = await submitCsv(FILE);
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      credits: { held: 0, charged: 1 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(failures).toEqual([]);
  });

  it('keeps its hold while it is unknown whether it exists', async () => {
    const { failures, ledger, submitCsv, workAll } = await trialService({
      store: new BreakingTaskStore(false),
    });
    await expect(submitCsv(FILE)).rejects.toThrow('the connection is lost');
    expect(failures).toMatchObject([{ kind: 'cleanup_failed' }]);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    await workAll();
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });
});

describe('a refused file', () => {
  it('is refused for its own reason, also if its lease is extended during the cleanup', async () => {
    const clock = new ManualClock();
    class SlowTaskStore extends MemoryTaskStore {
      override async discard(lease: Lease): Promise<void> {
        await super.discard(lease);
        clock.advance(500);
        await Promise.resolve();
      }
    }
    const { submitCsv } = await trialService({
      store: new SlowTaskStore(),
      clock,
      leaseMs: 900,
      maxRows: 200,
    });
    await expect(submitCsv(`phone\n${'+14155550100\n'.repeat(1_200)}`)).rejects.toMatchObject({
      code: 'too_many_rows',
    });
  });
});

describe('a hold that a dead process left behind', () => {
  it('is released as tasks end, and not only when there is nothing to do', async () => {
    const { ledger, service, submitCsv } = await trialService();
    // A hold id that no code has made.
    const holdId = 'verify:left-behind' as HoldId;
    await ledger.hold({ holdId, accountId: ALICE, credits: 7, expiresAfterMs: 0 });
    await submitCsv(FILE);
    await submitCsv(FILE);
    await service.work();
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 1 });
  });

  it('that cannot be released is reported, and fails no work', async () => {
    const { failures, ledger, submitCsv, workToEnd } = await trialService();
    ledger.releaseExpired = () => Promise.reject(new Error('the connection is lost'));
    expect(await workToEnd(await submitCsv(FILE))).toMatchObject({ status: 'done' });
    expect(failures).toMatchObject([
      { kind: 'cleanup_failed', cause: expect.objectContaining({ message: 'the connection is lost' }) },
    ]);
  });
});
