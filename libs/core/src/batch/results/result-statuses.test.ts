import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import { trialService } from '../../service/trial-service.fixture.js';
import { csvOf, done, sheetOf } from './trial-results.fixture.js';

describe('a result with only some statuses', () => {
  it('has their rows in the order of the file, below the header', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await csvOf(trial, task, { statuses: ['inactive', 'dead'] })).toEqual([
      ['phone', 'note', 'verification_status'],
      ['+14155550102', 'a "b", c', 'dead'],
      ['+14155550103', '', 'inactive'],
      ['+14155550102', 'last', 'dead'],
    ]);
  });

  it('has the header alone where no row has one of them', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const header = ['phone', 'note', 'verification_status'];
    expect(await csvOf(trial, task, { statuses: ['telegram_registered'] })).toEqual([header]);
    expect(await sheetOf(trial, task, { statuses: ['telegram_registered'] })).toEqual([header]);
  });

  it('has the rows that the whole one has with them, in either format, for any file', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', '\n', '\r', ',', ' ', 'a', '=', '_x0041_', '\u0001'),
      maxLength: 4,
    });
    const row = fc.tuple(
      fc.constantFrom('+14155550100', '+14155550101', '+14155550102', 'none'),
      fc.array(cell, { maxLength: 3 }),
    );
    const wanted = fc.uniqueArray(fc.constantFrom(...VERIFICATION_STATUSES), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), wanted, async (rows, statuses) => {
        const trial = await trialService();
        const lines = rows.map(([phone, cells]) =>
          [phone, ...cells].map((text) => `"${text.replaceAll('"', '""')}"`).join(),
        );
        const task = await done(trial, `phone\n${lines.join('\n')}\n`);
        const [header, ...all] = await csvOf(trial, task, {});
        const expected = [
          header,
          ...all.filter((cells) => (statuses as string[]).includes(cells.at(-1) ?? '')),
        ];
        expect(await csvOf(trial, task, { statuses })).toEqual(expected);
        expect(await sheetOf(trial, task, { statuses })).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});
