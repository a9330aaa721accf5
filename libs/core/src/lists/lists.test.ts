import { describe, expect, it, vi } from 'vitest';
import { MemoryCreditLedger } from '../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryListStore } from '../memory/memory-list-store.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { DialproofError } from '../model/errors.js';
import { type E164, listTaskId, type TaskId } from '../model/identifiers.js';
import type { PhoneList } from '../model/phone-list.js';
import type { VerificationStatus } from '../model/statuses.js';
import type { TaskEvent } from '../ports/optional/event-outbox.js';
import { ALICE, BOB, trialService } from '../service/trial-service.fixture.js';
import type { PhoneLists } from './phone-lists.js';

const DAY_MS = 86_400_000;
const EVERY_DAY = { every: 'day', hour: 9, timeZone: 'UTC' } as const;

/** A service with lists, whose checker answers by `known` and else `dead`. */
async function trial(start = Date.UTC(2026, 0, 1), retentionMs = 30 * DAY_MS) {
  const clock = new ManualClock(start);
  const events: Omit<TaskEvent, 'eventId'>[] = [];
  const outbox = { append: (event: Omit<TaskEvent, 'eventId'>) => void events.push(event) };
  const store = new MemoryListStore({ clock, outbox });
  const tasks = new MemoryTaskStore({ clock, lists: store });
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 1_000);
  const known = new Map<string, VerificationStatus>();
  const asked: E164[] = [];
  const options = {
    ...{ clock, store: tasks, ledger, archive: tasks, lists: store, taskRetentionMs: retentionMs },
    checker: {
      async check(number: E164) {
        asked.push(number);
        return known.get(number) ?? 'dead';
      },
    },
  };
  const made = await trialService(options);
  // The service was made with the option.
  const lists = made.service.lists as PhoneLists;
  const settle = async (): Promise<void> => {
    for (let calls = 0; calls < 50; calls += 1) {
      await made.service.work();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    ...{ ...made, asked, events, known, lists, options, settle, tasks },
    find: (list: PhoneList) => lists.find({ accountId: ALICE, listId: list.listId }),
    changes: async (list: PhoneList, more = {}) =>
      [...(await lists.changes({ accountId: ALICE, listId: list.listId, ...more })).changes].map(
        ({ change, from, phone, to }) => `${phone} ${change} ${from} ${to}`,
      ),
    /** Lets time pass in steps in which everything due is done. */
    async pass(ms: number, stepMs = 3_600_000): Promise<void> {
      for (let left = ms; left > 0; left -= stepMs) {
        clock.advance(Math.min(stepMs, left));
        await settle();
      }
    },
    async verified(text: string) {
      const task = await made.submitCsv(text);
      await settle();
      return await made.service.task({ accountId: ALICE, taskId: task.taskId });
    },
  };
}

const PEOPLE = 'name,phone\nAda,+1 415 555 2671\nBob,+14155552672\nCyd,n/a\nAda again,+14155552671\n';
const PEOPLE_NUMBERS = 2;

describe('a list', () => {
  it('is verified at the times of its schedule, with the rows of its task as they were read', async () => {
    const { asked, events, find, known, lists, pass, result, verified } = await trial();
    const first = await verified(PEOPLE);
    const list = await lists.create({
      accountId: ALICE,
      name: 'people',
      taskId: first.taskId,
      schedule: EVERY_DAY,
    });
    expect(list).toMatchObject({ nextRunAt: Date.UTC(2026, 0, 1, 9), pending: null, taskId: first.taskId });
    expect(list.runs).toMatchObject([
      { status: 'done', taskId: first.taskId, charged: 2, numbers: PEOPLE_NUMBERS, changes: null },
    ]);

    known.set('+14155552671', 'wa_registered');
    await pass(DAY_MS);
    const later = await find(list);
    expect(later.nextRunAt).toBe(Date.UTC(2026, 0, 2, 9));
    expect(later.runs[0]).toMatchObject({
      ...{ status: 'done', dueAt: Date.UTC(2026, 0, 1, 9), reason: null, total: 4, charged: PEOPLE_NUMBERS },
      numbers: PEOPLE_NUMBERS,
      ...{ summary: { wa_registered: 2, dead: 1, unknown: 1 }, checksFailed: 0, against: first.taskId },
      changes: { came: 0, changed: 1, went: 0, unchanged: 1, notCompared: 0 },
    });
    expect(asked).toHaveLength(2 * PEOPLE_NUMBERS);
    expect(await result({ taskId: later.taskId })).toBe(
      'name,phone,verification_status\nAda,+1 415 555 2671,wa_registered\nBob,+14155552672,dead\nCyd,n/a,unknown\nAda again,+14155552671,wa_registered\n',
    );
    const { listId } = list;
    expect(events.map(({ data, kind, taskId }) => ({ data, kind, taskId }))).toEqual([
      {
        ...{ kind: 'list.changed', taskId: later.taskId },
        data: { list_id: listId, came: 0, changed: 1, replaced: 0, went: 0, unchanged: 1 },
      },
    ]);
    await pass(DAY_MS);
    // Nothing has changed since, so there is no event.
    expect([(await find(list)).runs.length, events.length]).toEqual([3, 1]);
  });

  it('checks only numbers with old answers', async () => {
    const { asked, find, ledger, lists, pass, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const settings = { accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY };
    const list = await lists.create({ ...settings, freshWithinMs: 2.25 * DAY_MS });
    await pass(2 * DAY_MS);
    expect((await find(list)).runs.map(({ charged }) => charged)).toEqual([0, 0, 2]);
    await pass(DAY_MS);
    expect((await find(list)).runs.map(({ charged }) => charged)).toEqual([2, 0, 0, 2]);
    expect(asked).toHaveLength(4);
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
  });

  it('runs once after several missed due times, and continues from now', async () => {
    const { clock, find, lists, settle, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    clock.advance(10 * DAY_MS);
    await settle();
    clock.advance(60_000);
    await settle();
    const { nextRunAt, runs } = await find(list);
    expect(runs.map(({ dueAt }) => dueAt)).toEqual([Date.UTC(2026, 0, 1, 9), null]);
    expect(nextRunAt).toBe(Date.UTC(2026, 0, 11, 9));
  });

  it.each([
    ['insufficient_credits', {}, 2],
    ['max_credits_exceeded', { maxCredits: 2 }, 1_000],
  ] as const)(
    'skips a run that is refused with %s, says so, and goes on',
    async (reason, settings, credits) => {
      const { asked, events, find, ledger, lists, pass, verified } = await trial();
      const { taskId } = await verified(PEOPLE);
      const { available } = await ledger.balance(ALICE);
      await ledger.hold({
        holdId: 'rest' as never,
        accountId: ALICE,
        credits: available,
        expiresAfterMs: null,
      });
      await ledger.settle({ holdId: 'rest' as never, accountId: ALICE, credits: available });
      await ledger.grant(ALICE, credits);
      const schedule = EVERY_DAY;
      const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule, ...settings });
      await pass(DAY_MS);
      const { nextRunAt, pending, runs } = await find(list);
      expect([nextRunAt, pending]).toEqual([Date.UTC(2026, 0, 2, 9), null]);
      expect(runs[0]).toMatchObject({
        status: 'skipped',
        reason,
        taskId: null,
        dueAt: Date.UTC(2026, 0, 1, 9),
      });
      expect(events).toMatchObject([
        { kind: 'list.skipped', taskId, data: { list_id: list.listId, reason } },
      ]);
      expect([asked.length, await ledger.balance(ALICE)]).toEqual([2, { available: credits, held: 0 }]);
      await ledger.grant(ALICE, 1_000);
      await lists.change({ accountId: ALICE, listId: list.listId, maxCredits: null });
      await pass(DAY_MS);
      expect((await find(list)).runs[0]).toMatchObject({ status: 'done', charged: 2 });
    },
  );

  it('keeps the tasks that it needs, and skips its run when its owner has deleted the rows', async () => {
    const { find, lists, pass, service, verified } = await trial(undefined, DAY_MS);
    const { taskId } = await verified(PEOPLE);
    const other = await verified('phone\n+14155552679\n');
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    await pass(3 * DAY_MS);
    await expect(service.task({ accountId: ALICE, taskId: other.taskId })).rejects.toMatchObject({
      code: 'task_not_found',
    });
    await service.task({ accountId: ALICE, taskId });
    await lists.change({ accountId: ALICE, listId: list.listId, schedule: EVERY_DAY });
    await pass(3 * DAY_MS);
    const { runs } = await find(list);
    expect(runs.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
    const left = await service.list({ accountId: ALICE });
    expect(left.tasks.map((task) => task.taskId)).toEqual([runs[0]?.taskId, runs[1]?.taskId]);
    for (const task of left.tasks) await service.remove({ accountId: ALICE, taskId: task.taskId });
    await pass(DAY_MS);
    expect((await find(list)).runs[0]).toMatchObject({ status: 'skipped', reason: 'task_not_found' });
  });

  it('gets a newer file, with an event of what came, went and changed', async () => {
    const { changes, events, find, known, lists, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    known.set('+14155552672', 'inactive');
    const newer = await verified('phone\n+14155552672\n+14155552673\n');
    const changed = await lists.change({ accountId: ALICE, listId: list.listId, taskId: newer.taskId });
    expect(changed).toMatchObject({ taskId: newer.taskId, pending: null });
    expect(changed.runs[0]).toMatchObject({
      taskId: newer.taskId,
      dueAt: null,
      changes: { came: 1, changed: 1, went: 1 },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['list.changed']);
    const told = [
      '+14155552672 changed dead inactive',
      '+14155552673 came null dead',
      '+14155552671 went dead null',
    ];
    expect(await changes(list)).toEqual(told);
    expect(await changes(list, { since: (await find(list)).runs[1]?.endedAt })).toEqual(told);
    await expect(changes(list, { since: 0 })).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('has keys of its changes, of a column that its file must have', async () => {
    const { events, find, lists, settle, verified } = await trial();
    const { taskId } = await verified('id,phone\n17,+14155552671\n');
    const settings = { accountId: ALICE, name: 'people', taskId };
    await expect(lists.create({ ...settings, keyColumn: 'customer' })).rejects.toMatchObject({
      code: 'column_not_found',
      hint: expect.stringContaining('"id", "phone"'),
    });
    const list = await lists.create(settings);
    expect(list.keyColumn).toBeNull();
    const key = { accountId: ALICE, listId: list.listId };
    await expect(lists.change({ ...key, keyColumn: 'customer' })).rejects.toMatchObject({
      code: 'column_not_found',
    });
    expect(await lists.change({ ...key, keyColumn: 'ID' })).toMatchObject({ keyColumn: 'ID' });
    const renamed = await verified('customer,phone,id of order\n17,+14155552672\n');
    const refused = lists.change({ ...key, taskId: renamed.taskId });
    await expect(refused).rejects.toMatchObject({
      code: 'column_not_found',
      hint: expect.stringContaining('"customer"'),
    });
    expect(await find(list)).toMatchObject({ keyColumn: 'ID', taskId });
    const newer = await verified('phone,id\n+14155552672,17\n+14155552673,18\n');
    const { runs } = await lists.change({ ...key, taskId: newer.taskId });
    // The run has the same counts as its changes.
    const { counts } = await lists.changes(key);
    expect(runs[0]?.numbers).toBe(2);
    expect(runs[0]?.changes).toEqual({
      came: 1,
      changed: 0,
      replaced: 1,
      went: 0,
      unchanged: 0,
      notCompared: 0,
    });
    expect(counts).toMatchObject(runs[0]?.changes ?? {});
    expect(events.map(({ data }) => data)).toEqual([
      { list_id: list.listId, came: 1, changed: 0, replaced: 1, went: 0, unchanged: 0 },
    ]);
    const keys = async (more = {}) =>
      Array.from((await lists.changes({ ...key, ...more })).changes, (change) => change.key);
    expect(await keys()).toEqual(['17', '18']);
    expect(await keys({ keyColumn: 'phone', kinds: ['came'], limit: 1 })).toEqual(['+14155552672']);
    await expect(keys({ keyColumn: 'customer' })).rejects.toMatchObject({ code: 'column_not_found' });
    await lists.run(key);
    await settle();
    expect(await keys()).toEqual([]);
    const moved = await lists.change({ ...key, taskId: renamed.taskId, keyColumn: 'customer' });
    expect(moved).toMatchObject({ keyColumn: 'customer', taskId: renamed.taskId });
    expect(await keys({ kinds: ['came', 'went'] })).toEqual([null]);
    expect(await lists.change({ ...key, keyColumn: null })).toMatchObject({ keyColumn: null });
    expect(await keys()).toEqual([undefined]);
  });

  it('keeps the header of a key column that is given by its position, where it has one of its own', async () => {
    const { lists, verified } = await trial();
    const { taskId } = await verified('id,phone,,id\n17,+14155552671,a,b\n');
    const settings = { accountId: ALICE, name: 'people', taskId };
    const list = await lists.create({ ...settings, keyColumn: '1' });
    expect(list.keyColumn).toBe('phone');
    const change = async (keyColumn: string) =>
      (await lists.change({ accountId: ALICE, listId: list.listId, keyColumn })).keyColumn;
    expect(await change('0')).toBe('id');
    expect(await change('2')).toBe('2');
    expect(await change('3')).toBe('3');
  });

  it('has no key of a change while its newest runs lack the column, which only a request is refused for', async () => {
    const { lists, submitCsv, verified } = await trial();
    const [first, second] = [
      await verified('phone\n+14155552671\n'),
      await verified('phone\n+14155552672\n'),
    ];
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId: first.taskId });
    const key = { accountId: ALICE, listId: list.listId };
    await lists.change({ ...key, taskId: second.taskId });
    const { taskId } = await submitCsv('phone,id\n+14155552673,17\n');
    await lists.change({ ...key, taskId, keyColumn: 'id' });
    const { changes, hasKeys } = await lists.changes(key);
    expect([hasKeys, Array.from(changes, (change) => change.key)]).toEqual([true, [null, null]]);
    await expect(lists.changes({ ...key, keyColumn: 'id' })).rejects.toMatchObject({
      code: 'column_not_found',
    });
  });

  it('is verified on request, once for each request, and one run at a time', async () => {
    const { asked, changes, find, known, lists, settle, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const request = { accountId: ALICE, listId: list.listId, requestId: 'a request' };
    known.set('+14155552671', 'inactive');
    const task = await lists.run(request);
    expect(await lists.run(request)).toMatchObject({ taskId: task.taskId });
    await expect(lists.run({ ...request, requestId: 'another' })).rejects.toMatchObject({
      code: 'request_in_progress',
    });
    await expect(lists.change({ ...request, taskId })).resolves.toMatchObject({
      pending: { taskId: task.taskId },
    });
    await settle();
    expect(await changes(list)).toEqual(['+14155552671 changed dead inactive']);
    expect(await lists.run(request)).toMatchObject({ taskId: task.taskId, status: 'done' });
    expect([asked.length, (await find(list)).runs.length]).toEqual([4, 2]);
  });

  it('begins no run that is refused when somebody asks', async () => {
    const { ledger, lists, service, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, maxCredits: 1 });
    const request = { accountId: ALICE, listId: list.listId };
    await expect(lists.run(request)).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    const capped = { ...request, caps: { maxCreditsPerTask: 2 } };
    await lists.change({ ...request, maxCredits: null });
    await expect(lists.run(capped)).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect((await lists.find(request)).pending).toBeNull();
    expect((await service.list({ accountId: ALICE })).tasks).toHaveLength(1);
    expect(await ledger.balance(ALICE)).toMatchObject({ held: 0 });
    await tasks.remove(taskId);
    await expect(lists.run(request)).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it.each(['too_many_requests', 'overloaded'] as const)(
    'begins no run later whose request was refused with %s',
    async (code) => {
      const { asked, find, lists, pass, tasks, verified } = await trial();
      const { taskId } = await verified(PEOPLE);
      const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
      const rowBlock = tasks.rowBlock.bind(tasks);
      tasks.rowBlock = () => Promise.reject(new DialproofError(code));
      const request = { accountId: ALICE, listId: list.listId };
      await expect(lists.run(request)).rejects.toMatchObject({ code });
      tasks.rowBlock = rowBlock;
      expect((await find(list)).pending).toBeNull();
      await pass(3_600_000);
      expect([asked.length, (await find(list)).runs.length]).toEqual([PEOPLE_NUMBERS, 1]);
    },
  );

  it('keeps a run that another process is making when somebody repeats the request', async () => {
    const { clock, find, lists, settle, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const request = { accountId: ALICE, listId: list.listId, requestId: 'a request' };
    const run = listTaskId(ALICE, list.listId, 'asked a request');
    const draft = await tasks.begin({ taskId: run, accountId: ALICE, run: 1, leaseMs: 60_000 });
    await expect(lists.run(request)).rejects.toMatchObject({ code: 'request_in_progress' });
    await tasks.discard(draft);
    clock.advance(10_000);
    await settle();
    clock.advance(2_000);
    await settle();
    const { pending, runs } = await find(list);
    expect([pending, runs.map((one) => one.taskId)]).toEqual([null, [run, taskId]]);
    expect(await lists.run(request)).toMatchObject({ taskId: run, status: 'done' });
  });

  it('begins no run whose rows are deleted while they are copied', async () => {
    const { find, lists, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const rowBlock = tasks.rowBlock.bind(tasks);
    tasks.rowBlock = async (...asked) => {
      await tasks.remove(taskId);
      return await rowBlock(...asked);
    };
    const refused = lists.run({ accountId: ALICE, listId: list.listId });
    await expect(refused).rejects.toMatchObject({ code: 'task_not_found' });
    expect((await find(list)).pending).toBeNull();
  });

  it('leaves the task of its run if it is deleted meanwhile', async () => {
    const { failures, lists, result, settle, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const key = {
      accountId: ALICE,
      listId: (await lists.create({ accountId: ALICE, name: 'people', taskId })).listId,
    };
    const rowBlock = tasks.rowBlock.bind(tasks);
    tasks.rowBlock = async (...asked) => {
      tasks.rowBlock = rowBlock;
      await lists.remove(key);
      return await rowBlock(...asked);
    };
    const run = await lists.run(key);
    await settle();
    expect(await result(run)).toContain('Bob,+14155552672,dead');
    expect(failures).toEqual([]);
  });

  it.each(['begins', 'ends'] as const)(
    'is no failure for the operator when it is deleted while its run %s',
    async (moment) => {
      const { failures, lists, pass, tasks, verified } = await trial();
      const { taskId } = await verified(PEOPLE);
      const { listId } = await lists.create({
        accountId: ALICE,
        name: 'people',
        taskId,
        schedule: EVERY_DAY,
      });
      const remove = () => lists.remove({ accountId: ALICE, listId });
      const { rowBlock, statuses } = {
        rowBlock: tasks.rowBlock.bind(tasks),
        statuses: tasks.statuses.bind(tasks),
      };
      let removed = 0;
      if (moment === 'begins') {
        tasks.rowBlock = async (...asked) => {
          removed += 1;
          if (removed === 1) await remove();
          return await rowBlock(...asked);
        };
      } else {
        tasks.statuses = async (...asked) => {
          removed += 1;
          if (removed === 1) await remove();
          return await statuses(...asked);
        };
      }
      await pass(DAY_MS);
      expect(removed).toBeGreaterThan(0);
      expect(failures).toEqual([]);
    },
  );

  it('runs within the caps of the credentials that made it or changed it last', async () => {
    const { find, lists, pass, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const caps = { maxCreditsPerTask: 1 };
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY, caps });
    await pass(DAY_MS);
    expect((await find(list)).runs[0]).toMatchObject({ status: 'skipped', reason: 'max_credits_exceeded' });
    await lists.change({ accountId: ALICE, listId: list.listId, name: 'all people' });
    await pass(DAY_MS);
    expect((await find(list)).runs[0]).toMatchObject({ status: 'done' });
  });

  it.each([
    ['of this kit', new DialproofError('storage_unavailable')],
    ['of its own', new Error('away')],
    ['that damage has too', new RangeError('away')],
  ])('tries again after a failure of the store that passes, with an error %s', async (_, away) => {
    const { clock, failures, find, lists, settle, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    const rowBlock = tasks.rowBlock.bind(tasks);
    tasks.rowBlock = async () => {
      throw away;
    };
    clock.advance(DAY_MS / 2);
    await settle();
    expect((await find(list)).pending).toMatchObject({ beganAt: null });
    expect(failures.map(({ kind }) => kind)).toContain('work_failed');
    tasks.rowBlock = rowBlock;
    clock.advance(60_000);
    await settle();
    clock.advance(2_000);
    await settle();
    expect((await find(list)).runs.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it.each(['hold', 'balance'] as const)('tries again when the ledger was away at its %s', async (method) => {
    const { clock, events, find, ledger, lists, settle, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    const working = ledger[method];
    ledger[method] = async () => {
      throw new TypeError('fetch failed');
    };
    clock.advance(DAY_MS / 2);
    await settle();
    expect([(await find(list)).pending?.taskId === undefined, events]).toEqual([false, []]);
    ledger[method] = working as never;
    for (const ms of [60_000, 60_000, 2_000]) {
      clock.advance(ms);
      await settle();
    }
    expect((await find(list)).runs.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('begins a run whose task was made before an error that would skip it', async () => {
    const { clock, find, lists, options, settle, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    const { lists: store } = options;
    const replace = store.replace.bind(store);
    let refused = 0;
    store.replace = async (replacement) => {
      const { pending } = replacement.list;
      if (pending !== null && pending.beganAt !== null && refused === 0) {
        refused += 1;
        throw new DialproofError('forbidden');
      }
      return await replace(replacement);
    };
    clock.advance(DAY_MS / 2);
    await settle();
    clock.advance(60_000);
    await settle();
    clock.advance(2_000);
    await settle();
    expect([refused, (await find(list)).runs.map(({ status }) => status)]).toEqual([1, ['done', 'done']]);
  });

  it('compares a run again when the store was away, and tells what changed', async () => {
    const { clock, events, find, known, lists, settle, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    known.set('+14155552671', 'wa_registered');
    const statuses = tasks.statuses.bind(tasks);
    tasks.statuses = async () => {
      throw new RangeError('away');
    };
    for (const ms of [DAY_MS / 2, 60_000]) {
      clock.advance(ms);
      await settle();
    }
    tasks.statuses = statuses;
    clock.advance(60_000);
    await settle();
    expect((await find(list)).runs[0]).toMatchObject({ status: 'done', against: taskId });
    expect(events.map(({ kind }) => kind)).toEqual(['list.changed']);
  });

  it('compares the rows of an ended run once, however many requests there are', async () => {
    const { find, lists, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const read = vi.spyOn(tasks, 'numbers');
    /** Gives the list a task that has ended, whose end is not recorded yet. Resolves to the reads when so many ask at once. */
    const readsFor = async (requests: number) => {
      const later = await verified(PEOPLE);
      const away = vi.spyOn(tasks, 'statuses').mockRejectedValue(new RangeError('away'));
      const key = { accountId: ALICE, listId: list.listId };
      await expect(lists.change({ ...key, taskId: later.taskId })).rejects.toThrow('away');
      away.mockRestore();
      read.mockClear();
      const shown = await Promise.all(Array.from({ length: requests }, () => find(list)));
      expect(shown.map(({ runs }) => runs[0]?.taskId)).toEqual(shown.map(() => later.taskId));
      return read.mock.calls.length;
    };
    const alone = await readsFor(1);
    expect(alone).toBeGreaterThan(0);
    expect(await readsFor(20)).toBe(alone);
  });

  it('keeps a run that somebody has asked for while the store was away', async () => {
    const { clock, find, lists, settle, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const rowBlock = tasks.rowBlock.bind(tasks);
    tasks.rowBlock = async () => {
      throw new Error('away');
    };
    await expect(lists.run({ accountId: ALICE, listId: list.listId })).rejects.toThrow('away');
    tasks.rowBlock = rowBlock;
    for (const ms of [60_000, 2_000]) {
      clock.advance(ms);
      await settle();
    }
    expect((await find(list)).runs.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('skips a run whose rows are damaged, and reports it', async () => {
    const { events, failures, find, lists, pass, service, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    const rowBlock = tasks.rowBlock.bind(tasks);
    let reads = 0;
    tasks.rowBlock = async () => {
      reads += 1;
      return undefined;
    };
    await pass(2 * DAY_MS, 60_000);
    expect(reads).toBe(2);
    const { pending, runs } = await find(list);
    expect(pending).toBeNull();
    expect(runs.map(({ reason, status }) => [status, reason])).toEqual([
      ['skipped', 'internal_error'],
      ['skipped', 'internal_error'],
      ['done', null],
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['list.skipped', 'list.skipped']);
    expect(failures.map(({ kind }) => kind)).toContain('work_failed');
    expect((await service.list({ accountId: ALICE })).tasks).toHaveLength(1);

    await expect(lists.run({ accountId: ALICE, listId: list.listId })).rejects.toThrow(RangeError);
    expect((await find(list)).pending).toBeNull();
    tasks.rowBlock = rowBlock;
    await pass(DAY_MS);
    expect((await find(list)).runs[0]).toMatchObject({ status: 'done' });
  });

  it('ends a run without a comparison where the answers before are damaged', async () => {
    const { failures, find, lists, pass, tasks, verified } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, schedule: EVERY_DAY });
    const statuses = tasks.statuses.bind(tasks);
    tasks.statuses = async (asked) =>
      asked === taskId ? [new Uint8Array(1), new Uint8Array(1)] : await statuses(asked);
    await pass(DAY_MS);
    expect((await find(list)).runs[0]).toMatchObject({ status: 'done', against: null, changes: null });
    expect(failures.map(({ kind }) => kind)).toContain('work_failed');
  });

  it('records a run whose task was cancelled or deleted as failed, and has the rows of before', async () => {
    const { find, lists, service, settle, verified, clock } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId });
    const run = () => lists.run({ accountId: ALICE, listId: list.listId });
    await service.cancel({ accountId: ALICE, taskId: (await run()).taskId });
    expect(await find(list)).toMatchObject({ taskId, runs: [{ status: 'failed', reason: 'cancelled' }, {}] });
    const { taskId: gone } = await run();
    await service.cancel({ accountId: ALICE, taskId: gone });
    await service.remove({ accountId: ALICE, taskId: gone });
    clock.advance(60_000);
    await settle();
    expect(await find(list)).toMatchObject({
      taskId,
      runs: [{ status: 'failed', reason: 'task_not_found' }, {}, {}],
    });
  });

  it('is of one account, with as many lists as it may have', async () => {
    const { options, verified, lists } = await trial();
    const { taskId } = await verified(PEOPLE);
    const list = await lists.create({ accountId: ALICE, name: 'people', taskId, requestId: 'r' });
    expect(await lists.create({ accountId: ALICE, name: 'people', taskId, requestId: 'r' })).toEqual(list);
    const strange = { accountId: BOB, listId: list.listId };
    const code = 'list_not_found';
    await expect(lists.find(strange)).rejects.toMatchObject({ code });
    await expect(lists.change({ ...strange, name: 'mine' })).rejects.toMatchObject({ code });
    await expect(lists.remove(strange)).rejects.toMatchObject({ code });
    await expect(lists.run(strange)).rejects.toMatchObject({ code });
    await expect(lists.changes(strange)).rejects.toMatchObject({ code });
    await expect(lists.create({ accountId: BOB, name: 'mine', taskId })).rejects.toMatchObject({
      code: 'task_not_found',
    });
    const { service } = await trialService({ ...options, maxListsPerAccount: 1 });
    await expect(service.lists?.create({ accountId: ALICE, name: 'more', taskId })).rejects.toMatchObject({
      code: 'too_many_lists',
    });
    await lists.remove({ accountId: ALICE, listId: list.listId });
    expect(await lists.all(ALICE)).toEqual([]);
  });

  it('refuses settings that a host should have checked', async () => {
    const { lists } = await trial();
    const create = (settings: object) =>
      lists.create({ accountId: ALICE, name: 'a', taskId: 'a' as TaskId, ...settings });
    for (const settings of [
      { name: '' },
      { taskId: 7 },
      { freshWithinMs: 0 },
      { maxCredits: -1 },
      { schedule: { ...EVERY_DAY, hour: 24 } },
      { schedule: { ...EVERY_DAY, timeZone: 'Mars' } },
      { schedule: { ...EVERY_DAY, every: 'week' } },
      { schedule: { ...EVERY_DAY, every: 'month', day: 29 } },
      { schedule: { ...EVERY_DAY, every: 'year' } },
    ]) {
      await expect(create(settings)).rejects.not.toMatchObject({ name: 'DialproofError' });
    }
    for (const settings of [{}, { name: '\u{1f4de}'.repeat(200) }])
      await expect(create(settings)).rejects.toMatchObject({ code: 'task_not_found' });
    await expect(trialService({ lists: new MemoryListStore() })).rejects.toThrow('needs the option archive');
  });
});
