import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { ManualClock } from '../../memory/manual-clock.js';
import type { ResultColumn } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { BulkAnswer, CheckAnswer } from '../../ports/number-checker.js';
import { ALICE, type Trial, type TrialOptions, trialService } from '../../service/trial-service.fixture.js';
import type { ResultsRequest } from './result-request.js';

/** The columns that every checker may fill. `reassigned` has tests of its own. */
const PROVENANCE: readonly ResultColumn[] = ['status', 'source', 'reason', 'checked_at'];

type Asked = Omit<ResultsRequest, 'accountId' | 'taskId'>;

const NOW = Date.parse('2026-11-22T12:00:07.900Z');

/** The answers of the checker, by the last digit of the number. */
const ANSWERS: readonly BulkAnswer[] = [
  { status: 'wa_registered', source: 'evidence', checkedAt: new Date('2026-10-01T08:00:00.250Z') },
  { status: 'dead', source: 'infobip', reason: '=EC "1", or so' },
  { status: 'unknown', source: '-x' },
  'inactive',
  'check_failed',
];

const FILE = [
  'phone,note',
  '+14155550100,a',
  '+14155550101,"b ""c"""',
  '+14155550102',
  '+14155550103,d',
  '+14155550104,e',
  // The numbering plan of its country cannot contain it.
  '+9991234567,f',
  'none,g',
  '+14155550101,again',
  '',
].join('\n');

const checker = {
  maxNumbers: 2,
  checkMany: async (numbers: readonly string[]) =>
    numbers.map((number) => ANSWERS[Number(number.at(-1))] ?? 'unknown'),
};

function trialOf(options: TrialOptions = {}): Promise<Trial> {
  return trialService({ clock: new ManualClock(NOW), checker, checkAttempts: 1, ...options });
}

async function done(trial: Trial): Promise<Task> {
  return trial.workToEnd(await trial.submitCsv(FILE));
}

async function csvOf(trial: Trial, task: Task, asked: Asked): Promise<string[][]> {
  return Papa.parse<string[]>((await trial.result(task, asked)).trimEnd()).data;
}

async function sheetOf({ service }: Trial, { taskId }: Task, asked: Asked): Promise<string[][]> {
  const { content } = await service.results({ accountId: ALICE, taskId, ...asked, format: 'xlsx' });
  const { Sheets } = XLSX.read(await buffer(content), { type: 'buffer' });
  return XLSX.utils.sheet_to_json(Sheets['result'] ?? {}, { header: 1, raw: true, defval: '' });
}

describe('the columns of a result', () => {
  it('show where the status of each row comes from, in either format', async () => {
    const trial = await trialOf();
    const task = await done(trial);
    const now = '2026-11-22T12:00:07Z';
    const expected = [
      [
        'phone',
        'note',
        'verification_status',
        'verification_source',
        'verification_reason',
        'verification_checked_at',
      ],
      ['+14155550100', 'a', 'wa_registered', 'evidence', '', '2026-10-01T08:00:00Z'],
      ['+14155550101', 'b "c"', 'dead', 'infobip', '=EC "1", or so', now],
      ['+14155550102', '', 'unknown', '-x', '', now],
      ['+14155550103', 'd', 'inactive', '', '', now],
      ['+14155550104', 'e', 'unknown', '', '', ''],
      ['+9991234567', 'f', 'dead', '', '', now],
      ['none', 'g', 'unknown', '', '', ''],
      ['+14155550101', 'again', 'dead', 'infobip', '=EC "1", or so', now],
    ];
    expect(await csvOf(trial, task, { columns: PROVENANCE })).toEqual(expected);
    expect(await sheetOf(trial, task, { columns: PROVENANCE })).toEqual(expected);
  });

  it('are the status alone unless they are asked for', async () => {
    const trial = await trialOf();
    const task = await done(trial);
    expect(await trial.result(task, { columns: ['status'] })).toBe(await trial.result(task));
    expect((await csvOf(trial, task, {}))[0]).toEqual(['phone', 'note', 'verification_status']);
  });

  it('are any of the four in any order, with only some of the rows too', async () => {
    const trial = await trialOf();
    const task = await done(trial);
    const whole = await csvOf(trial, task, { columns: PROVENANCE });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray<ResultColumn>([...PROVENANCE], { minLength: 1 }),
        fc.constantFrom<Asked['statuses']>(undefined, ['dead'], ['unknown', 'wa_registered']),
        async (columns, statuses) => {
          const asked = statuses === undefined ? { columns } : { columns, statuses };
          const expected = whole
            .filter(
              ([, , status = ''], row) =>
                row === 0 || statuses === undefined || statuses.some((one) => one === status),
            )
            .map((row) => [...row.slice(0, 2), ...columns.map((name) => row[2 + PROVENANCE.indexOf(name)])]);
          expect(await csvOf(trial, task, asked)).toEqual(expected);
          expect(await sheetOf(trial, task, asked)).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are neutralised as the cells of the file are', async () => {
    const trial = await trialOf();
    const task = await done(trial);
    const lines = (
      await trial.result(task, { columns: ['source', 'reason'], neutralizeFormulas: true })
    ).split('\n');
    expect(lines[2]).toBe(`'+14155550101,"b ""c""",infobip,"'=EC ""1"", or so"`);
    expect(lines[3]).toBe("'+14155550102,,'-x,");
  });

  it('change the version of the result, also if only their order differs', async () => {
    const { service, ...trial } = await trialOf();
    const { taskId } = await done({ service, ...trial });
    const versionOf = async (asked: Asked) =>
      (await service.results({ accountId: ALICE, taskId, ...asked })).version;
    const versions = await Promise.all([
      versionOf({}),
      versionOf({ columns: ['source'] }),
      versionOf({ columns: ['status', 'source'] }),
      versionOf({ columns: ['source', 'status'] }),
      versionOf({ columns: ['source'], format: 'xlsx' }),
    ]);
    expect(new Set(versions).size).toBe(versions.length);
    expect(await versionOf({ columns: ['status'] })).toBe(versions[0]);
  });

  it.each([
    ['none', []],
    ['one that there is not', ['status', 'price']],
    ['one twice', ['status', 'source', 'status']],
    ['a text', 'status'],
  ])('are refused where they name %s', async (_, columns) => {
    const trial = await trialOf();
    const task = await done(trial);
    // Only a caller without types can request this.
    await expect(trial.result(task, { columns: columns as ResultColumn[] })).rejects.toThrow(TypeError);
  });

  it('are empty where a partial result has no answer, and for what schema version 3 recorded', async () => {
    const trial = await trialOf();
    const { taskId } = await trial.submitCsv(FILE);
    await trial.service.work();
    const cancelled = await trial.service.cancel({ accountId: ALICE, taskId });
    const asked = { partial: true, columns: ['status', 'source', 'checked_at'] } as const;
    const rows = await csvOf(trial, cancelled, asked);
    expect(rows[2]?.slice(2)).toEqual(['dead', 'infobip', '2026-11-22T12:00:07Z']);
    expect(rows[4]?.slice(2)).toEqual(['unknown', '', '']);
    trial.store.statuses = async () => [Uint8Array.of(2, 3, 4), undefined];
    expect((await csvOf(trial, cancelled, asked)).slice(1, 5).map((row) => row.slice(2))).toEqual([
      ['dead', '', ''],
      ['inactive', '', ''],
      ['unknown', '', ''],
      ['unknown', '', ''],
    ]);
  });
});

describe('an unreadable record of a chunk', () => {
  it('fails the result that asks for it, and no other', async () => {
    const trial = await trialOf();
    const task = await done(trial);
    const whole = await trial.result(task);
    const { statuses } = trial.store;
    trial.store.statuses = async (id) =>
      (await statuses.call(trial.store, id)).map((chunk) => chunk?.subarray(0, -1));
    expect(await trial.result(task)).toBe(whole);
    await expect(trial.result(task, { columns: ['source'] })).rejects.toThrow(RangeError);
  });

  it.each([
    ['too many statuses', (chunk: Uint8Array) => Uint8Array.of(0, ...chunk)],
    ['too few statuses', (chunk: Uint8Array) => chunk.subarray(1)],
  ])('gives no number the status of another: %s', async (_, damage) => {
    const trial = await trialOf();
    const task = await done(trial);
    const { statuses } = trial.store;
    trial.store.statuses = async (id) =>
      (await statuses.call(trial.store, id)).map((chunk, index) =>
        index === 0 ? chunk && damage(chunk) : chunk,
      );
    await expect(trial.result(task)).rejects.toThrow(RangeError);
  });
});

describe('the sources of a task', () => {
  it('count the rows whose answer names one', async () => {
    const trial = await trialOf();
    const queued = await trial.submitCsv(FILE);
    expect(queued.sources).toEqual({});
    expect((await trial.workToEnd(queued)).sources).toEqual({ evidence: 1, infobip: 2, '-x': 1 });
  });

  it('stay through a retry, which only repeats failed checks, with the origins of all other answers', async () => {
    let mended: CheckAnswer | undefined;
    const trial = await trialOf({
      checker: {
        ...checker,
        checkMany: async (numbers: readonly string[]) =>
          numbers.map(
            (number) => (number.endsWith('4') && mended) || (ANSWERS[Number(number.at(-1))] ?? 'unknown'),
          ),
      },
    });
    const first = await done(trial);
    const columns = PROVENANCE;
    const before = await csvOf(trial, first, { columns });
    mended = { status: 'dead', source: 'twilio' };
    trial.clock.advance(3_600_000);
    const { taskId } = first;
    const resumed = await trial.service.retry({ accountId: ALICE, taskId });
    expect(resumed).toMatchObject({ checksFailed: 0, sources: first.sources });
    const second = await trial.workToEnd(resumed);
    expect(second.sources).toEqual({ ...first.sources, twilio: 1 });
    expect(await csvOf(trial, second, { columns })).toEqual(
      before.map((row, index) =>
        index === 5 ? ['+14155550104', 'e', 'dead', 'twilio', '', '2026-11-22T13:00:07Z'] : row,
      ),
    );
  });

  it('are 20 by name, and the rest in one', async () => {
    const trial = await trialOf({
      chunkSize: 7,
      checker: {
        ...checker,
        checkMany: async (numbers: readonly string[]) =>
          numbers.map((number) => ({ status: 'dead', source: `s${number.slice(-2)}` }) as const),
      },
    });
    const file = Array.from({ length: 50 }, (_, n) => `+141555501${n + 10}\n`).join('');
    const { sources } = await trial.workToEnd(await trial.submitCsv(`phone\n${file}`));
    expect(Object.keys(sources)).toHaveLength(21);
    expect(sources).toMatchObject({ s10: 1, s29: 1, other: 30 });
  });
});
