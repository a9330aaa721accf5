import { describe, expect, it } from 'vitest';
import { samplePreview } from '../../fixtures/sample-preview.fixture.js';
import { previewLines } from './preview-lines.js';

const plain = (_style: string, text: string) => text;

describe('the lines of a preview', () => {
  it('show what is verified, and the cost', () => {
    expect(previewLines(samplePreview(), plain)).toEqual([
      'people.csv: 4 rows, phones in "phone"',
      '2 numbers to verify, 1 duplicate',
      '1 row without a number (0 empty): row 4 "none" (no digits)',
      'It costs at most 2 credits, and holds 3 of the 1,983 available.',
    ]);
  });

  it('name the sheet that is read, and some of the others', () => {
    const linesOf = (sheets: readonly string[], sheet_count: number) =>
      previewLines(samplePreview({ sheet: 'People', sheets, sheet_count }), plain).slice(0, 2);
    const first = 'people.csv: 4 rows, phones in "phone" of the sheet "People"';
    expect(linesOf(['People'], 1)).toEqual([first, '2 numbers to verify, 1 duplicate']);
    expect(linesOf(['Cover', 'People', 'Ol\u001bd'], 3)).toEqual([
      first,
      'Not read: "Cover", "Ol d" (--sheet)',
    ]);
    const many = ['A', 'B', 'C', 'D', 'E', 'F', 'People'];
    expect(linesOf(many, 120)[1]).toBe('Not read: "A", "B", "C", "D", "E" and 114 more sheets (--sheet)');
  });

  it('say that no column of phones was found', () => {
    const lineOf = (sheet: string | null) =>
      previewLines(samplePreview({ column_reason: 'not_found', sheet }), plain)[0];
    expect(lineOf(null)).toBe('people.csv: 4 rows, no column of phones was found');
    expect(lineOf('People')).toBe('people.csv: 4 rows, no column of phones was found in the sheet "People"');
  });

  it('distinguish columns with the same name, or without one', () => {
    const lineOf = (names: readonly string[]) => {
      const columns = names.map((name, index) => ({ index, name, samples: [] }));
      return previewLines(samplePreview({ columns, phone_column: names[1] ?? '' }), plain)[0];
    };
    expect(lineOf(['name', 'phone'])).toBe('people.csv: 4 rows, phones in "phone"');
    expect(lineOf(['phone', 'phone'])).toBe('people.csv: 4 rows, phones in "phone" (--column 1)');
    expect(lineOf(['name', ''])).toBe('people.csv: 4 rows, phones in "" (--column 1)');
  });
});
