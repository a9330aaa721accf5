import { describe, expect, it } from 'vitest';
import { MemorySuppressionList } from '../../memory/memory-suppression-list.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { E164 } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
import {
  ALICE,
  BOB,
  type Trial,
  type TrialOptions,
  trialService,
} from '../../service/trial-service.fixture.js';
import type { ChangesRequest } from './task-changes.js';

const MONTH_MS = 30 * 86_400_000;

async function trialOf(options: TrialOptions = {}): Promise<Trial> {
  const store = options.store ?? new MemoryTaskStore();
  return await trialService({ chunkSize: 3, store, archive: store, ...options });
}

const phone = (serial: number) => `+1415555${1_000 + serial}`;

/** A done task of a file with these cells, and the checker's answers at that time. */
async function done(trial: Trial, cells: readonly string[], answers: Answers = {}): Promise<Task> {
  now = answers;
  return await trial.workToEnd(await trial.submitCsv(`phone\n${cells.join('\n')}\n`));
}

type Answers = Readonly<Record<string, 'dead' | 'wa_registered' | 'unknown' | 'fails'>>;
let now: Answers = {};
const checker = {
  async check(number: string) {
    const answer = now[number] ?? 'inactive';
    if (answer === 'fails') throw new Error('the upstream answered 502');
    return answer;
  },
};

function asked(after: Task, before: Task): ChangesRequest {
  return { accountId: ALICE, taskId: after.taskId, against: before.taskId };
}

describe('the changes of a task', () => {
  it('are the numbers that came, changed and went, each once, with both statuses and their times', async () => {
    const trial = await trialOf({ checker });
    const [a, b, c, d] = [phone(1), phone(2), phone(3), phone(4)];
    const before = await done(trial, [a, b, 'none', b, c], { [b]: 'wa_registered' });
    const foundAt = trial.clock.now();
    trial.clock.advance(MONTH_MS);
    // The same numbers, written differently.
    const cells = [b.replace('+1', '001'), d, a.replace('+1415', '+1 (415) '), 'none', 'x'];
    const after = await done(trial, cells, { [b]: 'dead', [d]: 'dead' });
    const { counts, changes, length, nextCursor, task } = await trial.service.changes(asked(after, before));
    const seconds = (time: number) => Math.floor(time / 1_000) * 1_000;
    const [fromCheckedAt, toCheckedAt] = [seconds(foundAt), seconds(trial.clock.now())];
    expect([...changes]).toEqual([
      { phone: b, change: 'changed', from: 'wa_registered', to: 'dead', fromCheckedAt, toCheckedAt },
      { phone: d, change: 'came', from: null, to: 'dead', fromCheckedAt: null, toCheckedAt },
      { phone: c, change: 'went', from: 'inactive', to: null, fromCheckedAt, toCheckedAt: null },
    ]);
    expect(counts).toEqual({
      ...{ came: 1, changed: 1, replaced: 0, went: 1, unchanged: 1, notCompared: 0 },
      ...{ rowsWithoutNumber: 2, rowsWithoutNumberBefore: 1 },
    });
    expect([length, nextCursor, task.taskId]).toEqual([3, null, after.taskId]);
    expect([...changes]).toHaveLength(3);
  });

  it('are none where a number is suppressed, before or after', async () => {
    const suppressions = new MemorySuppressionList();
    const trial = await trialOf({ checker, suppressions });
    const numbers = [phone(1), phone(2)] as E164[];
    const checked = await done(trial, numbers, { [phone(1)]: 'dead', [phone(2)]: 'unknown' });
    await suppressions.add({ accountId: ALICE, phones: numbers, addedAt: 1, maxPerAccount: 9 });
    const suppressed = await done(trial, numbers);
    for (const [after, before] of [
      [suppressed, checked],
      [checked, suppressed],
      [suppressed, await done(trial, numbers)],
    ] as const) {
      const { counts } = await trial.service.changes(asked(after, before));
      expect(counts).toMatchObject({ changed: 0, unchanged: 0, notCompared: 2 });
    }
  });

  it('are none where a check failed, before or after; an answer of unknown is an answer', async () => {
    const trial = await trialOf({ checker, checkAttempts: 1 });
    const [a, b, c, d] = [phone(1), phone(2), phone(3), phone(4)];
    const before = await done(trial, [a, b, c], { [a]: 'fails', [b]: 'dead', [c]: 'dead' });
    const after = await done(trial, [a, b, c, d], {
      [a]: 'dead',
      [b]: 'fails',
      [c]: 'unknown',
      [d]: 'fails',
    });
    const { counts, changes } = await trial.service.changes(asked(after, before));
    expect([...changes].map(({ phone, change, from, to }) => [phone, change, from, to])).toEqual([
      [c, 'changed', 'dead', 'unknown'],
      [d, 'came', null, null],
    ]);
    expect(counts).toMatchObject({ came: 1, changed: 1, unchanged: 0, notCompared: 2 });
  });

  it('come in pages and by kind, with the same counts', async () => {
    const trial = await trialOf({ checker });
    const old = Array.from({ length: 10 }, (_, serial) => phone(serial));
    const before = await done(trial, old);
    const dead = Object.fromEntries(old.slice(5).map((number) => [number, 'dead' as const]));
    const after = await done(
      trial,
      [...old.slice(3), ...Array.from({ length: 4 }, (_, n) => phone(50 + n))],
      dead,
    );
    const whole = await trial.service.changes(asked(after, before));
    const all = [...whole.changes];
    expect(
      all
        .map(({ change }) => change)
        .sort()
        .join(),
    ).toBe([...Array(4).fill('came'), ...Array(5).fill('changed'), ...Array(3).fill('went')].join());
    for (const limit of [1, 2, 5, 12]) {
      const shown = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const request = { ...asked(after, before), limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await trial.service.changes(request);
        expect([page.counts, page.length <= limit]).toEqual([whole.counts, true]);
        shown.push(...page.changes);
        cursor = page.nextCursor;
      }
      expect(shown).toEqual(all);
    }
    const some = await trial.service.changes({ ...asked(after, before), kinds: ['went', 'came'] });
    expect([...some.changes]).toEqual(all.filter(({ change }) => change !== 'changed'));
    expect(some.counts).toEqual(whole.counts);
  });

  it('are all numbers where a file has none', async () => {
    const trial = await trialOf({ checker });
    const [empty, full] = [await done(trial, ['none']), await done(trial, [phone(1), phone(2)])];
    const kinds = async (after: Task, before: Task) =>
      Array.from((await trial.service.changes(asked(after, before))).changes, ({ change }) => change);
    expect(await kinds(full, empty)).toEqual(['came', 'came']);
    expect(await kinds(empty, full)).toEqual(['went', 'went']);
  });

  it('are refused for a task that is missing, not done, of another account, or the task itself', async () => {
    const trial = await trialOf({ checker });
    const [one, other] = [await done(trial, [phone(1)]), await done(trial, [phone(1)])];
    const queued = await trial.submitCsv(`phone\n${phone(2)}\n`);
    const refused = (over: Partial<ChangesRequest>) =>
      expect(trial.service.changes({ ...asked(one, other), ...over })).rejects;
    await refused({ accountId: BOB }).toMatchObject({ code: 'task_not_found', hint: undefined });
    await refused({ against: 'nobody' as never }).toMatchObject({
      code: 'task_not_found',
      hint: expect.stringContaining('to compare with'),
    });
    await refused({ against: one.taskId }).toMatchObject({ code: 'same_task' });
    await refused({ against: queued.taskId }).toMatchObject({
      code: 'task_not_done',
      hint: expect.stringMatching(/^the task to compare with is queued/),
    });
    await refused({ taskId: queued.taskId }).toMatchObject({ code: 'task_not_done' });
    await refused({ cursor: 'x' }).toMatchObject({ code: 'malformed_request' });
    await refused({ limit: 0 }).toThrow(RangeError);
    await refused({ kinds: [] }).toThrow(TypeError);
    await trial.service.remove({ accountId: ALICE, taskId: other.taskId });
    await refused({}).toMatchObject({ code: 'task_not_found' });
  });

  it('are not found where a task is deleted while it is read, and are there once they were read', async () => {
    const store = new MemoryTaskStore();
    const numbers = store.numbers.bind(store);
    const trial = await trialOf({ checker, store });
    const [before, after] = [await done(trial, [phone(1)]), await done(trial, [phone(2)])];
    const { changes } = await trial.service.changes(asked(after, before));
    store.numbers = async (...request) => {
      await store.remove(request[0]);
      return await numbers(...request);
    };
    await expect(trial.service.changes(asked(after, before))).rejects.toMatchObject({
      code: 'task_not_found',
    });
    expect([...changes]).toHaveLength(2);
  });

  it('are not searched further when the caller has gone', async () => {
    const store = new MemoryTaskStore();
    const numbers = store.numbers.bind(store);
    const trial = await trialOf({ checker, store });
    const cells = Array.from({ length: 30 }, (_, serial) => phone(serial));
    const [before, after] = [await done(trial, cells), await done(trial, cells)];
    const caller = new AbortController();
    let reads = 0;
    store.numbers = async (...request) => {
      reads += 1;
      if (reads === 2) caller.abort(new Error('gone'));
      return await numbers(...request);
    };
    const request = { ...asked(after, before), signal: caller.signal };
    await expect(trial.service.changes(request)).rejects.toThrow('gone');
    expect(reads).toBe(2);
  });

  it('need the archive', async () => {
    const trial = await trialService({ checker });
    const task = await done(trial, [phone(1)]);
    expect(trial.service.supports.changes).toBe(false);
    await expect(trial.service.changes(asked(task, task))).rejects.toMatchObject({ code: 'not_supported' });
  });
});
