import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const counted = (rows: number) => Array.from({ length: rows }, (_, index) => `${10_000 + index},Anna`);

describe('a file without a column of phones', () => {
  it.each(['IT', 'AT', 'DE'])('is not charged for the numbers of its rows in %s', async (defaultCountry) => {
    const { ledger, result, submitCsv, workAll } = await trialService();
    const task = await submitCsv(`Nr,Name\n${counted(400).join('\n')}\n`, { defaultCountry });
    expect(task).toMatchObject({
      total: 400,
      credits: { held: 0, charged: 0 },
      file: { phoneColumn: { index: 0, name: 'Nr' }, notes: [{ code: 'no_phone_column' }] },
    });
    await workAll();
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    const lines = (await result(task)).trimEnd().split('\n');
    expect(lines[0]).toBe('Nr,Name,verification_status');
    expect(lines.slice(1)).toEqual(counted(400).map((row) => `${row},unknown`));
  });

  it('is read where the caller names the column', async () => {
    const { submitCsv } = await trialService();
    const rows = ['14155550100', '14155550101', '14155550102'].map((digits) => `${digits},Ann`);
    const text = `Customer,Name\n${rows.join('\n')}\n`;
    expect((await submitCsv(text)).credits.held).toBe(0);
    expect((await submitCsv(text, { phoneColumn: 'Customer' })).credits.held).toBe(3);
  });
});
