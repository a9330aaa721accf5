import { describe, expect, it } from 'vitest';
import type { SubmitRequest } from '../batch/intake/submit.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { E164 } from '../model/identifiers.js';
import type { ConsentDates } from '../model/reassigned.js';
import type { CheckAnswer, NumberChecker } from '../ports/number-checker.js';
import { workbookOf } from '../tables/xlsx/workbook.fixture.js';
import { ALICE, type TrialOptions, trialService } from './trial-service.fixture.js';

const NOW = Date.parse('2026-01-02T10:00:00Z');
const COLUMNS = ['status', 'reassigned'] as const;

/** The answer for a number that was reassigned in 2025. */
function answerSince(number: E164, dates: ConsentDates | undefined): CheckAnswer {
  const since = dates?.get(number);
  return since === undefined
    ? 'inactive'
    : { status: 'inactive', reassigned: { since, is: since < '2025' ? 'yes' : 'no' } };
}

async function trial({ tells = true, ...options }: TrialOptions & { readonly tells?: boolean } = {}) {
  const asked: { readonly number: E164; readonly date: string | undefined }[] = [];
  const checker: NumberChecker = {
    tellsReassigned: tells,
    check: async (number, { consentDates }) => {
      asked.push({ number, date: consentDates?.get(number) });
      return answerSince(number, consentDates);
    },
  };
  const store = new MemoryTaskStore();
  return {
    asked,
    ...(await trialService({ checker, clock: new ManualClock(NOW), store, archive: store, ...options })),
  };
}

const FILE = [
  'name,phone,consent_date',
  'Ada,+14155550101,2024-05-01',
  'Bob,+14155550102,2025-06-01T10:00:00Z',
  'Cem,+14155550103,03/04/2025',
  'Dia,none,2024-05-01',
  'Eve,+14155550105,',
  'Ada again,+14155550102,2023-01-01',
  '',
].join('\n');

describe('a file with dates of consent', () => {
  it('shows whether each number was reassigned since its earliest date', async () => {
    const { asked, result, service, submitCsv, workToEnd } = await trial();
    const task = await workToEnd(await submitCsv(FILE));
    expect(task.file.notes).toEqual([
      {
        code: 'consent_date_column',
        hint: expect.stringContaining('2 rows have no date that is read there, such as "03/04/2025"'),
        values: ['consent_date', '03/04/2025'],
      },
    ]);
    const lines = (await result(task, { columns: COLUMNS })).trim().split(/\r?\n/);
    expect(lines.map((line) => line.split(',').filter((_, cell) => cell === 0 || cell > 2))).toEqual([
      ['name', 'verification_status', 'verification_reassigned'],
      ['Ada', 'inactive', 'yes'],
      ['Bob', 'inactive', 'yes'],
      ['Cem', 'inactive', 'unknown'],
      ['Dia', 'unknown', ''],
      ['Eve', 'inactive', 'unknown'],
      ['Ada again', 'inactive', 'yes'],
    ]);
    expect(asked).toEqual([
      { number: '+14155550101', date: '2024-05-01' },
      { number: '+14155550102', date: '2023-01-01' },
      { number: '+14155550103', date: undefined },
      { number: '+14155550105', date: undefined },
    ]);
    expect(await result(task)).not.toContain('yes');
    const { rows } = await service.rows({ accountId: ALICE, taskId: task.taskId, limit: 4 });
    expect(rows.map(({ reassigned }) => reassigned)).toEqual(['yes', 'yes', 'unknown', null]);
  });

  it('asks a bulk checker with the dates of its numbers', async () => {
    const checker = {
      maxNumbers: 10,
      tellsReassigned: true,
      checkMany: async (
        numbers: readonly E164[],
        { consentDates }: { readonly consentDates?: ConsentDates },
      ) => numbers.map((number) => answerSince(number, consentDates)),
    };
    const { result, submitCsv, workToEnd } = await trial({ checker });
    const text = await result(await workToEnd(await submitCsv(FILE)), { columns: COLUMNS });
    expect(text).toContain('Ada,+14155550101,2024-05-01,inactive,yes');
    expect(text).toContain('Eve,+14155550105,,inactive,unknown');
  });

  it('reads the date cells of a workbook', async () => {
    const { result, service, workToEnd } = await trial();
    const row = (phone: string, serial: number, style: number) =>
      `<row><c t="inlineStr"><is><t>${phone}</t></is></c><c s="${style}"><v>${serial}</v></c></row>`;
    const header =
      '<row><c t="inlineStr"><is><t>phone</t></is></c><c t="inlineStr"><is><t>Opt-in date</t></is></c></row>';
    const content = workbookOf({
      // 2024-05-01 as a day, and noon of 2025-05-01 as a day with a time.
      sheets: [header + row('+14155550101', 45_413, 1) + row('+14155550102', 45_778.5, 2)],
      styles: '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>',
    });
    const request = { accountId: ALICE, fileName: 'people.xlsx', content };
    const text = await result(await workToEnd(await service.submit(request)), { columns: COLUMNS });
    expect(text.split(/\r?\n/).map((line) => line.split(',').at(-1))).toEqual([
      'verification_reassigned',
      'yes',
      'no',
      '',
    ]);
  });

  it.each<[string, Partial<SubmitRequest>, readonly (string | undefined)[]]>([
    ['the column that is named', { consentDateColumn: 'since' }, ['2024-05-01']],
    ['the column at a position', { consentDateColumn: 2 }, ['2025-05-01']],
    ['no column', { consentDateColumn: 'none' }, [undefined]],
  ])('takes %s', async (_what, over, dates) => {
    const { asked, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv('phone,since,consent_date\n+14155550101,2024-05-01,2025-05-01\n', over));
    expect(asked.map(({ date }) => date)).toEqual(dates);
  });

  it('refuses a column that is not there', async () => {
    const { submitCsv } = await trial();
    const submitted = submitCsv(FILE, { consentDateColumn: 'when' });
    await expect(submitted).rejects.toHaveProperty('code', 'column_not_found');
  });

  it('passes no dates and shows nothing if the checker cannot tell', async () => {
    const { asked, result, submitCsv, workToEnd } = await trial({ tells: false });
    const task = await workToEnd(await submitCsv(FILE));
    expect(task.file.notes).toEqual([]);
    expect(asked.every(({ date }) => date === undefined)).toBe(true);
    expect(await result(task, { columns: COLUMNS })).toMatch(/^Ada,[^\n]*,inactive,\r?$/m);
  });

  it('is unknown, with a note, if the checker cannot tell and the column was named', async () => {
    const { result, service, submitCsv, workToEnd } = await trial({ tells: false });
    const task = await workToEnd(await submitCsv(FILE, { consentDateColumn: 'consent_date' }));
    expect(task.file.notes[0]?.hint).toContain('the checker cannot tell');
    expect(await result(task, { columns: COLUMNS })).toContain(
      'Ada,+14155550101,2024-05-01,inactive,unknown',
    );
    const previewed = await service.preview({
      accountId: ALICE,
      fileName: 'people.csv',
      content: Buffer.from(FILE),
      consentDateColumn: 'consent_date',
    });
    expect(previewed.file.notes).toEqual(task.file.notes);
  });
});

describe('a number with a date of consent', () => {
  const phone = '+14155550101';

  it.each([
    ['2024-05-01', 'yes'],
    ['2025-05-01T10:00:00+02:00', 'no'],
  ])('consented %s is answered %s', async (consentDate, reassigned) => {
    const { service } = await trial();
    expect(await service.verify({ accountId: ALICE, phone, consentDate })).toEqual({
      phone,
      status: 'inactive',
      checkedAt: NOW,
      reassigned,
    });
  });

  it('has no reassigned in its answer without a date', async () => {
    const { service } = await trial();
    expect(await service.verify({ accountId: ALICE, phone })).toStrictEqual({
      phone,
      status: 'inactive',
      checkedAt: NOW,
    });
  });

  it('is unknown where the checker cannot tell, or the number is impossible', async () => {
    const [unable, able] = [await trial({ tells: false }), await trial()];
    const consentDate = '2024-05-01';
    const asked = await unable.service.verify({ accountId: ALICE, phone, consentDate });
    expect(asked).toMatchObject({ status: 'inactive', reassigned: 'unknown' });
    const dead = await able.service.verify({ accountId: ALICE, phone: '+12025550', consentDate });
    expect(dead).toMatchObject({ status: 'dead', reassigned: 'unknown' });
  });

  it.each(['03/04/2025', 'yesterday', '', '2026-02-01'])(
    'is refused with %j, and is free',
    async (consentDate) => {
      const { asked, ledger, service } = await trial();
      const refused = service.verify({ accountId: ALICE, phone, consentDate });
      await expect(refused).rejects.toMatchObject({ code: 'malformed_request' });
      expect(asked).toEqual([]);
      expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    },
  );

  it('is charged once for tomorrow in UTC, also if the repeat comes after midnight', async () => {
    const clock = new ManualClock(Date.parse('2026-01-02T23:59:00Z'));
    const { asked, ledger, service } = await trial({ clock });
    const request = { accountId: ALICE, phone, consentDate: '2026-01-03T09:59:00+10:00', requestId: 'one' };
    const first = await service.verify(request);
    expect(first).toMatchObject({ reassigned: 'no' });
    clock.advance(120_000);
    expect(await service.verify(request)).toEqual(first);
    expect(asked).toEqual([{ number: phone, date: '2026-01-02' }]);
    expect(await ledger.balance(ALICE)).toMatchObject({ available: 999 });
  });

  it('gets the charged answer again, and a new one for another date', async () => {
    const { asked, ledger, service } = await trial();
    const verify = (consentDate: string) =>
      service.verify({ accountId: ALICE, phone, consentDate, requestId: 'one' });
    expect(await verify('2024-05-01')).toMatchObject({ reassigned: 'yes' });
    expect(await verify('2024-05-01')).toMatchObject({ reassigned: 'yes' });
    expect(await verify('2025-05-01')).toMatchObject({ reassigned: 'no' });
    expect(asked).toHaveLength(2);
    expect(await ledger.balance(ALICE)).toMatchObject({ available: 998 });
  });
});
