import { describe, expect, it } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { InProcessTaskQueue } from '../../memory/in-process-task-queue.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { E164, TaskId } from '../../model/identifiers.js';
import type { ChunkRecord, Lease, RecordAnswer } from '../../ports/task-store.js';
import { ALICE, BOB, trialService } from '../../service/trial-service.fixture.js';

const CHUNK = 10;
const CHECK_MS = 12;
const RECORD_MS = 100;
const CONCURRENCY = 20;
/** The most answers that a kill may lose: the calls under way, and the answers of 25 ms. */
const MOST_LOST = CONCURRENCY * (1 + Math.ceil(25 / CHECK_MS));

const numberAt = (first: number, n: number) => `+1415555${first + n}` as E164;

function fileOf(first: number, count: number): string {
  return `phone\n${Array.from({ length: count }, (_, n) => `${numberAt(first, n)}\n`).join('')}`;
}

/** A store that takes its time to record, and notes which answers are not recorded yet. */
class SlowStore extends MemoryTaskStore {
  /** The first numbers of the tasks' files. */
  readonly firstNumbers = new Map<TaskId, number>();
  /** When the answer of each unrecorded number came. */
  readonly unrecorded = new Map<E164, number>();
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    super({ clock });
    this.#clock = clock;
  }

  override async record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    const first = (this.firstNumbers.get(lease.taskId) ?? 0) + (lease.chunkIndex ?? 0) * CHUNK;
    const numbers = Array.from({ length: CHUNK }, (_, n) => numberAt(first, n));
    const answered = numbers.filter((number) => this.unrecorded.has(number));
    await new Promise<void>((resolve) => this.#clock.schedule(RECORD_MS, resolve));
    const answer = await super.record(lease, record);
    for (const number of answered) this.unrecorded.delete(number);
    return answer;
  }
}

async function slowTrial(checkConcurrency = CONCURRENCY) {
  const clock = new ManualClock();
  const store = new SlowStore(clock);
  /** For each call: how long the oldest unrecorded answer had waited when it began. */
  const ages: number[] = [];
  const counts: number[] = [];
  const trial = await trialService({
    clock,
    store,
    checker: {
      async check(number) {
        const oldest = Math.min(clock.elapsed(), ...store.unrecorded.values());
        ages.push(clock.elapsed() - oldest);
        await new Promise<void>((resolve) => clock.schedule(CHECK_MS, resolve));
        store.unrecorded.set(number, clock.elapsed());
        counts.push(store.unrecorded.size);
        return 'dead';
      },
    },
    checkConcurrency,
    chunkSize: CHUNK,
    queue: new InProcessTaskQueue({ clock, concurrency: 8 }),
  });
  await trial.ledger.grant(BOB, 1_000);
  const submitNumbers = async (account: typeof ALICE, first: number, count: number) => {
    const task = await trial.submitCsv(fileOf(first, count), { accountId: account });
    store.firstNumbers.set(task.taskId, first);
    return task;
  };
  const first = await submitNumbers(ALICE, 2_000, 200);
  const untilEnd = async (account: typeof ALICE, taskId: TaskId): Promise<void> => {
    while ((await trial.service.task({ accountId: account, taskId })).finishedAt === null) {
      await settle(3);
      clock.advance(3);
    }
  };
  return { ...trial, store, ages, counts, first, submitNumbers, untilEnd };
}

describe('answers that a slow store has not recorded', () => {
  it('stop further calls once one has waited for 25 ms, whatever the chunk', async () => {
    const { ages, counts, first, service, untilEnd } = await slowTrial();
    await service.start();
    await untilEnd(ALICE, first.taskId);
    expect(ages).toHaveLength(200);
    expect(Math.max(...ages)).toBeLessThanOrEqual(25);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_LOST);
    await service.close();
  });

  it('no longer stop calls once their task is closed', async () => {
    // There are fewer slots than numbers in a chunk, so that calls wait when the task is closed.
    const { clock, first, service, store, submitNumbers, untilEnd } = await slowTrial(4);
    const record = store.record.bind(store);
    let closings = 0;
    // Another worker has taken the chunks of the task, as after a standstill of this one.
    store.record = async (lease, news) => {
      if (lease.taskId !== first.taskId) return await record(lease, news);
      await new Promise<void>((resolve) => clock.schedule(RECORD_MS, resolve));
      closings += 1;
      return { outcome: 'closed' };
    };
    await service.start();
    while (closings === 0) {
      await settle(3);
      clock.advance(3);
    }
    const next = await submitNumbers(ALICE, 3_000, 20);
    await untilEnd(ALICE, next.taskId);
    const closed = service.close().then(() => 'closed');
    for (let step = 0; step < 100; step += 1) {
      await settle(3);
      clock.advance(100);
    }
    expect(await Promise.race([closed, settle().then(() => 'open')])).toBe('closed');
  });

  it('stop the calls of other accounts too, each of which would lose as much again', async () => {
    const { ages, counts, clock, first, service, store, submitNumbers, untilEnd } = await slowTrial();
    await service.start();
    while (store.unrecorded.size === 0) {
      await settle(3);
      clock.advance(3);
    }
    const other = await submitNumbers(BOB, 3_000, 120);
    await untilEnd(BOB, other.taskId);
    await untilEnd(ALICE, first.taskId);
    expect(ages).toHaveLength(320);
    expect(Math.max(...ages)).toBeLessThanOrEqual(25);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_LOST);
    await service.close();
  });
});
