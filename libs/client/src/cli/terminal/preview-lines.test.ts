import { describe, expect, it } from 'vitest';
import type { Preview } from '../../api/api.js';
import { previewLines } from './preview-lines.js';

const plain = (_style: string, text: string) => text;

describe('the lines of a preview', () => {
  it('show what is verified, and the cost', () => {
    expect(previewLines(samplePreview(), plain)).toEqual([
      'people.csv: 4 rows, phone numbers in "phone"',
      '2 numbers to verify, 1 duplicate',
      '1 row without a number: row 4 "none" (no digits)',
      'It costs at most 2 credits. It holds 3 of your 1,983 until it ends.',
    ]);
  });

  it('say what is suppressed', () => {
    const suppressed = { rows: 3, numbers: 2 };
    expect(previewLines(samplePreview({ suppressed }), plain)).toContain(
      '2 numbers suppressed, in 3 rows: nobody is asked',
    );
  });

  it('say what is known already', () => {
    const known = { rows: 1_200, numbers: 1 };
    const lines = previewLines(samplePreview({ known, credits: { held: 1, charged: 1 } }), plain);
    expect(lines.slice(1, 3)).toEqual([
      '2 numbers to verify, 1 duplicate',
      '1 number known already, in 1,200 rows: free',
    ]);
    expect(lines.at(-1)).toBe('It costs at most 1 credit. It holds 1 of your 1,983 until it ends.');
  });

  it('say that there are fewer credits than the file holds', () => {
    const lines = previewLines(samplePreview({ balance: { available: 2, held: 0 } }), plain);
    expect(lines).toContain('It costs at most 2 credits. It holds 3 until it ends, and you have 2.');
  });

  it('have no cost without numbers, and name the options of their notes', () => {
    const notes = [
      {
        code: 'no_phone_column',
        hint: 'phone_column=NAME names the one to read',
        values: [],
        rows: null,
        country: null,
      },
      {
        code: 'encoding_guessed',
        hint: 'encoding=NAME names another one',
        values: [],
        rows: null,
        country: null,
      },
      {
        code: 'several_numbers',
        hint: 'unless several_numbers=first is set',
        values: [],
        rows: 497,
        country: null,
      },
      { code: 'country_needed', hint: 'cells hold national numbers', values: [], rows: 12, country: 'DE' },
    ] as const;
    expect(previewLines(samplePreview({ numbers: 0, duplicates: 0, notes }), plain)).toEqual([
      'people.csv: 4 rows, phone numbers in "phone"',
      'No numbers to verify',
      '1 row without a number: row 4 "none" (no digits)',
      'Note: --column NAME names the one to read',
      'Note: --encoding NAME names another one',
      'Note: unless --several-numbers first is set (for up to 497 rows)',
      'Note: cells hold national numbers (--country DE for up to 12 rows)',
    ]);
  });

  it('name the sheet that is read, and some of the others', () => {
    const linesOf = (sheets: readonly string[], sheet_count: number) =>
      previewLines(samplePreview({ sheet: 'People', sheets, sheet_count }), plain).slice(0, 2);
    const first = 'people.csv: 4 rows, phone numbers in "phone" of the sheet "People"';
    expect(linesOf(['People'], 1)).toEqual([first, '2 numbers to verify, 1 duplicate']);
    expect(linesOf(['Cover', 'People', 'Ol\u001bd'], 3)).toEqual([
      first,
      'Not read: "Cover", "Ol d" (--sheet)',
    ]);
    const many = ['A', 'B', 'C', 'D', 'E', 'F', 'People'];
    expect(linesOf(many, 120)[1]).toBe('Not read: "A", "B", "C", "D", "E" and 114 more sheets (--sheet)');
  });

  it('say that no column with phone numbers was found', () => {
    const lineOf = (sheet: string | null) =>
      previewLines(samplePreview({ column_reason: 'not_found', sheet }), plain)[0];
    expect(lineOf(null)).toBe('people.csv: 4 rows, no column with phone numbers was found');
    expect(lineOf('People')).toBe(
      'people.csv: 4 rows, no column with phone numbers was found in the sheet "People"',
    );
  });

  it('distinguish columns with the same name, or without one', () => {
    const lineOf = (names: readonly string[]) => {
      const columns = names.map((name, index) => ({ index, name, samples: [] }));
      return previewLines(samplePreview({ columns, phone_column: names[1] ?? '' }), plain)[0];
    };
    expect(lineOf(['name', 'phone'])).toBe('people.csv: 4 rows, phone numbers in "phone"');
    expect(lineOf(['phone', 'phone'])).toBe('people.csv: 4 rows, phone numbers in "phone" (--column 1)');
    expect(lineOf(['name', ''])).toBe('people.csv: 4 rows, phone numbers in "" (--column 1)');
  });
});

/** A preview with these changes. */
function samplePreview(changes: Partial<Preview> = {}): Preview {
  return {
    file_name: 'people.csv',
    sheet: null,
    sheets: [],
    sheet_count: 0,
    encoding: 'utf-8',
    phone_column: 'phone',
    phone_column_index: 1,
    remembered: null,
    column_reason: 'header',
    country_column: null,
    country_column_index: null,
    seen: { filled: 4, numbers: 3 },
    columns: [
      { index: 0, name: 'name', samples: ['Ada', 'Bob', 'Cyd'] },
      { index: 1, name: 'phone', samples: ['+14155550100', '+14155550102', 'none'] },
    ],
    column_count: 2,
    first_rows: [
      { row: 2, cells: ['Ada', '+14155550100'], phone: '+14155550100', reason: null },
      { row: 3, cells: ['Bob', '+14155550102'], phone: '+14155550102', reason: null },
    ],
    total: 4,
    numbers: 2,
    duplicates: 1,
    without_number: { rows: 1, empty: 0, examples: [{ row: 4, text: 'none', reason: 'no_digits' }] },
    known: { rows: 0, numbers: 0 },
    suppressed: { rows: 0, numbers: 0 },
    credits: { held: 3, charged: 2 },
    upload: null,
    balance: { available: 1_983, held: 0 },
    notes: [],
    unread: {},
    ...changes,
  };
}
