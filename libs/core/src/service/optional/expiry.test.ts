import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryReplayStore } from '../../memory/memory-replay-store.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { ALICE, type Trial, type TrialOptions, trialService } from '../trial-service.fixture.js';

const DAY_MS = 86_400_000;
const NOTHING = { did: 'nothing', retryAfterMs: null };

async function kept(options: TrialOptions = {}): Promise<Trial> {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  return await trialService({ clock, store, archive: store, ...options });
}

async function tasksOf({ service }: Trial): Promise<number> {
  return (await service.list({ accountId: ALICE, limit: 100 })).tasks.length;
}

async function endMany(trial: Trial, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await trial.submitCsv('phone\n+14155550100\n');
  await trial.workAll();
}

describe('the time for which tasks are kept', () => {
  it('ends, by calls of work, for tasks that ended long enough ago', async () => {
    const trial = await kept({ taskRetentionMs: 30 * DAY_MS });
    await endMany(trial, 2);
    trial.clock.advance(DAY_MS);
    await endMany(trial, 1);
    const queued = await trial.submitCsv('phone\n+14155550100\n');
    trial.clock.advance(29 * DAY_MS - 1);
    await trial.service.work();
    expect(await tasksOf(trial)).toBe(4);
    trial.clock.advance(60_000);
    await trial.workAll();
    expect(await tasksOf(trial)).toBe(2);
    expect((await trial.service.task({ accountId: ALICE, taskId: queued.taskId })).status).toBe('done');
  });

  it('is checked once a minute, and never without the option', async () => {
    for (const [options, expected] of [
      [{ taskRetentionMs: 1 }, [1, 1, 2]],
      [{}, [0, 0, 0]],
    ] as const) {
      const trial = await kept(options);
      let calls = 0;
      const expire = trial.store.expire.bind(trial.store);
      trial.store.expire = (expiry) => {
        calls += 1;
        return expire(expiry);
      };
      const seen: number[] = [];
      for (const ms of [0, 59_999, 1]) {
        trial.clock.advance(ms);
        expect(await trial.service.work()).toEqual(NOTHING);
        seen.push(calls);
      }
      expect(seen).toEqual(expected);
    }
  });

  it('ends for a few tasks at a time, and the work continues at once while there are more', async () => {
    const trial = await kept({ taskRetentionMs: DAY_MS });
    await endMany(trial, 25);
    trial.clock.advance(DAY_MS);
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: 0 });
    expect(await tasksOf(trial)).toBe(15);
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: 0 });
    expect(await trial.service.work()).toEqual(NOTHING);
    expect(await tasksOf(trial)).toBe(0);
  });

  it('ends during other work, and for one caller at a time', async () => {
    const trial = await kept({ taskRetentionMs: DAY_MS });
    await endMany(trial, 15);
    trial.clock.advance(DAY_MS);
    const queued = await trial.submitCsv('phone\n+14155550100\n');
    const expire = trial.store.expire.bind(trial.store);
    let [underWay, most] = [0, 0];
    trial.store.expire = async (expiry) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const removed = await expire(expiry);
      underWay -= 1;
      return removed;
    };
    const outcomes = await Promise.all([trial.service.work(), trial.service.work(), trial.service.work()]);
    expect(outcomes).toContainEqual({ did: 'work', taskId: queued.taskId });
    await trial.workAll();
    expect([await tasksOf(trial), most]).toEqual([1, 1]);
  });

  it('is tried again a minute after it failed, and reported', async () => {
    const trial = await kept({ taskRetentionMs: DAY_MS });
    await endMany(trial, 1);
    trial.clock.advance(DAY_MS);
    const expire = trial.store.expire.bind(trial.store);
    trial.store.expire = () => Promise.reject(new Error('the disk is full'));
    expect(await trial.service.work()).toEqual(NOTHING);
    expect(trial.failures).toMatchObject([
      { kind: 'cleanup_failed', cause: { message: 'the disk is full' } },
    ]);
    trial.store.expire = expire;
    trial.clock.advance(60_000);
    await trial.service.work();
    expect(await tasksOf(trial)).toBe(0);
  });

  it('needs an archive, and is a whole number of milliseconds', async () => {
    await expect(trialService({ taskRetentionMs: DAY_MS })).rejects.toThrow(
      /taskRetentionMs needs .*archive/,
    );
    for (const taskRetentionMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(kept({ taskRetentionMs })).rejects.toThrow(/option taskRetentionMs/);
    }
    await kept({ taskRetentionMs: 10 * 365 * DAY_MS });
    await kept({ taskRetentionMs: null });
  });
});

describe('the answers of requests with a key', () => {
  it('are removed by calls of work after their retention', async () => {
    const clock = new ManualClock();
    const replays = new MemoryReplayStore({ clock });
    const trial = await trialService({ clock, replays });
    for (let index = 0; index < 700; index += 1) {
      const key = { accountId: ALICE, key: `key-${index}` };
      const begun = await replays.begin({ ...key, leaseMs: 1_000, maxPerAccount: 9_999 });
      if (begun.outcome !== 'new') throw new Error('the request is not new');
      const completion = { fingerprint: 'a', reply: new Uint8Array(1), keepMs: DAY_MS };
      await replays.complete({ ...key, token: begun.token }, completion);
    }
    clock.advance(DAY_MS);
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: 0 });
    expect(await trial.service.work()).toEqual(NOTHING);
    expect(await replays.expire({ limit: 1 })).toBe(0);
  });
});
