import { accountId, emptySummary, newTaskId, type Task, type TaskFile } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { summaryOf } from './summary.js';

function taskOf(file: Partial<TaskFile>, sources: Task['sources'] = {}): Task {
  return {
    taskId: newTaskId(),
    accountId: accountId('this-test'),
    status: 'done',
    total: 3,
    processed: 3,
    summary: { ...emptySummary(), dead: 2, unknown: 1 },
    sources,
    checksFailed: 0,
    createdAt: 0,
    startedAt: 0,
    finishedAt: 0,
    failureReason: null,
    waiting: null,
    credits: { held: 0, charged: 2 },
    file: {
      name: 'people.csv',
      type: 'csv',
      sheet: null,
      encoding: 'utf-8',
      phoneColumn: { index: 0, name: 'Mobile' },
      notes: [],
      rowBlocks: 1,
      numbersPerChunk: 50,
      ...file,
    },
  };
}

describe('summaryOf', () => {
  it('says where the phones are and how many rows have each status', () => {
    expect(summaryOf(taskOf({}), ['sandbox'])).toEqual([
      'The phones are in the column "Mobile".',
      'wa_registered              0',
      'telegram_registered        0',
      'dead                       2',
      'inactive                   0',
      'unknown                    1',
      '2 numbers were checked, by the sandbox: what the sandbox says is MADE UP.',
    ]);
  });

  it('says how many rows each source has answered, where the answers name one', () => {
    const lines = summaryOf(taskOf({}, { evidence: 1, twilio: 2 }), ['evidence', 'twilio']);
    expect(lines.at(-1)).toBe('Rows by the source of their answer: evidence 1, twilio 2.');
  });

  it('ends with what the reader decided', () => {
    const notes = [
      { code: 'lines_skipped', hint: 'two rows above the header were not read as data' },
      { code: 'country_needed', hint: 'some numbers have no country' },
    ] as const;
    expect(summaryOf(taskOf({ notes }), ['sandbox']).slice(-2)).toEqual([
      'Note: two rows above the header were not read as data (--header-row)',
      'Note: some numbers have no country (--default-country)',
    ]);
  });

  it('says which sheet of a workbook was read', () => {
    const [first] = summaryOf(taskOf({ sheet: 'Peo\u001bple' }), ['sandbox']);
    expect(first).toBe('The phones are in the column "Mobile" of the sheet "Peo ple".');
  });

  it('does not say that phones are in a column where none was found', () => {
    const notes = [{ code: 'no_phone_column', hint: 'no column shows that it holds phones' }] as const;
    expect(summaryOf(taskOf({ notes }), ['sandbox'])[0]).toBe('No column was found to hold phones.');
    const [first] = summaryOf(taskOf({ notes, sheet: 'Cover' }), ['sandbox']);
    expect(first).toBe('No column of the sheet "Cover" was found to hold phones.');
  });

  it('prints nothing of a cell that a terminal obeys', () => {
    const notes = [{ code: 'lines_skipped', hint: 'skipped "\u001b[2Jtitle\r\n\u0000\u009b0m"' }] as const;
    const lines = summaryOf(taskOf({ notes, phoneColumn: { index: 0, name: 'Mo\u001bbile' } }), [
      'twilio',
      'infobip',
    ]);
    expect(lines[0]).toBe('The phones are in the column "Mo bile".');
    expect(lines.at(-1)).toBe('Note: skipped " [2Jtitle 0m" (--header-row)');
  });
});
