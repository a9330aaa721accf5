import { describe, expect, it } from 'vitest';
import { taskId } from '../model/identifiers.js';
import { emptySummary } from '../model/statuses.js';
import type { BulkNumberChecker, NumberChecker } from '../ports/number-checker.js';
import { ALICE, BOB, digitChecker, trialService } from './trial-service.fixture.js';

const FILE = [
  'name,phone',
  'Row 1,+14155550100',
  'Row 2,+1 (415) 555-0101',
  'Row 3,+14155550100',
  'Row 4,no phone',
  'Row 5,+14155550102',
  'Row 6,+9991234567',
  'Row 7,+14155550109',
  '',
].join('\n');

describe('a file that becomes a task', () => {
  it('comes back with every row in order and its status last', async () => {
    const { submitCsv, workToEnd, result } = await trialService();
    const task = await submitCsv(FILE);
    await workToEnd(task);
    expect(await result(task)).toBe(
      [
        'name,phone,verification_status',
        'Row 1,+14155550100,wa_registered',
        'Row 2,+1 (415) 555-0101,telegram_registered',
        'Row 3,+14155550100,wa_registered',
        'Row 4,no phone,unknown',
        'Row 5,+14155550102,dead',
        'Row 6,+9991234567,dead',
        'Row 7,+14155550109,unknown',
        '',
      ].join('\n'),
    );
  });

  it('holds a credit for every row with a number, and charges one for each verified number', async () => {
    const { submitCsv, workToEnd, ledger } = await trialService();
    const queued = await submitCsv(FILE);
    expect(await ledger.balance(ALICE)).toEqual({ available: 994, held: 6 });
    const task = await workToEnd(queued);
    // Five numbers, one of them on two rows; the check of one failed.
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
    expect(task.credits).toEqual({ held: 0, charged: 4 });
    expect(task.checksFailed).toBe(1);
  });

  it('is queued first, and finally done with a full summary', async () => {
    const { submitCsv, workToEnd, clock } = await trialService();
    const queued = await submitCsv(FILE);
    expect(queued).toMatchObject({
      status: 'queued',
      total: 7,
      processed: 0,
      summary: emptySummary(),
      startedAt: null,
      finishedAt: null,
      failureReason: null,
      credits: { held: 6, charged: 0 },
      file: {
        name: 'people.csv',
        type: 'csv',
        sheet: null,
        encoding: 'utf-8',
        phoneColumn: { index: 1, name: 'phone' },
        notes: [],
        unread: { no_digits: 1 },
        rowBlocks: 1,
        numbersPerChunk: 3,
      },
    });
    clock.advance(1_000);
    const task = await workToEnd(queued);
    expect(task).toMatchObject({
      status: 'done',
      processed: 7,
      summary: { wa_registered: 2, telegram_registered: 1, dead: 2, inactive: 0, unknown: 2 },
      startedAt: queued.createdAt + 1_000,
      finishedAt: clock.now(),
      waiting: null,
    });
  });

  it('shows progress that never falls, never exceeds the total and equals the sum of the summary', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `+141555501${String(n % 25).padStart(2, '0')}`);
    const { clock, submitCsv, service } = await trialService();
    const { taskId } = await submitCsv(`phone\n${rows.join('\n')}\n`);
    let last = 0;
    for (;;) {
      const outcome = await service.work();
      const { processed, status, summary, total } = await service.task({ accountId: ALICE, taskId });
      expect(processed).toBeGreaterThanOrEqual(last);
      expect(processed).toBeLessThanOrEqual(total);
      expect(Object.values(summary).reduce((sum, rows) => sum + rows)).toBe(processed);
      last = processed;
      if (status === 'done') break;
      if (outcome.did === 'nothing') clock.advance(outcome.retryAfterMs ?? Number.NaN);
    }
    expect(last).toBe(40);
  });

  it('gives the checker the account of each call', async () => {
    const asked: unknown[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 2,
      async checkMany(numbers, { accountId }) {
        asked.push(accountId);
        return numbers.map(() => 'dead' as const);
      },
    };
    const { ledger, submitCsv, workAll } = await trialService({ checker });
    await ledger.grant(BOB, 10);
    const file = 'phone\n+14155550100\n+14155550101\n+14155550102\n';
    await submitCsv(file);
    await submitCsv(file, { accountId: BOB });
    await workAll();
    expect(asked.toSorted()).toEqual([ALICE, ALICE, BOB, BOB]);
  });

  it('asks about each number once', async () => {
    const asked: string[] = [];
    const checker: NumberChecker = {
      check(number, context) {
        asked.push(number);
        return digitChecker.check(number, context);
      },
    };
    const { submitCsv, workAll } = await trialService({ checker });
    await submitCsv('phone\n+14155550100\n+1 415 555 0100\n0014155550100\n');
    await workAll();
    expect(asked).toEqual(['+14155550100']);
  });

  it('reads national numbers when the country is named', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const [told, untold] = [
      await submitCsv('phone\n(415) 555-2671\n', { defaultCountry: 'us' }),
      await submitCsv('phone\n(415) 555-2671\n'),
    ];
    await workAll();
    expect(await result(told)).toContain('2671,telegram_registered');
    expect(await result(untold)).toContain('2671,unknown');
  });

  it('keeps ragged rows in their columns, also when the widest row comes last', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const task = await submitCsv('phone,name\n+14155550100\n+14155550101,b\n+14155550102,c,extra,more\n');
    await workAll();
    expect(await result(task)).toBe(
      [
        'phone,name,,,verification_status',
        '+14155550100,,,,wa_registered',
        '+14155550101,b,,,telegram_registered',
        '+14155550102,c,extra,more,dead',
        '',
      ].join('\n'),
    );
  });

  it('keeps cells with quotes, delimiters and line ends as they were', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const task = await submitCsv('phone,note\n+14155550100,"a ""b"", c\nd"\n+14155550101,plain\n');
    await workAll();
    expect(await result(task)).toBe(
      'phone,note,verification_status\n+14155550100,"a ""b"", c\nd",wa_registered\n+14155550101,plain,telegram_registered\n',
    );
  });

  it('keeps a column that is already called verification_status and adds its own last', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const task = await submitCsv('phone,verification_status\n+14155550100,old\n');
    await workAll();
    expect(await result(task)).toBe(
      'phone,verification_status,verification_status\n+14155550100,old,wa_registered\n',
    );
  });

  it.each([
    [false, 'phone,=note,verification_status\n+14155550100,=1+1,wa_registered\n'],
    [true, "phone,'=note,verification_status\n'+14155550100,'=1+1,wa_registered\n"],
  ])('neutralises cells that a spreadsheet takes for formulas if requested: %s', async (told, csv) => {
    const { submitCsv, workAll, result } = await trialService({ neutralizeFormulas: told });
    const task = await submitCsv('phone,=note\n+14155550100,=1+1\n');
    await workAll();
    expect(await result(task)).toBe(csv);
  });

  it('reads all rows of a file without a header as data', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const task = await submitCsv('+14155550100,x\n+14155550101,y,z\n');
    await workAll();
    expect(await result(task)).toBe(
      'phone,column_2,column_3,verification_status\n+14155550100,x,,wa_registered\n+14155550101,y,z,telegram_registered\n',
    );
  });

  it('is done at once when no row carries a number', async () => {
    const { submitCsv, workAll, service, ledger } = await trialService();
    const { taskId } = await submitCsv('phone\nnone\nn/a\n');
    await workAll();
    const task = await service.task({ accountId: ALICE, taskId });
    expect(task).toMatchObject({
      status: 'done',
      processed: 2,
      summary: { unknown: 2 },
      credits: { charged: 0 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });
});

describe('a result', () => {
  it('is refused before the task is done', async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    await expect(service.results({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_done',
    });
  });

  it('is not found by another account, like an unknown one', async () => {
    const { service, submitCsv, workAll } = await trialService();
    const { taskId: id } = await submitCsv(FILE);
    await workAll();
    for (const request of [
      { accountId: BOB, taskId: id },
      { accountId: ALICE, taskId: taskId('no-such-task') },
    ]) {
      await expect(service.results(request)).rejects.toMatchObject({ code: 'task_not_found' });
      await expect(service.task(request)).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });
});
