import type { Preview } from '../../shapes/file.js';
import { noteLine } from './note-line.js';
import { counted, grouped } from './numbers.js';
import { type Paint, printable } from './style.js';

const EXAMPLES = 3;

/** What a submit would make of a file, and cost. */
export function previewLines(preview: Preview, paint: Paint): readonly string[] {
  const { total, numbers, duplicates, without_number, credits, balance, notes } = preview;
  const examples = without_number.examples
    .slice(0, EXAMPLES)
    .map(({ row, text }) => `row ${row} "${printable(text)}"`);
  const without =
    without_number.rows === 0
      ? []
      : [
          `${counted(without_number.rows, 'row')} without a number (${grouped(without_number.empty)} empty)${examples.length === 0 ? '' : `: ${examples.join(', ')}`}`,
        ];
  return [
    `${paint('bold', printable(preview.file_name))}: ${counted(total, 'row')}, phones in ${columnOf(preview)}`,
    `${counted(numbers, 'number')} to verify, ${counted(duplicates, 'duplicate')}`,
    ...without,
    `It costs at most ${paint('bold', counted(credits.charged, 'credit'))}, and holds ${grouped(credits.held)} of the ${grouped(balance.available)} available.`,
    ...notes.map((note) => paint('yellow', noteLine(note))),
  ];
}

function columnOf({ phone_column, column_reason, sheet }: Preview): string {
  const ofSheet = sheet === null ? '' : ` of the sheet "${printable(sheet)}"`;
  return column_reason === 'not_found'
    ? `no column that was found${ofSheet}`
    : `"${printable(phone_column)}"${ofSheet}`;
}
