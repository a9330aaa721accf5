import type { Preview } from '../../shapes/file.js';
import { noteLine } from './note-line.js';
import { counted, grouped } from './numbers.js';
import { type Paint, printable } from './style.js';
import { unreadWords } from './unread-words.js';

const EXAMPLES = 3;
const SHEETS = 5;

/** The result of a preview and the cost. `forecast`: the cost without credits, in a sentence. */
export function previewLines(preview: Preview, paint: Paint, forecast?: string): readonly string[] {
  const { total, numbers, duplicates, without_number, credits, balance, notes } = preview;
  const examples = without_number.examples
    .slice(0, EXAMPLES)
    .map(({ row, text, reason }) => `row ${row} "${printable(text)}" (${unreadWords(reason)})`);
  const without =
    without_number.rows === 0
      ? []
      : [
          `${counted(without_number.rows, 'row')} without a number (${grouped(without_number.empty)} empty)${examples.length === 0 ? '' : `: ${examples.join(', ')}`}`,
        ];
  return [
    `${paint('bold', printable(preview.file_name))}: ${counted(total, 'row')}, ${columnOf(preview)}`,
    ...otherSheets(preview),
    `${counted(numbers, 'number')} to verify, ${counted(duplicates, 'duplicate')}`,
    ...without,
    forecast ??
      `It costs at most ${paint('bold', counted(credits.charged, 'credit'))}, and holds ${grouped(credits.held)} of the ${grouped(balance.available)} available.`,
    ...notes.map((note) => paint('yellow', noteLine(note))),
  ];
}

/** The sheets that are not read, since one of them may be the right one. */
function otherSheets({ sheet, sheet_count, sheets }: Preview): readonly string[] {
  const others = sheets.filter((name) => name !== sheet).slice(0, SHEETS);
  if (others.length === 0) return [];
  const more = sheet_count - 1 - others.length;
  const listed = others.map((name) => `"${printable(name)}"`).join(', ');
  return [`Not read: ${listed}${more > 0 ? ` and ${counted(more, 'more sheet')}` : ''} (--sheet)`];
}

function columnOf(preview: Preview): string {
  const { column_reason, sheet } = preview;
  const named = sheet === null ? '' : ` the sheet "${printable(sheet)}"`;
  if (column_reason === 'not_found') return `no column of phones was found${named && ` in${named}`}`;
  return `phones in ${nameOfColumn(preview)}${named && ` of${named}`}`;
}

/** The header, with the position if it is ambiguous. */
function nameOfColumn({ columns, phone_column: header, phone_column_index: index }: Preview): string {
  const isTelling = header.trim() !== '' && columns.filter(({ name }) => name === header).length < 2;
  return isTelling ? `"${printable(header)}"` : `"${printable(header)}" (--column ${index})`;
}
