import { ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { enqueueTask } from '../tasks/task.fixture.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlEventOutbox } from './sql-event-outbox.js';

describe('SqlEventOutbox', () => {
  it('is refused by the task store of another database', async () => {
    const [database, other] = [await temporaryDatabase(), await temporaryDatabase()];
    const outbox = new SqlEventOutbox({ database: other });
    expect(() => new SqlTaskStore({ database, outbox })).toThrow(TypeError);
    expect(() => new SqlTaskStore({ database: other, outbox })).not.toThrow();
  });

  it('keeps nothing of a transaction that is taken back', async () => {
    const database = await temporaryDatabase();
    const outbox = new SqlEventOutbox({ database, clock: new ManualClock() });
    const event = { kind: 'task.done', accountId: 'ada', taskId: 'a-task', occurredAt: 1 } as const;
    const lost = database.write(async (session) => {
      await outbox.append(session, event);
      throw new RangeError('taken back');
    });
    await expect(lost).rejects.toThrow(RangeError);
    expect(await outbox.claimEvents({ leaseMs: 1_000, limit: 9 })).toEqual({
      claims: [],
      retryAfterMs: null,
    });
    await database.write((session) => outbox.append(session, event));
    const { claims } = await outbox.claimEvents({ leaseMs: 1_000, limit: 9 });
    expect(claims).toMatchObject([{ event, tries: 0 }]);
  });

  it('says of the end of a task when the task shows it, also where the clock was set back', async () => {
    const database = await temporaryDatabase();
    const clock = new ManualClock();
    const outbox = new SqlEventOutbox({ database, clock });
    const store = new SqlTaskStore({ database, clock, outbox });
    const { taskId } = await enqueueTask(store, { chunkCount: 0 });
    const { claims } = await store.claim({ leaseMs: 1_000, limit: 1, taskId });
    clock.set(clock.now() - 3_600_000);
    for (const { lease } of claims) {
      await store.finish(lease, { status: 'done', failureReason: null, charged: 0 });
    }
    const finishedAt = (await store.find(taskId))?.finishedAt;
    const events = await outbox.claimEvents({ leaseMs: 1_000, limit: 9 });
    expect(events.claims).toMatchObject([{ event: { kind: 'task.done', occurredAt: finishedAt } }]);
  });
});
