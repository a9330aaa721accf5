import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { bytesOf, done, sheetOf } from './trial-results.fixture.js';

/** The statuses of numbers by their last digit. */
const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];

const FILE = [
  '"phone","note"',
  '"+14155550100","=1+1"',
  '"+14155550102","a ""b"", c"',
  '"+14155550103"',
  'none,""',
  '"","last"',
  '',
].join('\r\n');

describe('cells in quotes that need none', () => {
  it('come back in quotes in the rows, and without them in the header', async () => {
    const trial = await trialService();
    expect((await bytesOf(trial, await done(trial, FILE), {})).toString()).toBe(
      [
        'phone,note,verification_status',
        '"+14155550100","=1+1",wa_registered',
        '"+14155550102","a ""b"", c",dead',
        '"+14155550103",,inactive',
        'none,"",unknown',
        '"","last",unknown',
        '',
      ].join('\n'),
    );
  });

  it('come back in quotes with formulas neutralised and with more columns', async () => {
    const trial = await trialService();
    const task = await done(trial, FILE);
    const asked = { neutralizeFormulas: true, statuses: ['wa_registered', 'dead'] } as const;
    const lines = [`"'+14155550100","'=1+1",wa_registered`, `"'+14155550102","a ""b"", c",dead`];
    expect((await bytesOf(trial, task, asked)).toString()).toBe(
      `phone,note,verification_status\n${lines.join('\n')}\n`,
    );
    const columns = ['status', 'reason'] as const;
    const statuses = ['inactive', 'unknown'] as const;
    const text = (await bytesOf(trial, task, { columns, statuses })).toString();
    expect(text.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^"\+14155550103",,inactive,/),
      expect.stringMatching(/^none,"",unknown,/),
      expect.stringMatching(/^"","last",unknown,/),
    ]);
  });

  it('are the same cells in a workbook', async () => {
    const trial = await trialService();
    expect(await sheetOf(trial, await done(trial, FILE), {})).toEqual([
      ['phone', 'note', 'verification_status'],
      ['+14155550100', '=1+1', 'wa_registered'],
      ['+14155550102', 'a "b", c', 'dead'],
      ['+14155550103', '', 'inactive'],
      ['none', '', 'unknown'],
      ['', 'last', 'unknown'],
    ]);
  });

  it.each([
    ['at the start', 0],
    ['among the first rows, which show where the phones are', 20],
    ['behind them', 250],
    ['nowhere', 1_000],
  ])('come back in quotes with a row that has text behind its quotes %s', async (_, doubtful) => {
    const trial = await trialService();
    await trial.ledger.grant(ALICE, 1_000);
    const rows = Array.from({ length: 400 }, (__, row) =>
      row === doubtful ? `"none"x,"${row}"` : `"+1415555010${row % 5}","${row}"`,
    );
    const task = await done(trial, `phone,row\n${rows.join('\n')}`);
    expect((await bytesOf(trial, task, {})).toString().trimEnd().split('\n').slice(1)).toEqual(
      rows.map((line, row) =>
        row === doubtful ? `"""none""x",${row},unknown` : `${line},${STATUSES[row % 5]}`,
      ),
    );
  });

  it('come back in quotes in a file without a header, below rows that are skipped, and without a last line end', async () => {
    const trial = await trialService();
    const headless = await done(trial, '"+14155550100","a"\n"+14155550102","b"');
    expect((await bytesOf(trial, headless, {})).toString()).toBe(
      'phone,column_2,verification_status\n"+14155550100","a",wa_registered\n"+14155550102","b",dead\n',
    );
    const rows = Array.from({ length: 6 }, (_, row) => `"+14155550100","${row}","x"\n`).join('');
    const below = await done(trial, `"My list"\n"phone","row","note"\n${rows}`);
    expect((await bytesOf(trial, below, {})).toString()).toBe(
      `My list\nphone,row,note,verification_status\n${rows.replaceAll('\n', ',wa_registered\n')}`,
    );
  });

  it('come back in quotes where the file has another delimiter', async () => {
    const trial = await trialService();
    const task = await done(trial, '"phone";"note"\n"+14155550100";"a"\n');
    expect((await bytesOf(trial, task, {})).toString()).toBe(
      'phone,note,verification_status\n"+14155550100","a",wa_registered\n',
    );
  });

  it('come back byte for byte, whatever the rows hold', async () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\n', '\r', ',', 'a', 'é', '\ufeff'), maxLength: 5 });
    const written = text.map((cell) => `"${cell.replaceAll('"', '""')}"`);
    const row = fc.tuple(fc.constantFrom('"+14155550100"', '+14155550100'), written).map(String);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 150 }), async (rows) => {
        const trial = await trialService();
        await trial.ledger.grant(ALICE, 1_000);
        const task = await done(trial, `phone,note\n${rows.join('\n')}\n`);
        expect((await bytesOf(trial, task, {})).toString()).toBe(
          `phone,note,verification_status\n${rows.map((line) => `${line},wa_registered\n`).join('')}`,
        );
      }),
      { numRuns: 50 },
    );
  });
});
